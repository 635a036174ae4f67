import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { CannotStart, CannotStartNow } from '../database/cannot-start.ts';
import { sqlState } from '../database/database.ts';
import { packagedBinaries } from './binaries.ts';
import { clusterFolder, clusterPassword, createCluster, makePrivate, socketFolder, SUPERUSER } from './cluster.ts';
import { launch, PORT, runningServer, stopServer, type Installation, type Launched } from './postmaster.ts';
import { databaseUser } from './system-user.ts';
import { refuseDuringUpgrade, settleSwap, stopCopiedServer, upgradeSocket } from './upgrade-state.ts';
import { requireVersion } from './version.ts';

export type EmbeddedConnection = { host: string; port: number; user: string; password: string; database: string };
export type EmbeddedDatabase = { connection: EmbeddedConnection; stop: () => Promise<void> };

const START_LIMIT_MS = 60_000;
/** After each start that failed, the next one waits twice as long, up to this. */
const LONGEST_PAUSE_MS = 5_000;
/** Held by the process that owns the data folder; the server releases it when that process dies. */
const OWNER_LOCK = 714_055_326;

/**
 * Other programs than the packaged ones, another folder for the files than the usual one, and a server that is only read,
 * at a socket that no other program finds.
 */
type Where = { binaries?: string; cluster?: string; isCopied?: boolean };

/** Starts the private PostgreSQL of a data folder, or takes over the one that a killed process left running. */
export async function startEmbedded(
  dataDir: string,
  { onLost = () => undefined, ...where }: Where & { onLost?: (error: Error) => void } = {},
): Promise<EmbeddedDatabase> {
  const { installation, connection } = prepare(resolve(dataDir), where);
  const { home, cluster, socket } = installation;
  if (!installation.isReadOnly) await stopCopiedServer(cluster);
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
    throw new CannotStartNow(
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

/** Creates the data folder and the database files where they are missing. */
function prepare(
  home: string,
  { binaries: ownBinaries, cluster: ownCluster, isCopied = false }: Where,
): { installation: Installation; connection: EmbeddedConnection } {
  const user = databaseUser();
  mkdirSync(home, { recursive: true, mode: user === null ? 0o700 : 0o711 });
  refuseDuringUpgrade(home);
  const binaries = ownBinaries ?? packagedBinaries(user);
  const cluster = ownCluster ?? clusterFolder(home, user);
  settleSwap(cluster);
  requireVersion(cluster, { binaries, home });
  const password = clusterPassword(home);
  createCluster(cluster, { binaries, password, user });
  const socket = isCopied ? upgradeSocket(cluster) : socketFolder(cluster, user);
  if (isCopied) makePrivate(socket, user);
  return {
    installation: { home, user, binaries, cluster, socket, isReadOnly: isCopied },
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
  refuseDuringUpgrade(home);
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

async function connectOrStart(
  connection: EmbeddedConnection,
  cluster: string,
  { start, isCancelled }: { start: () => Launched; isCancelled: () => boolean },
): Promise<Client> {
  const deadline = Date.now() + START_LIMIT_MS;
  let launched: Launched | null = null;
  let pause = 20;
  while (!isCancelled()) {
    const owner = await tryConnect(connection);
    if (owner !== null) return owner;
    const failure = launched?.failure() ?? null;
    if (Date.now() > deadline) throw new CannotStartNow(`The embedded database did not start.\n${failure ?? ''}`);
    if (runningServer(cluster) === null && (launched === null || failure !== null)) {
      if (failure !== null) await wait((pause = Math.min(2 * pause, LONGEST_PAUSE_MS)));
      if (!isCancelled()) launched = start();
    }
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
