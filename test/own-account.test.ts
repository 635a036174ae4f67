import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { assignMoney } from '../src/actions/bank/assign-money.ts';
import { bookEntries } from '../src/actions/bank/book-entries.ts';
import { resolveEntry } from '../src/actions/bank/resolve-entry.ts';
import { correctDepositAccount } from '../src/actions/deposit-account.ts';
import { verifyBank } from '../src/actions/bank/verify-bank.ts';
import type { Services } from '../src/actions/services.ts';
import type { Resolution } from '../src/domain/bank/resolution.ts';
import type { StatementEntry } from '../src/domain/booking.ts';
import { within } from '../src/storage/database/open-transaction.ts';
import { readForm } from './support/form.ts';
import { signInOperator } from './support/operator.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from './support/statement-entry.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let desk: BookingDesk;
let own: string;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  desk = await openBookingDesk(service);
  own = desk.services.money.operatorIban ?? assert.fail();
});
after(async () => {
  await verified(service);
  const { faults } = await verifyBank(desk.services.database, { operatorIban: own });
  assert.deepEqual(faults, []);
  await desk.close();
  await service.stop();
});

/** A deposit in awaiting_payment. */
async function waiting(): Promise<Play> {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  return it;
}

/** The same database, by the rules of production. */
function production(): Services {
  return { ...desk.services, money: { ...desk.services.money, isTest: false } };
}

function bookInProduction(...entries: StatementEntry[]): Promise<string[]> {
  return bookEntries(production(), entries, { fileId: randomUUID() });
}

async function inProduction(work: (services: Services) => Promise<unknown>): Promise<void> {
  const { database } = desk.services;
  await database.transaction((sql) => work({ ...production(), database: within(database, sql) }));
}

const resolveInProduction = (key: string, resolution: Resolution): Promise<void> =>
  inProduction((services) => resolveEntry(services, key, resolution));

const money = async (kind: string, amount: number): Promise<any> =>
  (await service.operator('GET', `/money?kind=${kind}`)).body.entries.find((one: any) => one.amount === amount);

const kept = async (key: string): Promise<any> =>
  (await service.operator('GET', '/bank/entries')).body.entries.find((one: any) => one.key === key);

const resolve = (key: string, body: object): Promise<any> =>
  service.operator('POST', `/bank/entries/${key}/resolve`, { reason: 'seen at the bank', ...body });

const operatorMails = async (kind: string, text: RegExp): Promise<any[]> =>
  (await service.sandbox('GET', '/mailbox')).body.mails.filter(
    (mail: any) => mail.kind === kind && text.test(mail.text),
  );

test('2 decided again and booked: the same words are 200, others 409', async () => {
  const it = await waiting();
  const { iban, paymentReference } = await it.record();
  const other = await waiting();
  const crossed = statementEntry((await other.record()).iban, 33.3, { reference: paymentReference });
  assert.deepEqual(await desk.book(crossed), ['attention']);
  await other.play('withdraw');
  await desk.services.database.query('update deposits set iban = null where id = $1', [other.id]);
  await desk.services.database.query(
    `update bank_entries set account_iban = $2, content = jsonb_set(content::jsonb, '{accountIban}', to_jsonb($2::text)) where key = $1`,
    [crossed.key, iban],
  );
  assert.deepEqual((await resolve(crossed.key, { as: 'again' })).body, { key: crossed.key, resolved: true });
  assert.equal((await it.record()).paidInTotal, 33.3);
  const repeated = await resolve(crossed.key, { as: 'again' });
  assert.deepEqual([repeated.status, repeated.body], [200, { key: crossed.key, resolved: true }]);
  assert.equal((await resolve(crossed.key, { as: 'again', reason: 'other words' })).status, 409);
  assert.equal((await resolve(crossed.key, { as: 'none' })).status, 409);
  assert.equal((await it.record()).paidInTotal, 33.3);
});

test('1 row 9: a payment on the operator’s own account is taken back, in test', async () => {
  const it = await waiting();
  const { rentalDeposit, paymentReference } = await it.record();
  const paid = statementEntry(own, rentalDeposit, { reference: paymentReference });
  assert.deepEqual(await desk.book(paid), ['booked']);
  assert.equal((await it.record()).state, 'open');
  const back = statementDebit(own, rentalDeposit, { reference: paymentReference, isReversal: true });
  assert.deepEqual(await desk.book(back), ['booked']);
  const { state, paidInTotal, attention } = await it.record();
  assert.deepEqual([state, paidInTotal, attention], ['open', 0, ['underfunded']]);
});

test('1 row 9: of money without a deposit the payback is cancelled', async () => {
  const paid = statementEntry(own, 81.35, { reference: 'RF18539007547034' });
  assert.deepEqual(await desk.book(paid), ['booked']);
  assert.equal((await money('unknown_reference', 81.35)).state, 'waiting');
  const part = statementDebit(own, 81, { reference: 'RF18539007547034', isReversal: true });
  assert.deepEqual(await desk.book(part), ['attention']);
  assert.equal((await kept(part.key)).why, 'unknown_reversal');
  assert.equal((await resolve(part.key, { as: 'none' })).status, 200);
  const back = statementDebit(own, 81.35, { reference: 'RF18539007547034', isReversal: true });
  assert.deepEqual(await desk.book(back), ['booked']);
  assert.equal(await money('unknown_reference', 81.35), undefined);
  await verified(service);
  const told = await operatorMails('payment_reversed', /81\.35/);
  assert.ok(told.length > 0, '3 the operators are mailed');
  assert.match(told[0].text, /belongs to no deposit[\s\S]*\/operator\/money\//);
});

test('2 a reversal of money without a deposit by hand; when it was paid back, it is kept', async () => {
  const payer = { counterpartyName: 'Nora Wyss', counterpartyIban: 'CH5604835012345678009' };
  const paid = statementEntry(own, 82.35, payer);
  assert.deepEqual(await desk.book(paid), ['booked']);
  const { rows } = await desk.services.database.query<{ payment_id: string }>(
    'select payment_id from bank_entries where key = $1',
    [paid.key],
  );
  const paymentId = rows[0]?.payment_id;
  const stranger = { counterpartyName: 'Somebody', counterpartyIban: null };
  const back = statementDebit(own, 82.35, { isReversal: true, ...stranger });
  assert.deepEqual(await desk.book(back), ['attention']);
  assert.deepEqual((await kept(back.key)).candidates, [{ kind: 'payment', id: paymentId }], 'what it may take back');
  assert.equal((await resolve(back.key, { as: 'reversal', paymentId: randomUUID() })).status, 422);
  assert.equal((await resolve(back.key, { as: 'reversal', paymentId })).status, 200);
  assert.equal(await money('unknown_reference', 82.35), undefined);
  assert.ok((await operatorMails('payment_reversed', /82\.35/)).length > 0, '3 the operators are mailed');
  const again = statementEntry(own, 83.35, payer);
  assert.deepEqual(await desk.book(again), ['booked']);
  const { id } = await money('unknown_reference', 83.35);
  assert.equal((await service.operator('POST', `/money/${id}/completed`)).status, 200);
  const late = statementDebit(own, 83.35, { isReversal: true, ...payer });
  assert.deepEqual(await desk.book(late), ['attention']);
  const { why, candidates } = await kept(late.key);
  assert.deepEqual([why, candidates], ['reversed_after_payout', []], 'it was paid back already');
  assert.equal((await resolve(late.key, { as: 'none' })).status, 200);
});

test('1 row 9: credit and reversal in one file', async () => {
  const reference = 'RF18539007547035';
  const paid = statementEntry(own, 84.35, { reference });
  const back = statementDebit(own, 84.35, { isReversal: true, reference });
  assert.deepEqual(await desk.book(paid, back), ['booked', 'booked']);
  assert.equal(await money('unknown_reference', 84.35), undefined);
});

test('1 rows 11 and 17: in production money on the own account counts after a transfer', async () => {
  const it = await waiting();
  const { rentalDeposit, paymentReference, iban } = await it.record();
  const amount = rentalDeposit;
  assert.deepEqual(await bookInProduction(statementEntry(own, amount, { reference: paymentReference })), ['booked']);
  assert.equal((await it.record()).paidInTotal, 0);
  const { id: orderId } = await money('unknown_reference', amount);
  await inProduction((services) => assignMoney(services, { orderId, depositId: it.id, reason: 'its reference' }));
  await transferred(it, { amount, iban });
});

test('2, 1 row 17: in production an entry of the own account becomes a payment by way of a transfer', async () => {
  const it = await waiting();
  const { rentalDeposit: amount, iban } = await it.record();
  const odd = statementEntry(own, amount, { isMismatch: true });
  assert.deepEqual(await bookInProduction(odd), ['attention']);
  await resolveInProduction(odd.key, { as: 'payment', depositId: it.id, reason: 'seen at the bank' });
  await resolveInProduction(odd.key, { as: 'payment', depositId: it.id, reason: 'seen at the bank' });
  await transferred(it, { amount, iban });
});

for (const [as, code, direction] of [
  ['interest', 'ACMT/MCOP/INTR', 'credit'],
  ['charge', 'ACMT/MDOP/CHRG', 'debit'],
  ['withholding_tax', 'ACMT/MDOP/TAXE', 'debit'],
] as const) {
  test(`2, 1 row 17: in production ${as} of the own account is not a deposit’s; in test it can be`, async () => {
    const it = await waiting();
    const item = statementEntry(own, 3.15, { code, direction });
    assert.deepEqual(await bookInProduction(item), ['attention']);
    assert.equal((await kept(item.key)).why, 'own_account');
    const resolution = { as, depositId: it.id, reason: 'seen at the bank' };
    await assert.rejects(resolveInProduction(item.key, resolution), /operator’s own account.*Close it with none/);
    const { balance } = await it.record();
    assert.deepEqual([balance.held, balance.interest, balance.charges, balance.withholdingTax], [0, 0, 0, 0]);
    assert.equal((await resolve(item.key, { as, depositId: it.id })).status, 200);
  });
}

/** A transfer whose debit the bank has booked; then it returns the money. */
async function returnedTransfer(amount: number): Promise<{ it: Play; iban: string; order: any }> {
  const it = await waiting();
  const { paymentReference, iban } = await it.record();
  await bookInProduction(statementEntry(own, amount, { reference: paymentReference }));
  const { id: orderId } = await money('unknown_reference', amount);
  await inProduction((services) => assignMoney(services, { orderId, depositId: it.id, reason: 'its reference' }));
  const { endToEndId } = await money('transfer', amount);
  await bookInProduction(statementDebit(own, amount, { endToEndId, counterpartyIban: iban }));
  const back = statementEntry(own, amount, { returned: { reason: 'AC04', originalEndToEndId: endToEndId } });
  assert.deepEqual(await bookInProduction(back), ['booked']);
  const order = await money('transfer', amount);
  assert.deepEqual([order.state, order.waitsFor, order.endToEndId], ['returned', 'AC04', `${endToEndId}-2`]);
  return { it, iban, order };
}

const account = (id: string, iban: string) => service.operator('POST', `/money/${id}/account`, { iban });

test('3 a returned transfer is sent again with the account of its deposit, under a new end-to-end id', async () => {
  const { it, iban, order } = await returnedTransfer(91.15);
  const [told] = await operatorMails('payback_returned', /91\.15/);
  assert.match(told.text, /returned a transfer to the account of a deposit/, 'the operators are told');
  const other = await account(order.id, 'CH5604835012345678009');
  assert.equal(other.status, 409, other.text);
  assert.match(other.body.detail, /assign the money again/);
  assert.equal((await account(order.id, iban)).body.state, 'ordered');
  assert.equal((await account(order.id, iban)).status, 409, 'it is on its way');
  const { endToEndId } = order;
  await bookInProduction(statementDebit(own, 91.15, { endToEndId, counterpartyIban: iban }));
  await bookInProduction(statementEntry(iban, 91.15, { endToEndId, counterpartyIban: own }));
  assert.equal((await it.record()).paidInTotal, 91.15);
  await verified(service);
});

test('3, 10 a returned transfer goes to the account of its deposit once that is corrected', async () => {
  const { it, order } = await returnedTransfer(92.15);
  const iban = 'CH6309000000250097798';
  const by = [{ id: 'somebody', actor: 'somebody@depono.example' }];
  await inProduction((services) =>
    correctDepositAccount(
      { ...services, operators: by },
      { organizationId: demo.organizationId, depositId: it.id },
      { iban, qrIban: null, reason: 'a wrong digit' },
    ),
  );
  const again = await money('transfer', 92.15);
  assert.deepEqual([again.id, again.state, again.iban], [order.id, 'ordered', iban]);
  const { rows } = await desk.services.database.query('select changed_by from orders where id = $1', [order.id]);
  assert.deepEqual(rows, [{ changed_by: by }], 'who corrects the account cannot release it');
});

test('2, 3 a returned transfer is assigned again to another deposit', async () => {
  const { it, order } = await returnedTransfer(93.15);
  const other = await waiting();
  const { iban } = await other.record();
  const again = { orderId: order.id, depositId: other.id, reason: 'the wrong deposit' };
  await inProduction((services) => assignMoney(services, again));
  await inProduction((services) => assignMoney(services, again));
  const fresh = await money('transfer', 93.15);
  assert.deepEqual([fresh.iban, fresh.state, fresh.id === order.id], [iban, 'ordered', false]);
  const { endToEndId } = fresh;
  await bookInProduction(statementDebit(own, 93.15, { endToEndId, counterpartyIban: iban }));
  await assert.rejects(
    inProduction((services) => assignMoney(services, { orderId: fresh.id, depositId: it.id, reason: 'no' })),
    /on its way to a deposit/,
  );
  await bookInProduction(statementEntry(iban, 93.15, { endToEndId, counterpartyIban: own }));
  assert.deepEqual([(await it.record()).paidInTotal, (await other.record()).paidInTotal], [0, 93.15]);
  await verified(service);
});

test('2, 3 an assignment is taken back while the money is here: it is assigned or paid back', async () => {
  const { order } = await returnedTransfer(94.15);
  const back = await service.operator('POST', `/money/${order.id}/assign`, { depositId: null, reason: 'not theirs' });
  assert.equal(back.status, 200, back.text);
  const repeated = await service.operator('POST', `/money/${order.id}/assign`, {
    depositId: null,
    reason: 'not theirs',
  });
  assert.equal(repeated.status, 200);
  assert.equal(await money('transfer', 94.15), undefined);
  const payback = await money('unknown_reference', 94.15);
  assert.deepEqual([payback.kind, payback.to], ['payback', 'payer']);
  const nothing = await service.operator('POST', `/money/${payback.id}/assign`, { depositId: null, reason: 'again' });
  assert.equal(nothing.status, 422, nothing.text);
  assert.equal((await service.operator('POST', `/money/${payback.id}/completed`)).body.state, 'completed');
  await verified(service);
});

test('2, 3 in the console a returned transfer is sent again, or its assignment taken back', async () => {
  const operator = await signInOperator(service);
  const [one, two] = [(await returnedTransfer(98.15)).order, (await returnedTransfer(99.15)).order];
  const pathOf = ({ id }: { id: string }): string => `/operator/money/${id}`;
  const { text } = await operator.page(pathOf(one));
  assert.match(text, /Send it again/);
  const sent = await operator.submit(`${pathOf(one)}/account`, readForm(text, `${pathOf(one)}/account`));
  assert.doesNotMatch(sent.text, /Send it again/);
  assert.equal((await money('transfer', 98.15)).state, 'ordered');
  const form = readForm((await operator.page(pathOf(two))).text, `${pathOf(two)}/assign`);
  const unnamed = await operator.post(`${pathOf(two)}/assign`, { ...form, back: 'yes', reason: '' });
  assert.equal(unnamed.status, 422);
  const back = await operator.submit(`${pathOf(two)}/assign`, { ...form, back: 'yes', reason: 'not theirs' });
  assert.match(back.text, /It belongs to no deposit again/);
  assert.equal((await money('unknown_reference', 99.15)).kind, 'payback');
});

test('2, 3 a transfer to a deposit that was withdrawn is taken back, or pays back when it arrives', async () => {
  const it = await waiting();
  const { iban } = await it.record();
  const payer = { counterpartyName: 'Nora Wyss', counterpartyIban: 'CH5604835012345678009' };
  await bookInProduction(statementEntry(own, 95.15, payer), statementEntry(own, 96.15, payer));
  for (const amount of [95.15, 96.15]) {
    const { id: orderId } = await money('unknown_reference', amount);
    await inProduction((services) => assignMoney(services, { orderId, depositId: it.id, reason: 'the payer called' }));
  }
  const { endToEndId } = await money('transfer', 96.15);
  await bookInProduction(statementDebit(own, 96.15, { endToEndId, counterpartyIban: iban }));
  await it.play('withdraw');
  const waits = await money('transfer', 95.15);
  assert.equal(waits.state, 'waiting');
  await service.operator('POST', `/money/${waits.id}/assign`, { depositId: null, reason: 'withdrawn' });
  assert.equal((await money('unknown_reference', 95.15)).kind, 'payback');
  await bookInProduction(statementEntry(iban, 96.15, { endToEndId, counterpartyIban: own }));
  const late = await money('late', 96.15);
  assert.equal(late.iban, payer.counterpartyIban, 'to the payer, not to the own account');
  await verified(service);
});

test('1 row 9: money whose transfer has not left can be taken back by the bank', async () => {
  const it = await waiting();
  const reference = 'RF18539007547036';
  await bookInProduction(statementEntry(own, 97.15, { reference }));
  const { id: orderId } = await money('unknown_reference', 97.15);
  await inProduction((services) => assignMoney(services, { orderId, depositId: it.id, reason: 'the payer called' }));
  assert.deepEqual(await bookInProduction(statementDebit(own, 97.15, { isReversal: true, reference })), ['booked']);
  assert.equal(await money('transfer', 97.15), undefined);
  await verified(service);
});

/** The transfer is the only order of this amount; it counts once the bank has booked both sides. */
async function transferred(it: Play, { amount, iban }: { amount: number; iban: string }): Promise<void> {
  assert.equal((await it.record()).paidInTotal, 0);
  assert.equal(await money('unknown_reference', amount), undefined);
  const order = await money('transfer', amount);
  assert.deepEqual([order.kind, order.to, order.iban, order.state], ['transfer', 'deposit', iban, 'ordered']);
  const { endToEndId } = order;
  assert.deepEqual(await bookInProduction(statementDebit(own, amount, { endToEndId, counterpartyIban: iban })), [
    'booked',
  ]);
  assert.equal((await it.record()).paidInTotal, 0);
  assert.deepEqual(await bookInProduction(statementEntry(iban, amount, { endToEndId, counterpartyIban: own })), [
    'booked',
  ]);
  const { state, paidInTotal, payments } = await it.record();
  assert.deepEqual([state, paidInTotal, payments.length], ['open', amount, 1]);
  await verified(service);
}
