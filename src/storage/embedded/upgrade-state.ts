import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStartNow } from '../database/cannot-start.ts';
import { readIfThere } from './postmaster.ts';
import { isAlive } from './process.ts';

// The folders of an upgrade, beside the one in use (`postgres`):
//   postgres.upgrading   the copy in progress
//   postgres.upgraded    the copy, complete and on the disk
//   postgres-15          the files before the upgrade, kept
// The swap renames `postgres` to `postgres-15`, then `postgres.upgraded` to `postgres`. If the process dies between the
// two, whoever comes next makes the second one.

export const upgradingFolder = (cluster: string): string => `${cluster}.upgrading`;
export const upgradedFolder = (cluster: string): string => `${cluster}.upgraded`;

/** Completes a swap that was interrupted. A copy beside files still in use is outdated as soon as a server starts on them. */
export function settleSwap(cluster: string): void {
  const copy = upgradedFolder(cluster);
  if (!existsSync(join(copy, 'PG_VERSION'))) return;
  if (existsSync(join(cluster, 'PG_VERSION'))) rmSync(copy, { recursive: true, force: true });
  else renameSync(copy, cluster);
}

const lockFile = (home: string): string => join(home, 'postgres-upgrade.pid');

/** While a copy is made, nothing may write to the files that it is made from. */
export function refuseDuringUpgrade(home: string): void {
  const pid = upgradingProcess(home);
  if (pid === null || pid === process.pid) return;
  throw new CannotStartNow(
    `The database in ${home} is being upgraded by process ${pid}. Try again when that is finished.`,
  );
}

/** Takes the lock; returns the function that releases it. */
export function lockForUpgrade(home: string): () => void {
  refuseDuringUpgrade(home);
  const file = lockFile(home);
  rmSync(file, { force: true });
  // Of two at once, one fails here.
  writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The process id in the lock may belong to another program by now, for example after a restart of the machine. */
function upgradingProcess(home: string): number | null {
  const pid = Number(readIfThere(lockFile(home)));
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return command === '' || command.split('\0').includes('upgrade') ? pid : null;
}
