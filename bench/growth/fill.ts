import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Client } from 'pg';
import { listAgain } from '../../src/storage/deposit-list/catch-up.ts';
import { keyId } from '../../src/vault/keys.ts';
import { withClient, type Site } from '../service.ts';
import { storeNames } from './names.ts';
import { BESIDE, NUMBERED, QUEUES } from './queue-rows.ts';
import { FILL, functions, MAKE_FACTS, MOST, ORGANIZATIONS } from './rows.ts';

const STATEMENTS: Readonly<Record<string, string>> = { ...FILL, ...QUEUES };
const CHUNK = 100_000;
/** From this size on, indexes are built after the rows: that takes a fraction of the time. */
const MANY = 50_000;
/** Only during the bulk load; `fsync` stays on. */
const BULK = { checkpoint_timeout: '30min', maintenance_work_mem: '768MB', autovacuum: 'off' };

/** Disk space: per deposit, including temporary data, plus room for WAL and building indexes. */
const BYTES_EACH = 9_000;
const BYTES_BESIDE = 8e9;

/** Checked before any work starts. */
export function refuseSmallDisk(deposits: number): void {
  const needed = deposits * BYTES_EACH + BYTES_BESIDE;
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize >= needed) return;
  throw new Error(
    `that needs ${Math.ceil(needed / 1e9)} GB of disk under ${tmpdir()}; choose fewer deposits, or another TMPDIR`,
  );
}

/** Organizations, each with three members, a connection to the partner and a status key. */
export async function setUp(site: Site, keys: { apiKey: string; statusKey: string }): Promise<void> {
  await withClient(site, async (client) => {
    await client.query(functions(new Date()));
    await storeNames(client);
    await client.query(`
      insert into organizations (id, name, language, email_domain, address, pre_signed, send_delay_minutes,
        owner_always_care_of, tenant_chooses_product, product, offers_investment, small_deposit_limit_rappen,
        contract_status_enabled, created_at)
      select bench.id_of(1, o), 'Growth ' || o, 'de', 'growth' || o || '.example', address, pre_signed, send_delay_minutes,
        owner_always_care_of, tenant_chooses_product, product, offers_investment, small_deposit_limit_rappen, true, created_at
      from generate_series(1, ${ORGANIZATIONS}) o cross join (select * from organizations limit 1) t`);
    await client.query(`
      insert into members (organization_id, id, email, email_key, first_name, last_name, language, created_at)
      select bench.id_of(1, o), bench.id_of(3, o * 4 + k), e.email, e.email, 'Anna', 'Keller', 'de', now()
      from generate_series(1, ${ORGANIZATIONS}) o cross join generate_series(0, 2) k
      cross join lateral (select 'm' || k || '@growth' || o || '.example' as email) e`);
    await client.query(`update organizations set default_manager_id = bench.id_of(3, m.o * 4)
      from generate_series(1, ${ORGANIZATIONS}) m (o) where id = bench.id_of(1, m.o)`);
    await client.query(
      `insert into connections (id, organization_id, partner_id, external_org_id, created_at)
       select bench.id_of(2, o), bench.id_of(1, o), k.partner_id, 'growth-' || o, now()
       from generate_series(1, ${ORGANIZATIONS}) o cross join (select partner_id from partner_keys where id = $1) k`,
      [keyId(keys.apiKey)],
    );
    await client.query(
      `insert into status_keys (organization_id, id, hash, created_at)
       select bench.id_of(1, o), k.id, k.hash, now()
       from generate_series(1, ${ORGANIZATIONS}) o cross join (select id, hash from status_keys where id = $1) k`,
      [keyId(keys.statusKey)],
    );
  });
}

/** Adds deposits up to a number, and leaves the database vacuumed and analyzed. */
export async function fill(site: Site, { from, to }: { from: number; to: number }): Promise<void> {
  assert.ok(to <= MOST, `there can be ${MOST} deposits at most`);
  await withClient(site, async (client) => {
    await configure(client, BULK);
    const before = await indexesOf(client);
    const isBulk = to - from >= MANY;
    if (isBulk) await client.query(before.map(({ drop }) => drop).join(';'));
    await makeFacts(client, from, to);
    await inParallel(site, statementsFor(from, to));
    await client.query('drop table bench.facts');
    if (isBulk) await inParallel(site, builds(before));
    assert.deepEqual(await indexesOf(client), before, 'the indexes are those of the product');
    await client.query(
      'update deposit_list_progress set seen = greatest(seen, bench.deposit_id($1)), settled = greatest(settled, bench.deposit_id($1))',
      [to],
    );
    await refuseWrongRows(client, to);
    await client.query('vacuum analyze');
    await configure(client, null);
    await client.query('checkpoint');
  });
}

/** `create table as` takes no parameters; these are our own integers. */
async function makeFacts(client: Client, from: number, to: number): Promise<void> {
  await client.query(MAKE_FACTS.replace('$1', String(from + 1)).replace('$2', String(to)));
  await client.query('alter table bench.facts add primary key (n)');
  await client.query('analyze bench.facts');
}

type Statement = { text: string; values: number[] };

/** What is numbered runs one after the other; the rest in any order. */
function statementsFor(from: number, to: number): Statement[][] {
  const chunks = Array.from({ length: Math.ceil((to - from) / CHUNK) }, (_, place) => [
    from + place * CHUNK + 1,
    Math.min(to, from + (place + 1) * CHUNK),
  ]);
  const of = (text: string): Statement[] => chunks.map((values) => ({ text, values }));
  const inOrder = NUMBERED.map((table) => of(STATEMENTS[table] ?? ''));
  const others = Object.entries(STATEMENTS).flatMap(([table, text]) => (NUMBERED.includes(table) ? [] : [text]));
  return [...inOrder, ...chunks.map((values) => others.map((text) => ({ text, values })))];
}

/** Runs each list of statements in order, two lists at a time. */
async function inParallel(site: Site, rows: readonly (readonly Statement[])[]): Promise<void> {
  const waiting = [...rows];
  const work = (): Promise<void> =>
    withClient(site, async (client) => {
      // The triggers of the counters are off for these rows.
      await client.query('set session_replication_role = replica');
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        for (const { text, values } of row) await client.query(text, values);
      }
    });
  await Promise.all([work(), work()]);
}

type Index = { name: string; drop: string; make: string; bytes?: number };

/** The indexes of all filled tables, with the statements that drop and create them. */
async function indexesOf(client: Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indexrelid::regclass::text as name,
            case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
            case when c.oid is null then pg_get_indexdef(i.indexrelid)
                 else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname,
                             pg_get_constraintdef(c.oid)) end as make
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = any($1::regclass[]) order by i.indrelid::regclass::text, 1`,
    [`{${[...Object.keys(STATEMENTS), ...BESIDE].join(',')}}`],
  );
  return rows;
}

/** One table at a time, because building locks it; the slowest first. */
function builds(indexes: readonly Index[]): Statement[][] {
  const byTable = Map.groupBy(indexes, ({ make }) => /(?: ON (?:public\.)?|alter table )(\S+)/.exec(make)?.[1] ?? '');
  const order = ['deposit_list', 'effects', 'history', 'deposits'];
  const place = (table: string): number =>
    (order.findIndex((one) => table.endsWith(one)) + order.length) % (order.length + 1);
  return [...byTable]
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([, rows]) => rows.map(({ make }) => ({ text: make, values: [] })));
}

/** The list's rows must be exactly those that the product makes of these deposits. */
async function refuseWrongRows(client: Client, to: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select bench.deposit_id(1 + n * $1 / 200) as id from generate_series(0, 199) n',
    [to - 1],
  );
  const ids = rows.map(({ id }) => id);
  const listed = async (): Promise<unknown[]> =>
    (
      await client.query<{ made: number }>(
        'select *, words::text from deposit_list where deposit_id = any($1) order by deposit_id',
        [ids],
      )
    ).rows.map(({ made: _made, ...row }) => row);
  await client.query('begin');
  const made = await listed();
  await listAgain(client, ids);
  const expected = await listed();
  assert.equal(made.length, ids.length);
  // Row by row: the difference of two hundred is not readable.
  for (const [index, row] of made.entries()) assert.deepEqual(row, expected[index]);
  await client.query('rollback');
}

async function configure(client: Client, settings: Record<string, string> | null): Promise<void> {
  if (settings === null) await client.query('alter system reset all');
  for (const [name, value] of Object.entries(settings ?? {}))
    await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
}
