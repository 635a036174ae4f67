import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseUser } from '../../src/storage/embedded/system-user.ts';
import { freePort } from '../../test/support/free-port.ts';

/** Debian's; the packaged PostgreSQL has no pg_basebackup. */
const BIN = '/usr/lib/postgresql/15/bin';
const PACKAGING = join(import.meta.dirname, '..', '..', 'packaging');

export type Recovery = {
  baseBackupSeconds: number;
  baseBackupBytes: number;
  /** From the base backup: copied, started, with nothing to replay. */
  fromBaseSeconds: number;
  /** From an empty base backup: all rows come from the log. */
  replaySeconds: number;
  replayedBytes: number;
};

/** Base backup and recovery of a server with archived logs. `load` fills the empty database. */
export async function measureRecovery(
  folder: string,
  load: (url: string) => Promise<unknown>,
): Promise<Recovery | null> {
  if (!existsSync(join(BIN, 'pg_basebackup'))) return null;
  chmodSync(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  for (const name of ['primary', 'wal', 'base']) ownFolder(at(name));
  const port = await freePort();
  const url = urlAt(port);
  asUser('initdb', ['-D', at('primary'), '-U', 'depono', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
  const archive = `${join(PACKAGING, 'archive-wal')} %p %f ${at('wal')}`;
  configure(at('primary'), port, `archive_mode = on\narchive_command = '${archive}'\nmax_wal_size = 4GB`);
  try {
    control('start', at('primary'));
    const empty = baseBackup(at('base'), at('wal'), port);
    await load(url);
    const rows = Number(await one(url, COUNT));
    await archived(url);
    const start = performance.now();
    const full = baseBackup(at('base'), at('wal'), port);
    const baseBackupSeconds = since(start);
    await archived(url);
    control('stop', at('primary'));
    rmSync(at('primary'), { recursive: true });
    return {
      baseBackupSeconds,
      baseBackupBytes: bytesIn(full),
      fromBaseSeconds: await recover(full, at('recovered'), { port, wal: at('wal'), rows }),
      replaySeconds: await recover(empty, at('recovered'), { port, wal: at('wal'), rows }),
      replayedBytes: bytesIn(at('wal')),
    };
  } finally {
    for (const name of ['primary', 'recovered'])
      if (existsSync(join(at(name), 'postmaster.pid'))) control('stop', at(name));
  }
}

/** To the end of the archive, as docs/operations.md says. */
async function recover(
  base: string,
  data: string,
  { port, wal, rows }: { port: number; wal: string; rows: number },
): Promise<number> {
  const start = performance.now();
  ownFolder(data);
  asUser('cp', ['-RT', base, data]);
  configure(data, port, `restore_command = 'cp "${wal}/%f" "%p"'\narchive_mode = off`);
  asUser('touch', [join(data, 'recovery.signal')]);
  control('start', data);
  // pg_ctl returns while the log is still being replayed.
  while (await one(urlAt(port), 'select pg_is_in_recovery() as value')) await wait(100);
  const seconds = since(start);
  const found = await one(urlAt(port), COUNT);
  if (found !== rows) throw new Error(`${String(found)} deposits were recovered, not ${rows}`);
  control('stop', data);
  rmSync(data, { recursive: true });
  return seconds;
}

const user = databaseUser();

function asUser(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const as = user === null ? [] : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];
  const path = [BIN, process.env['PATH']].join(':');
  const ended = spawnSync('env', [...as, program, ...args], {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: path, ...env },
  });
  if (ended.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout.trim();
}

function control(action: 'start' | 'stop', data: string): void {
  const log = `${data}.log`;
  if (!existsSync(log)) writeFileSync(log, '');
  if (user !== null) chownSync(log, user.uid, user.gid);
  asUser('pg_ctl', [action, '-D', data, '-l', log, '-w', '-t', '86400']);
}

function baseBackup(base: string, wal: string, port: number): string {
  const env = { PG_BIN: BIN, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'depono' };
  return asUser(join(PACKAGING, 'base-backup'), [base, wal, '9'], env).split('\n')[0] ?? '';
}

function configure(data: string, port: number, text: string): void {
  const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `\n${own}${text}\n`);
}

function ownFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if (user !== null) chownSync(path, user.uid, user.gid);
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const COUNT = 'select count(*)::int as value from deposits';

const urlAt = (port: number): string => `postgres://depono@127.0.0.1:${port}/postgres`;

async function one(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(text);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

const since = (start: number): number => Number(((performance.now() - start) / 1000).toFixed(1));

async function archived(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    for (;;) {
      const last = await client.query<{ last: string | null }>(
        'select last_archived_wal as last from pg_stat_archiver',
      );
      if ((last.rows[0]?.last ?? '') >= (rows[0]?.file ?? '')) return;
      await wait(200);
    }
  } finally {
    await client.end();
  }
}
