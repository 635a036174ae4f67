import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { packagedBinaries } from '../src/storage/embedded/binaries.ts';
import { createCluster, SUPERUSER } from '../src/storage/embedded/cluster.ts';
import { databaseUser } from '../src/storage/embedded/system-user.ts';
import type { Random } from './random.ts';

/** The PostgreSQL of a run. It can be killed, and its disk can be filled. */
export type Server = {
  socket: string;
  /** For a local port that forwards to the socket. */
  url: (port: number) => string;
  connect: () => Promise<Client>;
  /** Starts the server if it is not running, and waits until it answers. */
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Kills one of its processes and returns which kind, or null if there was none. */
  killOne: (random: Random) => Promise<string | null>;
  /** Null if the machine does not allow mounting a file system. */
  disk: { fill: () => boolean; free: () => void } | null;
  stop: () => Promise<void>;
  log: () => string;
};

const PORT = 5432;
const PASSWORD = 'chaos';
const START_LIMIT_MS = 600_000;
/** Far more than a run needs. */
const DISK_MB = 6_144;
const LEFT_BYTES = 96 * 1_024;

export async function openServer(folder: string): Promise<Server> {
  const user = databaseUser();
  const binaries = packagedBinaries(user);
  const home = join(folder, 'database');
  const socketFolder = join(folder, 'socket');
  for (const path of [home, socketFolder]) {
    mkdirSync(path, { mode: 0o755 });
    if (user !== null) chownSync(path, user.uid, user.gid);
  }
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'chaos', home]).status === 0;
  const cluster = join(home, 'postgres');
  createCluster(cluster, { binaries, password: PASSWORD, user });
  const logFile = join(folder, 'postgres.log');
  const connect = (): Promise<Client> => connectTo(socketFolder);
  const { start, kill, interrupt } = controlOf({ binaries, cluster, socketFolder, logFile, user, connect });
  return {
    socket: join(socketFolder, `.s.PGSQL.${PORT}`),
    url: (port) => `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
    connect,
    start,
    kill,
    killOne: (random) => killOne(connect, random),
    disk: isMounted ? { fill: () => fill(home), free: () => resize(home, DISK_MB * 1_024 * 1_024) } : null,
    stop: async () => {
      await interrupt();
      if (isMounted) for (let n = 0; n < 50 && spawnSync('umount', [home]).status !== 0; n++) await wait(100);
    },
    log: () => tail(logFile),
  };
}

async function connectTo(socketFolder: string): Promise<Client> {
  const client = new Client({
    host: socketFolder,
    port: PORT,
    user: SUPERUSER,
    password: PASSWORD,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

type Process = {
  binaries: string;
  cluster: string;
  socketFolder: string;
  logFile: string;
  user: ReturnType<typeof databaseUser>;
  connect: () => Promise<Client>;
};

/** Starts, kills and interrupts the server process. */
function controlOf(process: Process): Pick<Server, 'start' | 'kill'> & { interrupt: () => Promise<void> } {
  let running: ChildProcess | null = null;
  const ended = async (server: ChildProcess): Promise<void> => {
    while (server.exitCode === null && server.signalCode === null) await wait(10);
  };
  return {
    // What a killed server leaves behind may take a while to end, and keeps the next one from starting.
    start: async () => {
      const deadline = Date.now() + START_LIMIT_MS;
      for (;;) {
        if (running === null) {
          const server = launch(process);
          running = server;
          server.once('exit', () => {
            if (running === server) running = null;
          });
        }
        const client = await process.connect().catch(() => null);
        if (client !== null) return client.end();
        if (Date.now() > deadline) throw new Error(`The database did not start:\n${tail(process.logFile)}`);
        await wait(50);
      }
    },
    kill: async () => {
      const server = running;
      server?.kill('SIGKILL');
      if (server !== null) await ended(server);
    },
    interrupt: async () => {
      const server = running;
      server?.kill('SIGINT');
      if (server !== null) await Promise.race([ended(server), wait(10_000).then(() => server.kill('SIGKILL'))]);
    },
  };
}

function launch({ binaries, cluster, socketFolder, logFile, user }: Process): ChildProcess {
  const log = openSync(logFile, 'a', 0o644);
  const where = ['-D', cluster, '-k', socketFolder, '-p', String(PORT), '-h', ''];
  const settings = ['timezone=UTC', 'log_timezone=UTC', 'max_connections=200'].flatMap((one) => ['-c', one]);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const server = spawn(join(binaries, 'postgres'), [...where, ...settings], {
    ...user,
    cwd: '/',
    stdio: ['ignore', log, log],
    env,
  });
  closeSync(log);
  return server;
}

async function killOne(connect: Server['connect'], random: Random): Promise<string | null> {
  const client = await connect().catch(() => null);
  if (client === null) return null;
  const { rows } = await client.query<{ pid: number; kind: string }>(
    'select pid, backend_type as kind from pg_stat_activity where pid <> pg_backend_pid() order by pid',
  );
  await client.end().catch(() => undefined);
  if (rows.length === 0) return null;
  const { pid, kind } = random.pick(rows);
  return killed(pid) ? kind : null;
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Leaves room for a few pages only. Concurrent writes may make another try necessary. */
function fill(home: string): boolean {
  for (let tries = 0; tries < 20; tries++) {
    const { blocks, bfree, bsize } = statfsSync(home);
    if (resize(home, (blocks - bfree) * bsize + LEFT_BYTES)) return true;
  }
  return false;
}

function resize(home: string, bytes: number): boolean {
  return spawnSync('mount', ['-o', `remount,size=${bytes}`, home]).status === 0;
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-4_000);
  } catch {
    return '';
  }
}
