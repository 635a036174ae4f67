import assert from 'node:assert/strict';
import type { Client } from 'pg';
import { startProcess } from '../../test/support/process.ts';
import { reach, stage } from '../../test/support/play.ts';
import { tidyUp, withClient, type Site } from '../service.ts';
import type { Account } from './accounts.ts';

/** Many deposits, copied from two that the service itself has brought so far: their books and histories are valid. */

const ORGANIZATIONS = 20;
/** Between the times of two copies; all are older than the originals. */
const APART_MS = 200;

/** One deposit that waits for its payment, and one whose payout was ordered. */
export type Originals = { waiting: string; closing: string; orderId: string };

/** `env`: the settings that the processes of the benchmark share. */
export async function makeOriginals(site: Site, env: Record<string, string>): Promise<Originals> {
  const service = await startProcess(site.databaseUrl, { LOG_LEVEL: 'error', ...env });
  try {
    const first = await stage(service);
    for (let n = 1; n < ORGANIZATIONS; n++) await stage(service);
    const waiting = await first.start();
    await reach('account', waiting);
    const closing = await first.start();
    await reach('ordered', closing);
    const orders = await closing.money('payout');
    assert.equal(orders.length, 1, 'the payout is one order');
    return { waiting: waiting.id, closing: closing.id, orderId: String(orders[0].id) };
  } finally {
    await service.stop();
  }
}

/** Leaves the database vacuumed and analyzed. */
export async function copyDeposits(site: Site, originals: Originals, accounts: readonly Account[]): Promise<void> {
  await withClient(site, async (client) => {
    // The counters and the foreign keys of these rows are not the subject.
    await client.query('set session_replication_role = replica');
    await client.query(`create schema if not exists bench`);
    await storeCopies(client, originals, accounts);
    await copyHistory(client);
    for (const [table, own] of Object.entries(OWN)) await copyRows(client, table, own);
    await tidyUp(client);
  });
}

async function storeCopies(
  client: Client,
  { waiting, closing }: Originals,
  accounts: readonly Account[],
): Promise<void> {
  await client.query(`
    create table bench.copies as
    select n, null::uuid as original, null::uuid as id, ''::text as iban, ''::text as reference, 0::bigint as rappen,
           null::uuid as organization_id, null::uuid as connection_id, null::uuid as manager_id
    from generate_series(1, 0) n`);
  await client.query(
    `insert into bench.copies
     select a.n, case a.is when 'waiting' then $1::uuid else $2::uuid end,
            (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 86400000 - ($4 - a.n) * ${APART_MS}), 12, '0')
              || overlay(overlay(right(md5(a.n::text), 20) placing '7' from 1) placing '8' from 5))::uuid,
            a.iban, a.reference, a."depositRappen", o.id, o.connection_id, o.default_manager_id
     from json_to_recordset($3) as a (n integer, "is" text, iban text, reference text, "depositRappen" bigint)
     join (select o.id, o.default_manager_id, c.id as connection_id, row_number() over (order by o.id) as place
           from organizations o join connections c on c.organization_id = o.id
           where o.id in (select id from organizations order by id desc limit ${ORGANIZATIONS})) o
       on o.place = 1 + a.n % ${ORGANIZATIONS}`,
    [waiting, closing, JSON.stringify(accounts), accounts.length],
  );
  await client.query('create index on bench.copies (original)');
  await client.query('analyze bench.copies');
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from bench.copies');
  assert.equal(rows[0]?.count, accounts.length);
}

/** The same entries, chained for each copy as `linkHash` in src/storage/deposits/history.ts does. */
async function copyHistory(client: Client): Promise<void> {
  const { rows } = await client.query<{ most: number }>(
    'select max(sequence) as most from history where deposit_id in (select original from bench.copies)',
  );
  for (let sequence = 1; sequence <= (rows[0]?.most ?? 0); sequence++) {
    await client.query(
      `insert into history (organization_id, deposit_id, sequence, at, actor, event, detail, personal_hash, hash)
       select c.organization_id, c.id, t.sequence, t.at, t.actor, t.event, t.detail, t.personal_hash,
              sha256(convert_to(concat_ws(e'\\n', coalesce(encode(p.hash, 'hex'), ''), c.id, t.sequence,
                (extract(epoch from t.at) * 1000)::bigint, t.actor, t.event, t.detail::text,
                coalesce(encode(t.personal_hash, 'hex'), '')), 'utf8'))
       from bench.copies c join history t on t.deposit_id = c.original and t.sequence = $1
       left join history p on p.organization_id = c.organization_id and p.deposit_id = c.id and p.sequence = $1 - 1`,
      [sequence],
    );
  }
}

/** As `copyId` makes it. */
const COPY_ID = (column: string): string => `md5(c.n || '/' || t.${column})::uuid`;
const ACCOUNT = { organization_id: 'c.organization_id', deposit_id: 'c.id' };
const MANAGED = { manager_organization_id: 'c.organization_id', manager_id: 'c.manager_id' };

/** The tables that are copied, with what differs from the original. `t` is the original row, `c` the copy. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  history_personal: ACCOUNT,
  tenants: { ...ACCOUNT, email: `'mieterin-' || c.n || '@mail.example'` },
  deposits: {
    ...MANAGED,
    organization_id: 'c.organization_id',
    id: 'c.id',
    connection_id: 'c.connection_id',
    external_contract_id: `'BANK-' || c.n`,
    iban: 'c.iban',
    qr_iban: 'null',
    payment_reference: 'c.reference',
    rental_deposit_rappen: 'c.rappen',
    history_hash: `(select h.hash from history h where h.organization_id = c.organization_id and h.deposit_id = c.id
                    and h.sequence = t.history_count)`,
  },
  deposit_list: {
    ...ACCOUNT,
    ...MANAGED,
    external_contract_id: `'BANK-' || c.n`,
    contract_key: `'bank-' || c.n`,
    rental_deposit_rappen: 'c.rappen',
  },
  applications: { ...ACCOUNT, id: COPY_ID('id') },
  payments: {
    ...ACCOUNT,
    id: COPY_ID('id'),
    reference: 'c.reference',
    account_iban: 'c.iban',
    entry_key: `'copy-' || c.n || t.entry_key`,
  },
  ledger: { ...ACCOUNT, payment_id: COPY_ID('payment_id'), order_id: COPY_ID('order_id') },
  orders: { ...ACCOUNT, id: COPY_ID('id'), payment_id: COPY_ID('payment_id') },
  bank_entries: {
    ...ACCOUNT,
    key: `'copy-' || c.n || t.key`,
    entry_key: `'copy-' || c.n || t.entry_key`,
    account_iban: 'c.iban',
    reference: 'c.reference',
    account_of: 'c.id',
    payment_id: COPY_ID('payment_id'),
  },
};

async function copyRows(client: Client, table: string, own: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const key = table === 'deposits' ? 'id' : 'deposit_id';
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')}
     from bench.copies c join ${table} t on t.${key} = c.original order by c.n`,
  );
}
