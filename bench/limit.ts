import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

// The limit: PostgreSQL's own load generator inserts the very rows that an open call has stored, one set per transaction,
// and does nothing else. It asks nobody, checks nothing, encrypts nothing and speaks no HTTP.

/** With what pgbench may be run: the better of both ways counts, with the number of clients that suits it best. */
export type LimitSettings = { databaseUrl: string; depositId: string; folder: string; seconds: number };
export type Limit = { perSecond: number; clients: number; way: Way };
type Way = 'statements' | 'one statement';

const CLIENTS = [8, 16, 32, 64];
const TABLES = ['tenants', 'history', 'effects', 'tenant_links'];

/** Null where pgbench is not installed. */
export async function prepareLimit(
  settings: LimitSettings,
): Promise<((way: Way, clients: number) => Promise<Limit>) | null> {
  const pgbench = findPgbench();
  if (pgbench === null) return null;
  const scripts = await writeScripts(settings);
  return async (way, clients) => ({ way, clients, perSecond: await run(pgbench, scripts[way], clients, settings) });
}

/** Tries all, for a moment each. */
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

async function run(
  pgbench: string,
  script: string,
  clients: number,
  { databaseUrl, seconds }: LimitSettings,
): Promise<number> {
  const url = new URL(databaseUrl);
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', script];
  const { stdout } = await promisify(execFile)(pgbench, options, {
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

function findPgbench(): string | null {
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
async function writeScripts({ databaseUrl, depositId, folder }: LimitSettings): Promise<Record<Way, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create sequence if not exists bench_ids');
    const own = { id: 'uuidv7()', external_contract_id: `'limit-' || nextval('bench_ids')` };
    const [deposit = ''] = await insertsOf(client, 'deposits', 'id', depositId, own);
    const parts: ((id: string) => string)[] = [];
    for (const table of TABLES) {
      const changes = { id: 'uuidv7()', hash: `decode(md5(random()::text), 'hex')`, deposit_id: '#' };
      const kept = table === 'history' ? { deposit_id: '#' } : changes;
      const inserts = await insertsOf(client, table, 'deposit_id', depositId, kept);
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

/** The rows of one deposit as inserts, value for value, except for what must be each row's own. */
async function insertsOf(
  client: Client,
  table: string,
  key: string,
  id: string,
  own: Record<string, string>,
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
  // pgbench takes a name after a colon for one of its variables, also inside quotes.
  return `'${value.replaceAll("'", "''").replaceAll(/:(?=[A-Za-z_])/g, ': ')}'`;
}
