import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { figures, type Load } from './load.ts';
import type { Side } from './side.ts';

// The limit: pgbench inserts the same rows that an open call has stored, one set per transaction. No lookup, validation,
// encryption or HTTP.

/** How pgbench is run: the better of both ways counts, with its best number of clients. */
export type LimitSettings = { databaseUrl: string; depositId: string; folder: string; seconds: number };
export type Limit = { perSecond: number; clients: number; way: Way };
type Way = 'statements' | 'one statement';

const CLIENTS = [8, 16, 32, 64];
const TABLES = ['tenants', 'history', 'effects', 'tenant_links'];

/** Null if pgbench is not installed. */
export async function prepareLimit(
  settings: LimitSettings,
): Promise<((way: Way, clients: number) => Promise<Limit>) | null> {
  const pgbench = findPgbench();
  if (pgbench === null) return null;
  const scripts = await writeScripts(settings);
  return async (way, clients) => {
    const perSecond = await runPgbench(pgbench, ['-f', scripts[way]], { ...settings, clients });
    return { way, clients, perSecond };
  };
}

/** Clients: two threads find the maximum; at a fixed pace there are enough that some are always free. */
const FEW_AND_MANY = [8, 32];
const CLIENTS_AT_A_PACE = 64;
/** pgbench takes a rate of 0 as no limit. */
const LEAST_PACE = 2;
/** The first second is for connecting and planning. */
const SETTLED_AFTER = 1;

/** The same under a fixed load; pgbench varies the pace randomly. Null if it is not installed. */
export async function limitSide(settings: Omit<LimitSettings, 'seconds'>): Promise<Side | null> {
  const pgbench = findPgbench();
  if (pgbench === null) return null;
  const { 'one statement': script } = await writeScripts(settings);
  const insert = (clients: number, seconds: number, options: readonly string[] = []): Promise<number> =>
    runPgbench(pgbench, ['-f', script, ...options], {
      ...settings,
      clients,
      seconds: Math.max(1, Math.round(seconds)),
    });
  const timed = async (clients: number, seconds: number, pace: readonly string[] = []): Promise<Load> => {
    const folder = mkdtempSync(join(settings.folder, 'calls-'));
    const options = ['-l', `--log-prefix=${join(folder, 'of')}`, ...pace];
    const perSecond = await insert(clients, seconds + SETTLED_AFTER, options);
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    rmSync(folder, { recursive: true });
    const times = timesOf(lines);
    return { ...figures(times), perSecond, count: times.length, refused: 0 };
  };
  return {
    highest: async (seconds) => {
      const reached: number[] = [];
      for (const clients of FEW_AND_MANY) reached.push(await insert(clients, seconds / FEW_AND_MANY.length));
      // If the host takes the CPUs away for a second, pgbench inserts nothing and reports no speed.
      return Math.max(...reached.filter((perSecond) => !Number.isNaN(perSecond)), LEAST_PACE);
    },
    lone: (seconds) => timed(1, seconds),
    paced: (rate, seconds) => timed(CLIENTS_AT_A_PACE, seconds, ['-R', rate.toFixed(0)]),
  };
}

/** Milliseconds from pgbench's log, counted from the scheduled start; the first second is left out. */
export function timesOf(lines: readonly string[]): number[] {
  const whole = lines.filter((line) => line !== '');
  const calls = whole.map((line) => {
    const [, , us = Number.NaN, , second = Number.NaN, part = Number.NaN] = line.split(' ').map(Number);
    return { ended: second + part / 1e6, ms: us / 1_000 };
  });
  const first = calls.reduce((least, { ended }) => Math.min(least, ended), Number.POSITIVE_INFINITY);
  return calls.filter(({ ended }) => ended >= first + SETTLED_AFTER).map(({ ms }) => ms);
}

/** Tries all of them briefly. */
export async function bestLimit(limit: (way: Way, clients: number) => Promise<Limit>): Promise<Limit> {
  let best: Limit | null = null;
  for (const way of ['statements', 'one statement'] as const) {
    for (const clients of CLIENTS) {
      const found = await limit(way, clients);
      if (best === null || found.perSecond > best.perSecond) best = found;
    }
  }
  return best as Limit;
}

/** Transactions per second. */
export async function runPgbench(
  pgbench: string,
  options: readonly string[],
  { databaseUrl, clients, seconds }: Pick<LimitSettings, 'databaseUrl' | 'seconds'> & { clients: number },
): Promise<number> {
  const url = new URL(databaseUrl);
  const jobs = String(Math.min(2, clients));
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', jobs, '-T', String(seconds)];
  const { stdout } = await promisify(execFile)(pgbench, [...how, ...options], {
    env: {
      ...process.env,
      PGHOST: decodeURIComponent(url.hostname),
      PGUSER: url.username,
      PGPASSWORD: url.password,
      PGDATABASE: url.pathname.slice(1),
    },
  });
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

export function findPgbench(): string | null {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...(existsSync(debian)
      ? readdirSync(debian)
          .sort()
          .toReversed()
          .map((version) => join(debian, version, 'bin'))
      : []),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null;
}

/** Both insert the same: one statement per row in a transaction, as a program would, or all in one statement. */
async function writeScripts({
  databaseUrl,
  depositId,
  folder,
}: Omit<LimitSettings, 'seconds'>): Promise<Record<Way, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create sequence if not exists bench_ids');
    const own = { id: 'uuidv7()', external_contract_id: `'limit-' || nextval('bench_ids')` };
    const [deposit = ''] = await insertsOf(client, { table: 'deposits', key: 'id', id: depositId, own });
    const parts: ((id: string) => string)[] = [];
    for (const table of TABLES) {
      const changes = { id: 'uuidv7()', hash: `decode(md5(random()::text), 'hex')`, deposit_id: '#' };
      const kept = table === 'history' ? { deposit_id: '#' } : changes;
      const inserts = await insertsOf(client, { table, key: 'deposit_id', id: depositId, own: kept });
      parts.push(...inserts.map((insert) => (id: string) => insert.replace('#', id)));
    }
    const ways = {
      statements: ['begin;', `${deposit} returning id \\gset`, ...parts.map((part) => `${part(`':id'`)};`), 'commit;'],
      'one statement': [
        `with deposit as (${deposit} returning id)${parts.map((part, n) => `, p${n} as (${part('(select id from deposit)')})`).join('')} select 1;`,
      ],
    };
    return Object.fromEntries(
      Object.entries(ways).map(([way, lines]) => {
        const path = join(folder, `${way.replace(' ', '-')}.sql`);
        writeFileSync(path, `${lines.join('\n').replaceAll(`':id'`, ':id')}\n`);
        return [way, path];
      }),
    ) as Record<Way, string>;
  } finally {
    await client.end();
  }
}

/** Rows as inserts with the same values, except for what must be unique. */
export async function insertsOf(
  client: Client,
  { table, key, id, own }: { table: string; key: string; id: string; own: Record<string, string> },
): Promise<string[]> {
  const { rows } = await client.query<{ row: Record<string, string | null> }>(
    `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row from ${table} t where t.${key} = $1`,
    [id],
  );
  return rows.map(({ row }) => {
    const filled = Object.entries(row).filter(([, value]) => value !== null) as [string, string][];
    const values = filled.map(([column, value]) => own[column] ?? literal(value));
    return `insert into ${table} (${filled.map(([column]) => column).join(', ')}) values (${values.join(', ')})`;
  });
}

function literal(value: string): string {
  // pgbench reads a name after a colon as a variable, also inside quotes.
  return `'${value.replaceAll("'", "''").replaceAll(/:(?=[A-Za-z_])/g, ': ')}'`;
}
