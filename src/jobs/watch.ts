import { BACKUP_IS_OLD_AFTER_HOURS } from '../domain/backup-keep.ts';
import { isShort, type DiskSpace } from '../files/disk-space.ts';
import type { Database } from '../storage/database/database.ts';
import { readServiceState } from '../storage/statistics/service-state.ts';
import { startLoop, type Loop } from './loop.ts';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 60_000;

type WatchSettings = {
  /** By folder. */
  disks: () => Readonly<Record<string, DiskSpace>>;
  /** Whether backups are expected at all. */
  hasBackups: boolean;
  log: (error: unknown, what: string) => void;
};

/** What goes wrong slowly is in the log once an hour, for those who read no metrics. */
export function startWatch(database: Database, settings: WatchSettings): Loop {
  const onError = (error: unknown): void => settings.log(error, 'the watch failed');
  return startLoop({
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    round: () => watch(database, settings),
    onError,
  });
}

export async function watch(database: Database, { disks, hasBackups, log }: WatchSettings): Promise<void> {
  for (const [folder, space] of Object.entries(disks())) {
    if (isShort(space)) log(new Error(`${Math.round(space.free / 1_048_576)} MiB free`), `little space for ${folder}`);
  }
  const { backupAgeSeconds: age, walArchiveFailingSeconds: failing } = await readServiceState(database);
  if (failing !== null && failing > 0)
    log(new Error(`for ${Math.round(failing / 60)} minutes`), 'the database cannot archive its log files (WAL)');
  if (!hasBackups) return;
  if (age === null) log(new Error('to make one: depono backup'), 'there is no backup');
  else if (age > BACKUP_IS_OLD_AFTER_HOURS * 3_600)
    log(new Error(`${Math.round(age / 3_600)} hours old`), 'the last backup is old');
}
