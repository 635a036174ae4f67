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

/** `depono-20261118T021500Z.gz`, with `.age` if encrypted. */
export function archiveName(at: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `depono-${time}.gz${isEncrypted ? '.age' : ''}`;
}

const NAME = /^depono-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?$/;

/** When an archive was made, by its name. Null: the name is not one of ours. */
export function timeOfArchive(name: string): Date | null {
  const found = NAME.exec(name);
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Not 31 February.
  return archiveName(time, { isEncrypted: name.endsWith('.age') }) === name ? time : null;
}

/** The archives that are no longer kept. Never the newest, never `written`, and no file with another name. */
export function archivesToRemove(names: readonly string[], keep: BackupKeep, written: string): string[] {
  const archives = names
    .flatMap((name) => {
      const time = timeOfArchive(name);
      return time === null ? [] : [{ name, time }];
    })
    .sort((one, other) => other.time.getTime() - one.time.getTime() || (one.name < other.name ? -1 : 1));
  const kept = new Set([written, ...archives.slice(0, 1).map(({ name }) => name)]);
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
  return archives.map(({ name }) => name).filter((name) => !kept.has(name));
}

const DAY_MS = 86_400_000;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** Weeks start on Monday; 1 January 1970 was a Thursday. */
const weekOf = (time: Date): string => String(Math.floor((time.getTime() / DAY_MS + 3) / 7));
