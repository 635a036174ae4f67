import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { swissDay } from '../src/domain/values/calendar.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import { signInOperator } from './support/operator.ts';
import { reach, stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let sql: Client;
const today = swissDay(new Date());

before(async () => {
  service = await startService();
  partner = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

type Balances = { opening?: number | null; entries?: number; closing: number | null; number?: number | null };

async function insertStatement(iban: string, on: string, balances: Balances): Promise<void> {
  const { opening = 0, closing, number = null, entries = (closing ?? 0) - (opening ?? 0) } = balances;
  await sql.query(
    `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, number, to_on,
       opening_rappen, closing_rappen, entries_rappen)
     values ($1, $2, $3, now(), 'CHF', $4, $5, $6, $7, $8)`,
    [iban, randomUUID(), randomUUID(), number, on, opening, closing, entries],
  );
}

async function accountOf(iban: string): Promise<any> {
  const { status, body, text } = await service.operator('GET', `/bank/reconciliation?iban=${iban}`);
  assert.equal(status, 200, text);
  assert.ok(body.accounts.length <= 1);
  return body.accounts[0];
}

async function deposit(at: Parameters<typeof reach>[0]): Promise<Play & { iban: string; qrIban: string }> {
  const play = await partner.start();
  await reach(at, play);
  const { rows } = await sql.query('select iban, qr_iban from deposits where id = $1', [play.id]);
  return { ...play, iban: rows[0].iban, qrIban: rows[0].qr_iban };
}

const FINE = { missingStatements: [], problems: [] };

test('6 an account with its closing balance, books and what is kept', async () => {
  const { iban } = await deposit('open');
  await insertStatement(iban, today, { closing: 3560_00, number: 1 });
  assert.deepEqual(await accountOf(iban), {
    iban,
    at: today,
    bank: 3560,
    books: 3560,
    kept: 0,
    difference: 0,
    ...FINE,
  });
});

test('6 IBAN and QR-IBAN are one account', async () => {
  const { iban, qrIban } = await deposit('open');
  await insertStatement(qrIban, '2026-01-04', { closing: 0, number: 1 });
  await insertStatement(iban, today, { opening: 0, closing: 3560_00, number: 2 });
  await sql.query('update bank_entries set account_iban = $1 where account_iban = $2', [qrIban, iban]);
  const account = await accountOf(qrIban);
  assert.deepEqual(account, await accountOf(iban));
  assert.equal(account.iban, iban);
  assert.equal(account.books, 3560);
  assert.equal(account.difference, 0);
});

test('6 after the payout nothing is left; a supplement of the bank is a difference', async () => {
  const { iban } = await deposit('closed');
  await insertStatement(iban, today, { closing: 0 });
  assert.deepEqual(await accountOf(iban), { iban, at: today, bank: 0, books: 0, kept: 0, difference: 0, ...FINE });
  await sql.query('update bank_statements set closing_rappen = 155 where account_iban = $1', [iban]);
  const { difference, problems } = await accountOf(iban);
  assert.equal(difference, 1.55);
  assert.deepEqual(problems, ['entries_differ']);
});

const CHAINS: [
  name: string,
  statements: [on: string, number: number | null, opening: number, closing: number][],
  found: object,
][] = [
  [
    'statements that follow each other',
    [
      ['2025-12-30', 1, 0, 5],
      ['2026-01-03', 1, 5, 7],
      ['2026-01-04', 2, 7, 0],
    ],
    FINE,
  ],
  [
    'no numbers',
    [
      ['2026-01-03', null, 0, 7],
      ['2026-01-04', null, 7, 0],
    ],
    FINE,
  ],
  [
    'a missing statement whose entries are missing too',
    [
      ['2026-01-02', 1, 0, 5],
      ['2026-01-04', 3, 7, 0],
    ],
    { missingStatements: [2], problems: ['opening_differs'] },
  ],
  [
    'differences of years ago are forgotten',
    [
      ['2023-12-30', 1, 0, 5],
      ['2023-12-31', 3, 6, 0],
      ['2026-01-04', 1, 0, 0],
    ],
    FINE,
  ],
];
for (const [name, statements, found] of CHAINS) {
  test(`6 ${name}`, async () => {
    const { iban } = await deposit('account');
    for (const [on, number, opening, closing] of statements)
      await insertStatement(iban, on, { number, opening, closing });
    assert.deepEqual(await accountOf(iban), {
      iban,
      at: '2026-01-04',
      bank: 0,
      books: 0,
      kept: 0,
      difference: 0,
      ...found,
    });
  });
}

test('6 entries after the day of the statement do not count', async () => {
  const { iban } = await deposit('open');
  await insertStatement(iban, '2026-01-04', { closing: 0 });
  const { at, books, difference } = await accountOf(iban);
  assert.deepEqual({ at, books, difference }, { at: '2026-01-04', books: 0, difference: 0 });
});

test('6 an order that a person reported as carried out counts as booked, once', async () => {
  const { iban, id } = await deposit('ordered');
  const { body } = await service.operator('GET', `/deposits/${id}`);
  for (const order of body.orders) {
    const { status, text } = await service.operator('POST', `/money/${order.id}/completed`);
    assert.equal(status, 200, text);
  }
  await insertStatement(iban, today, { closing: 0 });
  const { books, difference } = await accountOf(iban);
  assert.deepEqual({ books, difference }, { books: 0, difference: 0 });
});

const ENTRIES: [name: string, entry: Record<string, unknown>, kept: number][] = [
  ['a kept credit counts', { attention: 'x', why: 'account_mismatch' }, 12.5],
  ['a kept debit counts below zero', { attention: 'x', why: 'unexpected_debit', direction: 'debit' }, -12.5],
  ['another currency does not count', { attention: 'x', why: 'currency', currency: 'EUR', amount_rappen: null }, 0],
  ['one that was settled does not count', { attention: 'x', why: 'account_mismatch', settled_at: new Date() }, 0],
  [
    'an entry of an earlier version has its amount as text',
    { attention: 'x', amount_rappen: null, account_of: null },
    12.5,
  ],
  ['a duplicate is not in the balance', { attention: 'x', why: 'possible_duplicate', isDuplicate: true }, 0],
];
for (const [name, { isDuplicate, ...entry }, kept] of ENTRIES) {
  test(`6 ${name}`, async () => {
    const { iban, id } = await deposit('open');
    await insertEntry({ account_iban: iban, account_of: id, ...entry });
    await insertStatement(iban, today, { closing: 3560_00 + (isDuplicate === true ? 0 : kept * 100) });
    const account = await accountOf(iban);
    assert.deepEqual([account.kept, account.books, account.difference], [kept, 3560, 0]);
  });
}

test('6 a booked entry of an earlier version counts by its text', async () => {
  const { iban } = await deposit('open');
  await insertEntry({ account_iban: iban, amount_rappen: null, why: null });
  await insertStatement(iban, today, { closing: 3572_50 });
  const { books, difference } = await accountOf(iban);
  assert.deepEqual({ books, difference }, { books: 3572.5, difference: 0 });
});

test('6 a total counts until its transactions are known', async () => {
  const { iban, id } = await deposit('open');
  const shared = { account_iban: iban, account_of: id, entry_key: `batch-${id}` };
  await insertEntry({ ...shared, key: `total:${id}`, attention: 'x', why: 'awaiting_details' });
  await insertStatement(iban, today, { closing: 3572_50 });
  assert.equal((await accountOf(iban)).kept, 12.5);
  await insertEntry({ ...shared, why: 'payment' });
  const { kept, books, difference } = await accountOf(iban);
  assert.deepEqual({ kept, books, difference }, { kept: 0, books: 3572.5, difference: 0 });
});

test('6 statements of a stranger’s account and those without a balance in CHF are left out', async () => {
  const stranger = swissIban('00700', '123456789012');
  await insertStatement(stranger, today, { closing: 5 });
  assert.equal(await accountOf(stranger), undefined);
  const { iban } = await deposit('open');
  await insertStatement(iban, today, { opening: null, closing: null });
  assert.equal(await accountOf(iban), undefined);
});

test('6 the operator’s own account', async () => {
  const { operatorIban } = service.config.money;
  assert.ok(operatorIban);
  await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 12.5 });
  await insertStatement(operatorIban, today, { closing: 12_50 });
  const { books, kept, difference } = await accountOf(operatorIban);
  assert.deepEqual({ books, kept, difference }, { books: 12.5, kept: 0, difference: 0 });
});

test('6 accounts with a difference come first, and pages go on after them', async () => {
  const { body } = await service.operator('GET', '/bank/reconciliation');
  const marks: boolean[] = body.accounts.map(
    ({ difference, missingStatements, problems }: any) =>
      difference !== 0 || missingStatements.length + problems.length > 0,
  );
  assert.equal(body.next, null);
  assert.ok(marks.length > 5 && marks[0] === true);
  assert.equal(marks.lastIndexOf(true) + 1, marks.indexOf(false));
  const rest = await service.operator('GET', '/bank/reconciliation?after=1');
  assert.deepEqual(rest.body.accounts, body.accounts.slice(1));
  assert.equal((await service.operator('GET', '/bank/reconciliation?after=x')).status, 422);
});

async function insertEntry(given: Record<string, unknown>): Promise<void> {
  const row = {
    organization_id: '00000000-0000-0000-0000-000000000000',
    key: randomUUID(),
    file_id: randomUUID(),
    at: new Date(),
    direction: 'credit',
    amount_text: '12.50',
    amount_rappen: 12_50,
    currency: 'CHF',
    booked_on: today,
    charges_rappen: 0,
    ...given,
  };
  const whole: Record<string, unknown> = { entry_key: row.key, ...row };
  const names = Object.keys(whole);
  const values = names.map((_, index) => `$${index + 1}`);
  await sql.query(`insert into bank_entries (${names.join(', ')}) values (${values.join(', ')})`, Object.values(whole));
}

test('6 the console lists accounts, those that differ first, and shows ledger and statement side by side', async () => {
  const it = await deposit('closed');
  await insertStatement(it.iban, today, { opening: 0, closing: 7_05, entries: 0, number: 2 });
  await insertStatement(it.iban, '2026-01-04', { closing: 0, number: 4 });
  await insertEntry({ account_iban: it.iban, account_of: it.id, attention: 'x', why: 'account_mismatch' });
  const olga = await signInOperator(service);
  const list = await olga.page('/operator/bank/accounts');
  assert.match(list.text, /[1-9][0-9]* of [0-9]+ accounts differ/);
  const [, row = ''] = new RegExp(`<a href="/operator/bank/accounts/${it.id}">([^]*?)</tr>`).exec(list.text) ?? [];
  const cells = row.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(cells, /7\.05 0\.00 12\.50 −5\.45 missing: 3 entries do not add up to the closing/);

  const page = await olga.page(`/operator/bank/accounts/${it.id}`);
  const lines = [...page.text.matchAll(/<tr>[^]*?<\/tr>/g)].map(([text]) => text);
  const order = (await it.record()).orders[0];
  const has = (...parts: string[]): boolean => lines.some((line) => parts.every((part) => line.includes(part)));
  assert.ok(has('Closing balance', 'statement 2', '7.05', 'mark bad', '12.50'), page.text);
  assert.ok(has(`href="/operator/deposits/${it.id}"`, 'Payment', '3’560.00'), 'the payment on both sides');
  assert.ok(has(`href="/operator/money/${order.id}"`, 'Payout', 'Execution of an order', '−3’560.00'));
  assert.ok(has('waits for a person', 'Reference of another deposit', '12.50'));
  assert.ok(!has('differs'));
  assert.match(page.text, /href="\/operator\/bank\/accounts\/[^"]+\?month=20[0-9-]+">← /);

  await sql.query(`update bank_entries set amount_rappen = 1 where deposit_id = $1 and why = 'payment'`, [it.id]);
  assert.match((await olga.page(`/operator/bank/accounts/${it.id}`)).text, /mark bad">differs/);
  assert.match((await olga.page(`/operator/bank/accounts/${it.id}?month=2020-02`)).text, /Nothing moved/);
  assert.equal((await olga.get('/operator/bank/accounts/nobody')).status, 404);
  const own = await olga.page('/operator/bank/accounts/00000000-0000-0000-0000-000000000000');
  assert.match(own.text, /The operator’s own account/);
});

test('6 a viewer sees account numbers masked, and the same differences', async () => {
  const it = await deposit('open');
  await insertStatement(it.iban, today, { closing: 3560_05 });
  const viewer = await signInOperator(service, 'viewer@depono.example');
  for (const path of ['/operator/bank/accounts', `/operator/bank/accounts/${it.id}`]) {
    const text = (await viewer.page(path)).text.replaceAll(' ', '');
    assert.ok(!text.includes(it.iban), path);
    assert.ok(text.includes(`…${it.iban.slice(-4)}`) && text.includes('0.05'), text);
  }
});

test('6 npm run verify: a difference with the bank is an error only with --bank', async () => {
  const other = await startService();
  try {
    const play = await (await stage(other)).start();
    await reach('closed', play);
    const client = new Client({ connectionString: other.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select iban from deposits where id = $1', [play.id]);
    const { iban } = rows[0];
    const statement = (closing: number) =>
      client.query(
        `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, number, to_on,
           opening_rappen, closing_rappen, entries_rappen)
         values ($1, 'A', gen_random_uuid(), now(), 'CHF', 1, $2, 0, $3, $3)
         on conflict (account_iban, statement_id, to_on) do update set closing_rappen = $3, entries_rappen = $3`,
        [iban, today, closing],
      );
    await statement(0);
    const good = await verifyWith(other.databaseUrl, '--bank');
    assert.deepEqual([good.code, good.errors], [0, '']);
    assert.match(good.output, /Accounts with statements of the bank: 1, 0 of them differ\.$/m);
    await statement(-1_05);
    const line = `  ${iban}  ${today}: bank CHF −1.05, books 0.00, kept 0.00, difference −1.05`;
    for (const [code, ...args] of [[0], [1, '--bank']] as const) {
      const differing = await verifyWith(other.databaseUrl, ...args);
      assert.equal(differing.code, code, differing.errors);
      assert.ok(differing.output.split('\n').includes(line), differing.output);
    }
    await statement(0);
    await client.query(`delete from bank_entries where why = 'order_completed'`);
    const missing = await verifyWith(other.databaseUrl, '--bank');
    assert.equal(missing.code, 1);
    assert.match(
      missing.output,
      new RegExp(`  ${play.id}  bank: order \\S+ is completed without an entry of the bank`),
    );
    const wrong = await verifyWith(other.databaseUrl, '--banks');
    assert.deepEqual([wrong.code, wrong.errors], [2, '--banks is unknown. Usage: npm run verify [-- --bank]\n']);
    await client.end();
  } finally {
    await other.stop();
  }
});

function verifyWith(url: string, ...args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['src/verify.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  return new Promise((done) => child.on('close', (code) => done({ code, output, errors })));
}
