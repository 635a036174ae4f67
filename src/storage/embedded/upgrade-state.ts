import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CannotStartNow } from '../database/cannot-start.ts';
import { socketPath } from './cluster.ts';
import { readIfThere, runningServer, runningSocket, stopServer } from './postmaster.ts';
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

/** The socket of the old server during the copy, where no other program looks for it. */
export const upgradeSocket = (cluster: string): string => socketPath(`${cluster}.copied`);

/** Stops the old server of an upgrade that was killed: it is read-only, and no one finds its socket. */
export async function stopCopiedServer(cluster: string): Promise<void> {
  const socket = runningSocket(cluster);
  // Another user may have run the upgrade.
  const nameOf = (path: string): string => basename(path).replace(/^depono-[0-9]+-/, '');
  if (socket === null || nameOf(socket) !== nameOf(upgradeSocket(cluster))) return;
  await stopServer(runningServer(cluster));
  rmSync(socket, { recursive: true, force: true });
}

// The lock: each process makes a file with its own id, and then looks for those of others. Of two at once, at least one
// sees the other and gives up. No one takes over a file, so no one can take away that of a process that runs.
const LOCK = /^postgres-upgrade\.([1-9][0-9]*)$/;
const lockFile = (home: string, pid: number): string => join(home, `postgres-upgrade.${pid}`);

/** While a copy is made, nothing may write to the files that it is made from. */
export function refuseDuringUpgrade(home: string): void {
  const pid = lockingProcesses(home).find(isUpgrading);
  if (pid === undefined) return;
  throw new CannotStartNow(
    `The database in ${home} is being upgraded by process ${pid}. Try again when that is finished.`,
  );
}

/** Takes the lock; returns the function that releases it. */
export function lockForUpgrade(home: string): () => void {
  const file = lockFile(home, process.pid);
  // Of a dead process that had this id.
  rmSync(file, { force: true });
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  const unlock = (): void => rmSync(file, { force: true });
  try {
    refuseDuringUpgrade(home);
  } catch (error) {
    unlock();
    throw error;
  }
  // Only with the lock: a new process that has got the id of a dead one gives up anyway.
  for (const pid of lockingProcesses(home)) rmSync(lockFile(home, pid), { force: true });
  return unlock;
}

/** The other processes that have a file. */
function lockingProcesses(home: string): number[] {
  const pids = readdirSync(home).map((name) => Number(LOCK.exec(name)?.[1] ?? 0));
  return pids.filter((pid) => pid > 0 && pid !== process.pid);
}

/** The process id may belong to another program by now, for example after a restart of the machine. */
function isUpgrading(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return command === '' || command.split('\0').includes('upgrade');
}
