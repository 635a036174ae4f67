import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { packagedBinaries } from '../src/storage/embedded/binaries.ts';
import { createCluster, SUPERUSER } from '../src/storage/embedded/cluster.ts';
import { databaseUser } from '../src/storage/embedded/system-user.ts';
import type { Random } from './random.ts';

/** The PostgreSQL of a run: a server of its own that can be killed, and whose disk can be filled. */
export type Server = {
  /** Where it listens. */
  socket: string;
  /** Through a port of this machine that leads there. */
  url: (port: number) => string;
  connect: () => Promise<Client>;
  /** Starts it where it does not run, and waits until it answers. */
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Kills one process of it; gives which, or null where there was none. */
  killOne: (random: Random) => Promise<string | null>;
  /** Null: this machine does not let us. */
  disk: { fill: () => boolean; free: () => void } | null;
  stop: () => Promise<void>;
  log: () => string;
};

const PORT = 5432;
const START_LIMIT_MS = 60_000;
/** What a run stays far below. */
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
  const password = 'chaos';
  createCluster(cluster, { binaries, password, user });
  const logFile = join(folder, 'postgres.log');
  let running: ChildProcess | null = null;

  const connect = async (): Promise<Client> => {
    const client = new Client({
      host: socketFolder,
      port: PORT,
      user: SUPERUSER,
      password,
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
  };
  const launch = (): ChildProcess => {
    const log = openSync(logFile, 'a', 0o644);
    const server = spawn(
      join(binaries, 'postgres'),
      [
        ...['-D', cluster, '-k', socketFolder, '-p', String(PORT), '-h', ''],
        ...['-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'max_connections=200'],
      ],
      { ...user, cwd: '/', stdio: ['ignore', log, log], env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
    );
    closeSync(log);
    server.once('exit', () => {
      if (running === server) running = null;
    });
    return server;
  };
  /** What a killed server leaves may take a while to end, and keeps the next one from starting. */
  const start = async (): Promise<void> => {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      running ??= launch();
      const client = await connect().catch(() => null);
      if (client !== null) return client.end();
      if (Date.now() > deadline) throw new Error(`the database did not start:\n${tail(logFile)}`);
      await wait(50);
    }
  };
  const ended = async (server: ChildProcess): Promise<void> => {
    while (server.exitCode === null && server.signalCode === null) await wait(10);
  };
  return {
    socket: join(socketFolder, `.s.PGSQL.${PORT}`),
    url: (port) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    connect,
    start,
    kill: async () => {
      const server = running;
      server?.kill('SIGKILL');
      if (server !== null) await ended(server);
    },
    killOne: async (random) => {
      const client = await connect().catch(() => null);
      if (client === null) return null;
      const { rows } = await client.query<{ pid: number; kind: string }>(
        'select pid, backend_type as kind from pg_stat_activity where pid <> pg_backend_pid() order by pid',
      );
      await client.end().catch(() => undefined);
      if (rows.length === 0) return null;
      const { pid, kind } = random.pick(rows);
      return killed(pid) ? kind : null;
    },
    disk: isMounted ? { fill: () => fill(home), free: () => resize(home, DISK_MB * 1_024 * 1_024) } : null,
    stop: async () => {
      const server = running;
      server?.kill('SIGINT');
      if (server !== null) await Promise.race([ended(server), wait(10_000).then(() => server.kill('SIGKILL'))]);
      if (isMounted) for (let n = 0; n < 50 && spawnSync('umount', [home]).status !== 0; n++) await wait(100);
    },
    log: () => tail(logFile),
  };
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** No room is left but for a few pages. What is written meanwhile may need another try. */
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
