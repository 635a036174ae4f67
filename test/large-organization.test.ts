import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { touchedBy } from '../bench/growth/pages.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { cursorOf } from '../src/storage/deposit-list/sorting.ts';
import { listDepositsOf, type ListedDeposits } from '../src/storage/deposit-list/deposit-list.ts';
import { DEFAULT_ORDER, NO_FILTER, type ListOrder } from '../src/storage/deposit-list/list-query.ts';
import { listEvents } from '../src/storage/callbacks/events.ts';
import { claimEffects } from '../src/storage/effects/effects.ts';
import { stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// One organization has nearly all rows. Query plans are made for an average organization, which has few rows: reading
// and sorting all of them is cheap there, but not here.

let service: Service;
let database: Database;
let large: string;

const MANY = 6_000;
const SMALL_ONES = 20;

before(async () => {
  service = await startService({ env: { ROLE: 'web' } });
  database = await openDatabase(service.databaseUrl, () => undefined);
  const partner = await stage(service);
  await partner.start({ externalContractId: 'FIRST' });
  large = partner.organizationId;
  await listed({ order: DEFAULT_ORDER });
  // Without the service's limit of ten seconds: a slow machine may need longer.
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  await copy(
    sql,
    'deposit_list',
    `'deposit_id', gen_random_uuid(), 'contract_key', 'c-' || lpad(n::text, 6, '0'), 'external_contract_id', n::text,
    'words', t.words || array_to_tsvector(array[right($1::text, 12) || case n % 3 when 0 then 'third' else 'other' end,
      right($1::text, 12) || 'one in 200: ' || n % 200]),
    'state', (array['open', 'opening', 'closed'])[1 + n % 3], 'created_at', t.created_at - n * interval '1 hour'`,
  );
  await copy(sql, 'effects', `'id', gen_random_uuid(), 'state', 'waiting', 'due_at', '2020-01-01'`);
  await sql.query(
    `insert into documents (organization_id, id, deposit_id, kind, language, created_at, sha256)
     select o.id, gen_random_uuid(), gen_random_uuid(), 'agreement', 'de', now(), ''
     from (${OWNERS}) as o (id, n)`,
    [large],
  );
  await sql.query(
    `insert into events (organization_id, number, deposit_id, connection_id, sequence, at, type, document_id, status)
     select organization_id, row_number() over (partition by organization_id), deposit_id, deposit_id, 1, now(),
       'document.created', id, '{}' from documents`,
  );
  await sql.query('vacuum analyze');
  await sql.end();
});
after(async () => {
  await database.end();
  await service.stop();
});

/** The organization of the n-th row, unordered: most belong to the large one. */
const OWNERS = `
  select case when n <= ${MANY} then $1::uuid else md5((n % ${SMALL_ONES})::text)::uuid end, n
  from generate_series(1, ${MANY + 200 * SMALL_ONES}) n order by hashint4(n)`;

/** Copies of the first row of the table, except for the given columns. */
async function copy(sql: Client, table: string, changes: string): Promise<void> {
  await sql.query(
    `insert into ${table}
     select (json_populate_record(t, json_build_object('organization_id', o.id, ${changes}))).*
     from ${table} t cross join (${OWNERS}) as o (id, n)
     where t.ctid = (select ctid from ${table} where organization_id = $1 limit 1)`,
    [large],
  );
}

const byContract: ListOrder = { sort: 'contract', descending: false };

function listed(
  { order, key, search = null }: { order: ListOrder; key?: string; search?: string | null },
  sql = database,
): Promise<ListedDeposits> {
  const id = '00000000-0000-0000-0000-000000000000';
  const position = key === undefined ? null : cursorOf(order, { awaitsManager: false, key, id });
  const scope = { organizationIds: [large], members: [] };
  return listDepositsOf(sql, scope, { ...NO_FILTER, search }, { ...order, after: position, most: 50 });
}

for (const [what, most, act] of [
  ['the first page of 50 deposits', 1_000, (sql) => listed({ order: DEFAULT_ORDER }, sql)],
  ['a page of 50 from the middle', 1_000, (sql) => listed({ order: byContract, key: 'c-003000' }, sql)],
  ['100 events from the middle', 500, (sql) => listEvents(sql, { organizationId: large, after: 3_000, most: 100 })],
  ['a claim of 20 jobs, of those that are due', 100, (sql) => claimEffects(sql, { most: 20, withContent: true })],
] as [string, number, (sql: Database) => Promise<unknown>][]) {
  test(`${what} reads only what it shows, not all ${MANY}`, async () => {
    const { rows } = await touchedBy(database, async (inside) => () => act(inside));
    assert.ok(rows > 20 && rows <= most, `${rows} rows and entries of indexes`);
  });
}

for (const [order, key, first] of [
  [DEFAULT_ORDER, undefined, 1],
  [byContract, undefined, 1],
  [byContract, 'c-003000', 3_001],
] as [ListOrder, string | undefined, number][]) {
  test(`a search that finds two of three shows them in their order: ${order.sort}, from ${first} on`, async () => {
    const { deposits } = await listed({ order, search: 'other', ...(key === undefined ? {} : { key }) });
    const expected = Array.from({ length: 75 }, (_, place) => first + place).filter((n) => n % 3 !== 0);
    assert.deepEqual(
      deposits.map(({ externalContractId }) => Number(externalContractId)),
      expected,
    );
  });
}

test('a search with thousands of matches reads only the beginning of the list', async () => {
  const { rows } = await touchedBy(
    database,
    async (inside) => () => listed({ order: DEFAULT_ORDER, search: 'other' }, inside),
  );
  assert.ok(rows > 20 && rows <= 6_000, `${rows} rows and entries of indexes`);
});
