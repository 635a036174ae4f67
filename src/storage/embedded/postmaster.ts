import { spawn } from 'node:child_process';
import { closeSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endOfLog, openLog } from './log-file.ts';
import { bareEnvironment, isAlive } from './process.ts';
import type { SystemUser } from './system-user.ts';

/** Where a server's files, programs and socket are. `home` is the data folder. */
export type Installation = {
  home: string;
  user: SystemUser;
  binaries: string;
  cluster: string;
  socket: string;
  isReadOnly: boolean;
};

/** A server that we started. `failure`: why it ended, or null. */
export type Launched = { pid: number | null; failure: () => string | null };

export const PORT = 5432;
const STOP_LIMIT_MS = 30_000;

const UTC = ['-c', 'timezone=UTC', '-c', 'log_timezone=UTC'];
const MOST_CONNECTIONS = ['-c', 'max_connections=200'];

/**
 * The server logs only its own condition. Failed statements are reported to us and logged without their values:
 * PostgreSQL would quote values and whole rows, which are personal data.
 */
const QUIET = ['-c', 'log_min_messages=log', '-c', 'log_min_error_statement=panic', '-c', 'log_error_verbosity=terse'];

/**
 * WAL segments are reused instead of removed, because writers wait while a new one is created. The maximum is set as
 * well: its default depends on the segment size.
 */
const STEADY = ['-c', 'min_wal_size=1GB', '-c', 'max_wal_size=1GB'];

const READ_ONLY = ['-c', 'default_transaction_read_only=on'];

/** Starts the server in its own session, so that Ctrl-C reaches only us and the server ends after us. */
export function launch(at: Installation): Launched {
  const logFile = join(at.home, 'postgres.log');
  const log = openLog(logFile);
  const settings = [...UTC, ...MOST_CONNECTIONS, ...QUIET, ...STEADY, ...(at.isReadOnly ? READ_ONLY : [])];
  const server = spawn(
    join(at.binaries, 'postgres'),
    ['-D', at.cluster, '-k', at.socket, '-p', String(PORT), '-h', '', ...settings],
    {
      ...at.user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: bareEnvironment(),
    },
  );
  closeSync(log);
  let ended: string | null = null;
  server.on('error', (error) => (ended = error.message));
  server.on('exit', () => (ended = endOfLog(logFile)));
  server.unref();
  return { pid: server.pid ?? null, failure: () => ended };
}

/** The process id of this folder's server, or null. Removes a stale file whose process id now belongs to another program. */
export function runningServer(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number(readIfThere(file).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  const command = `/proc/${pid}/cmdline`;
  const text = readIfThere(command);
  if (text !== '' && !text.split('\0').includes(cluster)) {
    rmSync(file, { force: true });
    return null;
  }
  return pid;
}

/** The folder of the running server's socket; null if none runs. */
export function runningSocket(cluster: string): string | null {
  if (runningServer(cluster) === null) return null;
  return readIfThere(join(cluster, 'postmaster.pid')).split('\n')[4] || null;
}

/** A stopping server may remove its file, and a process its entry, at any moment. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export async function stopServer(pid: number | null): Promise<void> {
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isAlive(pid) && Date.now() < deadline) await wait(10);
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
}
