import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { bookEntries } from '../src/actions/bank/book-entries.ts';
import { verifyBank } from '../src/actions/bank/verify-bank.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from './support/statement-entry.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { nameAccount, openTenant } from './support/tenant.ts';

// bank-and-money.md, section 4: what the bank credits when nothing is held any more goes to the tenant.

let service: Service;
let demo: Stage;
let desk: BookingDesk;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true, tenantChoosesProduct: true });
  desk = await openBookingDesk(service);
});
after(async () => {
  await verified(service);
  const { faults } = await verifyBank(desk.services.database, { operatorIban: desk.services.money.operatorIban });
  assert.deepEqual(faults, []);
  await desk.close();
  await service.stop();
});

const SWISS = 'CH3908704016075473007';
const OTHER = 'CH6309000000250097798';
const LEA = { counterpartyName: 'Lea Brunner', counterpartyIban: SWISS };

const interest = (iban: string, chf: number) => statementEntry(iban, chf, { code: 'ACMT/MCOP/INTR' });
const charge = (iban: string, chf: number) => statementDebit(iban, chf, { code: 'ACMT/MDOP/CHRG' });

async function closed(): Promise<Play & { iban: string }> {
  const it = await demo.start();
  for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: SWISS });
  await it.play('consent', { by: 'manager' });
  assert.equal((await it.play('payout-completed')).state, 'closed');
  return { ...it, iban: (await it.record()).iban };
}

const payouts = async (it: Play): Promise<any[]> =>
  (await it.money('payout')).filter((one) => one.to === 'tenant').toReversed();

/** The bank sends the tenant's payout back. */
async function comesBack(it: Play & { iban: string }): Promise<void> {
  const [order] = await payouts(it);
  const back = statementEntry(it.iban, order.amount, {
    returned: { reason: 'AC04', originalEndToEndId: order.endToEndId },
  });
  assert.deepEqual(await desk.book(back), ['booked']);
}

const shown = (orders: any[]) => orders.map(({ cause, state, iban }) => [cause, state, iban]);

test('4 a supplement waits for the new account while the payout to the old one is returned', async () => {
  const it = await closed();
  await comesBack(it);
  await desk.book(interest(it.iban, 1.2));
  assert.deepEqual(shown(await payouts(it)), [
    ['closing', 'returned', SWISS],
    ['supplement', 'waiting', null],
  ]);
  const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'payout_returned' });
  await nameAccount(it, lea, { tenantIban: OTHER });
  assert.deepEqual(shown(await payouts(it)), [
    ['closing', 'ordered', OTHER],
    ['supplement', 'ordered', OTHER],
  ]);
});

test('4 a supplement that was ordered before the payout came back waits, too; the operator gives both an account', async () => {
  const it = await closed();
  await desk.book(interest(it.iban, 1.3));
  assert.deepEqual(shown(await payouts(it))[1], ['supplement', 'ordered', SWISS]);
  await comesBack(it);
  assert.deepEqual(shown(await payouts(it)), [
    ['closing', 'returned', SWISS],
    ['supplement', 'waiting', null],
  ]);
  const [order] = await payouts(it);
  const given = await service.operator('POST', `/money/${order.id}/account`, { iban: OTHER });
  assert.equal(given.status, 200, given.text);
  assert.deepEqual(shown(await payouts(it)), [
    ['closing', 'ordered', OTHER],
    ['supplement', 'ordered', OTHER],
  ]);
  for (const { id } of await payouts(it)) await service.operator('POST', `/money/${id}/completed`);
  await desk.book(interest(it.iban, 0.4));
  assert.deepEqual(shown(await payouts(it))[2], ['supplement', 'ordered', OTHER], 'the account that works');
});

async function withAccount(): Promise<Play & { iban: string }> {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  return { ...it, iban: (await it.record()).iban };
}

const held = async (it: Play): Promise<number> => (await it.record()).balance.held;

test('4 interest on the account of a withdrawn deposit goes to the tenant’s account', async () => {
  const it = await withAccount();
  const { paymentReference: reference } = await it.record();
  await desk.book(statementEntry(it.iban, 500, { reference, ...LEA }), interest(it.iban, 0.8));
  assert.equal(await held(it), 500.8);
  await it.play('withdraw');
  assert.deepEqual(
    (await payouts(it)).map(({ cause, state, iban, amount, holderName }) => [cause, state, iban, amount, holderName]),
    [['supplement', 'ordered', SWISS, 0.8, 'Lea Brunner']],
  );
  await desk.book(interest(it.iban, 0.3));
  assert.deepEqual(
    (await payouts(it)).map(({ amount }) => amount),
    [1.1],
    'one order for both',
  );
  await desk.book(charge(it.iban, 0.1));
  const [order] = await payouts(it);
  assert.equal(order.amount, 1);
  assert.deepEqual(await desk.book(statementDebit(it.iban, 1, { endToEndId: order.endToEndId })), ['booked']);
  const { state, balance, paidOutTime } = await it.record();
  assert.deepEqual([state, balance.held, paidOutTime], ['withdrawn', 0, null]);
  assert.equal((await payouts(it))[0].state, 'completed');
});

test('4 without an account of the tenant’s own the order waits for one', async () => {
  const it = await withAccount();
  const { paymentReference: reference } = await it.record();
  const other = { counterpartyName: 'Urs Frei', counterpartyIban: OTHER };
  await desk.book(statementEntry(it.iban, 500, { reference, ...other }));
  await it.play('withdraw');
  const services = { ...desk.services, demoIban: null };
  await bookEntries(services, [interest(it.iban, 0.6)], { fileId: randomUUID() });
  const [order] = await payouts(it);
  assert.deepEqual([order.state, order.iban, order.amount], ['waiting', null, 0.6]);
  const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'deposit_withdrawn' });
  const { status, text } = await lea.send('/account', { tenantIban: 'CH39' });
  assert.equal(status, 422);
  assert.match(text, /href="#account-tenantIban"/);
  await nameAccount(it, lea, { tenantIban: OTHER });
  assert.deepEqual(shown(await payouts(it)), [['supplement', 'ordered', OTHER]], 'the tenant’s page asks for it');
  assert.equal((await service.operator('POST', `/money/${order.id}/account`, { iban: SWISS })).body.state, 'ordered');
  await service.operator('POST', `/money/${order.id}/completed`);
  assert.equal(await held(it), 0);
});

test('4 interest on the account of a deposit that became an insurance goes to the tenant; it stays in its phase', async () => {
  const it = await withAccount();
  await desk.book(interest(it.iban, 0.7));
  await it.play('edit');
  await it.play('resend');
  await it.play('tenant-signs', { product: 'insurance' });
  assert.deepEqual(
    (await payouts(it)).map(({ cause, amount }) => [cause, amount]),
    [['supplement', 0.7]],
  );
  await it.play('cover-confirmed');
  await desk.book(interest(it.iban, 0.2));
  const [order] = await payouts(it);
  assert.equal(order.amount, 0.9);
  const done = await service.operator('POST', `/money/${order.id}/completed`);
  assert.equal(done.status, 200, done.text);
  assert.equal((await it.record()).state, 'open');
});
