import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseUser } from '../../src/storage/embedded/system-user.ts';
import { freePort } from '../processes.ts';

/** A PostgreSQL server that is the primary or follows it. */
export type Server = {
  name: string;
  port: number;
  connect: () => Promise<Client>;
  /** Makes it the first primary. */
  create: () => Promise<void>;
  /** Copies the primary and follows it. */
  follow: (primary: Server) => Promise<void>;
  promote: () => void;
  /** As a power cut does: all its processes at once. */
  kill: () => Promise<void>;
  freeze: (isFrozen: boolean) => void;
  /** Lets its standbys have everything, then ends. */
  stop: () => Promise<void>;
  log: () => string;
};

export const SUPERUSER = 'postgres';
export const PASSWORD = 'chaos';
const START_LIMIT_MS = 60_000;

/** Debian's programs, newest first; the packaged ones lack `pg_basebackup`. Null: there are none. */
export function debianBinaries(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((one) => Number(one) >= 15) : [];
  const found = versions.sort().map((version) => join(folder, version, 'bin'));
  return found.findLast((binaries) => existsSync(join(binaries, 'pg_basebackup'))) ?? null;
}

type Place = { binaries: string; folder: string; data: string; port: number; user: ReturnType<typeof databaseUser> };

export async function openNode(
  name: string,
  { binaries, folder }: { binaries: string; folder: string },
): Promise<Server> {
  const user = databaseUser();
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o755 });
  if (user !== null) chownSync(home, user.uid, user.gid);
  const place = { binaries, folder: home, data: join(home, 'data'), port: await freePort(), user };
  const { start, ended, processes } = control(place);
  const signal = (how: NodeJS.Signals): void => {
    for (const pid of processes()) tell(pid, how);
  };
  return {
    name,
    port: place.port,
    connect: () => connectTo(place.port),
    create: async () => {
      writeFileSync(join(home, 'password'), PASSWORD);
      run(
        place,
        'initdb',
        '-D',
        place.data,
        '-U',
        SUPERUSER,
        '--auth=scram-sha-256',
        `--pwfile=${join(home, 'password')}`,
        '--locale=C.UTF-8',
      );
      await start();
    },
    follow: async (primary) => {
      rmSync(place.data, { recursive: true, force: true });
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', SUPERUSER];
      run(place, 'pg_basebackup', ...from, '-D', place.data, '--write-recovery-conf', '--checkpoint=fast');
      // Promoted, it must not wait for a standby that it does not have yet.
      appendFileSync(join(place.data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n");
      await start();
    },
    promote: () => run(place, 'pg_ctl', '-D', place.data, '-w', 'promote'),
    kill: async () => {
      signal('SIGKILL');
      await ended();
    },
    freeze: (isFrozen) => signal(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      tell(processes()[0], 'SIGINT');
      await ended();
    },
    log: () => (existsSync(logOf(place)) ? readFileSync(logOf(place), 'utf8').slice(-3_000) : ''),
  };
}

const logOf = ({ folder }: Place): string => join(folder, 'log');

function run({ binaries, user }: Place, program: string, ...args: string[]): void {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', PGPASSWORD: PASSWORD };
  // A server that inherits a pipe would keep it open.
  const { status } = spawnSync(join(binaries, program), args, { ...user, cwd: '/', stdio: 'ignore', env });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}`);
}

function control(place: Place): { start: () => Promise<void>; ended: () => Promise<void>; processes: () => number[] } {
  let running: ChildProcess | null = null;
  return {
    start: async () => {
      running = launch(place);
      const deadline = Date.now() + START_LIMIT_MS;
      for (;;) {
        const client = await connectTo(place.port).catch(() => null);
        if (client !== null) return client.end();
        if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${readFileSync(logOf(place), 'utf8')}`);
        await wait(50);
      }
    },
    ended: async () => {
      while (running !== null && running.exitCode === null && running.signalCode === null) await wait(10);
      running = null;
    },
    processes: () => (running?.pid === undefined ? [] : [running.pid, ...childrenOf(running.pid)]),
  };
}

function launch(place: Place): ChildProcess {
  const { binaries, data, folder, port, user } = place;
  const log = openSync(logOf(place), 'a', 0o644);
  const settings = ['timezone=UTC', 'log_timezone=UTC', 'max_connections=100', 'fsync=off', 'wal_receiver_timeout=3s'];
  const args = [
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    ...settings.flatMap((one) => ['-c', one]),
  ];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const server = spawn(join(binaries, 'postgres'), args, { ...user, cwd: '/', stdio: ['ignore', log, log], env });
  closeSync(log);
  return server;
}

/** Each process of PostgreSQL has a session of its own, so no signal reaches all of them. */
function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  return all.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function tell(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function connectTo(port: number): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
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
