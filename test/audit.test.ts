import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { startHousekeeping } from '../src/jobs/housekeeping.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { tokenIn, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let ours: Stage;
let operator: ManagerBrowser;
let sql: Client;
let database: Database;
before(async () => {
  service = await startService();
  ours = await stage(service);
  operator = await signInOperator(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  database = await openDatabase(service.databaseUrl, () => undefined);
});
after(async () => {
  await database.end();
  await sql.end();
  await service.stop();
});

const count = async (from: string): Promise<number> =>
  (await sql.query(`select count(*)::integer as n from ${from}`)).rows[0].n;

/** As if the process died just before it writes an entry. */
async function withoutEntries(work: () => Promise<void>): Promise<void> {
  await sql.query(`create function no_entry() returns trigger language plpgsql as $$
    begin raise exception 'no entry'; end $$`);
  await sql.query('create trigger no_entry before insert on audit_log for each row execute function no_entry()');
  try {
    await work();
  } finally {
    await sql.query('drop trigger no_entry on audit_log');
    await sql.query('drop function no_entry');
  }
}

const organizationName = async (): Promise<string> =>
  (await sql.query('select name from organizations where id = $1', [ours.organizationId])).rows[0].name;

test('a change through the API and its audit entry are one transaction', async () => {
  const name = await organizationName();
  const path = `/organizations/${ours.organizationId}`;
  await withoutEntries(async () => {
    assert.equal((await service.operator('PATCH', path, { name: 'Never AG' })).status, 500);
    assert.equal((await service.operator('POST', '/partners', { name: 'Never', integration: 'custom' })).status, 500);
    assert.equal((await service.operator('PUT', `${path}/ignored-contracts/N-1`, { until: null })).status, 500);
  });
  assert.equal(await organizationName(), name);
  assert.equal(await count(`partners where name = 'Never'`), 0);
  assert.equal(await count(`ignored_contracts where external_contract_id = 'N-1'`), 0);
  assert.equal((await service.operator('PATCH', path, { name: 'Ever AG' })).status, 200);
  assert.equal(await organizationName(), 'Ever AG');
});

test('also in the console, whose page still shows the problems of a form', async () => {
  const url = `/operator/organizations/${ours.organizationId}/members/new`;
  const person = { email: 'once@muster.example', firstName: 'Once', lastName: 'Only', language: 'de' };
  await withoutEntries(async () => assert.equal((await operator.post(url, person)).status, 500));
  assert.equal(await count(`members where email = 'once@muster.example'`), 0);
  assert.equal((await operator.post(url, person)).status, 303);
  const twice = await operator.post(url, person);
  assert.equal(twice.status, 422);
  assert.match(twice.text, /exists already/);
  assert.equal(await count(`audit_log where changes::text like '%once@muster.example%'`), 1);
});

test('a conflict reported by the database is shown on the page', async () => {
  const { body: partner } = await service.operator('POST', '/partners', { name: 'Twice', integration: 'custom' });
  const url = `/operator/organizations/${ours.organizationId}/connections/new`;
  const input = { partnerId: partner.id, externalOrgId: 'twice' };
  const made = await service.operator('POST', `/organizations/${ours.organizationId}/connections`, input);
  assert.equal(made.status, 201);
  const again = await operator.post(url, { partnerId: partner.id, externalOrgId: 'twice' });
  assert.equal(again.status, 422);
});

test('a move of a deposit and its audit entry are one transaction', async () => {
  const it = await ours.start();
  await reach('open', it);
  await withoutEntries(async () => {
    const answer = await service.operator('POST', `/deposits/${it.id}/legal-claim`, { evidence: 'x' });
    assert.equal(answer.status, 500);
  });
  assert.equal((await it.record()).legalClaim, null);
  assert.deepEqual([await count('audit_intentions'), await count(`audit_log where verb = 'legal claim'`)], [0, 0]);
  await it.operator('legal-claim', { evidence: 'x' });
  assert.equal(await count(`audit_log where verb = 'legal claim'`), 1);
});

test('a payment file records an intention first, which the audit entry then replaces', async () => {
  assert.equal((await service.operator('POST', '/bank/export')).status, 200);
  assert.equal(await count('audit_intentions'), 0);
  await withoutEntries(async () => {
    assert.equal((await service.operator('POST', '/bank/export')).status, 200);
  });
  const { rows } = await sql.query('select verb, thing, about, actor from audit_intentions');
  assert.deepEqual(rows, [{ verb: 'export', thing: 'bank file', about: {}, actor: 'token' }]);
  const cleanUp = (): Promise<void> =>
    startHousekeeping(database, {
      firstAfterMs: null,
      isTest: true,
      log: (error) => assert.fail(String(error)),
    }).cleanUp();
  await cleanUp();
  assert.equal(await count('audit_intentions'), 1, 'it may still be under way');
  await sql.query(`update audit_intentions set at = at - interval '61 minutes'`);
  await cleanUp();
  assert.equal(await count('audit_intentions'), 0);
  const { rows: entries } = await sql.query(
    `select changes from audit_log where verb = 'export' and changes::text like '%unknown%'`,
  );
  assert.match(entries[0].changes.outcome.to, /^unknown/);
});

test('refused and read-only requests leave neither', async () => {
  const before = await count('audit_log');
  const it = await ours.start();
  assert.equal((await service.operator('POST', `/deposits/${it.id}/cover-ended`)).status, 409);
  const token = tokenIn((await operator.page('/operator/privacy')).text) as string;
  await operator.post('/operator/privacy/person', { token, email: 'nobody@nowhere.example' });
  assert.deepEqual([await count('audit_log'), await count('audit_intentions')], [before, 0]);
});

test('only retention removes entries, and only old ones', async () => {
  const old = (id: string, years: number): string =>
    `('00000000-0000-7000-8000-0000000000${id}', service_now() - interval '${years} years', 'olga@depono.example', 'console', 'add',
      'member', '{}', '{"email": {"to": "anna@muster.example"}}')`;
  await sql.query(`insert into audit_log (id, at, actor, way, verb, thing, about, changes)
    values ${old('01', 9)}, ${old('02', 11)}, ${old('03', 12)}`);
  await assert.rejects(sql.query('delete from audit_log'), /audit_log only grows/);
  const young = `delete from audit_log where id = '00000000-0000-7000-8000-000000000001'`;
  await sql.query('begin');
  await sql.query(`select set_config('depono.retention', 'audit_log', true)`);
  await assert.rejects(sql.query(young), /audit_log only grows/);
  await sql.query('rollback');
  const kept = await count('audit_log');
  await startHousekeeping(database, {
    firstAfterMs: null,
    isTest: true,
    log: (error) => assert.fail(String(error)),
  }).cleanUp();
  assert.equal(await count('audit_log'), kept - 2);
  const { rows } = await sql.query(`select count from erasures where kind = 'audit_log'`);
  assert.deepEqual(rows, [{ count: 2 }]);
});

test('outside the test environment nothing is removed while the clocks differ', async () => {
  await sql.query(`insert into import_error_mails values ($1, 'old', service_now() - interval '2 days')`, [
    ours.organizationId,
  ]);
  const told: string[] = [];
  const check = { firstAfterMs: null, isTest: false, log: (_: unknown, what: string) => void told.push(what) };
  await startHousekeeping(database, { ...check, now: () => new Date(Date.now() + 6 * 60_000) }).cleanUp();
  assert.equal(await count(`import_error_mails where external_contract_id = 'old'`), 1);
  assert.deepEqual(told, ['nothing was removed']);
  await startHousekeeping(database, check).cleanUp();
  assert.equal(await count(`import_error_mails where external_contract_id = 'old'`), 0);
});

test('the account of money without a deposit: before and after are in the log, in one transaction, masked for viewers', async () => {
  const paid = await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 77.7 });
  assert.equal(paid.status, 200, paid.text);
  const [entry] = (await service.operator('GET', '/money?kind=unknown_reference')).body.entries;
  const [first, second, third] = ['CH9300762011623852957', 'CH5604835012345678009', 'CH6309000000250097798'];
  await sql.query('update orders set iban = $2 where id = $1', [entry.id, first]);
  const path = `/money/${entry.id}/account`;
  await withoutEntries(async () => assert.equal((await service.operator('POST', path, { iban: second })).status, 500));
  const account = async (): Promise<string> =>
    (await sql.query('select iban from orders where id = $1', [entry.id])).rows[0].iban;
  assert.equal(await account(), first, 'no entry, no change');
  assert.equal((await service.operator('POST', path, { iban: second })).status, 200);
  assert.equal((await operator.post(`/operator${path}`, { iban: third ?? '' })).status, 303);
  const { rows } = await sql.query(
    `select changes->'iban' as iban from audit_log where thing = 'order' order by at, id`,
  );
  const grouped = (iban = ''): string => iban.replaceAll(/.{4}(?=.)/g, '$& ');
  assert.deepEqual(
    rows.map(({ iban }) => iban),
    [
      { from: grouped(first), to: grouped(second) },
      { from: grouped(second), to: grouped(third) },
    ],
  );
  const { id } = (await service.operator('POST', '/operators', { email: 'v@x.example', name: 'V', role: 'viewer' }))
    .body;
  const { token } = (await service.operator('POST', `/operators/${id}/tokens`, { name: 'v' })).body;
  const seen = await service.call('GET', '/operator/api/audit', { headers: { authorization: `Bearer ${token}` } });
  assert.match(seen.text, /…7798/);
  assert.doesNotMatch(seen.text, /0076 2011|0483 5012|0900 0000/);
});
