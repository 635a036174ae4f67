import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, closeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { CannotStart } from '../database/cannot-start.ts';
import { sqlState } from '../database/database.ts';
import { packagedBinaries } from './binaries.ts';
import { clusterFolder, clusterPassword, createCluster, socketFolder, SUPERUSER } from './cluster.ts';
import { bareEnvironment, isAlive } from './process.ts';
import { databaseUser, type SystemUser } from './system-user.ts';

export type EmbeddedConnection = { host: string; port: number; user: string; password: string; database: string };
export type EmbeddedDatabase = { connection: EmbeddedConnection; stop: () => Promise<void> };

const PORT = 5432;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
/** Held by the process that owns the data folder; the server releases it when that process dies. */
const OWNER_LOCK = 714_055_326;

/** Starts the private PostgreSQL of a data folder, or takes over the one that a killed process left running. */
export async function startEmbedded(
  dataDir: string,
  { binaries: ownBinaries, onLost = () => undefined }: { binaries?: string; onLost?: (error: Error) => void } = {},
): Promise<EmbeddedDatabase> {
  const { installation, connection } = prepare(resolve(dataDir), ownBinaries);
  const { home, cluster, socket } = installation;
  let launched: Launched | null = null;
  let isStopping = false;
  let isOwner = true;
  let regaining: Promise<void> = Promise.resolve();
  let owner = await own();
  watch();

  /** Connects, starts the server if it is not running, and takes the owner lock. */
  async function own(): Promise<Client> {
    const client = await connectOrStart(connection, cluster, {
      start: () => (launched = launch(installation)),
      isCancelled: () => isStopping,
    });
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [OWNER_LOCK]);
    if (rows[0]?.owned === true) return client;
    await client.end();
    isOwner = false;
    throw new CannotStart(
      `Another Depono is already running on the data folder ${home}. ` +
        'Stop it first, or give this one a folder of its own with DATA_DIR.',
    );
  }

  /** If the server crashes, the lock is lost: takes it again and restarts the server if necessary. */
  function watch(): void {
    owner.once('end', () => {
      if (!isStopping) regaining = ownAgain();
    });
  }

  async function ownAgain(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      try {
        owner = await own();
        watch();
        return;
      } catch (error) {
        if (isStopping) return;
        if (error instanceof CannotStart || Date.now() > deadline) return onLost(error as Error);
        await wait(100);
      }
    }
  }

  return {
    connection,
    stop: async () => {
      isStopping = true;
      await regaining;
      await owner.end().catch(() => undefined);
      if (!isOwner) return;
      await stopServer(runningServer(cluster) ?? launched?.pid ?? null);
      if (socket !== cluster) rmSync(socket, { recursive: true, force: true });
    },
  };
}

type Installation = { home: string; user: SystemUser; binaries: string; cluster: string; socket: string };

/** Creates the data folder and the database files where they are missing. */
function prepare(
  home: string,
  ownBinaries: string | undefined,
): { installation: Installation; connection: EmbeddedConnection } {
  const user = databaseUser();
  mkdirSync(home, { recursive: true, mode: user === null ? 0o700 : 0o711 });
  const binaries = ownBinaries ?? packagedBinaries(user);
  const cluster = clusterFolder(home, user);
  const password = clusterPassword(home);
  createCluster(cluster, { binaries, password, user });
  const socket = socketFolder(cluster, user);
  return {
    installation: { home, user, binaries, cluster, socket },
    connection: { host: socket, port: PORT, user: SUPERUSER, password, database: 'postgres' },
  };
}

/** Whether a data folder contains a database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(resolve(dataDir), 'postgres-password'));
}

/** Uses the database of a data folder, together with a running service. If it is not running, it is started for the work. */
export async function withEmbedded<T>(
  dataDir: string,
  work: (connection: EmbeddedConnection) => Promise<T>,
): Promise<T> {
  const home = resolve(dataDir);
  const user = databaseUser();
  if (!hasCluster(home)) {
    throw new CannotStart(
      `There is no database in ${home}. Is DATA_DIR right? Starting Depono, or depono migrate, makes one.`,
    );
  }
  const cluster = clusterFolder(home, user);
  const connection = {
    host: socketFolder(cluster, user),
    port: PORT,
    user: SUPERUSER,
    password: clusterPassword(home),
    database: 'postgres',
  };
  const running = runningServer(cluster) === null ? null : await tryConnect(connection);
  if (running !== null) {
    await running.end();
    return work(connection);
  }
  const embedded = await startEmbedded(dataDir);
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

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

/** A server that we started. `failure`: why it ended, or null. */
type Launched = { pid: number | null; failure: () => string | null };

async function connectOrStart(
  connection: EmbeddedConnection,
  cluster: string,
  { start, isCancelled }: { start: () => Launched; isCancelled: () => boolean },
): Promise<Client> {
  const deadline = Date.now() + START_LIMIT_MS;
  let launched: Launched | null = null;
  while (!isCancelled()) {
    const owner = await tryConnect(connection);
    if (owner !== null) return owner;
    if (Date.now() > deadline) throw new Error(`The embedded database did not start.\n${launched?.failure() ?? ''}`);
    const isGone = runningServer(cluster) === null && (launched === null || launched.failure() !== null);
    if (isGone && !isCancelled()) launched = start();
    await wait(20);
  }
  throw new Error('stopped in the meantime');
}

async function tryConnect(connection: EmbeddedConnection): Promise<Client | null> {
  const client = new Client(connection);
  // The owner's connection breaks when the server dies; the next query on another connection reports that.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    // Only a refusal by a running server is final; if it is starting, stopping or gone, try again.
    const state = sqlState(error);
    if (state === null || state.startsWith('57')) return null;
    throw error;
  }
}

/** Starts the server in its own session, so that Ctrl-C reaches only us and the server ends after us. */
function launch(at: Installation): Launched {
  const logFile = join(at.home, 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const server = spawn(
    join(at.binaries, 'postgres'),
    ['-D', at.cluster, '-k', at.socket, '-p', String(PORT), '-h', '', ...UTC, ...MOST_CONNECTIONS, ...QUIET, ...STEADY],
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
  server.on('exit', () => (ended = readFileSync(logFile, 'utf8').slice(-2000)));
  server.unref();
  return { pid: server.pid ?? null, failure: () => ended };
}

/** The process id of this folder's server, or null. Removes a stale file whose process id now belongs to another program. */
function runningServer(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number(readIfThere(file).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  const command = `/proc/${pid}/cmdline`;
  const text = readIfThere(command);
  if (text !== '' && !text.includes(cluster)) {
    rmSync(file, { force: true });
    return null;
  }
  return pid;
}

/** A stopping server may remove its file, and a process its entry, at any moment. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function stopServer(pid: number | null): Promise<void> {
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isAlive(pid) && Date.now() < deadline) await wait(10);
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
}
