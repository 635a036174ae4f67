import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { bookEntries } from '../src/actions/bank/book-entries.ts';
import { verifyBank } from '../src/actions/bank/verify-bank.ts';
import type { Services } from '../src/actions/services.ts';
import type { StatementEntry } from '../src/domain/booking.ts';
import type { Day } from '../src/domain/values/calendar.ts';
import { rappen } from '../src/domain/values/money.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { readSums } from '../src/storage/money/reconciliation.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

const OTHER_IBAN = 'CH5109000000250092291';
let count = 0;

/** An entry of the bank, with a reference of its own. */
function entry(accountIban: string, chf: number, more: Partial<StatementEntry> = {}): StatementEntry {
  const key = `key-${++count}`;
  return {
    key,
    writtenKey: null,
    entryKey: key,
    level: 'entry',
    totalOf: null,
    isMismatch: false,
    accountIban,
    direction: 'credit',
    isReversal: false,
    isBooked: true,
    amount: rappen(Math.round(chf * 100)),
    currency: 'CHF',
    amountText: chf.toFixed(2),
    bookedOn: '2026-11-16' as Day,
    bookedAt: null,
    valueOn: '2026-11-17' as Day,
    reference: null,
    endToEndId: null,
    counterpartyIban: TENANT_IBAN,
    counterpartyName: 'Lea Brunner',
    counterpartyAddress: null,
    charges: rappen(0),
    entryReference: `BANK-${key}`,
    detailReference: null,
    code: null,
    returned: null,
    text: null,
    parts: null,
    ...more,
  };
}

const debit = (iban: string, chf: number, more: Partial<StatementEntry> = {}): StatementEntry =>
  entry(iban, chf, { direction: 'debit', ...more });

async function book(...entries: StatementEntry[]): Promise<string[]> {
  return bookEntries(services, entries, { fileId: randomUUID() });
}

async function opened(): Promise<Play & { iban: string }> {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  await it.play('payment');
  return Object.assign(it, { iban: (await it.record()).iban as string });
}

async function closing(amountLandlord = 0): Promise<Play & { iban: string }> {
  const it = await opened();
  await it.play('start-closing', { by: 'tenant', amountLandlord, tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  return it;
}

const kept = async (key: string): Promise<any> => {
  const { body } = await service.operator('GET', '/bank/entries');
  return body.entries.find((one: any) => one.key === key);
};
const resolve = (key: string, body: object): Promise<any> =>
  service.operator('POST', `/bank/entries/${key}/resolve`, { reason: 'seen at the bank', ...body });

const INTEREST = { code: 'ACMT/MCOP/INTR', counterpartyIban: null, counterpartyName: null };
const FEES = { code: 'ACMT/MDOP/FEES', counterpartyIban: null, counterpartyName: null };
const TAX = { code: 'ACMT/MDOP/WITH', counterpartyIban: null, counterpartyName: null };

test('3 a returned payout of a closed deposit goes out again under a new end-to-end id', async () => {
  const it = await closing();
  const { rentalDeposit } = await it.record();
  assert.equal((await it.play('payout-completed')).state, 'closed');
  const [order] = (await it.record()).orders;
  const back = entry(it.iban, rentalDeposit, {
    returned: { reason: 'AC04 closed account', originalEndToEndId: order.endToEndId },
  });
  assert.deepEqual(await book(back, back), ['booked', 'repeated']);
  const after = await it.record();
  assert.equal(after.state, 'closed');
  assert.deepEqual([after.orders[0].state, after.orders[0].waitsFor], ['returned', 'AC04 closed account']);
  assert.equal(after.balance.held, rentalDeposit);
  const again = entry(it.iban, rentalDeposit, {
    returned: { reason: 'AC04', originalEndToEndId: order.endToEndId },
  });
  assert.deepEqual(await book(again), ['attention']);
  assert.equal((await kept(again.key)).why, 'unknown_return');
  const given = await service.operator('POST', `/money/${order.id}/account`, { iban: OTHER_IBAN });
  assert.equal(given.body.state, 'ordered', given.text);
  assert.equal(given.body.endToEndId, `${order.endToEndId}-2`);
  const paid = await it.play('payout-completed');
  assert.deepEqual([paid.orders[0].state, paid.balance.held], ['completed', 0]);
  assert.equal((await resolve(again.key, { as: 'none' })).status, 200);
});

test('4 paidOutAmountTenant grows with a supplementary order, also while the payout is on its way again', async () => {
  const it = await closing();
  const { rentalDeposit } = await it.record();
  const [payout] = (await it.play('payout-completed')).orders;
  const returned = { reason: 'AC04', originalEndToEndId: payout.endToEndId };
  assert.deepEqual(await book(entry(it.iban, rentalDeposit, { returned }), entry(it.iban, 3, INTEREST)), [
    'booked',
    'booked',
  ]);
  assert.equal((await it.status()).paidOutAmountTenant, rentalDeposit);
  const supplement = (await it.record()).orders.find(({ cause }: any) => cause === 'supplement');
  assert.deepEqual([supplement.state, supplement.iban], ['waiting', null], 'it waits for the new account, too');
  await service.operator('POST', `/money/${supplement.id}/account`, { iban: OTHER_IBAN });
  assert.deepEqual(await book(debit(it.iban, 3, { endToEndId: supplement.endToEndId })), ['booked']);
  assert.equal((await it.status()).paidOutAmountTenant, rentalDeposit + 3);
  const given = await service.operator('POST', `/money/${payout.id}/account`, { iban: OTHER_IBAN });
  assert.equal(given.status, 200, given.text);
  await it.play('payout-completed');
  assert.equal((await it.status()).paidOutAmountTenant, rentalDeposit + 3);
});

test('3 a reversed pay-in leaves an open deposit underfunded until it is paid again', async () => {
  const it = await opened();
  const { rentalDeposit, paymentReference } = await it.record();
  const reversal = debit(it.iban, rentalDeposit, { isReversal: true, reference: paymentReference });
  assert.deepEqual(await book(reversal), ['booked']);
  const short = await it.record();
  assert.deepEqual([short.state, short.paidInTotal, short.attention], ['open', 0, ['underfunded']]);
  assert.deepEqual([short.balance.held, short.payments[0].counted], [0, 0]);
  const part = debit(it.iban, 10, { isReversal: true, reference: paymentReference });
  assert.deepEqual(await book(part), ['attention']);
  assert.equal((await kept(part.key)).why, 'unknown_reversal');
  assert.equal((await resolve(part.key, { as: 'none' })).status, 200);
  await it.play('payment');
  const full = await it.record();
  assert.deepEqual([full.paidInTotal, full.attention], [rentalDeposit, []]);
});

test('3 a reversal after closing began reduces the payout before it is sent; afterwards it is kept', async () => {
  const it = await closing(60);
  const { rentalDeposit, paymentReference } = await it.record();
  assert.deepEqual(await book(debit(it.iban, rentalDeposit, { isReversal: true, reference: paymentReference })), [
    'booked',
  ]);
  const reduced = await it.record();
  assert.deepEqual([reduced.orders, reduced.balance.held], [[], 0]);
  const sent = await closing(60);
  const before = await sent.record();
  await sent.play('payout-completed');
  const late = debit(sent.iban, before.rentalDeposit, { isReversal: true, reference: before.paymentReference });
  assert.deepEqual(await book(late), ['attention']);
  assert.equal((await kept(late.key)).why, 'reversed_after_payout');
  assert.deepEqual((await sent.record()).attention, ['overdrawn']);
  assert.equal((await resolve(late.key, { as: 'none' })).status, 200);
  assert.deepEqual((await sent.record()).attention, []);
});

test('4 interest, charges and tax: the landlord gets the agreed share, the tenant the rest', async () => {
  const it = await opened();
  const { rentalDeposit } = await it.record();
  assert.deepEqual(await book(entry(it.iban, 5, INTEREST), debit(it.iban, 1.75, TAX), debit(it.iban, 1, FEES)), [
    'booked',
    'booked',
    'booked',
  ]);
  const { balance } = await it.record();
  assert.deepEqual(balance, {
    deposit: rentalDeposit,
    interest: 5,
    charges: 1,
    withholdingTax: 1.75,
    surplus: 0,
    held: rentalDeposit + 2.25,
  });
  await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  const { orders } = await it.record();
  assert.deepEqual(
    orders.map(({ to, amount }: any) => [to, amount]),
    [
      ['tenant', rentalDeposit - 60 + 2.25],
      ['landlord', 60],
    ],
  );
  // What the bank credits after the payout was ordered goes to the tenant, less what it charges.
  await book(entry(it.iban, 3, INTEREST), debit(it.iban, 1, FEES));
  const later = (await it.record()).orders.find(({ cause }: any) => cause === 'supplement');
  assert.deepEqual([later.to, later.amount], ['tenant', 2]);
  const closed = await it.play('payout-completed');
  assert.deepEqual([closed.state, closed.paidOutAmountTenant], ['closed', rentalDeposit - 60 + 4.25]);
  assert.equal(closed.balance.held, 0);
  const { paidOutTime } = closed;
  await book(entry(it.iban, 7, INTEREST));
  const last = await it.play('payout-completed');
  assert.deepEqual([last.paidOutAmountTenant, last.paidOutTime], [rentalDeposit - 60 + 11.25, paidOutTime]);
  await book(debit(it.iban, 2, FEES));
  assert.equal((await it.record()).balance.held, -2);
});

test('5 the bank’s dates are kept with payments, and a payout is booked on its day', async () => {
  const it = await closing();
  const { orders, rentalDeposit, payments } = await it.record();
  assert.equal(payments[0].matchedBy, 'reference');
  const out = debit(it.iban, rentalDeposit, { endToEndId: orders[0].endToEndId, bookedOn: '2026-11-13' as Day });
  assert.deepEqual(await book(out), ['booked']);
  assert.equal((await it.record()).paidOutTime, '2026-11-12T23:00:00.000Z');
  const it2 = await demo.start();
  await it2.play('tenant-signs');
  await it2.play('account-opened');
  const { iban } = await it2.record();
  await book(entry(iban, 20));
  const [payment] = (await it2.record()).payments;
  assert.deepEqual(
    [payment.matchedBy, payment.bookedOn, payment.valueOn, payment.bankReference?.startsWith('BANK-')],
    ['account', '2026-11-16', '2026-11-17', true],
  );
  assert.ok(payment.entryKey);
});

test('3 a surplus below the limit is kept until the payout and goes to the tenant', async () => {
  const it = await opened();
  const { rentalDeposit } = await it.record();
  await book(entry(it.iban, 0.6));
  const kept = await it.record();
  assert.deepEqual([kept.orders, kept.balance.surplus], [[], 0.6]);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 0, tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  assert.equal((await it.record()).orders[0].amount, rentalDeposit + 0.6);
});

test('1 one payment reported in two ways counts once', async () => {
  const it = await opened();
  const { paymentReference, qrIban } = await it.record();
  const one = entry(it.iban, 30, { reference: paymentReference });
  const bare = entry(it.iban, 30, { reference: paymentReference, entryReference: null });
  assert.deepEqual([...(await book(one)), ...(await book(bare))], ['booked', 'attention']);
  assert.equal((await kept(bare.key)).why, 'possible_duplicate');
  assert.ok((await kept(bare.key)).candidates.some(({ kind }: any) => kind === 'payment'));
  assert.equal((await resolve(bare.key, { as: 'duplicate' })).status, 200);
  assert.equal((await resolve(bare.key, { as: 'duplicate' })).status, 200, 'the same words');
  assert.equal((await resolve(bare.key, { as: 'none' })).status, 409, 'other words');
  const byQr = entry(qrIban, 30, { reference: paymentReference, entryReference: null });
  assert.deepEqual(await book(byQr), ['attention'], 'IBAN and QR-IBAN are one account');
  await resolve(byQr.key, { as: 'duplicate' });
});

test('1 row 5: a total of known singles is known, in any order', async () => {
  const it = await opened();
  const day = { bookedOn: '2026-11-02' as Day };
  const total = (key: string): StatementEntry =>
    entry(it.iban, 33, { ...day, key, entryKey: key, totalOf: 2, counterpartyIban: null, counterpartyName: null });
  assert.deepEqual(await book(total('first')), ['total']);
  assert.deepEqual(await book(entry(it.iban, 11, day), entry(it.iban, 22, day)), ['booked', 'booked']);
  assert.deepEqual(await book(total('first')), ['repeated'], 'its transactions are known now');
  assert.deepEqual(await book(total('other')), ['total'], 'the singles belong to another total');
});

const BARE = { counterpartyIban: null, counterpartyName: null, entryReference: null };

test('1 row 5: a booking and its possible duplicate are not the two transactions of a total', async () => {
  for (const isTotalFirst of [true, false]) {
    const it = await opened();
    const day = { bookedOn: '2026-11-04' as Day };
    const known = entry(it.iban, 10, day);
    assert.deepEqual(await book(known), ['booked']);
    const total = entry(it.iban, 20, { ...BARE, ...day, totalOf: 2 });
    const repeated = entry(it.iban, 10, { ...day, entryReference: null });
    const statement = isTotalFirst ? [total, repeated] : [repeated, total];
    assert.deepEqual(await book(...statement), isTotalFirst ? ['total', 'attention'] : ['attention', 'total']);
    assert.equal((await resolve(repeated.key, { as: 'duplicate' })).status, 200);
    assert.deepEqual(await book(total), ['total'], 'it still waits');
    assert.deepEqual(await book(entry(it.iban, 10, day), entry(it.iban, 10, day)), ['booked', 'booked']);
    assert.deepEqual(await book(total), ['repeated'], 'its transactions are known now');
  }
});

test('1 row 5: what stands beside a total in its file is no part of it', async () => {
  const it = await opened();
  const day = { bookedOn: '2026-11-05' as Day };
  const singles = [entry(it.iban, 10, day), entry(it.iban, 20, day)];
  const total = entry(it.iban, 30, { ...BARE, ...day, totalOf: 2 });
  assert.deepEqual(await book(...singles), ['booked', 'booked']);
  assert.deepEqual(await book(total, ...singles), ['total', 'repeated', 'repeated']);
  assert.deepEqual(await book(...singles, total), ['repeated', 'repeated', 'total'], 'the file once more');

  const other = await opened();
  const both = [entry(other.iban, 10, day), entry(other.iban, 20, day)];
  const beside = entry(other.iban, 30, { ...BARE, ...day, totalOf: 2 });
  assert.deepEqual(await book(beside, ...both), ['total', 'booked', 'booked']);
  assert.deepEqual(await book(...both), ['repeated', 'repeated'], 'in another file');
  assert.deepEqual(await book(beside, ...both), ['total', 'repeated', 'repeated'], 'the file once more');
});

test('1 row 5: possible duplicates that a person books settle their total', async () => {
  const it = await opened();
  const [first, day] = [{ bookedOn: '2026-11-07' as Day }, { bookedOn: '2026-11-08' as Day }];
  assert.deepEqual(await book(entry(it.iban, 10, { ...first, entryReference: null })), ['booked']);
  const singles = [entry(it.iban, 10, day), entry(it.iban, 10, day)];
  const total = entry(it.iban, 20, { ...BARE, ...day, totalOf: 2 });
  assert.deepEqual(await book(...singles), ['attention', 'attention']);
  assert.deepEqual(await book(total), ['total']);
  for (const { key } of singles) assert.equal((await resolve(key, { as: 'payment', depositId: it.id })).status, 200);
  assert.deepEqual(await book(total), ['repeated'], 'its transactions are known now');
  assert.equal((await resolve(`total:${total.key}`, { as: 'payment', depositId: it.id })).status, 409, 'not once more');
});

test('1 row 2: an account of nobody books nothing and completes nothing', async () => {
  const it = await closing();
  const { orders, rentalDeposit } = await it.record();
  const foreign = debit('CH2909000000250094239', rentalDeposit, { endToEndId: orders[0].endToEndId });
  assert.deepEqual([...(await book(foreign)), ...(await book(foreign))], ['attention', 'attention']);
  assert.equal((await it.record()).state, 'closing');
  assert.equal((await kept(foreign.key)).why, 'foreign_account');
  await resolve(foreign.key, { as: 'none' });
});

test('2 what is kept can be resolved to the end', async () => {
  const it = await opened();
  const strange = debit(it.iban, 9, { counterpartyName: 'Somebody' });
  await book(strange);
  assert.equal((await resolve(strange.key, { as: 'charge' })).status, 422, 'the deposit is missing');
  assert.equal((await resolve(strange.key, { as: 'payment', depositId: it.id })).status, 422, 'it is a debit');
  assert.equal((await resolve(strange.key, { as: 'charge', depositId: randomUUID() })).status, 422);
  assert.equal((await resolve(strange.key, { as: 'charge', depositId: it.id })).status, 200);
  assert.equal((await it.record()).balance.charges, 9);
  assert.equal((await resolve('nobody', { as: 'none' })).status, 404);

  const other = await opened();
  const { paymentReference } = await other.record();
  const crossed = entry(it.iban, 40, { reference: paymentReference });
  await book(crossed);
  assert.equal((await kept(crossed.key)).why, 'account_mismatch');
  assert.equal((await resolve(crossed.key, { as: 'payment', depositId: it.id })).status, 200);
  assert.equal((await it.record()).payments.at(-1).amount, 40);

  const back = entry(it.iban, 41, { reference: paymentReference });
  await book(back);
  assert.equal((await resolve(back.key, { as: 'payback' })).status, 200);
  assert.equal((await it.record()).orders.at(-1).amount, 41);

  const parts = entry(it.iban, 50, { isMismatch: true });
  await book(parts);
  const wrong = await resolve(parts.key, { parts: [{ as: 'interest', amount: 49, depositId: it.id }] });
  assert.equal(wrong.status, 422);
  const right = await resolve(parts.key, {
    parts: [
      { as: 'interest', amount: 20, depositId: it.id },
      { as: 'payment', amount: 30, depositId: it.id },
    ],
  });
  assert.equal(right.status, 200, right.text);
  assert.equal((await it.record()).balance.interest, 20);

  const later = entry(it.iban, 60, { reference: paymentReference });
  await book(later);
  assert.deepEqual((await resolve(later.key, { as: 'again' })).body, { key: later.key, resolved: false });
  assert.equal((await resolve(later.key, { as: 'none' })).status, 200);
});

test('2 money with an unknown reference is assigned to a deposit', async () => {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  const { rentalDeposit } = await it.record();
  await service.sandbox('POST', '/payments', { reference: 'RF00UNKNOWN', amount: rentalDeposit });
  const { body } = await service.operator('GET', '/money?kind=unknown_reference');
  const [{ id }] = body.entries;
  const assign = (depositId: string) =>
    service.operator('POST', `/money/${id}/assign`, { depositId, reason: 'the tenant called' });
  assert.equal((await assign(randomUUID())).status, 422);
  assert.equal((await assign(it.id)).status, 200);
  assert.equal((await assign(it.id)).status, 200, 'the same words');
  assert.equal((await it.record()).state, 'open');
  const other = await opened();
  assert.equal((await assign(other.id)).status, 409, 'other words');
  const listed = await service.operator('GET', '/money?kind=unknown_reference');
  assert.ok(!listed.body.entries.some((one: any) => one.id === id));
});

test('3 a returned payback of money without a deposit: the operators are told', async () => {
  const own = services.money.operatorIban ?? assert.fail();
  const counterpartyAddress = { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode: 'CH' };
  assert.deepEqual(await book(entry(own, 77.5, { counterpartyName: 'Nora Wyss', counterpartyAddress })), ['booked']);
  const { body } = await service.operator('GET', '/money?kind=unknown_reference');
  const order = body.entries.find((one: any) => one.amount === 77.5);
  assert.equal((await service.operator('POST', `/money/${order.id}/release`)).status, 200);
  const paid = debit(own, 77.5, { endToEndId: order.endToEndId });
  assert.deepEqual(await book(paid), ['booked']);
  const returned = { reason: 'AC04 closed account', originalEndToEndId: order.endToEndId };
  assert.deepEqual(await book(entry(own, 77.5, { returned })), ['booked']);
  const mails = (await service.sandbox('GET', '/mailbox')).body.mails.filter(
    (mail: any) => mail.kind === 'payback_returned',
  );
  assert.ok(mails.length > 0);
  assert.match(mails[0].text, /77\.50[\s\S]*AC04[\s\S]*\/operator\/money\//);
});

test('1 row 5: a total that a person has booked makes its details known', async () => {
  const it = await opened();
  const nobody = { counterpartyIban: null, counterpartyName: null, bookedOn: '2026-11-03' as Day };
  const total = entry(it.iban, 44, { ...nobody, key: 'bare', entryKey: 'bare', totalOf: 2 });
  assert.deepEqual(await book(total), ['total']);
  assert.equal((await resolve('total:bare', { as: 'payback' })).status, 200);
  const detail = (key: string, chf: number): StatementEntry =>
    entry(it.iban, chf, { key, entryKey: 'bare', level: 'detail', bookedOn: '2026-11-03' as Day });
  assert.deepEqual(await book(detail('d1', 11), detail('d2', 33)), ['repeated', 'repeated']);
});

test('2, 6 a total without details, booked by a person, is in the books once, also when the details arrive', async () => {
  const it = await opened();
  const bare = { counterpartyIban: null, counterpartyName: null, bookedOn: '2026-11-15' as Day };
  const total = entry(it.iban, 70, { ...bare, totalOf: 2 });
  assert.deepEqual(await book(total), ['total']);
  const key = `total:${total.key}`;
  assert.equal((await resolve(key, { as: 'payment', depositId: it.id })).status, 200);
  const proved = async (): Promise<any> => {
    const { faults } = await verifyBank(database, { operatorIban: services.money.operatorIban });
    return faults.filter(({ depositId }) => depositId === it.id);
  };
  assert.deepEqual(await proved(), []);
  const days = { ...it, at: '2100-01-01' as Day, written: [it.iban], stated: [it.iban], owner: it.id };
  const books = (await readSums(database, [days], services.money.operatorIban)).get(it.iban)?.books;
  const { rentalDeposit } = await it.record();
  assert.equal(books, rentalDeposit * 100 + 70_00, 'the books count it');
  const details = [30, 40].map((chf) => entry(it.iban, chf, { ...bare, level: 'detail', entryKey: total.key }));
  assert.deepEqual(await book(...details), ['repeated', 'repeated']);
  assert.deepEqual(await proved(), []);
});

test('2 decided again and still kept, an entry stays in its place of the list; a total stays listed', async () => {
  const it = await opened();
  const [first, second] = [debit(it.iban, 11.11), debit(it.iban, 22.22)];
  assert.deepEqual(await book(first), ['attention']);
  assert.deepEqual(await book(second), ['attention']);
  const bare = { counterpartyIban: null, counterpartyName: null, entryReference: null };
  const total = entry(it.iban, 70, { ...bare, totalOf: 2 });
  assert.deepEqual(await book(total), ['total']);
  await database.query(`update bank_entries set at = at - interval '4 days' where key = $1`, [`total:${total.key}`]);
  const listed = async (): Promise<any[]> => {
    const { body } = await service.operator('GET', '/bank/entries');
    const keys = new Set([first.key, second.key, `total:${total.key}`]);
    return body.entries.filter(({ key }: any) => keys.has(key)).map(({ key, at }: any) => ({ key, at }));
  };
  const before = await listed();
  assert.deepEqual(
    before.map(({ key }) => key),
    [`total:${total.key}`, first.key, second.key],
  );
  for (const { key } of before) assert.equal((await resolve(key, { as: 'again' })).body.resolved, false);
  assert.deepEqual(await listed(), before);
  for (const { key } of before) await resolve(key, { as: 'none' });
});

const ADDRESS = { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode: 'CH' };
const ownAccount = (): string => services.money.operatorIban ?? assert.fail();

/** Money on the operator's own account, by the order that pays it back. */
async function unknownMoney(chf: number): Promise<any> {
  const arrived = entry(ownAccount(), chf, { counterpartyName: 'Nora Wyss', counterpartyAddress: ADDRESS });
  assert.deepEqual(await book(arrived), ['booked']);
  const { body } = await service.operator('GET', '/money?kind=unknown_reference');
  return body.entries.find((one: any) => one.amount === chf);
}

test('1 row 12: a debit of an order that was cancelled is kept, and completes nothing', async () => {
  const it = await opened();
  const { id, endToEndId } = await unknownMoney(311);
  const assigned = await service.operator('POST', `/money/${id}/assign`, { depositId: it.id, reason: 'a call' });
  assert.equal(assigned.status, 200);
  const late = debit(ownAccount(), 311, { endToEndId });
  assert.deepEqual(await book(late), ['attention']);
  assert.equal((await kept(late.key)).why, 'debit_mismatch');
  assert.equal((await resolve(late.key, { as: 'order', orderId: id })).status, 409);
  await verified(service);
  assert.equal((await resolve(late.key, { as: 'none' })).status, 200);
});

test('2 parts of an entry: none in another currency, no order twice', async () => {
  const it = await opened();
  const euros = entry(it.iban, 0, { amount: null, currency: 'EUR', amountText: '50.00' });
  assert.deepEqual(await book(euros), ['attention']);
  const inFrancs = await resolve(euros.key, { parts: [{ as: 'payment', amount: 5000, depositId: it.id }] });
  assert.equal(inFrancs.status, 409, inFrancs.text);
  assert.equal((await it.record()).payments.length, 1);
  assert.equal((await resolve(euros.key, { as: 'none' })).status, 200);
  const { id: orderId } = await unknownMoney(50.5);
  const both = debit(ownAccount(), 101, { isMismatch: true });
  assert.deepEqual(await book(both), ['attention']);
  const part = { as: 'order', amount: 50.5, orderId };
  assert.equal((await resolve(both.key, { parts: [part, part] })).status, 409);
  await verified(service);
  assert.equal((await resolve(both.key, { parts: [part, { as: 'none', amount: 50.5 }] })).status, 200);
});

test('2 money on an account of nobody is no payment of a deposit', async () => {
  const it = await opened();
  const foreign = entry('CH2909000000250094239', 55);
  await book(foreign);
  const refused = await resolve(foreign.key, { as: 'payment', depositId: it.id });
  assert.equal(refused.status, 409, refused.text);
  assert.deepEqual((await it.record()).orders, []);
  assert.equal((await resolve(foreign.key, { as: 'none' })).status, 200);
});

test('2, 3 the debit of a second attempt that a person has reported is linked with it', async () => {
  const it = await closing();
  const {
    rentalDeposit,
    orders: [{ id: orderId, endToEndId }],
  } = await it.record();
  const back = entry(it.iban, rentalDeposit, { returned: { reason: 'AC04', originalEndToEndId: endToEndId } });
  assert.deepEqual(await book(debit(it.iban, rentalDeposit, { endToEndId }), back), ['booked', 'booked']);
  assert.equal((await service.operator('POST', `/money/${orderId}/account`, { iban: OTHER_IBAN })).status, 200);
  assert.equal((await service.operator('POST', `/money/${orderId}/completed`)).status, 200);
  const second = debit(it.iban, rentalDeposit, { endToEndId: `${endToEndId}-2` });
  assert.deepEqual(await book(second), ['attention']);
  assert.equal((await resolve(second.key, { as: 'order', orderId })).status, 200);
  const third = debit(it.iban, rentalDeposit, { endToEndId: `${endToEndId}-2` });
  assert.deepEqual(await book(third), ['attention']);
  assert.equal((await resolve(third.key, { as: 'order', orderId })).status, 409, 'it has its booking');
  assert.equal((await resolve(third.key, { as: 'duplicate' })).status, 200);
});

test('3, 4 a closing of which nothing is left to pay is closed', async () => {
  const reversed = await closing();
  const { rentalDeposit, paymentReference } = await reversed.record();
  await book(debit(reversed.iban, rentalDeposit, { isReversal: true, reference: paymentReference }));
  const nothing = await reversed.record();
  assert.deepEqual([nothing.state, nothing.paidOutAmountTenant, nothing.balance.held], ['closed', 0, 0]);
  const charged = await closing(60);
  const [tenants] = (await charged.record()).orders;
  const out = debit(charged.iban, tenants.amount, { endToEndId: tenants.endToEndId, bookedOn: '2026-11-13' as Day });
  await book(out, debit(charged.iban, 60, FEES));
  const closed = await charged.record();
  assert.deepEqual([closed.state, closed.paidOutAmountTenant, closed.balance.held], ['closed', tenants.amount, 0]);
  assert.equal(closed.paidOutTime, '2026-11-12T23:00:00.000Z', 'the last payment');
});

test('3 release of a supplementary order: again when it grows, and not by whoever gave the account', async () => {
  const strict: Services = { ...services, money: { ...services.money, paymentRelease: 'all' } };
  const credit = (iban: string, chf: number): Promise<string[]> =>
    bookEntries(strict, [entry(iban, chf, INTEREST)], { fileId: randomUUID() });
  const supplement = async (it: Play): Promise<any> =>
    (await it.record()).orders.find(({ cause }: any) => cause === 'supplement');
  const it = await closing();
  await credit(it.iban, 3);
  const { id } = await supplement(it);
  assert.equal((await service.operator('POST', `/money/${id}/release`)).body.state, 'ordered');
  await credit(it.iban, 4000);
  const grown = await supplement(it);
  assert.deepEqual([grown.state, grown.amount], ['to_release', 4003]);
  const other = await closing();
  const [order] = (await other.record()).orders;
  assert.equal((await service.operator('POST', `/money/${order.id}/account`, { iban: OTHER_IBAN })).status, 200);
  await credit(other.iban, 3);
  const { id: own } = await supplement(other);
  assert.equal((await service.operator('POST', `/money/${own}/release`)).status, 403);
});
