import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { archivesToRemove, readArchiveName, type BackupKeep } from '../../domain/backup-keep.ts';
import { partialOf } from '../../storage/backup/write-backup.ts';

/** Of another machine no one can tell whether the process still runs. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Makes the folder if it is missing, and removes what killed runs have left in it. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const partial = partialOf(name);
    if (partial === null || !name.startsWith('depono-')) continue;
    const { mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    const isOld = mtimeMs !== undefined && Date.now() - mtimeMs > ABANDONED_AFTER_MS;
    const isOver = partial.host === hostname() && !isRunning(partial.pid);
    if (isOver || isOld) rmSync(join(folder, name), { force: true });
  }
}

/** Removes the archives of this database that are no longer kept. Only after the new one is complete and on the disk. */
export function prune(folder: string, keep: BackupKeep, written: string): { removed: string[]; ofOthers: number } {
  const names = readdirSync(folder);
  const removed = archivesToRemove(names, keep, written);
  for (const name of removed) rmSync(join(folder, name), { force: true });
  const database = readArchiveName(written)?.database;
  const others = names.filter((name) => (readArchiveName(name)?.database ?? database) !== database);
  return { removed, ofOthers: others.length };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
