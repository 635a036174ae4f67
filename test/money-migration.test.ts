import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { verify } from '../src/actions/verify.ts';
import { migrate } from '../src/storage/database/migrate.ts';
import { openDatabase } from '../src/storage/database/database.ts';
import { advance, stage, TENANT_IBAN, verified } from './support/play.ts';
import { freshDatabase } from './support/server.ts';
import { startService } from './support/service.ts';

const MIGRATION = join(import.meta.dirname, '../src/storage/migrations/0025-money.sql');

/** The statements that undo the migration: its columns and tables go, and the checks of the version before come back. */
function undone(): string[] {
  const text = readFileSync(MIGRATION, 'utf8').replaceAll(/--.*$/gm, '');
  const tables = [...text.matchAll(/create table if not exists (\w+)/g)].map(([, name]) => `drop table ${name}`);
  const columns = [...text.matchAll(/alter table (\w+)([^;]*);/g)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/add column if not exists (\w+)/g)].map(([, name]) => `alter table ${table} drop column ${name}`),
  );
  return [
    'alter table orders drop constraint orders_kinds',
    ...columns,
    ...tables,
    `alter table orders add check (kind in ('payout', 'payback'))`,
    `alter table orders add check (payee in ('tenant', 'landlord', 'payer'))`,
    `alter table orders add check ((kind = 'payout') = (cause = 'closing'))`,
    'delete from migrations where number >= 25',
  ];
}

/** Undoes the migration and makes it again. */
async function migrateAgain(url: string): Promise<void> {
  const sql = new Client({ connectionString: url });
  await sql.connect();
  try {
    await sql.query(
      `update bank_entries set attention = 'It is a debit without a payment order.' where direction = 'debit'`,
    );
    for (const statement of undone()) await sql.query(statement);
    assert.equal((await migrate(sql))[0], 25);
    const { rows } = await sql.query(`select distinct why from bank_entries where attention is not null`);
    assert.deepEqual(rows, [{ why: 'unexpected_debit' }]);
    await sql.query('update bank_entries set attention = null, why = null');
  } finally {
    await sql.end();
  }
}

test('6 deposits, payments and orders of the version before keep their meaning', async () => {
  const { url, drop } = await freshDatabase({ isMigrated: true });
  const service = await startService({ databaseUrl: url });
  const demo = await stage(service, { preSigned: true });
  const opened = async () => {
    const it = await demo.start();
    await it.play('tenant-signs');
    await it.play('account-opened');
    return it;
  };
  const [waiting, open, closing, closed] = [await opened(), await opened(), await opened(), await opened()];
  await waiting.play('payment', { amount: 20 });
  for (const it of [open, closing, closed]) await it.play('payment');
  await open.play('payment', { amount: 50 });
  for (const it of [closing, closed]) {
    await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: TENANT_IBAN });
    await it.play('consent', { by: 'manager' });
  }
  await closed.play('payout-completed');
  await service.sandbox('POST', '/payments', { reference: 'RF00NOBODY', amount: 12 });
  await advance(service, 'P1D');
  const all = [waiting, open, closing, closed];
  const before = await Promise.all(all.map((it) => it.record()));
  await service.stop();

  await migrateAgain(url);

  const database = await openDatabase(url, () => undefined);
  assert.deepEqual((await verify(database)).faults, []);
  await database.end();
  const again = await startService({ databaseUrl: url });
  try {
    const now = await Promise.all(all.map(async (it) => (await again.operator('GET', `/deposits/${it.id}`)).body));
    const same = ({ state, paidInTotal, balance, orders, paidOutTime, paidOutAmountTenant }: any) => ({
      state,
      paidInTotal,
      balance,
      orders: orders.map(({ id, amount, to, state: at }: any) => ({ id, amount, to, at })),
      paidOutTime,
      paidOutAmountTenant,
    });
    assert.deepEqual(now.map(same), before.map(same));
    assert.deepEqual(
      [...new Set(now.flatMap(({ payments }) => payments.map((one: any) => one.matchedBy)))],
      ['reference'],
    );
    const { body } = await again.operator('GET', '/money?kind=unknown_reference');
    assert.deepEqual([body.entries[0].amount, body.entries[0].to], [12, 'payer']);
    await again.sandbox('POST', `/deposits/${closing.id}/payout-completed`);
    await verified(again);
  } finally {
    await again.stop();
    await drop();
  }
});
