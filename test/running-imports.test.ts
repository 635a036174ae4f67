import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { importPart, startParts } from '../src/actions/running/import-running.ts';
import { undoImport } from '../src/actions/running/undo-import.ts';
import { createServices } from '../src/services.ts';
import { openDatabase } from '../src/storage/database/database.ts';
import { swissDay } from '../src/domain/values/calendar.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import type { Ended } from './support/command-line.ts';
import { depono, settingsOf } from './support/depono.ts';
import { created } from './support/partner.ts';
import { naturalTenant, payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let sql: Client;
let statusKey: string;
const today = swissDay(new Date());

before(async () => {
  service = await startService();
  partner = await stage(service);
  statusKey = (await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`))).apiKey;
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

let accounts = 0;
const newIban = (): string => swissIban('00762', `9${String(++accounts).padStart(11, '0')}`);
type Row = Record<string, unknown>;
const OLD = { tenantBirthDate: undefined, tenantPhoneNumber: undefined, tenantEmail: undefined };
const bankRow = (changes: Row = {}): Row => ({
  ...payload({ rentalStart: '2021-04-01' }),
  iban: newIban(),
  openSince: '2021-03-15',
  ...changes,
});
const insuredRow = (changes: Row = {}): Row =>
  bankRow({ iban: undefined, policyNumber: `POL-${++accounts}`, ...changes });

const path = (rest = ''): string => `/organizations/${partner.organizationId}/running-imports${rest}`;
const post = (rows: readonly Row[], more: Row = {}): Promise<any> =>
  service.operator('POST', path(), { rows, ...more });
async function imported(rows: readonly Row[], more: Row = {}): Promise<any> {
  const { status, body, text } = await post(rows, more);
  assert.equal(status, 200, text);
  return body;
}
const one = async (row: Row): Promise<any> => (await imported([row])).rows[0];
const record = async (id: string): Promise<any> => (await service.operator('GET', `/deposits/${id}`)).body;
const statusOf = async (contractId: unknown): Promise<any> =>
  service.call('GET', `/webhook/contract-status?ext-contract-id=${encodeURIComponent(String(contractId))}`, {
    headers: { 'x-api-key': statusKey, 'x-org-id': partner.organizationId },
  });
async function mailCount(): Promise<number> {
  return (await service.sandbox('GET', '/mailbox')).body.mails.length;
}
async function booksAreRight(): Promise<void> {
  const { body } = await service.operator('GET', '/verification');
  assert.equal(body.ok, true, JSON.stringify(body.faults));
}

test('years 6: a bank deposit enters as open, with its account and balance; no mail', async () => {
  const mails = await mailCount();
  const row = bankRow({ externalContractId: 'RUN-1' });
  const report = await imported([row]);
  assert.match(report.importId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(report.counts, { opened: 1, would_open: 0, skipped: 0, errored: 0 });
  const [{ depositId, ...first }] = report.rows;
  assert.deepEqual(first, { row: 1, externalContractId: 'RUN-1', outcome: 'opened', problems: [] });
  const deposit = await record(depositId);
  assert.equal(deposit.state, 'open');
  assert.equal(deposit.iban, row['iban']);
  assert.equal(deposit.product, 'bank_deposit');
  assert.equal(deposit.provider, 'demo_bank');
  assert.equal(deposit.paidInTotal, 3560);
  assert.deepEqual(deposit.balance, {
    deposit: 3560,
    interest: 0,
    charges: 0,
    withholdingTax: 0,
    surplus: 0,
    held: 3560,
  });
  assert.deepEqual(deposit.takenOver, {
    importId: report.importId,
    openSince: '2021-03-15',
    balance: 3560,
    balanceOn: '2021-03-15',
  });
  assert.equal(await mailCount(), mails);
  await booksAreRight();
});

test('years 6, 2.8: contract status of a taken-over bank deposit and insurance', async () => {
  const row = bankRow({ externalContractId: 'RUN-2' });
  await imported([row, insuredRow({ externalContractId: 'RUN-3', policyNumber: 'P-77' })]);
  const common = { state: 'open', paidOutTime: null, paidOutAmountTenant: null };
  assert.deepEqual((await statusOf('RUN-2')).body, {
    externalContractId: 'RUN-2',
    iban: row['iban'],
    paidInAmount: 3560,
    product: 'bank_deposit',
    provider: 'demo_bank',
    ...common,
  });
  assert.deepEqual((await statusOf('RUN-3')).body, {
    externalContractId: 'RUN-3',
    iban: null,
    paidInAmount: null,
    product: 'insurance',
    provider: 'demo_insurance',
    ...common,
  });
});

test('years 6: a balance that differs is interest or charges; the reconciliation starts with it', async () => {
  const more = bankRow({ balance: 3601.25, balanceOn: '2025-12-31' });
  const less = bankRow({ balance: '3500', balanceOn: '2025-12-31' });
  const { rows } = await imported([more, less]);
  const held = await Promise.all(rows.map(async ({ depositId }: any) => (await record(depositId)).balance));
  assert.deepEqual(held, [
    { deposit: 3560, interest: 41.25, charges: 0, withholdingTax: 0, surplus: 0, held: 3601.25 },
    { deposit: 3560, interest: 0, charges: 60, withholdingTax: 0, surplus: 0, held: 3500 },
  ]);
  for (const [row, balance] of [
    [more, 3601.25],
    [less, 3500],
  ] as const) {
    const { body } = await service.operator('GET', `/bank/reconciliation?iban=${String(row['iban'])}`);
    const { at, bank, books, kept, difference, problems } = body.accounts[0];
    assert.deepEqual(
      { at, bank, books, kept, difference, problems },
      { at: '2025-12-31', bank: balance, books: balance, kept: 0, difference: 0, problems: [] },
    );
  }
  await booksAreRight();
});

test('years 3: birth date, phone and e-mail may be missing, and nothing else', async () => {
  const { depositId } = await one(bankRow(OLD));
  const [tenant] = (await record(depositId)).tenants;
  assert.deepEqual([tenant.birthDate, tenant.phoneNumber, tenant.email], [null, null, null]);
  for (const field of ['tenantTitle', 'tenantLastName', 'tenantNationality', 'tenantAddressCity', 'city']) {
    const { outcome, problems } = await one(bankRow({ [field]: undefined }));
    assert.equal(outcome, 'errored', field);
    assert.deepEqual(
      problems.map((problem: any) => [problem.field, problem.code]),
      [[field, 'missing']],
    );
  }
});

const FAULTS: [name: string, row: () => Row, field: string, code: string][] = [
  ['neither account nor policy', () => bankRow({ iban: undefined }), 'iban', 'iban_or_policy'],
  ['both', () => bankRow({ policyNumber: 'P-1' }), 'policyNumber', 'iban_and_policy'],
  ['a wrong IBAN', () => bankRow({ iban: 'CH00' }), 'iban', 'invalid_iban'],
  ['a QR-IBAN', () => bankRow({ iban: 'CH4431999123000889012' }), 'iban', 'qr_iban'],
  ['an account abroad', () => bankRow({ iban: 'DE89370400440532013000' }), 'iban', 'foreign_iban'],
  ['no day', () => bankRow({ openSince: '' }), 'openSince', 'day_missing'],
  ['no day of the calendar', () => bankRow({ openSince: '2021-02-30' }), 'openSince', 'day_invalid'],
  ['a day to come', () => bankRow({ openSince: '2999-01-01' }), 'openSince', 'day_in_future'],
  ['a balance before', () => bankRow({ balanceOn: '2021-03-14' }), 'balanceOn', 'before_open_since'],
  ['a negative balance', () => bankRow({ balance: -1 }), 'balance', 'balance_invalid'],
  ['a third of a Rappen', () => bankRow({ balance: 1.333 }), 'balance', 'balance_invalid'],
  ['a balance of an insurance', () => insuredRow({ balance: 1 }), 'balance', 'balance_without_account'],
  ['a number as policy', () => insuredRow({ policyNumber: 7 }), 'policyNumber', 'not_a_text'],
  ['2.1 an amount as number', () => bankRow({ rentalDeposit: 3560 }), 'rentalDeposit', 'not_text'],
  ['no contract id', () => bankRow({ externalContractId: '' }), 'externalContractId', 'missing'],
  [
    '2.6 a minor',
    () => bankRow({ tenantBirthDate: today.replace(/^\d+/, String(Number(today.slice(0, 4)) - 10)) }),
    'tenantBirthDate',
    'under_age',
  ],
];
for (const [name, row, field, code] of FAULTS) {
  test(`years 3: errored, and nothing opened: ${name}`, async () => {
    const report = await imported([row()]);
    assert.deepEqual(report.counts, { opened: 0, would_open: 0, skipped: 0, errored: 1 });
    const { problems } = report.rows[0];
    assert.deepEqual(
      problems.map((problem: any) => [problem.field, problem.code]),
      [[field, code]],
    );
    assert.notEqual(problems[0].message, '');
  });
}

test('years 6: bad bodies are 422, then an unknown organization 404', async () => {
  const bad: unknown[] = [
    {},
    { rows: [] },
    { rows: 'x' },
    { rows: ['x'] },
    { rows: [{}], more: 1 },
    { rows: Array.from({ length: 1001 }, () => ({})) },
  ];
  for (const body of bad)
    assert.equal((await service.operator('POST', path(), body)).status, 422, JSON.stringify(body).slice(0, 80));
  const nowhere = '/organizations/01a10000-0000-7000-8000-000000000000/running-imports';
  assert.equal((await service.operator('POST', nowhere, { rows: [] })).status, 422);
  assert.equal((await service.operator('POST', nowhere, { rows: [bankRow()] })).status, 404);
  assert.equal((await service.operator('POST', nowhere, { rows: [bankRow()], dryRun: true })).status, 404);
  assert.equal((await service.operator('POST', `${nowhere}/x/undo`)).status, 404);
});

test('years 3: a dry run reports the same and stores nothing', async () => {
  const rows = [bankRow(), bankRow({ iban: 'x' }), insuredRow()];
  const before = await sql.query('select count(*) from deposits');
  const audit = await sql.query('select count(*) from audit_log');
  const report = await imported(rows, { dryRun: true });
  assert.equal(report.importId, null);
  assert.deepEqual(report.counts, { opened: 0, would_open: 2, skipped: 0, errored: 1 });
  assert.deepEqual(
    report.rows.map((row: any) => [row.row, row.outcome, row.depositId]),
    [
      [1, 'would_open', null],
      [2, 'errored', null],
      [3, 'would_open', null],
    ],
  );
  assert.deepEqual(await sql.query('select count(*) from deposits').then(({ rows: [x] }) => x), before.rows[0]);
  assert.deepEqual(await sql.query('select count(*) from audit_log').then(({ rows: [x] }) => x), audit.rows[0]);
  assert.deepEqual((await imported(rows)).counts, { opened: 2, would_open: 0, skipped: 0, errored: 1 });
});

test('years 3: what exists, is ignored or stands twice in the file is skipped', async () => {
  const first = bankRow();
  await one(first);
  const ignored = bankRow();
  const ignore = `/organizations/${partner.organizationId}/ignored-contracts/${String(ignored['externalContractId'])}`;
  await service.operator('PUT', ignore, { until: null });
  const fresh = bankRow();
  const { rows } = await imported([first, ignored, fresh, { ...fresh, iban: newIban() }]);
  assert.deepEqual(
    rows.map((row: any) => [row.outcome, row.problems[0]?.code]),
    [
      ['skipped', 'contract_exists'],
      ['skipped', 'permanently_ignored'],
      ['opened', undefined],
      ['skipped', 'contract_exists'],
    ],
  );
});

test('bank and money 10: an account belongs to one deposit, in the file and beyond', async () => {
  const first = bankRow();
  const { rows } = await imported([first, bankRow({ iban: first['iban'] })]);
  assert.deepEqual(
    rows.map((row: any) => [row.outcome, row.problems[0]?.code]),
    [
      ['opened', undefined],
      ['errored', 'account_taken'],
    ],
  );
  assert.equal((await one(bankRow({ iban: first['iban'] }))).problems[0].code, 'account_taken');
});

test('years 3: two imports of the same rows at once open each once', async () => {
  const rows = Array.from({ length: 40 }, () => bankRow());
  const reports = await Promise.all([imported(rows), imported(rows.toReversed()), imported(rows)]);
  const opened = reports.reduce((sum, { counts }) => sum + counts.opened, 0);
  assert.equal(opened, 40, JSON.stringify(reports.map(({ counts }) => counts)));
  for (const { counts } of reports) assert.equal(counts.opened + counts.skipped, 40);
  await booksAreRight();
});

test('2.4.2: a property manager of the domain is added, without a mail', async () => {
  const mails = await mailCount();
  const organization = (await service.operator('GET', `/organizations/${partner.organizationId}`)).body;
  const manager = {
    propertyManagerEmail: `neu@${String(organization.emailDomain)}`,
    propertyManagerFirstName: 'Nora',
    propertyManagerLastName: 'Neu',
  };
  const { rows } = await imported([bankRow(manager), bankRow(manager)]);
  for (const { depositId } of rows) {
    assert.equal((await record(depositId)).propertyManager.email, manager.propertyManagerEmail);
  }
  assert.equal(await mailCount(), mails);
});

test('years 6: undo removes all of an import, frees its contract ids, and the audit log keeps it', async () => {
  const rows = [bankRow(), insuredRow()];
  const report = await imported(rows);
  const { status, body } = await service.operator('POST', path(`/${report.importId}/undo`));
  assert.equal(status, 200);
  assert.deepEqual(body, { undone: 2 });
  for (const { depositId, externalContractId } of report.rows) {
    assert.equal((await service.operator('GET', `/deposits/${depositId}`)).status, 404);
    assert.equal((await statusOf(externalContractId)).status, 404);
    for (const table of [
      'tenants',
      'history',
      'history_personal',
      'ledger',
      'payments',
      'deposit_list',
      'bank_entries',
    ]) {
      const left = await sql.query(`select from ${table} where deposit_id = $1`, [depositId]);
      assert.equal(left.rowCount, 0, table);
    }
  }
  assert.equal((await service.operator('POST', path(`/${report.importId}/undo`))).status, 409);
  const { body: audit } = await service.operator('GET', '/audit?limit=20');
  const verbs = audit.entries.map(({ action, subject }: any) => `${action} ${JSON.stringify(subject)}`).join('\n');
  assert.match(verbs, new RegExp(report.importId));
  await booksAreRight();
  assert.deepEqual((await imported(rows)).counts.opened, 2);
  await booksAreRight();
});

test('years 6: an import of which one has changed cannot be undone; nothing is removed', async () => {
  const report = await imported([bankRow(), bankRow()]);
  const [, changed] = report.rows;
  await service.sandbox('POST', `/deposits/${changed.depositId}/start-closing`, { by: 'manager' });
  const { status, body } = await service.operator('POST', path(`/${report.importId}/undo`));
  assert.equal(status, 409);
  assert.match(body.detail, new RegExp(changed.depositId));
  for (const { depositId } of report.rows)
    assert.equal((await service.operator('GET', `/deposits/${depositId}`)).status, 200);
});

test('years 6: an import of another organization is unknown', async () => {
  const other = await stage(service);
  const report = await imported([bankRow()]);
  const elsewhere = `/organizations/${other.organizationId}/running-imports/${report.importId}/undo`;
  assert.equal((await service.operator('POST', elsewhere)).status, 404);
});

test('history and ledger can be removed in no other way', async () => {
  const { depositId } = await one(bankRow());
  for (const table of ['history', 'ledger', 'history_personal']) {
    await assert.rejects(sql.query(`delete from ${table} where deposit_id = $1`, [depositId]), /only grows/);
  }
});

test('years 3: who has no e-mail address gets no mail; the deposit is closed and paid out all the same', async () => {
  const { depositId } = await one(bankRow(OLD));
  const play = (move: string, body: object): Promise<any> =>
    service.sandbox('POST', `/deposits/${depositId}/${move}`, body);
  const started = await play('start-closing', { by: 'manager', amountLandlord: 60 });
  assert.equal(started.status, 200, started.text);
  const skipped = started.body.history.filter(({ event }: any) => event === 'mail_not_sent');
  assert.deepEqual(
    skipped.map(({ detail }: any) => detail),
    [{ tenant: 1, mail: 'closing_consent' }],
  );
  assert.equal((await play('consent', { by: 'tenant' })).status, 200);
  const { body } = await play('payout-completed', {});
  assert.equal(body.state, 'closed', JSON.stringify(body));
  assert.equal(body.paidOutAmountTenant, 3500);
  await booksAreRight();
});

test('years 2: who has no e-mail address gets one by the manager; the new address confirms it, and nobody can object', async () => {
  const { depositId } = await one(bankRow(OLD));
  const play = (move: string, body: object): Promise<any> =>
    service.sandbox('POST', `/deposits/${depositId}/${move}`, body);
  const fresh = `neu-${depositId}@mail.example`;
  const asked = await play('change-contact', { by: 'manager', tenant: 1, email: fresh, phoneNumber: '079 111 22 33' });
  assert.equal(asked.status, 200, asked.text);
  const [tenant] = asked.body.tenants;
  assert.deepEqual([tenant.email, tenant.phoneNumber, tenant.newEmail.email], [null, '+41791112233', fresh]);
  const links = await sql.query('select what from email_links where deposit_id = $1', [depositId]);
  assert.deepEqual(links.rows, [{ what: 'confirm' }], 'no address of before, no objection');
  const kinds = async (): Promise<string[]> =>
    (await partner.mails(fresh)).map(({ kind }: { kind: string }) => kind).toReversed();
  assert.deepEqual(await kinds(), ['contact_confirm']);
  const confirmed = await play('confirm-contact', { tenant: 1 });
  assert.equal(confirmed.status, 200, confirmed.text);
  assert.equal(confirmed.body.tenants[0].email, fresh);
  assert.deepEqual(await kinds(), ['contact_confirm', 'contact_confirmed'], 'with a link to the deposit');
  const [{ links: own }] = (await partner.mails(fresh)).filter(({ kind }: any) => kind === 'contact_confirmed');
  assert.equal((await fetch(own[0])).status, 200);
  await booksAreRight();
});

test('years 2: a tenant without an e-mail address signs a change: no mail, and reached by nothing', async () => {
  const { depositId } = await one(bankRow(OLD));
  const play = (move: string, body: object): Promise<any> =>
    service.sandbox('POST', `/deposits/${depositId}/${move}`, body);
  const started = await play('changes', { kind: 'amount', rentalDeposit: 3000 });
  assert.equal(started.status, 200, started.text);
  const skipped = started.body.history.filter(({ event }: any) => event === 'mail_not_sent');
  assert.deepEqual(
    skipped.map(({ detail }: any) => detail),
    [{ tenant: 1, mail: 'change_sign' }],
  );
  await play('change-signs', { by: 'manager' });
  const signed = await play('change-signs', { by: 'tenant' });
  assert.equal(signed.status, 200, signed.text);
  assert.equal(signed.body.changes[0].signatures.length, 2);
  assert.ok(signed.body.signatures.every(({ reachedBy }: any) => reachedBy === null));
  const agreement = signed.body.documents.find(({ kind }: any) => kind === 'agreement');
  assert.ok(agreement, JSON.stringify(signed.body.documents));
  await booksAreRight();
});

test('years 2: who joins by a change has an e-mail address', async () => {
  const { depositId } = await one(bankRow());
  const fields = { ...naturalTenant('tenant'), tenantEmail: undefined };
  const answer = await service.sandbox('POST', `/deposits/${depositId}/changes`, { kind: 'tenant_joins', fields });
  assert.equal(answer.status, 422, answer.text);
  assert.match(answer.text, /tenantEmail/);
});

test('years 6: money that arrives later is booked; the next statement follows the balance', async () => {
  const row = bankRow({ balance: 3600, balanceOn: '2025-06-30' });
  const { depositId } = await one(row);
  const paid = await service.sandbox('POST', `/deposits/${depositId}/payment`, { amount: 10 });
  assert.equal(paid.status, 200, paid.text);
  assert.equal(paid.body.state, 'open');
  const { body } = await service.operator('GET', `/bank/reconciliation?iban=${String(row['iban'])}`);
  assert.deepEqual(body.accounts[0].problems, []);
  assert.equal(body.accounts[0].difference, 0);
  await booksAreRight();
});

const run = (...args: string[]): Promise<Ended> => depono(settingsOf(service), ...args);
function file(name: string, content: string): string {
  const whole = join(mkdtempSync(join(tmpdir(), 'depono-running-')), name);
  writeFileSync(whole, content);
  return whole;
}
const jsonl = (rows: readonly (Row | string)[]): string =>
  file('rows.jsonl', rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));
const printed = ({ output, errors }: Ended): any => {
  assert.notEqual(output, '', errors);
  return JSON.parse(output);
};

test('years 6: depono import --running prints the same object; exit 1 where a row is errored', async () => {
  const rows = [bankRow(), insuredRow()];
  const whole = jsonl([...rows, '{"externalContractId": ', bankRow({ iban: 'x' })]);
  const org = ['--org', partner.organizationId];
  const dry = await run('import', '--running', whole, ...org, '--dry-run', '--json');
  assert.equal(dry.code, 1, dry.errors);
  assert.equal(printed(dry).importId, null);
  assert.deepEqual(printed(dry).counts, { opened: 0, would_open: 2, skipped: 0, errored: 2 });
  const real = await run('import', '--running', whole, ...org, '--json');
  assert.equal(real.code, 1, real.errors);
  const report = printed(real);
  assert.deepEqual(report.counts, { opened: 2, would_open: 0, skipped: 0, errored: 2 });
  assert.deepEqual(
    report.rows.map(({ row, outcome }: any) => [row, outcome]),
    [
      [1, 'opened'],
      [2, 'opened'],
      [3, 'errored'],
      [4, 'errored'],
    ],
  );
  const again = await run('import', '--running', jsonl(rows), ...org, '--json');
  assert.equal(again.code, 0, again.errors);
  assert.deepEqual(printed(again).counts, { opened: 0, would_open: 0, skipped: 2, errored: 0 });
  assert.equal((await run('import', '--undo', report.importId)).code, 1);
  const undone = await run('import', '--undo', report.importId, '--yes', '--json');
  assert.equal(undone.code, 0, undone.errors);
  assert.deepEqual(printed(undone), { undone: 2 });
  assert.equal((await run('import', '--undo', report.importId, '--yes')).code, 1);
  await booksAreRight();
});

test('years 3: a CSV file has the same columns, the balance as text', async () => {
  const row = bankRow({ balance: '3570.50', balanceOn: '2025-01-31', ...OLD });
  const columns = Object.keys(row).filter((name) => row[name] !== undefined);
  const csv = file('rows.csv', `${columns.join(';')}\n${columns.map((name) => String(row[name])).join(';')}\n`);
  const ended = await run('import', '--running', csv, '--org', partner.organizationId, '--json');
  assert.equal(ended.code, 0, ended.errors + ended.output);
  assert.equal((await record(printed(ended).rows[0].depositId)).balance.held, 3570.5);
});

test('years 3: a repeated file continues an import that was interrupted, and all of it can be undone', async () => {
  const rows = Array.from({ length: 300 }, () => bankRow());
  const whole = jsonl(rows);
  const org = ['--org', partner.organizationId];
  // As if the process had died after the first part.
  const ended = await run('import', '--running', whole, ...org, '--json');
  assert.equal(ended.code, 0, ended.errors);
  const { importId } = printed(ended);
  await sql.query('update running_imports set finished_at = null where id = $1', [importId]);
  const repeated = printed(await run('import', '--running', whole, ...org, '--json'));
  assert.equal(repeated.importId, importId);
  assert.deepEqual(repeated.counts, { opened: 0, would_open: 0, skipped: 300, errored: 0 });
  assert.deepEqual(printed(await run('import', '--undo', importId, '--yes', '--json')), { undone: 300 });
  await booksAreRight();
});

test('years 6: nothing is added to an import that was undone meanwhile', async () => {
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const services = createServices(service.config, database);
  const { organizationId } = partner;
  try {
    const { importId } = await startParts(services, { organizationId, fingerprint: Buffer.from('a file') });
    const given = { organizationId, language: 'en' as const, importId };
    assert.equal((await importPart(services, { ...given, rows: [bankRow()] }, 'operator'))[0]?.outcome, 'opened');
    assert.equal(await undoImport(services, { organizationId, id: importId }), 1);
    const late = bankRow();
    await assert.rejects(importPart(services, { ...given, rows: [late] }, 'operator'), /undone meanwhile/);
    assert.equal((await statusOf(late['externalContractId'])).status, 404);
  } finally {
    await database.end();
  }
});

test('money of before the balance is in it: an older statement books nothing', async () => {
  const row = bankRow({ balance: 3600, balanceOn: '2025-06-30' });
  const { depositId } = await one(row);
  const statement = (on: string, amount: string): string =>
    file(`${on}.xml`, camt053({ iban: String(row['iban']), on, amount }));
  for (const [on, amount] of [
    ['2025-06-30', '40.00'],
    ['2025-07-01', '12.00'],
  ] as const) {
    const read = await run('bank', 'import', statement(on, amount), '--json');
    assert.equal(read.code, 0, read.errors + read.output);
  }
  const { balance } = await record(depositId);
  assert.equal(balance.interest, 52);
  assert.equal(balance.held, 3612);
  await booksAreRight();
});

test('years 6: after 24 hours of the service’s clock an import cannot be undone', async () => {
  const report = await imported([bankRow()]);
  assert.equal((await service.sandbox('POST', '/clock', { advance: 'PT24H1M' })).status, 200);
  assert.equal((await service.operator('POST', path(`/${report.importId}/undo`))).status, 409);
});

/** A statement with one interest entry. */
function camt053({ iban, on, amount }: { iban: string; on: string; amount: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M-${on}</MsgId><CreDtTm>${on}T20:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S-${on}</Id><CreDtTm>${on}T20:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>CHF</Ccy></Acct>
<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><AcctSvcrRef>R-${on}</AcctSvcrRef>
<BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MCOP</Cd><SubFmlyCd>INTR</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
}
