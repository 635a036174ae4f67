import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life, told } from '../../../test/support/life.ts';
import { depositAt, NOW, ofCompany, payment, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Deposit } from '../deposit.ts';
import type { IncomingPayment } from '../ledger.ts';
import type { Day } from '../values/calendar.ts';
import { rappen } from '../values/money.ts';
import { missing, owed, paymentDueOn } from './payment.ts';

const waiting = depositAt('awaiting_payment');
const pays = (amount: number, more: Partial<IncomingPayment> = {}): IncomingPayment => ({
  ...payment,
  id: `p${amount}`,
  payerIban: 'CH5604835012345678009',
  amount: rappen(amount),
  ...more,
});

test('8 part payments add up; the last Rappen opens the deposit', () => {
  const life = new Life(withCoTenant(waiting));
  life.makes('receive_payment', pays(40_000), [
    'paidIn = 40000',
    'payments.0 = {id=p40000 at=2026-11-15T12:00Z reference=RF18539007547034 amount=40000 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=40000 surplus=0}',
    'bank: payment_received amount=400 counted=400',
    'payer → held amount=40000 bookedOn=2026-11-15 paymentId=p40000',
  ]);
  life.makes('receive_payment', pays(59_999, { bookedOn: null, at: new Date('2026-11-18T23:30:00Z') }), [
    'paidIn = 99999',
    'payments.1 = {id=p59999 at=2026-11-18T23:30Z reference=RF18539007547034 amount=59999 payerIban=CH5604835012345678009 matchedBy=reference valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=59999 surplus=0}',
    'bank: payment_received amount=599.99 counted=599.99',
    'payer → held amount=59999 bookedOn=2026-11-19 paymentId=p59999',
  ]);
  life.makes('receive_payment', pays(1, { bookedOn: '2026-11-17' as Day }), [
    'state = open',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'paidIn = 100000',
    'payments.2 = {id=p1 at=2026-11-15T12:00Z reference=RF18539007547034 amount=1 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-17 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=1 surplus=0}',
    'bank: payment_received amount=0.01 counted=0.01',
    'service: open',
    'mail deposit_open to m@v.example in de product=bank_deposit',
    'mail deposit_open to l@m.example in de product=bank_deposit',
    'mail deposit_open to n@m.example in de product=bank_deposit',
    'document kind=pay_in iban=CH9300762011623852957 payments=[{at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=40000}, {at=2026-11-18T23:30:00.000Z bookedOn=2026-11-19 amount=59999}, {at=2026-11-15T12:00:00.000Z bookedOn=2026-11-17 amount=1}] bookedOn=2026-11-19',
    'links for 1, 2',
    'payer → held amount=1 bookedOn=2026-11-17 paymentId=p1',
  ]);
});

test('8 more than is owed goes back to the payer, below the limit it is kept until the payout', () => {
  new Life(waiting).makes('receive_payment', pays(100_100), [
    'state = open',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'paidIn = 100000',
    'payments.0 = {id=p100100 at=2026-11-15T12:00Z reference=RF18539007547034 amount=100100 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=100000 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p100100 kind=payback cause=surplus payee=payer amount=100 iban=CH5604835012345678009}',
    'bank: payment_received amount=1001 counted=1000',
    'service: payback_ordered amount=1 cause=surplus',
    'service: open',
    'mail deposit_open to m@v.example in de product=bank_deposit',
    'mail deposit_open to l@m.example in de product=bank_deposit',
    'document kind=pay_in iban=CH9300762011623852957 payments=[{at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=100000}] bookedOn=2026-11-15',
    'links for 1',
    'payer → held amount=100000 bookedOn=2026-11-15 paymentId=p100100',
    'payer → to_pay_back amount=100 bookedOn=2026-11-15 paymentId=p100100 orderId=order 1',
  ]);
  new Life(waiting).makes('receive_payment', pays(100_099), [
    'state = open',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'paidIn = 100000',
    'payments.0 = {id=p100099 at=2026-11-15T12:00Z reference=RF18539007547034 amount=100099 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=100000 surplus=99}',
    'bank: payment_received amount=1000.99 counted=1000',
    'service: open',
    'mail deposit_open to m@v.example in de product=bank_deposit',
    'mail deposit_open to l@m.example in de product=bank_deposit',
    'document kind=pay_in iban=CH9300762011623852957 payments=[{at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=100000}] bookedOn=2026-11-15',
    'links for 1',
    'payer → held amount=100099 bookedOn=2026-11-15 paymentId=p100099',
  ]);
  const open = depositAt('open');
  new Life(open).makes('receive_payment', pays(500), [
    'payments.1 = {id=p500 at=2026-11-15T12:00Z reference=RF18539007547034 amount=500 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p500 kind=payback cause=surplus payee=payer amount=500 iban=CH5604835012345678009}',
    'bank: payment_received amount=5 counted=0',
    'service: payback_ordered amount=5 cause=surplus',
    'payer → to_pay_back amount=500 bookedOn=2026-11-15 paymentId=p500 orderId=order 1',
  ]);
  new Life(open).makes('receive_payment', pays(99), [
    'payments.1 = {id=p99 at=2026-11-15T12:00Z reference=RF18539007547034 amount=99 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=99}',
    'bank: payment_received amount=0.99 counted=0',
    'payer → held amount=99 bookedOn=2026-11-15 paymentId=p99',
  ]);
});

test('8 after a withdrawal, at the end, or for an insurance everything goes back, however little', () => {
  const account = { iban: 'CH9300762011623852957', paymentReference: 'RF18539007547034' };
  new Life({ ...depositAt('withdrawn'), ...account }).makes('receive_payment', pays(50), [
    'payments.0 = {id=p50 at=2026-11-15T12:00Z reference=RF18539007547034 amount=50 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p50 kind=payback cause=late payee=payer amount=50 iban=CH5604835012345678009}',
    'bank: payment_received amount=0.5 counted=0',
    'service: payback_ordered amount=0.5 cause=late',
    'payer → to_pay_back amount=50 bookedOn=2026-11-15 paymentId=p50 orderId=order 1',
  ]);
  new Life({ ...depositAt('open', 'insurance'), ...account }).makes('receive_payment', pays(50), [
    'payments.0 = {id=p50 at=2026-11-15T12:00Z reference=RF18539007547034 amount=50 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p50 kind=payback cause=surplus payee=payer amount=50 iban=CH5604835012345678009}',
    'bank: payment_received amount=0.5 counted=0',
    'service: payback_ordered amount=0.5 cause=surplus',
    'payer → to_pay_back amount=50 bookedOn=2026-11-15 paymentId=p50 orderId=order 1',
  ]);
  const closed = new Life(depositAt('closing_ordered')).after('complete_payout', { orderId: null });
  closed.makes('receive_payment', pays(50), [
    'payments.1 = {id=p50 at=2026-11-15T12:00Z reference=RF18539007547034 amount=50 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-11-20T09:30Z paymentId=p50 kind=payback cause=surplus payee=payer amount=50 iban=CH5604835012345678009}',
    'bank: payment_received amount=0.5 counted=0',
    'service: payback_ordered amount=0.5 cause=surplus',
    'payer → to_pay_back amount=50 bookedOn=2026-11-15 paymentId=p50 orderId=order 2',
  ]);
  const ordered = { ...depositAt('closing_ordered', 'insurance'), ...account };
  new Life(ordered).makes('receive_payment', pays(50), [
    'payments.0 = {id=p50 at=2026-11-15T12:00Z reference=RF18539007547034 amount=50 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p50 kind=payback cause=surplus payee=payer amount=50 iban=CH5604835012345678009}',
    'bank: payment_received amount=0.5 counted=0',
    'service: payback_ordered amount=0.5 cause=surplus',
    'payer → to_pay_back amount=50 bookedOn=2026-11-15 paymentId=p50 orderId=order 1',
  ]);
});

test('8 signatures come first: money that comes earlier does not open the deposit', () => {
  const early = {
    ...depositAt('awaiting_tenant_signatures'),
    iban: waiting.iban,
    paymentReference: waiting.paymentReference,
  };
  const life = new Life(early).after('receive_payment', pays(100_000));
  assert.equal(life.deposit.step, 'awaiting_tenant_signatures');
  assert.equal(life.deposit.paidIn, 100_000);
});

test('bank and money 2: a person sends a payment back although it arrived on the account', () => {
  new Life(depositAt('open')).makes('pay_back', pays(700, { payerIban: null }), [
    'payments.1 = {id=p700 at=2026-11-15T12:00Z reference=RF18539007547034 amount=700 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p700 kind=payback cause=surplus payee=payer amount=700 iban=CH9300762011623852957}',
    'service: payback_ordered amount=7 cause=surplus',
    'payer → to_pay_back amount=700 bookedOn=2026-11-15 paymentId=p700 orderId=order 1',
  ]);
  new Life({ ...depositAt('withdrawn'), iban: waiting.iban }).makes('pay_back', pays(700), [
    'payments.0 = {id=p700 at=2026-11-15T12:00Z reference=RF18539007547034 amount=700 payerIban=CH5604835012345678009 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p700 kind=payback cause=late payee=payer amount=700 iban=CH5604835012345678009}',
    'service: payback_ordered amount=7 cause=late',
    'payer → to_pay_back amount=700 bookedOn=2026-11-15 paymentId=p700 orderId=order 1',
  ]);
});

test('bank and money 10: it goes back out of the account it arrived on, never from a QR-IBAN', () => {
  const former = { iban: 'CH3181239000001245689', qrIban: 'CH4431999123000889012', until: NOW };
  const deposit: Deposit = { ...depositAt('open'), qrIban: 'CH5131999123000889000', formerAccounts: [former] };
  const fromOf = (accountIban: string | null) => {
    const decision = new Life(deposit).decides('pay_back', pays(700, { accountIban }));
    return 'deposit' in decision ? decision.deposit.orders.at(-1)?.fromIban : decision;
  };
  assert.equal(fromOf(deposit.iban), null);
  assert.equal(fromOf(deposit.qrIban), null);
  assert.equal(fromOf(null), null);
  assert.equal(fromOf(former.iban), former.iban);
  assert.equal(fromOf(former.qrIban), former.iban);
  assert.equal(fromOf('CH5604835012345678009'), 'CH5604835012345678009');
});

test('8 the bank has paid back: one order or all, the order is completed on its booking day', () => {
  const life = () => new Life(waiting).after('receive_payment', pays(105_000)).after('receive_payment', pays(3_000));
  const bank = { at: new Date('2026-11-19T00:00:00Z'), bookedOn: '2026-11-19' as Day };
  life().makes('complete_payback', { orderId: null, bank }, [
    'orders.0.completedAt = 2026-11-19T00:00Z',
    'orders.1.completedAt = 2026-11-19T00:00Z',
    'bank: paid_back to=payer amount=50',
    'bank: paid_back to=payer amount=30',
    'to_pay_back → paid_back amount=5000 bookedOn=2026-11-19 paymentId=p105000 orderId=order 1',
    'to_pay_back → paid_back amount=3000 bookedOn=2026-11-19 paymentId=p3000 orderId=order 2',
  ]);
  const one = life();
  const orderId = one.deposit.orders[1]?.id ?? '';
  one.makes('complete_payback', { orderId }, [
    'orders.1.completedAt = 2026-11-20T09:30Z',
    'bank: paid_back to=payer amount=30',
    'to_pay_back → paid_back amount=3000 bookedOn=2026-11-20 paymentId=p3000 orderId=order 2',
  ]);
  one.makes('complete_payback', { orderId }, ['refused no_such_order']);
  one.after('complete_payback', { orderId: null });
  one.makes('complete_payback', { orderId: null }, ['refused nothing_to_pay_back']);
});

test('8 nothing is paid back without an account, nor while on hold unless the bank has it', () => {
  const none = new Life(waiting, freshContext({ demoIban: null })).after(
    'receive_payment',
    pays(105_000, { payerIban: null }),
  );
  none.makes('complete_payback', { orderId: null }, ['refused account_missing']);
  const hold = { ground: 'seizure', at: NOW } as const;
  const held = new Life(waiting).after('receive_payment', pays(105_000)).with({ hold });
  held.makes('complete_payback', { orderId: null }, ['refused held']);
  const sent = held.deposit.orders.map((order) => ({ ...order, runId: 'run' }));
  const bank = { at: NOW, bookedOn: null };
  assert.ok('deposit' in held.decides('complete_payback', { orderId: null, bank }));
  held.with({ orders: sent });
  assert.ok('deposit' in held.decides('complete_payback', { orderId: null }));
});

test('8 what is still missing, and what is owed', () => {
  const partly = { ...waiting, paidIn: rappen(30_000) };
  const release = depositAt('closing_ordered');
  const rows: [string, Deposit, number][] = [
    ['unpaid', waiting, 100_000],
    ['partly paid', partly, 70_000],
    ['paid', depositAt('open'), 0],
    ['taken back by the bank', { ...depositAt('open'), paidIn: rappen(99_999) }, 1],
    ['during closing', { ...depositAt('closing_proposed'), paidIn: rappen(0) }, 100_000],
    ['the payout is ordered', { ...release, paidIn: rappen(0) }, 0],
    ['withdrawn', { ...depositAt('withdrawn'), paidIn: rappen(0) }, 0],
    ['closed', { ...depositAt('closed'), paidIn: rappen(0) }, 0],
    ['insured', depositAt('open', 'insurance'), 0],
  ];
  for (const [name, deposit, expected] of rows) {
    assert.equal(missing(deposit), expected, name);
    assert.equal(owed(deposit), expected, name);
  }
});

test('8 it has to be paid by the start of the tenancy, but whoever pays has ten days', () => {
  assert.equal(paymentDueOn(waiting), '2027-01-01');
  const late = { ...waiting, terms: { ...waiting.terms, rentalStart: '2026-11-20' as Day } };
  assert.equal(paymentDueOn(late), '2026-11-25');
  assert.equal(paymentDueOn(depositAt('open')), null);
});

test('8 a reminder has the slip over what is missing; partners have the first one', () => {
  const life = new Life(withCoTenant(waiting)).after('receive_payment', pays(40_000));
  life
    .at('2026-11-25T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 1',
      'service: reminded time=1',
      'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF18539007547034 missing=60000 isSilent=true',
      '  Einzahlungsschein.pdf in mail tenant_payment_reminder to l@m.example in de iban=CH9300762011623852957 reference=RF18539007547034 missing=60000 dueOn=2027-01-01',
      'remind 2026-12-05T12:00Z',
      'links for 1',
    ]);
  life.makes('remind', { tenant: 1 }, [
    'operator: asked_again',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF18539007547034 missing=60000 isSilent=true',
    '  Einzahlungsschein.pdf in mail tenant_payment_reminder to l@m.example in de iban=CH9300762011623852957 reference=RF18539007547034 missing=60000 dueOn=2027-01-01',
    'links for 1',
  ]);
  life.makes('remind', { tenant: 2 }, ['refused nobody_awaited']);
  const company = new Life(ofCompany(waiting)).at('2026-11-25T12:00:00Z');
  assert.ok(
    told(company.deposit, company.decides('remind_in_time', undefined)).some((line) => line.includes('Muster AG')),
  );
});
