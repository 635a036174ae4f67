import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Services } from '../src/actions/services.ts';
import { makeDueStatements, makeStatements } from '../src/actions/statements/year-statements.ts';
import { swissDay, type Day } from '../src/domain/values/calendar.ts';
import { createServices } from '../src/services.ts';
import { serviceNow } from '../src/storage/database/clock.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { bookItem, bookPayment } from './support/bookings.ts';
import { commandLine, type CommandLine } from './support/command-line.ts';
import { readPdf } from './support/pdf.ts';
import { advance, reach, stage, type Play, type Stage } from './support/play.ts';
import { startService, TOKEN, type Service } from './support/service.ts';
import { openTenant, type TenantBrowser } from './support/tenant.ts';

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
let cli: CommandLine;
/** The year that ends while the tests run. */
let year: number;
before(async () => {
  service = await startService();
  demo = await stage(service);
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
  cli = await commandLine(service);
  year = Number(swissDay(await serviceNow(database)).slice(0, 4));
});
after(async () => {
  await cli.end();
  await database.end();
  await service.stop();
});

const on = (day: string): Day => `${year}-${day}` as Day;
const deposits: Record<string, Play> = {};
const deposit = (name: string): Play => deposits[name] ?? assert.fail(name);

/** Moves the clock to a day of the year after. */
async function clockTo(day: string): Promise<void> {
  const now = (await serviceNow(database)).getTime();
  const target = Temporal.PlainDate.from(`${year + 1}-${day}`).toZonedDateTime('Europe/Zurich').epochMilliseconds;
  await advance(service, Temporal.Duration.from({ milliseconds: target - now }).toString());
}

async function statementsOf(it: Play): Promise<any[]> {
  return (await it.record()).documents.filter(({ kind }: any) => kind === 'year_statement');
}

/** Who has an overview. */
async function made(): Promise<string[]> {
  const all = await Promise.all(
    Object.entries(deposits).map(async ([name, it]) => ((await statementsOf(it)).length > 0 ? [name] : [])),
  );
  return all.flat();
}

async function textOf(id: string): Promise<string> {
  const response = await fetch(`${service.baseUrl}/operator/api/documents/${id}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(response.status, 200);
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).text;
}

async function bankStatement(it: Play, toOn: Day): Promise<void> {
  const { iban } = await it.record();
  await database.query(
    `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, to_on, entries_rappen)
     values ($1, $2::date::text, gen_random_uuid(), service_now(), 'CHF', $2::date, 0)`,
    [iban, toOn],
  );
}

test('7 bank deposits that held money in a year, and others', async () => {
  for (const name of ['paid', 'french', 'closed', 'empty', 'insured']) {
    const it = await demo.start(name === 'french' ? { tenantLanguage: 'fr' } : {});
    deposits[name] = it;
    await reach(name === 'insured' ? 'open' : 'account', it, name === 'insured' ? 'insurance' : 'bank_deposit');
  }
  for (const name of ['paid', 'french', 'closed']) await bookPayment(services, deposit(name), on('03-02'), 3560_00);
  await reachClosed(deposit('closed'));
  for (const [kind, amount] of [
    ['interest', 12_34],
    ['charge', 5_00],
    ['withholding_tax', 4_32],
  ] as const) {
    await bookItem(services, deposit('paid'), { kind, bookedOn: on('12-31'), amount });
  }
  assert.equal(await makeDueStatements(services), 0, 'of the year before');
});

async function reachClosed(it: Play): Promise<void> {
  await it.play('start-closing', { by: 'tenant' });
  await it.play('consent', { by: 'manager' });
  assert.equal((await it.play('payout-completed')).state, 'closed');
}

test('7 none before the year is over, even with a statement of the bank that covers its end', async () => {
  await bankStatement(deposit('closed'), on('12-30'));
  await bankStatement(deposit('french'), on('12-31'));
  await makeDueStatements(services);
  assert.deepEqual(await made(), []);
});

test('7 made once the statement covering 31 December is read', async () => {
  await clockTo('01-10');
  assert.deepEqual(await made(), ['french']);
  await bankStatement(deposit('paid'), `${year + 1}-01-05` as Day);
  assert.equal(await makeDueStatements(services), 1);
  assert.equal(await makeDueStatements(services), 0);
  await service.sandbox('GET', '/mailbox');
  assert.deepEqual(await made(), ['paid', 'french']);
});

test('7 else on 31 January, by the clock of the service', async () => {
  await clockTo('01-30');
  assert.deepEqual(await made(), ['paid', 'french']);
  await clockTo('02-15');
  assert.deepEqual(await made(), ['paid', 'french', 'closed']);
  const [{ createdAt, year: of }] = await statementsOf(deposit('closed'));
  assert.deepEqual([swissDay(new Date(createdAt)), of], [`${year + 1}-01-31`, year]);
});

test('7 its content: balance, interest, charges, tax, payments, and that the bank’s certificate counts', async () => {
  const [{ id }] = await statementsOf(deposit('paid'));
  const text = await textOf(id);
  const { iban } = await deposit('paid').record();
  for (const part of [
    `Kontoübersicht ${year}`,
    iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
    `Saldo am 01.01.${year} CHF 0.00 Einzahlungen CHF 3’560.00 Zinsen CHF 12.34 Bankspesen CHF −5.00`,
    `Verrechnungssteuer CHF −4.32 Auszahlungen und Rückzahlungen CHF 0.00 Saldo am 31.12.${year} CHF 3’563.02`,
    `02.03.${year} Einzahlung CHF 3’560.00`,
    'Für die Steuern gilt der Zins- und Kapitalausweis der Bank, nicht diese Übersicht',
  ]) {
    assert.ok(text.includes(part), `${part}: ${text}`);
  }
  const [french] = await statementsOf(deposit('french'));
  assert.match(
    await textOf(french.id),
    /Aperçu du compte.*l’attestation d’intérêts et de capital de la banque fait foi/,
  );
  const [closed] = await statementsOf(deposit('closed'));
  assert.match(await textOf(closed.id), /Auszahlung an die Mieterschaft CHF −3’560\.00/);
});

/** The tenant’s page, by a new link: the one from the mails has expired. */
async function pageOf(it: Play): Promise<TenantBrowser> {
  await (await openTenant(it, it.sent['tenantEmail'])).post('/renew');
  return openTenant(it, it.sent['tenantEmail']);
}

test('7 on the tenant’s page, and never sent by callback', async () => {
  const it = deposit('paid');
  const lea = await pageOf(it);
  const [{ id }] = await statementsOf(it);
  const { text } = await lea.get();
  assert.match(text, new RegExp(`Kontoübersicht ${year} \\(PDF\\)`));
  assert.ok(text.includes(`/documents/${id}`));
  const pdf = await lea.get(`/documents/${id}`);
  assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
  const { rows } = await database.query(
    `select from events e join documents d on d.id = e.document_id where d.kind = 'year_statement'`,
  );
  assert.equal(rows.length, 0);
});

test('7 by command: once for a deposit and year; again only with --again and changed figures', async () => {
  const run = async (...more: string[]) => (await cli.json('statements', '--year', String(year), ...more))[0];
  const counts = ({ made: first, madeAgain }: any): number[] => [first, madeAgain];
  assert.deepEqual(counts(await run()), [0, 0]);
  assert.deepEqual(counts(await run('--again')), [0, 0], 'nothing has changed');
  await bookItem(services, deposit('paid'), { kind: 'interest', bookedOn: on('12-31'), amount: 1_00 });
  await bookItem(services, deposit('french'), {
    kind: 'interest',
    bookedOn: `${year + 1}-01-01` as Day,
    amount: 1_00,
  });
  assert.deepEqual(counts(await run()), [0, 0]);
  assert.deepEqual(counts(await run('--again')), [0, 1]);
  assert.deepEqual(counts(await run('--again')), [0, 0]);
  await service.sandbox('GET', '/mailbox');
  const all = await statementsOf(deposit('paid'));
  assert.equal(all.length, 2);
  assert.match(await textOf(all[1].id), /Saldo am 31\.12\.\d+ CHF 3’564\.02/);
  const lea = await pageOf(deposit('paid'));
  const { text } = await lea.get();
  assert.deepEqual([text.includes(all[0].id), text.includes(all[1].id)], [false, true], 'the newest of a year');
});

test('7 by command: also a year before, for whoever held money then', async () => {
  await bookItem(services, deposit('empty'), { kind: 'charge', bookedOn: `${year - 1}-12-31` as Day, amount: 5_00 });
  const [{ made: first }] = await cli.json('statements', '--year', String(year - 1));
  assert.equal(first, 1);
  await service.sandbox('GET', '/mailbox');
  const [{ id }] = await statementsOf(deposit('empty'));
  assert.match(await textOf(id), /Saldo am 31\.12\.\d+ CHF −5\.00/);
});

for (const [name, args, why] of [
  ['a year that is not over', ['--year', '2999'], /The year 2999 is not over yet/],
  ['no year', [], /Missing option: --year/],
  ['a word', ['--year', 'last'], /last is not a year/],
  ['a number', ['--year', '26'], /26 is not a year/],
] as const) {
  test(`7 by command: ${name} is refused`, async () => {
    const { code, errors } = await cli.run('statements', ...args);
    assert.equal(code, 2);
    assert.match(errors, why);
  });
}

test('7 several processes, and one that is interrupted: each overview once', async () => {
  const before = year;
  const many = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const it = await demo.start();
      await reach('account', it);
      await bookPayment(services, it, `${year + 1}-01-15` as Day, 100_00);
      return it;
    }),
  );
  await clockTo('12-31');
  const next = { year: before + 1, needsBankStatement: false, again: false };
  let looks = 0;
  const interrupted = await makeStatements(services, next, { isStopping: () => ++looks > 1 });
  assert.equal(interrupted.isComplete, false);
  const all = await Promise.all([1, 2, 3].map(() => makeStatements(services, next)));
  const total = [interrupted, ...all].reduce((sum, one) => sum + one.made, 0);
  await service.sandbox('GET', '/mailbox');
  const { rows } = await database.query<{ deposit_id: string }>(
    `select deposit_id from documents where kind = 'year_statement' and year = $1`,
    [next.year],
  );
  assert.equal(rows.length, total);
  assert.equal(new Set(rows.map((row) => row.deposit_id)).size, total);
  for (const { id } of many) assert.ok(rows.some((row) => row.deposit_id === id));
});
