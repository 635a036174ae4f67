import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let theirs: Stage;
before(async () => {
  service = await startService();
  theirs = await stage(service);
});
after(() => service.stop());

const TWO = { ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example', tenant2FirstName: 'Zoé' };
const THREE = { ...naturalTenant('tenant3'), tenant3Email: 'drei@mail.example', tenant3FirstName: 'Dario' };
const OTHER = naturalTenant('tenant');

/** A deposit in force. */
async function inForce(
  more: Record<string, unknown> = {},
  product: 'bank_deposit' | 'insurance' = 'bank_deposit',
): Promise<Play> {
  const play = await theirs.start({ rentalDeposit: '1000', ...more });
  await reach('open', play, product);
  return play;
}

/** All tenants and the manager sign. */
async function signed(on: Play): Promise<any> {
  await on.play('change-signs', { by: 'tenant' });
  return on.play('change-signs', { by: 'manager' });
}

const amount = (chf: number) => ({ kind: 'amount', rentalDeposit: chf });
const product = (name: string) => ({ kind: 'product', product: name });
const last = (record: any) => record.changes.at(-1);
const agreements = (record: any): any[] => record.documents.filter(({ kind }: any) => kind === 'agreement');
const names = (record: any): string[] => record.tenants.map(({ firstName }: any) => firstName);

test('2 who joins signs with all others and the manager; then a new agreement', async () => {
  const on = await inForce(TWO);
  const fields = {
    ...OTHER,
    tenantFirstName: 'Nora',
    tenantEmail: 'nora@mail.example',
    tenantPhoneNumber: '079 111 22 33',
  };
  const started = await on.play('changes', { kind: 'tenant_joins', fields });
  assert.deepEqual([last(started).kind, last(started).state, last(started).from], ['tenant_joins', 'to_sign', null]);
  assert.match(last(started).to, /Nora/);
  assert.equal(started.tenants.length, 2, 'starting is no signature, and changes nobody');
  for (const to of ['nora@mail.example', 'zwei@mail.example', String(on.sent['tenantEmail'])]) {
    assert.equal((await on.mails(to, 'change_sign')).length, 1, to);
  }
  await on.play('change-signs', { by: 'tenant', tenant: 3 });
  await on.refuse('change-signs', { by: 'tenant', tenant: 3 });
  await on.refuse('change-signs', { by: 'tenant', tenant: 4 }, 422);
  await on.play('change-signs', { by: 'manager' });
  const open = await on.play('change-signs', { by: 'tenant' });
  assert.equal(last(open).state, 'done');
  assert.notEqual(last(open).doneAt, null);
  assert.deepEqual(names(open).length, 3);
  assert.equal(names(open)[2], 'Nora');
  assert.ok(open.tenants.every(({ signedAt }: any) => signedAt !== null));
  assert.deepEqual(
    agreements(open).map((one) => one.amendment),
    [null, 1],
  );
  // Those of the agreement come first; who has joined signed the change alone.
  assert.deepEqual(
    open.signatures.map(({ by, tenant, change }: any) => [by, tenant, change === last(open).id]),
    [
      ['manager', null, false],
      ['tenant', 1, false],
      ['tenant', 2, false],
      ['manager', null, true],
      ['tenant', 1, true],
      ['tenant', 2, true],
      ['tenant', 3, true],
    ],
  );
  assert.ok(
    open.adjustments.some(({ field, rule }: any) => field === 'tenant3PhoneNumber' && rule === 'phone_normalized'),
  );
  await verified(service);
});

test('2 who leaves signs too; the others move up, and their links go with them', async () => {
  const on = await inForce({ ...TWO, ...THREE });
  const link = async (to: string): Promise<string> => (await on.mails(to, 'change_sign'))[0].links[0];
  await on.play('changes', { kind: 'tenant_leaves', tenant: 2 });
  const [second, third] = [await link('zwei@mail.example'), await link('drei@mail.example')];
  const open = await signed(on);
  assert.equal(last(open).state, 'done');
  assert.equal(names(open).length, 2);
  assert.equal(names(open)[1], 'Dario');
  assert.equal((await fetch(second)).status, 404, 'who has left sees nothing');
  const page = await fetch(third);
  assert.equal(page.status, 200);
  assert.doesNotMatch(await page.text(), /Zoé/);
  const [goodbye] = await on.mails('zwei@mail.example', 'change_done');
  assert.deepEqual(goodbye.links, []);
  assert.ok(open.tenants.every(({ signedAt }: any) => signedAt !== null));
});

for (const [what, accepted] of [
  ['done', true],
  ['refused', false],
] as const) {
  test(`2 another main tenant goes to the bank: ${what}`, async () => {
    const on = await inForce({ ...TWO, ...THREE });
    await on.play('changes', { kind: 'main_tenant', tenant: 3 });
    assert.equal(last(await signed(on)).state, 'at_provider');
    const answered = await on.play(
      'change-answered',
      accepted ? { accepted, iban: 'CH5604835012345678009' } : { accepted, reason: 'nein' },
    );
    assert.equal(last(answered).state, what);
    assert.equal(names(answered)[0] === 'Dario', accepted);
    assert.equal(answered.iban === 'CH5604835012345678009', accepted);
    if (accepted) assert.deepEqual(names(answered).slice(1), [names(await on.record())[1], 'Zoé']);
    const refusals = await on.mails(theirs.managerEmail, 'deposit_refused');
    assert.equal(refusals.length, accepted ? 0 : 1, 'a refusal is told to the manager');
    await on.refuse('change-answered', { accepted });
    await verified(service);
  });
}

test('2 the house was sold: nobody signs, tenants and bank are told, the agreement is amended', async () => {
  const on = await inForce(TWO);
  const fields = {
    ownerName: 'Neue Besitz AG',
    ownerStreet: 'Bahnhofstrasse 1',
    ownerZip: '8001',
    ownerCity: 'Zürich',
    ownerCountryCode: 'CH',
  };
  const open = await on.play('changes', { kind: 'owner', fields });
  assert.equal(last(open).state, 'done');
  assert.equal(open.owner.name, 'Neue Besitz AG');
  assert.deepEqual(
    agreements(open).map((one) => one.amendment),
    [null, 1],
  );
  assert.equal((await on.mails('zwei@mail.example', 'owner_changed')).length, 1);
  await on.refuse('changes', { kind: 'owner', fields }, 422);
});

test('2 more deposit: a slip for the difference; with the last Rappen it is the new amount', async () => {
  const on = await inForce();
  const slips = (record: any): number => record.documents.filter(({ kind }: any) => kind === 'payment_slip').length;
  await on.play('changes', amount(1500.02));
  const toPay = await signed(on);
  assert.equal(last(toPay).state, 'to_pay');
  assert.deepEqual([last(toPay).from, last(toPay).to], [1000, 1500]);
  assert.equal(slips(toPay), 2);
  const part = await on.play('payment', { amount: 200 });
  assert.deepEqual([part.rentalDeposit, part.paidInTotal, (await on.status()).paidInAmount], [1000, 1000, 1000]);
  await verified(service);
  const whole = await on.play('payment');
  assert.deepEqual([last(whole).state, whole.rentalDeposit, whole.paidInTotal], ['done', 1500, 1500]);
  assert.equal((await on.status()).paidInAmount, 1500);
  assert.equal(whole.paymentReference, toPay.paymentReference);
  await verified(service);
});

test('2 less deposit: the difference is ordered to the tenant, and counts at closing', async () => {
  const on = await inForce();
  await on.play('changes', amount(400));
  const ordered = await signed(on);
  assert.equal(last(ordered).state, 'to_pay_out');
  assert.deepEqual([ordered.rentalDeposit, (await on.status()).paidInAmount], [1000, 1000]);
  assert.deepEqual(
    ordered.orders.map(({ to, amount: sum }: any) => [to, sum]),
    [['tenant', 600]],
  );
  await on.refuse('change-cancel', { by: 'manager' });
  await on.refuse('start-closing', { by: 'tenant' });
  await verified(service);
  const open = await on.play('payout-completed');
  assert.deepEqual([last(open).state, open.rentalDeposit, open.paidInTotal, open.state], ['done', 400, 400, 'open']);
  await verified(service);
  await on.play('start-closing', { by: 'tenant', amountLandlord: 100 });
  await on.play('consent', { by: 'manager' });
  const closed = await on.play('payout-completed');
  assert.deepEqual([closed.state, closed.paidOutAmountTenant, closed.paidOutAmountLandlord], ['closed', 900, 100]);
  await verified(service);
});

test('2 to insurance: the cover stands before the money is released; closed, what was released counts', async () => {
  const on = await inForce();
  await on.play('changes', product('insurance'));
  assert.equal(last(await signed(on)).state, 'at_provider');
  assert.equal((await on.status()).product, 'bank_deposit');
  const covered = await on.play('cover-confirmed');
  assert.deepEqual([last(covered).state, covered.product, covered.paidInTotal], ['to_pay_out', 'insurance', 0]);
  const status = await on.status();
  assert.deepEqual([status.iban, status.paidInAmount, status.provider], [null, null, 'demo_insurance']);
  assert.deepEqual(
    covered.orders.map(({ to, amount: sum }: any) => [to, sum]),
    [['tenant', 1000]],
  );
  await verified(service);
  const open = await on.play('payout-completed');
  assert.deepEqual([last(open).state, open.state], ['done', 'open']);
  await verified(service);
  await on.play('start-closing', { by: 'tenant' });
  await on.play('consent', { by: 'manager' });
  const closed = await on.play('payout-completed');
  assert.deepEqual([closed.state, closed.paidOutAmountTenant], ['closed', 1000]);
  assert.equal((await on.status()).paidOutAmountTenant, 1000);
  await verified(service);
});

test('2 to a bank deposit: account, payment; with the last Rappen the cover ends and paidOutTime stays null', async () => {
  const on = await inForce({}, 'insurance');
  await on.play('changes', product('bank_deposit'));
  assert.equal(last(await signed(on)).state, 'at_provider');
  const opened = await on.play('account-opened');
  assert.equal(last(opened).state, 'to_pay');
  assert.deepEqual([(await on.status()).iban, (await on.status()).product], [null, 'insurance']);
  await on.play('payment', { amount: 400 });
  await verified(service);
  const open = await on.play('payment');
  assert.deepEqual(
    [last(open).state, open.product, open.paidInTotal, open.policy],
    ['done', 'bank_deposit', 1000, null],
  );
  const status = await on.status();
  assert.deepEqual([status.paidInAmount, status.paidOutTime, status.provider], [1000, null, 'demo_bank']);
  await verified(service);
  await on.play('start-closing', { by: 'tenant' });
  await on.play('consent', { by: 'manager' });
  assert.equal((await on.play('payout-completed')).paidOutAmountTenant, 1000);
  await verified(service);
});

test('2 there and back again: the money of each account is paid out once', async () => {
  const on = await inForce();
  await on.play('changes', product('insurance'));
  await signed(on);
  await on.play('cover-confirmed');
  const insured = await on.play('payout-completed');
  await on.play('changes', product('bank_deposit'));
  await signed(on);
  const opened = await on.play('account-opened');
  assert.notEqual(opened.iban, insured.iban);
  const open = await on.play('payment');
  assert.deepEqual([open.product, open.paidInTotal], ['bank_deposit', 1000]);
  assert.deepEqual(
    agreements(open).map((one) => one.amendment),
    [null, 1, 2],
  );
  await on.play('start-closing', { by: 'tenant' });
  await on.play('consent', { by: 'manager' });
  assert.equal((await on.play('payout-completed')).paidOutAmountTenant, 2000);
  await verified(service);
});

test('6 one change at a time, and only in open', async () => {
  const on = await theirs.start({ rentalDeposit: '1000' });
  await on.refuse('changes', amount(2000));
  await reach('open', on);
  await on.play('changes', amount(2000));
  await on.refuse('changes', amount(3000));
  await on.refuse('change-answered', { accepted: true });
});

test('6 a cancelled change: all are told, and what was paid goes back at once', async () => {
  const on = await inForce(TWO);
  await on.refuse('change-cancel', { by: 'tenant' });
  await on.play('changes', amount(1500));
  await signed(on);
  await on.play('payment', { amount: 200 });
  const cancelled = await on.play('change-cancel', { by: 'tenant' });
  assert.equal(last(cancelled).state, 'cancelled');
  assert.deepEqual(
    cancelled.orders.map(({ kind, amount: sum }: any) => [kind, sum]),
    [['payback', 200]],
  );
  assert.deepEqual([cancelled.rentalDeposit, cancelled.paidInTotal, cancelled.balance.held], [1000, 1000, 1000]);
  assert.equal((await on.mails('zwei@mail.example', 'change_cancelled')).length, 1);
  await on.play('payback-completed');
  await verified(service);
});

for (const kind of ['bank_deposit', 'insurance'] as const) {
  test(`6 a closing overtakes a change of a ${kind}: its money is surplus and goes to the tenant`, async () => {
    const on = await inForce(TWO, kind);
    await on.play('changes', kind === 'insurance' ? product('bank_deposit') : amount(1500));
    await signed(on);
    if (kind === 'insurance') await on.play('account-opened');
    await on.play('payment', { amount: 200 });
    const closing = await on.play('start-closing', { by: 'tenant' });
    assert.deepEqual([closing.state, last(closing).state, closing.balance.surplus], ['closing', 'cancelled', 200]);
    assert.equal((await on.mails('zwei@mail.example', 'change_cancelled')).length, 1);
    await verified(service);
    await on.play('consent', { by: 'manager' });
    const closed = await on.play('payout-completed');
    assert.equal(closed.state, 'closed');
    const after = closed.orders.some(({ state }: any) => state !== 'completed')
      ? await on.play('payout-completed')
      : closed;
    assert.equal(after.paidOutAmountTenant, kind === 'insurance' ? 200 : 1200);
    await verified(service);
  });
}

test('6 who was to join sees nothing once the change is cancelled', async () => {
  const on = await inForce();
  const fields = { ...OTHER, tenantEmail: 'nicht@mail.example' };
  await on.play('changes', { kind: 'tenant_joins', fields });
  const [{ links }] = await on.mails('nicht@mail.example', 'change_sign');
  assert.equal((await fetch(links[0])).status, 200);
  await on.play('change-cancel', { by: 'manager' });
  assert.equal((await fetch(links[0])).status, 404);
  assert.equal((await on.mails('nicht@mail.example', 'change_cancelled')).length, 1);
  await on.play('changes', { kind: 'tenant_joins', fields: { ...fields, tenantEmail: 'andere@mail.example' } });
  assert.equal((await fetch(links[0])).status, 404, 'the link of one is not the link of the next');
});

for (const [what, body] of [
  ['an unknown kind', { kind: 'pets' }],
  ['an unknown member', { kind: 'amount', rentalDeposit: 1500, note: 'x' }],
  ['the same amount', { kind: 'amount', rentalDeposit: 1000.02 }],
  ['no amount', { kind: 'amount', rentalDeposit: 0.01 }],
  ['the same product', { kind: 'product', product: 'bank_deposit' }],
  ['the main tenant leaves', { kind: 'tenant_leaves', tenant: 1 }],
  ['nobody leaves', { kind: 'tenant_leaves', tenant: 2 }],
  ['a company joins', { kind: 'tenant_joins', fields: { ...OTHER, tenantType: 'legal' } }],
  ['missing fields', { kind: 'tenant_joins', fields: { tenantFirstName: 'Nora' } }],
  ['fields of another kind', { kind: 'tenant_joins', fields: { ...OTHER, ownerName: 'X' } }],
  ['a number', { kind: 'tenant_joins', fields: { ...OTHER, tenantFirstName: 7 } }],
  ['no owner', { kind: 'owner', fields: {} }],
] as const) {
  test(`6 bad input of a change: ${what}`, async () => {
    const on = await inForce();
    await on.refuse('changes', body, 422);
  });
}

test('6 four tenants are the most', async () => {
  const on = await inForce({ ...TWO, ...THREE, ...naturalTenant('tenant4') });
  await on.refuse('changes', { kind: 'tenant_joins', fields: OTHER }, 422);
});

test('6 two changes at once: one is started', async () => {
  const on = await inForce();
  const all = await Promise.all(
    [1100, 1200, 1300].map((chf) => service.sandbox('POST', `/deposits/${on.id}/changes`, amount(chf))),
  );
  assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 409, 409]);
  assert.equal((await on.record()).changes.length, 1);
});

test('6 signing, paying and cancelling at once: nothing is half done', async () => {
  for (const other of [
    ['change-signs', { by: 'manager' }],
    ['payment', { amount: 500 }],
    ['start-closing', { by: 'tenant' }],
  ] as const) {
    const on = await inForce();
    await on.play('changes', amount(1500));
    await on.play('change-signs', { by: 'tenant' });
    if (other[0] !== 'change-signs') await on.play('change-signs', { by: 'manager' });
    const [, cancelled] = await Promise.all([
      service.sandbox('POST', `/deposits/${on.id}/${other[0]}`, other[1]),
      service.sandbox('POST', `/deposits/${on.id}/change-cancel`, { by: 'manager' }),
    ]);
    const record = await on.record();
    assert.ok([200, 409].includes(cancelled.status));
    assert.ok(['cancelled', 'done'].includes(last(record).state), last(record).state);
    assert.equal(record.rentalDeposit, last(record).state === 'done' ? 1500 : 1000);
    await verified(service);
  }
});

test('6 a payment in open without a change is surplus, as before', async () => {
  const on = await inForce();
  const paid = await on.play('payment', { amount: 300 });
  assert.deepEqual(
    paid.orders.map(({ kind, amount: sum }: any) => [kind, sum]),
    [['payback', 300]],
  );
  await on.play('changes', amount(1500));
  const signing = await on.play('payment', { amount: 300 });
  assert.equal(signing.orders.length, 2, 'before all have signed nothing is asked for');
  await verified(service);
});
