import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { freshDatabase } from './support/server.ts';

let url: string;
let drop: () => Promise<void>;
let sql: Client;

before(async () => {
  ({ url, drop } = await freshDatabase());
  sql = new Client({ connectionString: url });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await drop();
});

/** Small, and the same on every shard; everything else belongs to an organization. */
const GLOBAL_TABLES = [
  'connections',
  'migrations',
  'organizations',
  'partner_keys',
  'partners',
  'service_clock',
  'set_up',
];

test('several processes that start at once migrate once', async () => {
  const clients = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const applied = await Promise.all(clients.map((client) => migrate(client)));
  await Promise.all(clients.map((client) => client.end()));
  assert.equal(applied.filter((numbers) => numbers.length > 0).length, 1);
  const { rows } = await sql.query<{ number: number }>('select number from migrations order by number');
  assert.deepEqual(
    rows.map(({ number }) => number),
    rows.map((_, place) => place + 1),
    'numbered without a gap',
  );
});

test('every primary key and unique index of an organization-owned table starts with the organization', async () => {
  const { rows } = await sql.query<{ table: string; index: string; first: string }>(`
    select t.relname as table, i.relname as index, a.attname as first
    from pg_index x
    join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where x.indisunique`);
  assert.ok(rows.length > 10);
  const owned = rows.filter(({ table }) => !GLOBAL_TABLES.includes(table));
  assert.deepEqual(
    owned.filter(({ first }) => first !== 'organization_id'),
    [],
  );
});

test('every other table has an organization, and the global ones are just these', async () => {
  const { rows } = await sql.query<{ table_name: string; owned: boolean }>(`
    select t.table_name, exists (
      select from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name
        and c.column_name = 'organization_id' and c.is_nullable = 'NO') as owned
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const global = rows.filter(({ owned, table_name }) => !owned || GLOBAL_TABLES.includes(table_name));
  assert.deepEqual(global.map((row) => row.table_name).sort(), GLOBAL_TABLES);
});

test('history only grows', async () => {
  for (const statement of ['update history set actor = null', 'delete from history', 'truncate history']) {
    await assert.rejects(sql.query(statement), /history only grows/);
  }
});

test('a database of a newer version is left alone', async () => {
  await sql.query(`insert into migrations values (9999, 'future', now())`);
  await assert.rejects(
    openDatabase(url, () => undefined),
    /migrated by a newer Depono \(migration 9999/,
  );
  await sql.query('delete from migrations where number = 9999');
});
