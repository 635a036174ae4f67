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
/** Held by the one process that owns the data folder; the server frees it when that process dies, however it dies. */
const OWNER_LOCK = 714_055_326;

/** Starts the private PostgreSQL of a data folder, or takes over the one that a killed process left running. */
export async function startEmbedded(
  dataDir: string,
  { binaries: ownBinaries, onLost = () => undefined }: { binaries?: string; onLost?: (error: Error) => void } = {},
): Promise<EmbeddedDatabase> {
  const home = resolve(dataDir);
  const user = databaseUser();
  mkdirSync(home, { recursive: true, mode: user === null ? 0o700 : 0o711 });
  const binaries = ownBinaries ?? packagedBinaries(user);
  const cluster = clusterFolder(home, user);
  const password = clusterPassword(home);
  createCluster(cluster, { binaries, password, user });
  const socket = socketFolder(cluster, user);
  const connection = { host: socket, port: PORT, user: SUPERUSER, password, database: 'postgres' };

  let launched: Launched | null = null;
  let isStopping = false;
  let isOwner = true;
  let regaining: Promise<void> = Promise.resolve();
  let owner = await own();
  watch();

  /** Connects, starting the server where it does not run, and takes the lock that says whose it is. */
  async function own(): Promise<Client> {
    const client = await connectOrStart(connection, cluster, {
      start: () => (launched = launch({ binaries, cluster, socket, home, user })),
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

  /** A server that crashes drops the lock: it is taken again, and the server started again if need be. */
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

/** Whether a data folder holds a database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(resolve(dataDir), 'postgres-password'));
}

/** Uses the database of a data folder beside whoever may be running it; where nobody is, it is started for that long. */
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

/**
 * Its log says how the server itself is. A statement that fails is told to us, and said in our own log without what it
 * was about: PostgreSQL would quote the values and whole rows, which are people's data.
 */
const QUIET = ['-c', 'log_min_messages=log', '-c', 'log_min_error_statement=panic', '-c', 'log_error_verbosity=terse'];

/**
 * Files of its log are used again instead of removed: everybody who stores something waits while a new one is made. How
 * much of it there may be before all is written to the tables is said as well: by itself it would follow from the size of a file.
 */
const STEADY = ['-c', 'min_wal_size=1GB', '-c', 'max_wal_size=1GB'];

/** A server of ours that was started: why it ended again, or null. */
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
  throw new Error('stopped meanwhile');
}

async function tryConnect(connection: EmbeddedConnection): Promise<Client | null> {
  const client = new Client(connection);
  // The owner's connection breaks when the server dies; whoever uses the database next notices that by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    // Only a server that is up and says no is final; one that is starting, dying or gone is asked again.
    const state = sqlState(error);
    if (state === null || state.startsWith('57')) return null;
    throw error;
  }
}

/** Starts the server in a session of its own, so that Ctrl-C reaches only us and it ends after us. Returns its failure. */
function launch(at: { binaries: string; cluster: string; socket: string; home: string; user: SystemUser }): Launched {
  const logFile = join(at.home, 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const server = spawn(
    join(at.binaries, 'postgres'),
    [
      ...['-D', at.cluster, '-k', at.socket, '-p', String(PORT), '-h', ''],
      ...['-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'max_connections=200'],
      ...QUIET,
      ...STEADY,
    ],
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

/** The process id of this folder's server, or null. A stale file of a crash, its number reused since, is removed. */
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

/** A server that is ending removes its file, and a process its entry, at any moment; then there is nothing to read. */
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
