import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { verify } from '../src/actions/verify.ts';
import { openDatabase } from '../src/storage/database/database.ts';
import { migrate } from '../src/storage/database/migrate.ts';
import { knownMigrations } from '../src/storage/database/schema-version.ts';
import { findLink } from '../src/storage/deposits/tenant-links.ts';
import { sha256 } from '../src/vault/vault.ts';
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
  'approvals',
  'asked_sign_ins',
  'audit_intentions',
  'audit_log',
  'backups',
  'bank_files',
  'bank_hold',
  'bank_statements',
  'bank_timeline',
  'books_proof',
  'cell_news',
  'connections',
  'deposit_list_progress',
  'differing_accounts',
  'document_removals',
  'document_spaces',
  'handed_bookings',
  'key_uses',
  'levels_start',
  'mandate_deposits',
  'mandates',
  'migrations',
  'operator_tokens',
  'operators',
  'organizations',
  'other_cells',
  'partner_contacts',
  'partner_keys',
  'partner_lists',
  'partner_status_keys',
  'partners',
  'passkey_challenges',
  'passkeys',
  'payment_runs',
  'provider_contacts',
  'provider_keys',
  'provider_versions',
  'providers',
  'retention_periods',
  'service_clock',
  'service_settings',
  'sessions',
  'set_up',
  'shared_changes',
  'sign_in_links',
  'simulated_bank',
  'used_cell_tokens',
  'year_statement_years',
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
  const all = applied.flat().sort((one, other) => one - other);
  assert.deepEqual(all, [...new Set(all)], 'each by one process');
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
  // A deposit is in one organization, so in the list of one: a list that is being made while a mandate moves it does not see that.
  const owned = rows.filter(({ table, index }) => !GLOBAL_TABLES.includes(table) && index !== 'deposit_list_once');
  assert.deepEqual(
    owned.filter(({ first }) => first !== 'organization_id'),
    [],
  );
});

test('every other table has an organization, except the listed global ones', async () => {
  const { rows } = await sql.query<{ table_name: string; owned: boolean }>(`
    select t.table_name, exists (
      select from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name
        and c.column_name = 'organization_id' and c.is_nullable = 'NO') as owned
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const global = rows.filter(({ owned, table_name }) => !owned || GLOBAL_TABLES.includes(table_name));
  assert.deepEqual(global.map((row) => row.table_name).sort(), GLOBAL_TABLES);
});

test('tables written by every call use the same statistics target for every column', async () => {
  const { rows } = await sql.query<{ written: string; targets: number[] }>(`
    select relname as written, array_agg(distinct attstattarget) as targets
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relname in ('deposits', 'tenants', 'history', 'effects', 'calls') and relkind = 'r' and attnum > 0 and not attisdropped
    group by relname order by relname`);
  const expected = ['calls', 'deposits', 'effects', 'history', 'tenants'];
  assert.deepEqual(
    rows,
    expected.map((written) => ({ written, targets: [20] })),
  );
});

test('history is append-only', async () => {
  for (const statement of ['update history set actor = null', 'delete from history', 'truncate history']) {
    await assert.rejects(sql.query(statement), /history only grows/);
  }
});

test('a database of a newer version is not changed', async () => {
  await sql.query(`insert into migrations values (9999, 'future', now())`);
  await assert.rejects(
    openDatabase(url, () => undefined),
    /migrated by a newer Depono \(migration 9999/,
  );
  await sql.query('delete from migrations where number = 9999');
});

test('a database of the first version is migrated: links, hash chains, reminders', async (t) => {
  const old = await freshDatabase();
  const client = new Client({ connectionString: old.url });
  await client.connect();
  t.after(async () => {
    await client.end();
    await old.drop();
  });
  const [organization, deposit, second] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
  await client.query(
    'create table migrations (number integer primary key, name text not null, applied_at timestamptz not null)',
  );
  const folder = join(import.meta.dirname, '..', 'src', 'storage', 'migrations');
  await client.query(readFileSync(join(folder, '0001-foundation.sql'), 'utf8'));
  await client.query(`insert into migrations values (1, '0001-foundation.sql', now())`);
  for (const [id, step] of [
    [deposit, 'awaiting_tenant_signatures'],
    [second, 'awaiting_send'],
  ]) {
    await client.query(
      `insert into deposits (organization_id, id, external_contract_id, connection_id, integration, state, step,
         created_at, property, rental_start, rental_deposit_rappen, tenant_language, investment_allowed, owner,
         manager_organization_id, manager_id, adjustments)
       values ($1, $2, $3, $1, 'custom', 'opening', $4, '2026-01-01', '{}', '2026-01-01', 100, 'de', true, '{}', $1, $1, '[]')`,
      [organization, id, `C-${step}`, step],
    );
    await client.query(
      `insert into history (organization_id, deposit_id, sequence, at, actor, event, detail) values
       ($1, $2, 1, '2026-01-01T10:00:00.123Z', 'partner', 'opened', '{"integration":"custom"}'),
       ($1, $2, 2, '2026-01-02T10:00:00Z', 'service', 'sent_to_tenants', '{"tenants":1}')`,
      [organization, id],
    );
  }
  await client.query(
    `insert into tenants (organization_id, deposit_id, position, type, first_name, last_name, email, phone_number, address,
       details, link_hash, link_expires_at)
     values ($1, $2, 1, 'natural', 'L', 'B', 'l@m.example', '+4', '{}', '{}', $3, '2026-03-01')`,
    [organization, deposit, sha256('token')],
  );
  assert.deepEqual((await migrate(client))[0], 2);
  const { faults, historyEntries } = await verify(client);
  assert.deepEqual([faults, historyEntries], [[], 4]);
  const link = await findLink(client, { organizationId: organization as string, token: 'token' });
  assert.deepEqual([link?.depositId, link?.position, link?.round], [deposit, 1, 0]);
  const { rows } = await client.query('select deposit_id, kind, due_at from effects');
  assert.deepEqual(rows, [{ deposit_id: deposit, kind: 'remind', due_at: new Date('2026-01-05T10:00:00Z') }]);
});

const ADDRESSES: [what: string, was: string, is: string][] = [
  ['a path of one part stays', 'https://a.example/hook', 'https://a.example/hook'],
  ['a host alone stays', 'https://a.example', 'https://a.example'],
  ['what follows the first part goes', 'https://a.example:8443/hook/S3CRET/x', 'https://a.example:8443/hook/…'],
  ['a query goes', 'https://a.example/hook?token=S3CRET&b=1', 'https://a.example/hook/…'],
  ['a query without a path goes', 'https://a.example?token=S3CRET', 'https://a.example/…'],
  ['a query of the root goes', 'https://a.example/?token=S3CRET', 'https://a.example/…'],
  ['a fragment goes', 'https://a.example/hook#S3CRET', 'https://a.example/hook/…'],
  ['user and password go', 'https://user:S3CRET@a.example/hook', 'https://a.example/hook'],
  ['and with them the rest', 'https://user:S3CRET@a.example/hook/S3CRET', 'https://a.example/hook/…'],
  ['quotes end nothing too early', 'https://a.example/hook/"S3CRET"', 'https://a.example/hook/…'],
  ['nor does a space', 'https://a.example/hook/a S3CRET', 'https://a.example/hook/…'],
  ['nor a backslash', 'https://a.example/hook\\\\S3CRET', 'https://a.example/hook/…'],
  ['doubled slashes', 'https://a.example//hook/S3CRET', 'https://a.example/hook/…'],
  ['capitals', 'HTTPS://a.example/hook/S3CRET', 'HTTPS://a.example/hook/…'],
  ['more than one @', 'https://a@b:S3CRET@a.example/hook', 'https://a.example/hook'],
  ['an address that is masked stays', 'https://a.example/hook/…', 'https://a.example/hook/…'],
];

test('tokens in addresses are removed from an older audit log, and the rest stays', async (t) => {
  const old = await freshDatabase();
  const client = new Client({ connectionString: old.url });
  await client.connect();
  t.after(async () => {
    await client.end();
    await old.drop();
  });
  await applyUpTo(client, 12);
  const insert = async (changes: object): Promise<void> => {
    await client.query(
      `insert into audit_log (id, at, actor, way, verb, thing, about, changes)
       values (gen_random_uuid(), clock_timestamp(), 'token', 'api', 'change', 'connection', '{"connection":"c"}', $1)`,
      [JSON.stringify(changes)],
    );
  };
  for (const [what, address] of ADDRESSES) await insert({ what: { to: what }, callback: { from: null, to: address } });
  const other = { name: { from: 'Büro "Süd" \\ a/b?c#d', to: 'ä' }, limit: { to: 1500 }, list: { to: ['x', true] } };
  await insert(other);
  await insert({ both: { from: 'https://a.example/h/S3CRET', to: 'https://b.example/h/S3CRET' } });

  await migrate(client);

  const { rows } = await client.query<{ changes: any }>('select changes from audit_log order by at');
  const told = rows.map(({ changes }) => changes);
  for (const [place, [what, , is]] of ADDRESSES.entries()) {
    assert.deepEqual(told[place], { what: { to: what }, callback: { from: null, to: is } });
  }
  assert.deepEqual(told.slice(ADDRESSES.length), [
    other,
    { both: { from: 'https://a.example/h/…', to: 'https://b.example/h/…' } },
  ]);
  const { rows: left } = await client.query(`select from audit_log where changes::text like '%S3CRET%'`);
  assert.equal(left.length, 0);
  for (const change of [`update audit_log set actor = 'x'`, 'delete from audit_log', 'truncate audit_log']) {
    await assert.rejects(client.query(change), /audit_log only grows/, change);
  }
});

/** A database at the schema of this migration. */
async function applyUpTo(client: Client, last: number): Promise<void> {
  await client.query(
    'create table migrations (number integer primary key, name text not null, applied_at timestamptz not null)',
  );
  for (const { number, name } of knownMigrations()) {
    if (number > last) return;
    await client.query(readFileSync(join(import.meta.dirname, '..', 'src', 'storage', 'migrations', name), 'utf8'));
    await client.query('insert into migrations values ($1, $2, now())', [number, name]);
  }
}
