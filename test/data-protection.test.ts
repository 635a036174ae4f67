import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { removeDue } from '../src/actions/data-protection/remove-due.ts';
import { startHousekeeping } from '../src/jobs/housekeeping.ts';
import { idAt } from '../src/storage/request-log/request-log.ts';
import { CannotStart } from '../src/storage/database/cannot-start.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { readForm } from './support/form.ts';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { companyPayload, naturalTenant, payload } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { until } from './support/receiver.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';
import { openLetterbox } from './support/smtp.ts';
import { openTenant } from './support/tenant.ts';

let service: Service;
let demo: Stage;
let sql: Client;
let database: Database;
let clara: ManagerBrowser;

before(async () => {
  service = await startService();
  demo = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  database = await openDatabase(service.databaseUrl, () => undefined);
  clara = await signIn(service, demo.managerEmail);
});
after(async () => {
  await verified(service);
  await database.end();
  await sql.end();
  await service.stop();
});

/** As in the test environment; a failure is thrown. */
const remove = (on: Database = database): Promise<void> => removeDue(on, { isTest: true, log: rethrow });

const rethrow = (error: unknown): never => {
  throw error;
};

/** The recorded removals, oldest first. */
async function erasures(depositId: string | null = null): Promise<any[]> {
  const { rows } = await sql.query(
    `select kind, deposit_id, count from erasures where $1::uuid is null or deposit_id = $1 order by at, id`,
    [depositId],
  );
  return rows;
}

const removals = (record: any): any[] =>
  record.history.filter(({ event }: any) => event === 'personal_data_removed').map(({ detail }: any) => detail);

/** The tables in which a text occurs. */
async function whereIs(mark: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql.query(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`, [mark]);
    if (hits.rowCount === 1) found.push(name);
  }
  return found;
}

async function corrected(on: Play, changes: Record<string, string>): Promise<void> {
  const path = `/manager/deposits/${on.id}/correct`;
  const form = readForm((await clara.page(path)).text, path);
  const answer = await clara.post(path, { ...form, ...changes });
  assert.equal(answer.status, 303, answer.text);
}

test('civil status and nationality are removed once the deposit is in force, from its history too', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenantNationality: 'IS', tenantCivilStatus: 'divorced' });
  await corrected(it, { tenantCivilStatus: 'widowed' });
  const waiting = await reach('account', it);
  await remove();
  assert.deepEqual(
    (await it.record()).tenants.map(({ civilStatus, nationality }: any) => [civilStatus, nationality]),
    [
      ['widowed', 'IS'],
      ['single', 'CH'],
    ],
    'not while the account waits for its money',
  );
  assert.deepEqual(removals(waiting), []);

  await it.play('payment');
  await remove();
  const record = await it.record();
  for (const tenant of record.tenants) {
    assert.deepEqual([tenant.civilStatus, tenant.nationality, tenant.birthDate], [null, null, '1990-03-04']);
  }
  assert.deepEqual(removals(record), [{ kind: 'tenant_details', tenants: 2 }]);
  assert.deepEqual(await erasures(it.id), [{ kind: 'tenant_details', deposit_id: it.id, count: 2 }]);
  const correction = record.history.find(({ event }: any) => event === 'corrected');
  assert.equal(correction.detail.fields, 'tenantCivilStatus', 'which field it was stays');
  assert.equal(JSON.stringify(record.history).includes('widowed'), false);
  await verified(service);

  await remove();
  assert.deepEqual(removals(await it.record()), [{ kind: 'tenant_details', tenants: 2 }], 'once is enough');
  const page = (await clara.page(`/manager/deposits/${it.id}`)).text;
  assert.match(page, /Personendaten gelöscht/);
  assert.doesNotMatch(page, /Island|verwitwet/);
  assert.match(page, /04\.03\.1990/);
  const tenant = await openTenant(it, it.sent['tenantEmail']);
  assert.equal((await tenant.get()).status, 200);
  await reach('closed', {
    ...it,
    play: (move, body) => (/sign|account|payment/.test(move) ? it.record() : it.play(move, body)),
  });
  assert.equal((await it.record()).state, 'closed', 'and it can be closed without them');
});

test('a company has neither: nothing is recorded', async () => {
  const it = await demo.start({}, companyPayload);
  await reach('open', it);
  await remove();
  assert.deepEqual(removals(await it.record()), []);
  assert.deepEqual(await erasures(it.id), []);
});

test('they are removed from insured and withdrawn deposits as well', async () => {
  const insured = await demo.start();
  await reach('open', insured, 'insurance');
  const withdrawn = await demo.start();
  await withdrawn.play('withdraw');
  await remove();
  for (const it of [insured, withdrawn]) {
    const [tenant] = (await it.record()).tenants;
    assert.deepEqual([tenant.civilStatus, tenant.nationality], [null, null]);
  }
});

/** All personal data of a deposit, each a unique word. */
const MARKS = [
  'Xaverine',
  'Qwertzova',
  'xaverine@geheim.example',
  '+41790000077',
  'Geheimgasse',
  'Verborgenstadt',
  'Yolanthe',
  'yolanthe@geheim.example',
  '1971-02-03',
  '1968-12-30',
  'Besitzermann',
  'Eigentumsweg',
  'Mietobjektstrasse',
  'hilfskraft@geheim.example',
  'Hilfskraft',
  'Grund: Umzug nach Timbuktu',
  'Urteil ZZ-4711',
  'Klage ZZ-0815',
  TENANT_IBAN,
];

async function everythingKnown(): Promise<{ it: Play; marks: string[] }> {
  const it = await demo.start({
    ...naturalTenant('tenant2'),
    street: 'Mietobjektstrasse',
    ownerName: 'Besitzermann',
    ownerStreet: 'Eigentumsweg',
    tenantFirstName: 'Xaverine',
    tenantLastName: 'Qwertzova',
    tenantEmail: 'Xaverine@geheim.example',
    tenantPhoneNumber: '079 000 00 77',
    tenantBirthDate: '1971-02-03',
    tenantAddressStreet: 'Geheimgasse',
    tenantAddressCity: 'Verborgenstadt',
    tenant2FirstName: 'Yolanthe',
    tenant2Email: 'yolanthe@geheim.example',
    tenant2BirthDate: '1968-12-30',
    assistentEmail: 'hilfskraft@geheim.example',
    assistentFirstName: 'Hilfskraft',
  });
  await it.play('manager-signs');
  const page = await openTenant(it, 'xaverine@geheim.example');
  const sign = { product: 'bank_deposit', name: 'Xaverine Qwertzova', agree: 'yes' };
  await page.send('/sign', sign);
  await it.play('tenant-signs', (await it.record()).tenants[0].signedAt === null ? { product: 'bank_deposit' } : {});
  await it.play('account-opened');
  await it.play('payment', { amount: 4000 });
  const money = (await it.money('surplus'))[0];
  await it.play('start-closing', { by: 'tenant', reason: 'Grund: Umzug nach Timbuktu', tenantIban: TENANT_IBAN });
  await it.operator('legal-claim', { evidence: 'Klage ZZ-0815' });
  await it.operator('release-ground', { ground: 'judgment', amountLandlord: 5, evidence: 'Urteil ZZ-4711' });
  await it.play('payout-completed');
  const { iban, qrIban, paymentReference, state } = await it.record();
  assert.equal(state, 'closed');
  assert.ok(money !== undefined);
  return { it, marks: [...MARKS, iban, qrIban, paymentReference] };
}

async function payBack(it: Play): Promise<void> {
  const open = (await it.money('payback')).filter(({ state }: any) => state !== 'completed');
  for (const { id } of open) {
    const { status, text } = await service.operator('POST', `/money/${id}/completed`);
    assert.equal(status, 200, text);
  }
}

test('ten years after closing no personal data is left, and every page still works', async () => {
  const { it, marks } = await everythingKnown();
  const tenant = await openTenant(it, 'xaverine@geheim.example');
  assert.equal((await tenant.get()).status, 200);
  for (const mark of marks) assert.notDeepEqual(await whereIs(mark), [], `${mark} was there`);
  const before = await it.record();
  assert.equal(before.documents.length, 4);

  await advance(service, 'P9Y11M');
  assert.equal((await it.record()).tenants[0].firstName, 'Xaverine', 'not before');
  await advance(service, 'P2M');
  assert.equal((await it.record()).tenants[0].firstName, 'Xaverine', 'not while money is owed');
  await payBack(it);
  await advance(service, 'PT1H');
  assert.equal((await it.record()).tenants[0].firstName, 'Xaverine', 'not while what was paid back is a recent record');
  await advance(service, 'P10Y');

  for (const mark of marks) assert.deepEqual(await whereIs(mark), [], `${mark} is gone`);
  const record = await it.record();
  assert.deepEqual(removals(record).at(-1), { kind: 'deposits', tenants: 2 });
  assert.deepEqual((await erasures(it.id)).at(-1), { kind: 'deposits', deposit_id: it.id, count: 2 });
  const skeleton = ({
    id,
    externalContractId,
    state,
    rentalDeposit,
    paidInTotal,
    paidOutTime,
    paidOutAmountTenant,
  }: any) => [id, externalContractId, state, rentalDeposit, paidInTotal, paidOutTime, paidOutAmountTenant];
  assert.deepEqual(skeleton(record), skeleton(before));
  assert.deepEqual(
    // Until the surplus was paid back, there was an overview each year.
    record.documents.filter(({ kind }: any) => kind !== 'year_statement').map(({ sha256 }: any) => sha256),
    before.documents.map(({ sha256 }: any) => sha256),
    'the hashes of the documents stay',
  );
  assert.ok((await verified(service)).maskedEntries > 0);

  const status = await it.status();
  assert.deepEqual([status.state, status.iban, status.paidOutAmountTenant], ['closed', null, 3555]);
  assert.equal((await tenant.get()).status, 404, 'the tenant’s link leads nowhere');
  clara = await signIn(service, demo.managerEmail);
  const page = await clara.page(`/manager/deposits/${it.id}`);
  assert.match(page.text, /\*\*\* \*\*\*/);
  const paper = await clara.get(`/manager/deposits/${it.id}/documents/${record.documents[0].id}`);
  assert.equal(paper.status, 404);
  const list = await clara.page(`/manager/deposits?q=${encodeURIComponent(it.contractId)}`);
  assert.match(list.text, new RegExp(it.contractId));
  assert.doesNotMatch((await clara.page('/manager/deposits?q=Qwertzova')).text, new RegExp(it.contractId));
  assert.match((await clara.page('/manager/deposits.csv')).text, new RegExp(`${it.contractId}.*\\*\\*\\*`));
  const { body } = await service.operator('GET', `/organizations/${demo.organizationId}/deposits`);
  assert.ok(body.deposits.some(({ id }: any) => id === it.id));
  assert.equal((await service.operator('GET', '/money')).status, 200);
  assert.equal((await service.operator('GET', `/deliveries?depositId=${it.id}`)).status, 200);

  const olga = await signInOperator(service);
  assert.doesNotMatch((await olga.page(`/operator/deposits/${it.id}`)).text, /Qwertzova/);
  assert.match((await olga.page('/operator/privacy')).text, new RegExp(`${it.id}[^]*2 tenants`));

  const count = (await erasures()).length;
  await remove();
  assert.equal((await erasures()).length, count, 'a second time there is nothing to do');
  assert.equal((await it.record()).history.length, record.history.length);
});

test('several processes share the work, and one that dies leaves whole batches behind', async () => {
  const all: Play[] = [];
  for (let n = 0; n < 60; n++) {
    const it = await demo.start();
    await it.play('withdraw');
    all.push(it);
  }
  await service.sandbox('POST', '/clock', { advance: 'PT1M' });
  await sql.query(`update service_clock set ahead = ahead + interval '11 years'`);

  let died = 0;
  const dying: Database = {
    ...database,
    query: database.query,
    transaction: (work) =>
      database.transaction(async (inside) => {
        const done = await work(inside);
        const { rows } = await inside.query(
          `select count(*) as removed from deposits where personal_removed_at is not null and xmin = pg_current_xact_id()::xid`,
        );
        if (rows[0].removed > 0) {
          died++;
          throw new Error('the process dies here');
        }
        return done;
      }),
  };
  await assert.rejects(remove(dying), /dies here/);
  assert.equal(died, 1);
  const left = async (): Promise<number> => {
    const { rows } = await sql.query(
      `select count(*)::integer as left from deposits where personal_removed_at is null
      and id = any($1::uuid[])`,
      [all.map(({ id }) => id)],
    );
    return rows[0].left;
  };
  assert.equal(await left(), 60, 'what was not committed did not happen');
  await Promise.all([remove(), remove(), remove()]);
  await remove();
  assert.equal(await left(), 0);
  for (const it of [all[0], all[59]] as Play[]) {
    assert.deepEqual((await erasures(it.id)).filter(({ kind }) => kind === 'deposits').length, 1, 'each once');
    assert.equal((await it.record()).tenants[0].email, '***');
  }
  await verified(service);
});

test('each other kind is removed in its time, with a record', async () => {
  const open = await demo.start();
  assert.equal((await demo.open({ ...open.sent, externalContractId: 'C-refused', zip: 'x' })).status, 500);
  await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 12 });
  const { body } = await service.operator('GET', '/money?kind=unknown_reference');
  await service.operator('POST', `/money/${body.entries[0].id}/completed`);
  await signIn(service, demo.managerEmail);
  const later = `(select service_now())`;
  const effect = (id: string, finished: string): string =>
    `('${demo.organizationId}', '${id}', 'mail', 'failed', 'x', 'no', ${finished}, ${finished}, ${finished})`;
  await sql.query(`insert into effects (organization_id, id, kind, state, content, last_error, due_at, created_at, finished_at)
    values ${effect('00000000-0000-7000-8000-0000000000a1', `${later} - interval '89 days'`)},
           ${effect('00000000-0000-7000-8000-0000000000a2', `${later} - interval '91 days'`)}`);
  await sql.query(
    `insert into call_reads (organization_id, id, at, last_at, path, external_contract_id, times, answered, duration_ms)
     values ($1, $2, ${later}, ${later}, '/webhook/contract-status', 'C-read', 3, 'open', 1)`,
    [demo.organizationId, idAt((await sql.query(`select ${later} as now`)).rows[0].now)],
  );
  const run = (id: string, years: number, written: string): string =>
    `('${id}', ${later} - interval '${years} years', 1, 100, 'Lea Brunner', ${written})`;
  await sql.query(`insert into payment_runs (id, created_at, orders, total_rappen, content, written_at)
    values ${run('young', 9, later)}, ${run('old', 11, later)}, ${run('unwritten', 11, 'null')}`);

  const count = async (from: string): Promise<number> =>
    (await sql.query(`select count(*)::integer as n from ${from}`)).rows[0].n;
  const noted = async (): Promise<Record<string, number>> => {
    const found = await erasures();
    return Object.fromEntries(found.map(({ kind, count: n }) => [kind, n]));
  };
  await remove();
  assert.equal(await count(`payment_runs where id in ('young', 'unwritten') and content is not null`), 2);
  assert.equal(await count(`payment_runs where id = 'old' and content is null and total_rappen = 100`), 1);
  assert.equal(await count(`effects where content = 'x'::bytea and last_error = 'no'`), 1, 'the younger one');
  assert.equal(await count('refused_calls'), 1);
  // Lines of status reads are written seconds later: those of other tests may still arrive.
  const reads = `call_reads where external_contract_id = 'C-read'`;
  assert.equal(await count(reads), 1);
  assert.equal(await count(`payments where payer_name is not null and deposit_id is null`), 1);
  assert.notEqual(await count('sessions'), 0);

  await advance(service, 'P91D');
  assert.equal(await count('refused_calls'), 0);
  assert.equal(await count('calls'), 0);
  assert.equal(await count('call_payloads'), 0);
  assert.equal(await count(reads), 0);
  assert.equal(await count('sessions'), 0);
  assert.equal(await count('sign_in_links'), 0);
  assert.equal(await count(`effects where content = 'x'::bytea`), 0);
  await advance(service, 'P10Y');
  assert.equal(await count(`payments where payer_name is not null and deposit_id is null`), 0);
  const goesOn = `deposit_id in (select id from deposits where state not in ('closed', 'withdrawn'))`;
  assert.equal(await count(`effects where state <> 'waiting' and (${goesOn}) is not true`), 0, 'records of mails');
  assert.notEqual(await count(`effects where state <> 'waiting' and ${goesOn}`), 0, 'not of a deposit that goes on');
  const kinds = Object.keys(await noted()).sort();
  assert.deepEqual(kinds, [
    'audit_log',
    'deposits',
    'failed_mails',
    'mail_records',
    'payment_files',
    'refused_calls',
    'request_log',
    'sign_ins',
    'tenant_details',
    'unknown_payments',
  ]);
  await assert.rejects(sql.query('delete from erasures'), /erasures only grows/);
  await verified(service);
});

/** Withdrawn or closed so long ago. */
async function overSince(it: Play, years: number): Promise<void> {
  await sql.query(`update deposits set step_since = service_now() - make_interval(years => $2) where id = $1`, [
    it.id,
    years,
  ]);
}

async function withdrawn(years: number, iban: string | null = null): Promise<Play> {
  const it = await demo.start();
  await it.play('withdraw');
  await overSince(it, years);
  await sql.query('update deposits set iban = $2 where id = $1', [it.id, iban]);
  return it;
}

const isMasked = async (it: Play): Promise<boolean> => (await it.record()).tenants[0].email === '***';

async function booking(key: string, account: string, attention: string | null = null): Promise<void> {
  await sql.query(
    `insert into bank_entries (organization_id, key, entry_key, file_id, at, account_iban, direction, amount_text,
       currency, reference, charges_rappen, attention)
     values ($1, $2, $2, gen_random_uuid(), service_now(), $3, 'credit', '1.00', 'CHF', 'RF-BOOKING', 0, $4)`,
    [demo.organizationId, key, account, attention],
  );
}

const accountOf = async (key: string): Promise<[string, string | null]> => {
  const { rows } = await sql.query('select account_iban, reference from bank_entries where key = $1', [key]);
  return [rows[0].account_iban, rows[0].reference];
};

test('bank entries stay as long as any deposit of the account, and are removed with the last', async () => {
  const shared = 'CH0000000000000000001';
  const [old, young] = [await withdrawn(11, shared), await withdrawn(1, shared)];
  await booking('shared', shared);
  await remove();
  assert.deepEqual([await isMasked(old), await isMasked(young)], [true, false]);
  assert.deepEqual(await accountOf('shared'), [shared, 'RF-BOOKING']);
  await overSince(young, 11);
  await remove();
  assert.deepEqual(await accountOf('shared'), ['***', null]);

  const both = 'CH0000000000000000002';
  await withdrawn(11, both);
  await withdrawn(11, both);
  await booking('both', both);
  await remove();
  assert.deepEqual(await accountOf('both'), ['***', null], 'also when both are due at once');
});

test('a bank entry waiting for an operator keeps its deposit until it is settled', async () => {
  const account = 'CH0000000000000000003';
  const it = await withdrawn(11, account);
  await booking('waits', account, 'unknown_reference');
  await remove();
  assert.equal(await isMasked(it), false);
  assert.deepEqual(await accountOf('waits'), [account, 'RF-BOOKING']);
  await sql.query(`update bank_entries set settled_at = service_now() where key = 'waits'`);
  await remove();
  assert.equal(await isMasked(it), true);
  assert.deepEqual(await accountOf('waits'), ['***', null]);
});

test('recent money keeps a deposit that was closed earlier', async () => {
  const it = await demo.start();
  await reach('closed', it);
  await overSince(it, 11);
  const ago = (years: number): string => `service_now() - interval '${years} years'`;
  const move = async (payments: number, orders: number): Promise<void> => {
    await sql.query(`update payments set at = ${ago(payments)} where deposit_id = $1`, [it.id]);
    await sql.query(`update orders set completed_at = ${ago(orders)} where deposit_id = $1`, [it.id]);
  };
  for (const [payments, orders, expected] of [
    [9, 11, false],
    [11, 9, false],
    [11, 11, true],
  ] as const) {
    await move(payments, orders);
    await remove();
    assert.equal(await isMasked(it), expected, `paid in ${payments} years ago, out ${orders}`);
  }
});

/** The database, except for one kind of statement. */
const failingAt = (pattern: RegExp): Database => {
  const guarded = (on: Pick<Database, 'query'>): Database['query'] =>
    ((text: string, values: unknown[]) =>
      pattern.test(text) ? Promise.reject(new Error('fails here')) : on.query(text, values)) as Database['query'];
  return {
    ...database,
    query: guarded(database),
    transaction: (work) => database.transaction((inside) => work({ query: guarded(inside) })),
  };
};

test('a kind that fails is logged, and the others go on', async () => {
  const it = await withdrawn(11);
  const told: string[] = [];
  const log = (error: unknown, what: string): void => void told.push(`${what}: ${(error as Error).message}`);
  const failing = failingAt(/delete from refused_calls|delete from import_error_mails/);
  await startHousekeeping(failing, { firstAfterMs: null, isTest: true, log }).cleanUp();
  assert.deepEqual(told, [
    'housekeeping failed: times of import-error mails: fails here',
    'refused_calls was not removed: fails here',
  ]);
  assert.equal(await isMasked(it), true);
});

test('without its record nothing is removed', async () => {
  await sql.query(
    `insert into calls (organization_id, id, at, path, partner_id, outcome, status, duration_ms, request_id)
     values ($1, '00000000-0001-7000-8000-000000000001', service_now(), '/x', $1, 'success', 200, 1, 'r')`,
    [demo.organizationId],
  );
  const count = async (): Promise<number | null> =>
    (await sql.query(`select from calls where id = '00000000-0001-7000-8000-000000000001'`)).rowCount;
  await assert.rejects(remove(failingAt(/insert into erasures/)), /fails here/);
  assert.equal(await count(), 1);
  await remove();
  assert.equal(await count(), 0);
});

test('a removal stops between two batches', async () => {
  const it = await withdrawn(11);
  let asked = 0;
  await removeDue(database, { isTest: true, log: rethrow, isStopping: () => ++asked > 3 });
  assert.equal(await isMasked(it), false);
  const housekeeping = startHousekeeping(database, { firstAfterMs: null, isTest: true, log: rethrow });
  housekeeping.stop();
  await housekeeping.cleanUp();
  assert.equal(await isMasked(it), false);
  await remove();
  assert.equal(await isMasked(it), true);
});

test('a worker removes expired data soon after its start', async () => {
  const it = await withdrawn(11);
  const env = { ROLE: 'worker', BASE_URL: service.baseUrl };
  const worker = await startService({ databaseUrl: service.databaseUrl, env, limits: { cleanUpAfterMs: 10 } });
  try {
    await until(() => isMasked(it), 'what was due is removed');
  } finally {
    await worker.stop();
  }
});

test('old tenant links are removed, however many there are', async () => {
  await sql.query(
    `insert into tenant_links (organization_id, hash, deposit_id, position, round, expires_at)
     select $1, decode(lpad(to_hex(n), 8, '0'), 'hex'), gen_random_uuid(), 1, 0, service_now() - interval '366 days'
     from generate_series(1, 2500) n`,
    [demo.organizationId],
  );
  await startHousekeeping(database, { firstAfterMs: null, isTest: true, log: rethrow }).cleanUp();
  const left = await sql.query(`select from tenant_links where expires_at < service_now() - interval '1 year'`);
  assert.equal(left.rowCount, 0);
});

test('outside the test environment nothing is removed while the clocks differ', async () => {
  const it = await withdrawn(11);
  for (const minutes of [-6, 6, 4]) {
    const told: string[] = [];
    await removeDue(database, {
      isTest: false,
      log: (error, what) => void told.push(`${what}: ${(error as Error).message}`),
      now: () => new Date(Date.now() + minutes * 60_000),
    });
    assert.equal(await isMasked(it), minutes === 4);
    if (minutes === 4) assert.deepEqual(told, []);
    else assert.match(told.join(), /^nothing was removed: the clock of the database differs by -?3[56]\d seconds$/);
  }
});

test('production does not start on a database whose clock was moved', async () => {
  const env = PRODUCTION;
  await sql.query(`update service_clock set ahead = ahead + interval '1 second'`);
  await assert.rejects(
    startService({ databaseUrl: service.databaseUrl, env }),
    (error) => error instanceof CannotStart && /belongs to a test environment/.test(error.message),
  );
});

test('the operator reads and changes the periods, and sees what was removed', async () => {
  const olga = await signInOperator(service);
  const page = (await olga.page('/operator/privacy')).text;
  assert.match(page, /Whole deposits: years after the deposit is closed or withdrawn/);
  assert.match(page, /Civil status and nationality/);
  const form = readForm(page, '/operator/privacy/periods');
  assert.deepEqual(
    [form['tenant_details'], form['deposits'], form['refused_calls'], form['request_log'], form['sign_ins']],
    ['0', '10', '90', '90', '1'],
  );

  const wrong = await olga.post('/operator/privacy/periods', {
    ...form,
    deposits: '9',
    sign_ins: '-1',
    mail_records: 'x',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /From 10 to 30 years, as a whole number\./);
  assert.match(wrong.text, /value="-1"/, 'nothing that was typed is lost');
  assert.deepEqual(readForm((await olga.page('/operator/privacy')).text, '/operator/privacy/periods'), form);

  const saved = await olga.submit('/operator/privacy/periods', { ...form, tenant_details: '5', refused_calls: '30' });
  assert.match(saved.text, /The periods are saved/);
  const { rows } = await sql.query(
    `select actor, verb, thing, changes from audit_log where thing = 'retention periods'`,
  );
  assert.deepEqual(rows, [
    {
      actor: 'operator@depono.example',
      verb: 'change',
      thing: 'retention periods',
      changes: { tenant_details: { from: 0, to: 5 }, refused_calls: { from: 90, to: 30 } },
    },
  ]);
  clara = await signIn(service, demo.managerEmail);
  assert.match((await clara.page('/manager/import-errors')).text, /30 Tage/);

  const it = await demo.start();
  await reach('open', it);
  await advance(service, 'P4D');
  assert.equal((await it.record()).tenants[0].civilStatus, 'single');
  await advance(service, 'P2D');
  assert.equal((await it.record()).tenants[0].civilStatus, null);
});

test('addresses repeated by a mail server are not stored', async () => {
  const letterbox = await openLetterbox();
  const other = await startService({ env: { SMTP_URL: letterbox.url } });
  const client = new Client({ connectionString: other.databaseUrl });
  await client.connect();
  try {
    letterbox.refuse(100, 'no such user: <lea.geheim@mail.example>');
    const partner = await stage(other);
    await partner.open(payload({ tenantEmail: 'lea.geheim@mail.example' }));
    let kept: string[] = [];
    for (let tries = 0; kept.length === 0 && tries < 100; tries++) {
      await wait(50);
      const { rows } = await client.query(`select last_error from effects where last_error is not null`);
      kept = rows.map(({ last_error }) => last_error);
    }
    assert.match(kept.join(), /no such user/);
    assert.doesNotMatch(kept.join(), /geheim/);
  } finally {
    await client.end();
    await other.stop();
    await letterbox.close();
  }
});
