import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
});
after(() => service.stop());

/** A deposit in awaiting_payment. */
async function waiting(rentalDeposit = '3560'): Promise<Play> {
  const it = await demo.start({ rentalDeposit });
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  return it;
}

const amounts = async (it: Play, kind: string): Promise<number[]> => (await it.money(kind)).map(({ amount }) => amount);

test('partial payments add up and are not exposed; the last Rappen opens the deposit', async () => {
  const it = await waiting('1000.05');
  const paid = async (amount: number): Promise<[string, number, number | null]> => {
    const { state, paidInTotal } = await it.play('payment', { amount });
    return [state, paidInTotal, (await it.status()).paidInAmount];
  };
  assert.deepEqual(await paid(400), ['opening', 400, null]);
  assert.deepEqual(await paid(600.04), ['opening', 1000.04, null]);
  assert.deepEqual(await paid(0.01), ['open', 1000.05, 1000.05]);
  const { payments } = await it.record();
  assert.deepEqual(
    payments.map(({ amount, counted }: any) => [amount, counted]),
    [
      [400, 400],
      [600.04, 600.04],
      [0.01, 0.01],
    ],
  );
  assert.deepEqual(await amounts(it, 'surplus'), []);
  await verified(service);
});

test('too much at once: open, and the rest goes back to the payer', async () => {
  const it = await waiting();
  const { state, paidInTotal, orders } = await it.play('payment', { amount: 3600.5 });
  assert.deepEqual([state, paidInTotal], ['open', 3560]);
  assert.deepEqual(
    orders.map(({ kind, cause, to, amount, state: is }: any) => [kind, cause, to, amount, is]),
    [['payback', 'surplus', 'payer', 40.5, 'ordered']],
  );
  assert.deepEqual(await amounts(it, 'surplus'), [40.5]);
  assert.deepEqual(await amounts(it, 'payback'), [40.5]);
  const done = await it.play('payback-completed');
  assert.deepEqual([done.orders[0].state, done.state, done.paidInTotal], ['completed', 'open', 3560]);
  await it.refuse('payback-completed');
  await verified(service);
});

test('paid twice, and again when closing and closed: all of it is paid back', async () => {
  const it = await waiting();
  await it.play('payment');
  await it.play('payment');
  await it.play('start-closing', { by: 'tenant' });
  await it.play('payment', { amount: 1 });
  await it.play('consent', { by: 'manager' });
  await it.play('payment', { amount: 2 });
  await it.play('payout-completed');
  const { state, paidOutAmountTenant } = await it.play('payment', { amount: 3 });
  assert.deepEqual([state, paidOutAmountTenant], ['closed', 3560]);
  assert.deepEqual(await amounts(it, 'surplus'), [3, 2, 1, 3560]);
  await verified(service);
});

test('a withdrawal pays back a partial payment; later money is late', async () => {
  const it = await waiting();
  await it.play('payment', { amount: 100 });
  await it.play('payment', { amount: 50 });
  const { state, paidInTotal } = await it.play('withdraw');
  assert.deepEqual([state, paidInTotal], ['withdrawn', 0]);
  assert.deepEqual((await amounts(it, 'payback')).toSorted(), [100, 50], 'each payment by itself');
  const [mail] = await it.mails(String(it.sent['tenantEmail']), 'deposit_withdrawn');
  assert.match(mail.text, /CHF 150\.00/);
  await it.play('payment');
  assert.deepEqual(await amounts(it, 'late'), [3560]);
  assert.deepEqual((await amounts(it, 'payback')).toSorted(), [100, 3560, 50]);
  assert.deepEqual((await it.status()).paidInAmount, null);
  await it.play('payback-completed');
  await verified(service);
});

test('money with an unknown reference is booked, shown and paid back', async () => {
  const reference = '21 00000 00003 13947 14300 09017';
  const { status, body } = await service.sandbox('POST', '/payments', { reference, amount: 123.45 });
  assert.deepEqual([status, body], [200, { depositId: null }]);
  const list = async () => (await service.operator('GET', '/money?kind=unknown_reference')).body.entries;
  const [entry] = await list();
  assert.deepEqual(
    [entry.amount, entry.state, entry.deposit, entry.reference],
    [123.45, 'ordered', null, reference.replaceAll(' ', '')],
  );
  await verified(service);
  assert.equal((await service.operator('POST', `/money/${entry.id}/completed`)).body.state, 'completed');
  assert.equal((await service.operator('POST', `/money/${entry.id}/completed`)).status, 409);
  const { totals } = await verified(service);
  assert.ok(totals.paidBack >= 123.45);
});

test('money with a known reference finds its deposit, however the reference is written', async () => {
  const it = await waiting();
  const { paymentReference } = await it.record();
  const spaced = `${paymentReference.slice(0, 2)} ${paymentReference.slice(2, 7)} ${paymentReference.slice(7)}`;
  const { body } = await service.sandbox('POST', '/payments', { reference: spaced, amount: 3560 });
  assert.equal(body.depositId, it.id);
  assert.equal((await it.record()).state, 'open');
});

test('money that arrives during an edit counts; paid in full it opens with the new signatures', async () => {
  const it = await waiting();
  await it.play('edit');
  assert.equal((await it.play('payment', { amount: 3560 })).state, 'draft_editing');
  assert.equal((await it.play('resend')).step, 'awaiting_tenant_signatures');
  assert.equal((await it.status()).paidInAmount, null);
  const open = await it.play('tenant-signs', { product: 'bank_deposit' });
  assert.deepEqual([open.state, open.paidInTotal], ['open', 3560]);
  await verified(service);
});

test('a tenant who chooses insurance after an edit gets the money back', async () => {
  const it = await waiting();
  await it.play('edit');
  await it.play('payment', { amount: 500 });
  await it.play('resend');
  const { step, paidInTotal } = await it.play('tenant-signs', { product: 'insurance' });
  assert.deepEqual([step, paidInTotal], ['awaiting_cover', 0]);
  assert.deepEqual(await amounts(it, 'payback'), [500]);
  assert.equal((await it.status()).iban, null, 'null always for insurance');
  await it.play('payment', { amount: 7 });
  assert.deepEqual(await amounts(it, 'surplus'), [7]);
  await it.play('cover-confirmed');
  await verified(service);
});

test('invalid amounts: 422, and nothing is booked', async () => {
  const it = await waiting();
  for (const amount of [0, -5, 0.001, '100', 1e12, null]) await it.refuse('payment', { amount }, 422);
  for (const body of [{}, { reference: '', amount: 5 }, { reference: 'x', amount: 0 }, { reference: 5, amount: 5 }]) {
    assert.equal((await service.sandbox('POST', '/payments', body)).status, 422);
  }
  for (const reference of ['a\u0000b', '\ud800', 'x'.repeat(300)]) {
    assert.equal((await service.sandbox('POST', '/payments', { reference, amount: 5 })).status, 422);
  }
  const { body: nothing } = await service.sandbox('POST', '/payments');
  assert.deepEqual(
    nothing.problems.map(({ field, code }: any) => [field, code]),
    [
      ['reference', 'missing'],
      ['amount', 'missing'],
    ],
  );
  for (const query of ['?kind=gold', '?before=x']) {
    assert.equal((await service.operator('GET', `/money${query}`)).status, 422, query);
  }
  for (const id of ['x', it.id]) {
    assert.equal((await service.operator('POST', `/money/${id}/completed`)).status, 404);
    const iban = 'CH9300762011623852957';
    assert.equal((await service.operator('POST', `/money/${id}/account`, { iban })).status, 404);
  }
});

test('no payment before there is a slip, in any state', async () => {
  const it = await demo.start();
  assert.match(await it.refuse('payment', { amount: 5 }), /no payment slip yet/);
  await it.play('withdraw');
  await it.refuse('payment', { amount: 5 });
});

test('the operator completes payouts one by one; the last one closes', async () => {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  await it.play('payment');
  await it.play('start-closing', { by: 'manager', amountLandlord: 60 });
  await it.play('consent', { by: 'tenant' });
  const payouts = await it.money('payout');
  const [tenant, landlord] = ['tenant', 'landlord'].map((payee) => payouts.find(({ to }) => to === payee));
  assert.deepEqual([tenant.amount, landlord.amount], [3500, 60]);
  await service.operator('POST', `/money/${tenant.id}/completed`);
  assert.equal((await it.record()).state, 'closing');
  await verified(service);
  await service.operator('POST', `/money/${landlord.id}/completed`);
  const { state, paidOutAmountTenant, paidOutAmountLandlord } = await it.record();
  assert.deepEqual([state, paidOutAmountTenant, paidOutAmountLandlord], ['closed', 3500, 60]);
  await verified(service);
});

test('a long list is paged, newest first', async () => {
  const it = await waiting();
  for (let n = 1; n <= 3; n++) await it.play('payment', { amount: 3560 + n });
  const { body } = await service.operator('GET', '/money');
  const ids = body.entries.map(({ id }: any) => id);
  assert.deepEqual(ids, ids.toSorted().toReversed());
  const rest = await service.operator('GET', `/money?before=${ids[0]}`);
  assert.deepEqual(
    rest.body.entries.map(({ id }: any) => id),
    ids.slice(1),
  );
});
