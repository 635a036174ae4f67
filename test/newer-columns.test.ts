import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from './support/manager.ts';
import { stage, verified, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// While an upgrade is rolled out, processes of the old version work with the tables of the new one. PostgreSQL refuses a
// statement that was prepared before, if its result has more columns now.

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service);
});
after(async () => {
  await service.stop();
});

/** From opening to closed, with the pages, documents and callbacks on the way. */
async function journey(): Promise<void> {
  const it = await demo.start({});
  const clara = await signIn(service, demo.managerEmail);
  await it.play('manager-signs');
  await it.play('tenant-signs', { tenant: 1, product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment');
  for (const path of ['/manager/start', '/manager/deposits', `/manager/deposits/${it.id}`, '/manager/holdings'])
    assert.equal((await clara.page(path)).status, 200, path);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 560.05, reason: 'Kratzer' });
  await it.play('consent', { by: 'manager' });
  const { state } = await it.play('payout-completed');
  assert.equal(state, 'closed');
  assert.equal(((await it.status()) as { state: string }).state, 'closed');
}

test('columns that a newer version adds do not disturb a process of this one', async () => {
  await journey();
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const { rows } = await sql.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  assert.ok(rows.length > 50);
  for (const { name } of rows) await sql.query(`alter table ${name} add column of_a_newer_version text`);
  await sql.end();
  await journey();
  // The background work, too.
  await wait(3_000);
  await verified(service);
});
