import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assignMoney } from '../src/actions/bank/assign-money.ts';
import { bookEntries } from '../src/actions/bank/book-entries.ts';
import { exportOrders } from '../src/actions/bank/export-orders.ts';
import { resolveEntry } from '../src/actions/bank/resolve-entry.ts';
import { verifyBank } from '../src/actions/bank/verify-bank.ts';
import { refusalOfAccount } from '../src/actions/deposit-account.ts';
import { changeProvider } from '../src/actions/set-up/providers.ts';
import type { Services } from '../src/actions/services.ts';
import type { StatementEntry } from '../src/domain/booking.ts';
import { swissDay } from '../src/domain/values/calendar.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import { NIL_ID } from '../src/storage/database/ids.ts';
import { within } from '../src/storage/database/open-transaction.ts';
import { signInOperator } from './support/operator.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from './support/statement-entry.ts';

const OWN = swissIban('00781', '000000000001');
const LATER = swissIban('00781', '000000000002');
const QR_IBAN = 'CH4431999123000889012';

let service: Service;
let exchange: string;
let demo: Stage;
let desk: BookingDesk;
let berg: ProviderVisitor;
let main: string;
before(async () => {
  exchange = mkdtempSync(join(tmpdir(), 'own-accounts-'));
  service = await startService({ env: { BANK_EXCHANGE_DIR: exchange } });
  berg = await setUpProvider(service, 'bank', { code: 'bergbank', ownIban: OWN, initiatingParty: 'Depono am Berg' });
  demo = await stage(service, { preSigned: true });
  desk = await openBookingDesk(service);
  main = desk.services.money.operatorIban ?? assert.fail();
});
after(async () => {
  await desk.close();
  await service.stop();
  rmSync(exchange, { recursive: true });
});

const change = (body: object, id = berg.id) => service.operator('PATCH', `/providers/${id}`, body);
const ownIbanOf = async (id: string): Promise<string | null> =>
  (await service.operator('GET', `/providers/${id}`)).body.ownIban;

/** The same database, by the rules of production. */
const production = (): Services => ({ ...desk.services, money: { ...desk.services.money, isTest: false } });
const bookInProduction = (...entries: StatementEntry[]): Promise<string[]> =>
  bookEntries(production(), entries, { fileId: randomUUID() });
async function inProduction(work: (services: Services) => Promise<unknown>): Promise<void> {
  const { database } = desk.services;
  await database.transaction((sql) => work({ ...production(), database: within(database, sql) }));
}

const money = async (kind: string, amount: number): Promise<any> =>
  (await service.operator('GET', `/money?kind=${kind}`)).body.entries.find((one: any) => one.amount === amount);
const whyOf = async ({ key }: StatementEntry): Promise<string | undefined> =>
  (await service.operator('GET', '/bank/entries')).body.entries.find((one: any) => one.key === key)?.why;

async function waiting(): Promise<Play> {
  const it = await demo.start();
  for (const move of ['tenant-signs', 'account-opened']) await it.play(move);
  return it;
}

const PAYER = {
  counterpartyName: 'Nora Wyss',
  counterpartyAddress: { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode: 'CH' },
};

/** Money on an own account of the operator; returns the order that pays it back, which is released. */
async function toPayBack(account: string, chf: number): Promise<any> {
  assert.deepEqual(await desk.book(statementEntry(account, chf, PAYER)), ['booked']);
  const { id } = await money('unknown_reference', chf);
  const { status, body, text } = await service.operator('POST', `/money/${id}/release`, { reason: 'to be paid back' });
  assert.equal(status, 200, text);
  return body;
}

const byHand: string[] = [];
async function completeByHand(id: string): Promise<void> {
  assert.equal((await service.operator('POST', `/money/${id}/completed`)).status, 200);
  byHand.push(id);
}

/** Exports, and returns the content of the only new file in a folder. */
async function exported(...folder: string[]): Promise<string> {
  const path = join(exchange, ...folder, 'out');
  const before = existsSync(path) ? readdirSync(path) : [];
  await exportOrders(desk.services);
  const [name = '', ...more] = readdirSync(path).filter((one) => !before.includes(one));
  assert.deepEqual([name === '', more], [false, []]);
  return readFileSync(join(path, name), 'utf8').replaceAll('\n', '');
}

const INVALID: [what: string, ownIban: unknown, says: RegExp][] = [
  ['a QR-IBAN', QR_IBAN, /no QR-IBAN/],
  ['an account abroad', 'DE89370400440532013000', /Switzerland or Liechtenstein/],
  ['a wrong check digit', 'CH0100781000000000001', /valid IBAN/],
  ['no IBAN', 'x', /valid IBAN/],
  ['a number', 7, /./],
  ['the account of another bank', OWN, /another bank: bergbank has it/],
];

test('ownIban: what is refused, at creation and at a change', async () => {
  const other = await setUpProvider(service, 'bank');
  const address = { street: 'Bankgasse', streetNumber: '7', zip: '9000', city: 'St. Gallen' };
  for (const [what, ownIban, says] of INVALID) {
    const body = { kind: 'bank', code: 'never_made', name: 'Bank', address, ownIban };
    for (const answer of [await service.operator('POST', '/providers', body), await change({ ownIban }, other.id)]) {
      assert.equal(answer.status, 422, `${what}: ${answer.text}`);
      assert.match(JSON.stringify(answer.body.problems.find(({ field }: any) => field === 'ownIban')), says, what);
    }
  }
  assert.equal(await ownIbanOf(other.id), null, 'without it: OPERATOR_IBAN');
  assert.equal(
    (await change({ ownIban: ' ch73 0999 9000 0000 0000 1' }, other.id)).body.ownIban,
    main,
    'without spaces',
  );
  assert.equal((await change({ ownIban: main }, other.id)).status, 200, 'its own one again');
  assert.equal((await change({ ownIban: null }, other.id)).body.ownIban, null);
});

test('ownIban: an account is the operator’s or a deposit’s, not both; in production', async () => {
  const { iban } = await (await waiting()).record();
  const { database } = desk.services;
  await assert.rejects(changeProvider(production(), berg.id, { ownIban: iban }), /the account of a deposit/);
  await database.transaction(async (sql) => {
    const refusal = await refusalOfAccount(production(), sql, { iban: OWN, qrIban: null }, randomUUID());
    assert.deepEqual(refusal, { refused: 'account_of_operator' });
  });
  assert.equal(await ownIbanOf(berg.id), OWN);
});

test('1 rows 2, 10 and 17: the own account at a second bank is an own account', async () => {
  const interest = statementEntry(OWN, 1.5, { code: 'ACMT/MCOP/INTR' });
  const charge = statementDebit(OWN, 2.5, { code: 'ACMT/MDOP/CHRG' });
  const foreign = statementEntry(LATER, 3.5);
  const unknown = statementEntry(OWN, 4.5, { reference: 'RF18539007547034' });
  assert.deepEqual(await desk.book(interest, charge, foreign, unknown), [
    'attention',
    'attention',
    'attention',
    'booked',
  ]);
  assert.deepEqual(
    [await whyOf(interest), await whyOf(charge), await whyOf(foreign)],
    ['own_account', 'own_account', 'foreign_account'],
  );
  assert.equal((await money('unknown_reference', 4.5)).deposit, null);
});

test('1 row 7: bookings on two own accounts are not taken for one', async () => {
  const alike = { entryReference: null };
  assert.deepEqual(await desk.book(statementEntry(main, 21.5, alike)), ['booked']);
  assert.deepEqual(await desk.book(statementEntry(OWN, 21.5, alike)), ['booked']);
  const again = statementEntry(OWN, 21.5, alike);
  assert.deepEqual(await desk.book(again), ['attention']);
  assert.equal(await whyOf(again), 'possible_duplicate');
});

test('1 row 5: singles on one own account do not settle a total on the other', async () => {
  assert.deepEqual(await desk.book(statementEntry(main, 22.5)), ['booked']);
  assert.deepEqual(await desk.book(statementEntry(OWN, 22.5, { totalOf: 1 })), ['total']);
  assert.deepEqual(await desk.book(statementEntry(main, 22.5, { totalOf: 1, entryReference: null })), ['repeated']);
  assert.deepEqual(await desk.book(statementEntry(OWN, 22.5)), ['booked'], 'the details of the total');
});

test('1 row 9: a reversal takes back what came on the same own account', async () => {
  const reference = 'RF45678901';
  assert.deepEqual(await desk.book(statementEntry(OWN, 23.5, { reference })), ['booked']);
  const elsewhere = statementDebit(main, 23.5, { reference, isReversal: true });
  assert.deepEqual(await desk.book(elsewhere), ['attention']);
  assert.equal(await whyOf(elsewhere), 'unknown_reversal');
  assert.deepEqual(await desk.book(statementDebit(OWN, 23.5, { reference, isReversal: true })), ['booked']);
  assert.equal(await money('unknown_reference', 23.5), undefined);
});

test('1 rows 11, 12 and 17: in production money on it counts after a transfer, paid from there', async () => {
  for (const way of ['assigned', 'resolved'] as const) {
    const it = await waiting();
    const { rentalDeposit: amount, paymentReference: reference, iban } = await it.record();
    if (way === 'assigned') {
      assert.deepEqual(await bookInProduction(statementEntry(OWN, amount, { reference })), ['booked']);
      const { id: orderId } = await money('unknown_reference', amount);
      await inProduction((services) => assignMoney(services, { orderId, depositId: it.id, reason: 'its reference' }));
    } else {
      const odd = statementEntry(OWN, amount, { isMismatch: true });
      assert.deepEqual(await bookInProduction(odd), ['attention']);
      const resolution = { as: 'payment', depositId: it.id, reason: 'seen at the bank' } as const;
      await inProduction((services) => resolveEntry(services, odd.key, resolution));
    }
    assert.equal((await it.record()).paidInTotal, 0, way);
    const { endToEndId } = await money('transfer', amount);
    const xml = await exported('bergbank');
    assert.match(xml, new RegExp(`<DbtrAcct><Id><IBAN>${OWN}</IBAN>`));
    assert.match(xml, /<InitgPty><Nm>Depono am Berg<\/Nm>/);
    const wrong = statementDebit(main, amount, { endToEndId, counterpartyIban: iban });
    assert.deepEqual(await bookInProduction(wrong), ['attention']);
    assert.equal(await whyOf(wrong), 'debit_mismatch');
    const right = statementDebit(OWN, amount, { endToEndId, counterpartyIban: iban });
    assert.deepEqual(await bookInProduction(right), ['booked']);
    const arrived = statementEntry(iban, amount, { endToEndId, counterpartyIban: OWN });
    assert.deepEqual(await bookInProduction(arrived), ['booked']);
    assert.deepEqual([(await it.record()).paidInTotal, (await it.record()).state], [amount, 'open'], way);
    await service.operator('POST', `/bank/entries/${wrong.key}/resolve`, { as: 'none', reason: 'a wrong test' });
  }
});

const today = swissDay(new Date());

async function state(iban: string, closing: number): Promise<any> {
  await desk.services.database.query(
    `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, to_on, opening_rappen,
       closing_rappen, entries_rappen) values ($1, $2, $3, now(), 'CHF', $4, 0, $5, $5)`,
    [iban, randomUUID(), randomUUID(), today, closing],
  );
  const { body } = await service.operator('GET', `/bank/reconciliation?iban=${iban}`);
  return body.accounts[0];
}

test('ownIban changed while an order is open: paid from the old account, which stays an own account', async () => {
  await toPayBack(OWN, 71.5);
  const { id } = await toPayBack(OWN, 72.5);
  assert.equal((await change({ ownIban: LATER })).body.ownIban, LATER);
  await completeByHand(id);
  const xml = await exported('bergbank');
  assert.match(xml, new RegExp(`<DbtrAcct><Id><IBAN>${OWN}</IBAN>`));
  assert.ok(!xml.includes(LATER));
  const { endToEndId } = await money('unknown_reference', 71.5);
  const wrong = statementDebit(LATER, 71.5, { endToEndId });
  assert.deepEqual(await desk.book(wrong), ['attention']);
  assert.equal(await whyOf(wrong), 'debit_mismatch');
  assert.deepEqual(await desk.book(statementDebit(OWN, 71.5, { endToEndId })), ['booked']);
  assert.equal((await money('unknown_reference', 71.5)).state, 'completed');
  await toPayBack(LATER, 73.5);
  assert.equal((await change({ ownIban: null })).body.ownIban, null);
  assert.ok((await exported('bergbank')).includes(LATER), 'without one as well');
  const { endToEndId: laterId } = await money('unknown_reference', 73.5);
  assert.deepEqual(await desk.book(statementDebit(LATER, 73.5, { endToEndId: laterId })), ['booked']);
  assert.equal((await money('unknown_reference', 73.5)).state, 'completed');
  assert.equal((await change({ ownIban: OWN })).body.ownIban, OWN, 'and back');
});

test('9 OPERATOR_IBAN is debited through the bank of the exchange folder, or the bank that names it', async () => {
  await toPayBack(main, 74.5);
  assert.match(await exported(), new RegExp(`<DbtrAcct><Id><IBAN>${main}</IBAN>`));
  assert.equal((await change({ ownIban: main })).status, 200);
  await toPayBack(main, 75.5);
  assert.match(await exported('bergbank'), new RegExp(`<DbtrAcct><Id><IBAN>${main}</IBAN>`));
  assert.equal((await change({ ownIban: OWN })).status, 200);
  await toPayBack(main, 76.5);
  assert.ok((await exported()).includes(main), 'no longer');
});

test('6 reconciliation and verify know it; what is carried out by hand counts where it was paid from', async () => {
  const before = await state(OWN, 0);
  assert.deepEqual([before.iban, before.bank], [OWN, 0]);
  const { books } = before;
  const others = (await state(main, 0)).books;
  const { id } = await toPayBack(OWN, 81.5);
  assert.equal((await state(OWN, 0)).books, Math.round((books + 81.5) * 100) / 100);
  await completeByHand(id);
  assert.equal((await state(OWN, 0)).books, books);
  assert.equal((await state(main, 0)).books, others, 'the other own account is not touched');
  const { differing } = await verifyBank(desk.services.database, { operatorIban: main });
  assert.ok(differing.some(({ iban, owner }) => iban === OWN && owner === NIL_ID));
  const found = await verifyBank(desk.services.database, { operatorIban: null });
  assert.ok(
    found.differing.some(({ iban }) => iban === OWN),
    'also without OPERATOR_IBAN',
  );
});

test('6 verify: every order has its entry, apart from what was carried out by hand', async () => {
  await verified(service);
  const { faults } = await verifyBank(desk.services.database, { operatorIban: main });
  const isByHand = ({ fault }: { fault: string }): boolean => byHand.some((id) => fault.includes(`order ${id} is`));
  assert.deepEqual([faults.length, faults.filter((one) => !isByHand(one))], [byHand.length, []]);
});

test('6 the console has a page for each own account', async () => {
  await desk.book(statementEntry(OWN, 91.5), statementEntry(main, 92.5));
  const olga = await signInOperator(service);
  const { text: list } = await olga.page('/operator/bank/accounts');
  const path = (iban: string): string => `/operator/bank/accounts/${NIL_ID}?iban=${iban}`;
  for (const [iban, here, there] of [
    [OWN, '91.50', '92.50'],
    [main, '92.50', '91.50'],
  ] as const) {
    assert.ok(list.includes(`href="${path(iban)}"`));
    const { text } = await olga.page(`${path(iban)}&month=2026-11`);
    assert.deepEqual([text.includes(here), text.includes(there)], [true, false], iban);
    assert.ok(text.includes(path(iban === OWN ? main : OWN)), 'a link to the other one');
  }
  assert.equal((await olga.get(path(QR_IBAN))).status, 404);
});
