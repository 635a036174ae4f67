import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { freshDatabase } from './support/server.ts';
import { reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let sql: Client;
before(async () => {
  service = await startService();
  demo = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

async function played(): Promise<Play> {
  const it = await demo.start({ tenantFirstName: 'Zdenka', tenantLastName: 'Personalová' });
  await reach('open', it);
  await it.play('start-closing', { by: 'tenant', reason: 'Umzug nach Genf', tenantIban: TENANT_IBAN });
  await it.operator('legal-claim', { evidence: 'Klage der Vermieterin' });
  await it.operator('release-ground', { ground: 'judgment', amountLandlord: 5, evidence: 'Urteil gegen Personalová' });
  return it;
}

/** Changes rows that a trigger protects, and restores the trigger. */
async function tampered(table: string, change: string, id: string, look: () => Promise<void>): Promise<void> {
  await sql.query(`create temp table kept as select * from ${table} where deposit_id = '${id}'`);
  await sql.query(`alter table ${table} disable trigger user`);
  try {
    await sql.query(change, [id]);
    await look();
  } finally {
    await sql.query(`delete from ${table} where deposit_id = $1`, [id]);
    await sql.query(`insert into ${table} select * from kept`);
    await sql.query(`alter table ${table} enable trigger user`);
    await sql.query('drop table kept');
  }
}

async function faults(): Promise<string[]> {
  const { body } = await service.operator('GET', '/verification');
  assert.equal(body.ok, body.faults.length === 0);
  return body.faults.map(({ fault }: any) => fault);
}

test('the history itself has no personal data, only its separate table', async () => {
  const it = await played();
  const { rows } = await sql.query('select actor, event, detail from history where deposit_id = $1', [it.id]);
  const text = JSON.stringify(rows);
  const email = String(it.sent['tenantEmail']);
  for (const personal of ['Personalová', email, TENANT_IBAN, 'Genf', 'Klage', 'Urteil', demo.managerEmail, 'Chefin']) {
    assert.ok(!text.includes(personal), personal);
  }
  const { history, iban } = await it.record();
  const shown = JSON.stringify(history);
  for (const personal of ['Personalová', email, TENANT_IBAN, 'Umzug nach Genf', 'Klage der Vermieterin', iban]) {
    assert.ok(shown.includes(personal), `${personal} is shown to the operator`);
  }
});

test('a later change of any entry is detected', async () => {
  const it = await played();
  await verified(service);
  const rows: [name: string, change: string, fault: RegExp][] = [
    ['who', `update history set actor = 'operator' where deposit_id = $1 and sequence = 3`, /entry 3 was changed/],
    ['what', `update history set event = 'x' where deposit_id = $1 and sequence = 2`, /entry 2 was changed/],
    ['when', `update history set at = at + interval '1 ms' where deposit_id = $1 and sequence = 1`, /entry 1 was/],
    ['details', `update history set detail = '{"tenant":9}' where deposit_id = $1 and sequence = 4`, /entry 4 was/],
    ['one left out', `delete from history where deposit_id = $1 and sequence = 2`, /entry 2 is missing/],
    ['the last left out', `delete from history where deposit_id = $1 and sequence > 5`, /last entries are missing/],
  ];
  for (const [name, change, fault] of rows) {
    await tampered('history', change, it.id, async () => {
      const found = await faults();
      assert.equal(found.length, 1, name);
      assert.match(found[0] ?? '', fault, name);
    });
  }
  await verified(service);
});

test('the personal part of an entry can be masked without breaking the chain, but not changed', async () => {
  const it = await played();
  const eva = `update history_personal set content = '{"name":"Eva"}' where deposit_id = $1 and sequence = 2`;
  for (const change of [eva, 'delete from history_personal where deposit_id = $1']) {
    await assert.rejects(sql.query(change, [it.id]), /can be masked, and else only grows/);
  }
  await assert.rejects(sql.query('truncate history_personal'), /only grows/);
  await tampered('history_personal', eva, it.id, async () => {
    assert.match((await faults()).join(), /what entry 2 says of a person was changed/);
  });
  const gone = 'delete from history_personal where deposit_id = $1';
  await tampered('history_personal', gone, it.id, async () => {
    assert.match((await faults()).join(), /what entry 2 says of a person is missing/);
  });
  const { maskedEntries: before } = (await service.operator('GET', '/verification')).body;
  const { rowCount } = await sql.query(
    'update history_personal set salt = null, content = null where deposit_id = $1',
    [it.id],
  );
  const { maskedEntries } = await verified(service);
  assert.equal(maskedEntries - before, rowCount);
  const { history } = await it.record();
  assert.ok(!JSON.stringify(history).includes('Personalová'));
  await it.play('payout-completed');
  await verified(service);
});

test('the ledger is verified: a changed posting, payment, order or sum is detected', async () => {
  const it = await played();
  const rows: [table: string, change: string, fault: RegExp][] = [
    ['ledger', `update ledger set amount_rappen = 1 where deposit_id = $1 and sequence = 1`, /paid in is not the sum/],
    ['ledger', `delete from ledger where deposit_id = $1 and from_account = 'held'`, /has no order|not what is held/],
    ['payments', `update payments set amount_rappen = amount_rappen + 1 where deposit_id = $1`, /sum of the payments/],
    ['orders', `update orders set amount_rappen = 4 where deposit_id = $1 and payee = 'landlord'`, /the landlord/],
  ];
  for (const [table, change, fault] of rows) {
    await tampered(table, change, it.id, async () => assert.match((await faults()).join(), fault, change));
  }
  await sql.query('update deposits set paid_in_rappen = paid_in_rappen - 1 where id = $1', [it.id]);
  assert.match((await faults()).join(), /what counts as paid in/);
  await sql.query('update deposits set paid_in_rappen = paid_in_rappen + 1 where id = $1', [it.id]);
  await verified(service);
});

test('a member who leaves hands deposits over, and the history says so', async () => {
  const person = { email: `geht@${demo.domain}`, firstName: 'Gerd', lastName: 'Geht', language: 'de' };
  const members = `/organizations/${demo.organizationId}/members`;
  const { body: leaving } = await service.operator('POST', members, person);
  const it = await demo.start({ propertyManagerEmail: person.email });
  await service.operator('DELETE', `${members}/${leaving.id}`);
  const { history, propertyManager } = await it.record();
  const { event, detail } = history.at(-1);
  assert.deepEqual([event, detail], ['manager_changed', { memberBefore: leaving.id, member: propertyManager.id }]);
  await verified(service);
  await it.play('manager-signs');
  await verified(service);
});

test('the ledger is append-only, like the history', async () => {
  for (const statement of ['update ledger set at = now()', 'delete from ledger', 'truncate ledger']) {
    await assert.rejects(sql.query(statement), /ledger only grows/);
  }
});

test('npm run verify: 0 without faults, 1 with faults, 2 when it could not check', async () => {
  const it = await played();
  const good = await run({ DATABASE_URL: service.databaseUrl });
  assert.deepEqual([good.code, good.errors], [0, '']);
  assert.match(good.output, /All books balance, and no history was changed\./);
  assert.match(good.output, /paid in {4}CHF +[0-9’]+\.[0-9]{2}\n/);
  await sql.query('update deposits set history_count = history_count + 1 where id = $1', [it.id]);
  const bad = await run({ DATABASE_URL: service.databaseUrl });
  assert.equal(bad.code, 1);
  assert.match(bad.output, new RegExp(`1 fault:\n  ${it.id}  history: its last entries are missing`));
  await sql.query('update deposits set history_count = history_count - 1 where id = $1', [it.id]);
  const empty = await freshDatabase();
  const none = await run({ DATABASE_URL: empty.url });
  await empty.drop();
  assert.deepEqual([none.code, /Start Depono once/.test(none.errors)], [2, true]);
  assert.equal((await run({ DATA_DIR: '/nowhere/at/all' })).code, 2);
  assert.equal((await run({ DATABASE_URL: 'mysql://x' })).code, 2);
});

function run(env: Record<string, string>): Promise<{ code: number | null; output: string; errors: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['src/verify.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  return new Promise((done) => child.on('exit', (code) => done({ code, output, errors })));
}
