/** A nightly backup may take two hours longer than the one before. As in packaging/alerts.yml. */
export const BACKUP_IS_OLD_AFTER_HOURS = 26;

/** How many archives are kept: the newest of each of the last days, weeks and months that have one. */
export type BackupKeep = { daily: number; weekly: number; monthly: number };

export const STANDARD_KEEP: BackupKeep = { daily: 14, weekly: 8, monthly: 12 };

const MOST = 10_000;

/** Reads `daily=14,weekly=8,monthly=12`; what is not named is 0. Null: it cannot be read, or keeps nothing. */
export function parseKeep(text: string): BackupKeep | null {
  const keep: BackupKeep = { daily: 0, weekly: 0, monthly: 0 };
  const seen = new Set<string>();
  for (const part of text.split(',')) {
    const [, name, count] = /^(daily|weekly|monthly)=([0-9]{1,5})$/.exec(part.trim()) ?? [];
    if (name === undefined || seen.has(name) || Number(count) > MOST) return null;
    seen.add(name);
    keep[name as keyof BackupKeep] = Number(count);
  }
  return keep.daily + keep.weekly + keep.monthly === 0 ? null : keep;
}

/** An archive, by its name. `database`: which database it was made of, 8 hexadecimal digits. */
type ArchiveName = { time: Date; database: string; isEncrypted: boolean };

/** `depono-20261118T021500Z-3f9a1c2e.gz`, with `.age` if encrypted. The time comes first, so that names sort by it. */
export function archiveName({ time, database, isEncrypted }: ArchiveName): string {
  const at = time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `depono-${at}-${database}.gz${isEncrypted ? '.age' : ''}`;
}

const NAME = /^depono-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})\.gz(\.age)?$/;

/** Null: the name is not one of ours. */
export function readArchiveName(name: string): ArchiveName | null {
  const found = NAME.exec(name);
  if (found === null) return null;
  const [year = 0, month = 0, day, hour, minute, second] = found.slice(1, 7).map(Number);
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const read = { time, database: found[7] ?? '', isEncrypted: found[8] !== undefined };
  // Not 31 February.
  return archiveName(read) === name ? read : null;
}

type Archive = ArchiveName & { name: string };

/**
 * The archives that are no longer kept, only of the database of `written`. Never the newest, never `written`, and no file
 * with another name. An archive that is not encrypted never displaces an encrypted one.
 */
export function archivesToRemove(names: readonly string[], keep: BackupKeep, written: string): string[] {
  const database = readArchiveName(written)?.database;
  const archives = names
    .flatMap((name): Archive[] => {
      const read = readArchiveName(name);
      return read === null || read.database !== database ? [] : [{ name, ...read }];
    })
    .sort((one, other) => other.time.getTime() - one.time.getTime() || (one.name < other.name ? -1 : 1));
  const encrypted = archives.filter(({ isEncrypted }) => isEncrypted);
  const keptEncrypted = keptOf(encrypted, keep);
  const keptOfAll = keptOf(archives, keep);
  return archives
    .filter(({ name, isEncrypted }) => name !== written && !(isEncrypted ? keptEncrypted : keptOfAll).has(name))
    .map(({ name }) => name);
}

/** The newest first. */
function keptOf(archives: readonly Archive[], keep: BackupKeep): Set<string> {
  const kept = new Set(archives.slice(0, 1).map(({ name }) => name));
  for (const [count, periodOf] of [
    [keep.daily, dayOf],
    [keep.weekly, weekOf],
    [keep.monthly, monthOf],
  ] as const) {
    const periods = new Set<string>();
    for (const { name, time } of archives) {
      const period = periodOf(time);
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(name);
    }
  }
  return kept;
}

const DAY_MS = 86_400_000;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** Weeks start on Monday; 1 January 1970 was a Thursday. */
const weekOf = (time: Date): string => String(Math.floor((time.getTime() / DAY_MS + 3) / 7));
