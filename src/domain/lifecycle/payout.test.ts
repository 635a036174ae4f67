import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life } from '../../../test/support/life.ts';
import { depositAt, INSURER, NOW, payment, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Deposit } from '../deposit.ts';
import type { BankTime } from '../ledger.ts';
import type { Day } from '../values/calendar.ts';
import type { EmailAddress } from '../values/contact.ts';
import { rappen } from '../values/money.ts';

const operators = [{ email: 'op@depono.example' as EmailAddress, name: 'Op' }];
const IBAN = 'CH5604835012345678009';
const bank = (day: string): BankTime => ({ at: new Date(`${day}T00:00:00Z`), bookedOn: day as Day });
const starts = {
  by: 'tenant',
  tenantIban: IBAN,
  amountLandlord: rappen(20_000),
  reason: null,
  tenancyEnd: null,
} as const;
const agrees = { by: 'manager', tenantIban: null } as const;

/** Both shares are ordered. */
function ordered(open: Deposit = depositAt('open'), context = freshContext()): Life {
  return new Life(open, context).after('start_closing', starts).after('consent', agrees);
}
const orderId = (life: Life, index: number) => life.deposit.orders[index]?.id ?? '';

test('3 closed when the bank has paid both shares, on the day of the last one', () => {
  const life = ordered(withCoTenant({ ...depositAt('open'), provider: freshContext().organization.providers.bank }));
  life.makes('complete_payout', { orderId: orderId(life, 1), bank: bank('2026-12-03') }, [
    'orders.1.completedAt = 2026-12-03T00:00Z',
    'bank: paid_out to=landlord amount=200',
    'to_landlord → landlord amount=20000 bookedOn=2026-12-03 orderId=order 2',
  ]);
  life.makes('complete_payout', { orderId: null, bank: bank('2026-12-02') }, [
    'state = closed',
    'applications.0 = {id=application 1 kind=account_closing state=open providerId=bank createdAt=2026-11-20T09:30Z events=[]}',
    'orders.0.completedAt = 2026-12-02T00:00Z',
    'paidOutAt = 2026-12-03T00:00Z',
    'paidOutTenant = 80000',
    'paidOutLandlord = 20000',
    'bank: paid_out to=tenant amount=800',
    'service: closed',
    'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=80000 amountLandlord=20000',
    'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=80000 amountLandlord=20000',
    'mail deposit_closed to n@m.example in de product=bank_deposit amountTenant=80000 amountLandlord=20000',
    'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[{to=tenant amount=80000 iban=CH5604835012345678009}, {to=landlord amount=20000 iban=CH9300762011623852957}] lines={deposit=100000 interest=0 charges=0 withholdingTax=0 surplus=0} bookedOn=2026-12-03 tenancyEnd=2026-11-20',
    'application.created: application 1',
    'links for 1, 2',
    'to_tenant → tenant amount=80000 bookedOn=2026-12-02 orderId=order 1',
  ]);
  life.makes('complete_payout', { orderId: null }, ['refused not_now']);
});

test('3 all open orders at once, by the operator: on the present day', () => {
  ordered()
    .at('2026-12-05T08:00:00Z')
    .makes('complete_payout', { orderId: null }, [
      'state = closed',
      'stepSince = 2026-12-05T08:00Z',
      'orders.0.completedAt = 2026-12-05T08:00Z',
      'orders.1.completedAt = 2026-12-05T08:00Z',
      'paidOutAt = 2026-12-05T08:00Z',
      'paidOutTenant = 80000',
      'paidOutLandlord = 20000',
      'bank: paid_out to=tenant amount=800',
      'bank: paid_out to=landlord amount=200',
      'service: closed',
      'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=80000 amountLandlord=20000',
      'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=80000 amountLandlord=20000',
      'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[{to=tenant amount=80000 iban=CH5604835012345678009}, {to=landlord amount=20000 iban=CH9300762011623852957}] lines={deposit=100000 interest=0 charges=0 withholdingTax=0 surplus=0} bookedOn=2026-12-05 tenancyEnd=2026-11-20',
      'links for 1',
      'to_tenant → tenant amount=80000 bookedOn=2026-12-05 orderId=order 1',
      'to_landlord → landlord amount=20000 bookedOn=2026-12-05 orderId=order 2',
    ]);
});

test('3 an order that does not exist, has no account, or is on hold is not completed', () => {
  ordered().makes('complete_payout', { orderId: 'x' }, ['refused no_such_order']);
  const none = new Life(depositAt('open'), freshContext({ demoIban: null }));
  none.after('start_closing', { ...starts, tenantIban: null }).after('consent', agrees);
  none.makes('complete_payout', { orderId: null }, ['refused account_missing']);
  const held = ordered().after('hold', { ground: 'seizure', evidence: 'e' });
  held.makes('complete_payout', { orderId: null }, ['refused held']);
  assert.ok('deposit' in held.decides('complete_payout', { orderId: null, bank: bank('2026-12-01') }));
});

test('bank and money 4: everything held is paid: the landlord the share, the tenant the rest with interest, less charges', () => {
  const life = new Life(depositAt('open'));
  life.makes('book_bank_item', { kind: 'interest', amount: rappen(1_500), bank: bank('2026-11-16') }, [
    'interest = 1500',
    'bank: interest_booked amount=15',
    'interest → held amount=1500 bookedOn=2026-11-16',
  ]);
  life.makes('book_bank_item', { kind: 'charge', amount: rappen(300), bank: bank('2026-11-17') }, [
    'charges = 300',
    'bank: charge_booked amount=3',
    'held → charges amount=300 bookedOn=2026-11-17',
  ]);
  life.makes('book_bank_item', { kind: 'withholding_tax', amount: rappen(525), bank: bank('2026-11-18') }, [
    'withholdingTax = 525',
    'bank: withholding_tax_booked amount=5.25',
    'held → withholding_tax amount=525 bookedOn=2026-11-18',
  ]);
  life.after('receive_payment', { ...payment, id: 'small', amount: rappen(50) });
  life
    .after('start_closing', starts)
    .makes('consent', agrees, [
      'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=tenant amount=80725 iban=CH5604835012345678009}',
      'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=landlord amount=20000 iban=CH9300762011623852957}',
      'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=20000}',
      'manager: consented by=manager amountLandlord=200 member=m | email=m@v.example name=M M',
      'service: payout_ordered ground=consent amountTenant=807.25 amountLandlord=200',
      'mail payout_ordered to m@v.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80725 amountLandlord=20000',
      'mail payout_ordered to l@m.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80725 amountLandlord=20000',
      'links for 1',
      'held → to_tenant amount=80725 orderId=order 1',
      'held → to_landlord amount=20000 orderId=order 2',
    ]);
  life.makes('complete_payout', { orderId: null, bank: bank('2026-12-01') }, [
    'state = closed',
    'orders.0.completedAt = 2026-12-01T00:00Z',
    'orders.1.completedAt = 2026-12-01T00:00Z',
    'paidOutAt = 2026-12-01T00:00Z',
    'paidOutTenant = 80725',
    'paidOutLandlord = 20000',
    'bank: paid_out to=tenant amount=807.25',
    'bank: paid_out to=landlord amount=200',
    'service: closed',
    'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=80725 amountLandlord=20000',
    'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=80725 amountLandlord=20000',
    'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[{to=tenant amount=80725 iban=CH5604835012345678009}, {to=landlord amount=20000 iban=CH9300762011623852957}] lines={deposit=100000 interest=1500 charges=300 withholdingTax=525 surplus=50} bookedOn=2026-12-01 tenancyEnd=2026-11-20',
    'links for 1',
    'to_tenant → tenant amount=80725 bookedOn=2026-12-01 orderId=order 1',
    'to_landlord → landlord amount=20000 bookedOn=2026-12-01 orderId=order 2',
  ]);
});

test('bank and money 4: where less is held than the split asks for, the landlord comes first', () => {
  const split = { ...starts, amountLandlord: rappen(99_900) };
  const life = new Life(depositAt('open'));
  life.after('book_bank_item', { kind: 'charge', amount: rappen(500), bank: bank('2026-11-17') });
  life
    .after('start_closing', split)
    .makes('consent', agrees, [
      'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=landlord amount=99500 iban=CH9300762011623852957}',
      'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=99900}',
      'manager: consented by=manager amountLandlord=999 member=m | email=m@v.example name=M M',
      'service: payout_ordered ground=consent amountTenant=0 amountLandlord=995',
      'mail payout_ordered to m@v.example in de product=bank_deposit ground=consent agreedBy=manager amountTenant=0 amountLandlord=99500',
      'mail payout_ordered to l@m.example in de product=bank_deposit ground=consent agreedBy=manager amountTenant=0 amountLandlord=99500',
      'links for 1',
      'held → to_landlord amount=99500 orderId=order 1',
    ]);
  const empty = new Life(depositAt('open'));
  empty.after('book_bank_item', { kind: 'charge', amount: rappen(100_500), bank: bank('2026-11-17') });
  empty
    .after('start_closing', split)
    .makes('consent', agrees, [
      'state = closed',
      'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=99900}',
      'paidOutAt = 2026-11-20T09:30Z',
      'paidOutTenant = 0',
      'paidOutLandlord = 0',
      'manager: consented by=manager amountLandlord=999 member=m | email=m@v.example name=M M',
      'service: payout_ordered ground=consent amountTenant=0 amountLandlord=0',
      'service: closed',
      'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=0 amountLandlord=0',
      'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=0 amountLandlord=0',
      'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[] lines={deposit=100000 interest=0 charges=100500 withholdingTax=0 surplus=0} bookedOn=2026-11-20 tenancyEnd=2026-11-20',
      'links for 1',
    ]);
});

test('bank and money 4: what the bank credits after the order goes to the tenant with a supplement', () => {
  const life = ordered();
  life.makes('book_bank_item', { kind: 'interest', amount: rappen(700), bank: bank('2026-12-01') }, [
    'interest = 700',
    'orders.2 = {attempt=1 needsRelease=false changedBy=[] id=order 3 orderedAt=2026-11-20T09:30Z kind=payout cause=supplement payee=tenant amount=700 iban=CH5604835012345678009}',
    'bank: interest_booked amount=7',
    'service: supplement_ordered amount=7',
    'interest → held amount=700 bookedOn=2026-12-01',
    'held → to_tenant amount=700 orderId=order 3',
  ]);
  life.makes('book_bank_item', { kind: 'interest', amount: rappen(40), bank: bank('2026-12-02') }, [
    'interest = 740',
    'orders.2.amount = 740',
    'bank: interest_booked amount=0.4',
    'interest → held amount=40 bookedOn=2026-12-02',
    'held → to_tenant amount=40 orderId=order 3',
  ]);
  life.makes('book_bank_item', { kind: 'charge', amount: rappen(1_000), bank: bank('2026-12-03') }, [
    'charges = 1000',
    'orders.0.amount = 79740',
    'orders.2.cancelledAt = 2026-11-20T09:30Z',
    'bank: charge_booked amount=10',
    'held → charges amount=1000 bookedOn=2026-12-03',
    'to_tenant → held amount=740 orderId=order 3',
    'to_tenant → held amount=260 orderId=order 1',
  ]);
  life.after('complete_payout', { orderId: null, bank: bank('2026-12-04') });
  life.makes('book_bank_item', { kind: 'interest', amount: rappen(60), bank: bank('2026-12-31') }, [
    'interest = 800',
    'orders.3 = {attempt=1 needsRelease=false changedBy=[] id=order 4 orderedAt=2026-11-20T09:30Z kind=payout cause=supplement payee=tenant amount=60 iban=CH5604835012345678009}',
    'bank: interest_booked amount=0.6',
    'service: supplement_ordered amount=0.6',
    'interest → held amount=60 bookedOn=2026-12-31',
    'held → to_tenant amount=60 orderId=order 4',
  ]);
  life.makes('complete_payout', { orderId: null, bank: bank('2027-01-05') }, [
    'orders.3.completedAt = 2027-01-05T00:00Z',
    'paidOutTenant = 79800',
    'bank: paid_out to=tenant amount=0.6',
    'to_tenant → tenant amount=60 bookedOn=2027-01-05 orderId=order 4',
  ]);
  assert.deepEqual(life.deposit.paidOutAt, new Date('2026-12-04T00:00:00Z'));
});

test('bank and money 4: charges take what is left; a closing of which nothing is left to pay has ended', () => {
  const life = ordered();
  life.makes('book_bank_item', { kind: 'charge', amount: rappen(100_000), bank: bank('2026-12-01') }, [
    'state = closed',
    'charges = 100000',
    'orders.0.cancelledAt = 2026-11-20T09:30Z',
    'orders.1.cancelledAt = 2026-11-20T09:30Z',
    'paidOutAt = 2026-12-01T00:00Z',
    'paidOutTenant = 0',
    'paidOutLandlord = 0',
    'bank: charge_booked amount=1000',
    'service: closed',
    'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=0 amountLandlord=0',
    'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=0 amountLandlord=0',
    'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[] lines={deposit=100000 interest=0 charges=100000 withholdingTax=0 surplus=0} bookedOn=2026-12-01 tenancyEnd=2026-11-20',
    'links for 1',
    'held → charges amount=100000 bookedOn=2026-12-01',
    'to_tenant → held amount=80000 orderId=order 1',
    'to_landlord → held amount=20000 orderId=order 2',
  ]);
  life.makes('book_bank_item', { kind: 'charge', amount: rappen(10), bank: bank('2026-12-02') }, [
    'charges = 100010',
    'bank: charge_booked amount=0.1',
    'held → charges amount=10 bookedOn=2026-12-02',
  ]);
});

test('bank and money 4: what the bank already has is not reduced', () => {
  const life = ordered();
  const [tenant, landlord] = life.deposit.orders as [Deposit['orders'][0], Deposit['orders'][0]];
  life.with({ orders: [{ ...tenant, runId: 'run' }, landlord] });
  life.makes('book_bank_item', { kind: 'charge', amount: rappen(500), bank: bank('2026-12-01') }, [
    'charges = 500',
    'orders.1.amount = 19500',
    'bank: charge_booked amount=5',
    'held → charges amount=500 bookedOn=2026-12-01',
    'to_landlord → held amount=500 orderId=order 2',
  ]);
  const rejected = { ...tenant, runId: 'run', rejection: 'AC04' };
  const again = ordered().with({ orders: [rejected, landlord] });
  again.after('book_bank_item', { kind: 'charge', amount: rappen(500), bank: bank('2026-12-01') });
  assert.deepEqual(
    again.deposit.orders.map(({ amount }) => amount),
    [79_500, 20_000],
  );
});

test('bank and money 3: a returned payout is open again, and the payee is asked for another account', () => {
  const life = ordered(withCoTenant(depositAt('open')));
  life.after('complete_payout', { orderId: null, bank: bank('2026-12-01') });
  life.makes('return_order', { orderId: orderId(life, 0), reason: 'AC04', bank: bank('2026-12-04'), operators }, [
    'orders.0.completedAt = null',
    'orders.0.attempt = 2',
    'orders.0.returnReason = AC04',
    'bank: payment_returned to=tenant amount=800 reason=AC04',
    'mail payout_returned to l@m.example in de amount=80000 reason=AC04 orderId=order 1',
    'mail payout_returned to n@m.example in de amount=80000 reason=AC04 orderId=order 1 isCopy=true',
    'links for 1, 2',
    'tenant → to_tenant amount=80000 bookedOn=2026-12-04 orderId=order 1',
  ]);
  life.makes('return_order', { orderId: orderId(life, 1), reason: 'AC06', bank: bank('2026-12-05'), operators }, [
    'orders.1.completedAt = null',
    'orders.1.attempt = 2',
    'orders.1.returnReason = AC06',
    'bank: payment_returned to=landlord amount=200 reason=AC06',
    'mail payout_returned to m@v.example in de amount=20000 reason=AC06 orderId=order 2',
    'landlord → to_landlord amount=20000 bookedOn=2026-12-05 orderId=order 2',
  ]);
  life.makes('return_order', { orderId: orderId(life, 1), reason: 'AC06', bank: bank('2026-12-05'), operators }, [
    'refused no_such_order',
  ]);
  assert.equal(life.deposit.state, 'closed');
  const account = { iban: 'CH3181239000001245689', holderName: null, bic: null, address: null };
  life.makes('give_payee_account', { by: 'tenant', account }, [
    'orders.0.returnReason = null',
    'orders.0.iban = CH3181239000001245689',
    'tenant: account_given to=tenant | iban=CH3181239000001245689',
  ]);
  life.makes('complete_payout', { orderId: orderId(life, 0), bank: bank('2026-12-10') }, [
    'orders.0.completedAt = 2026-12-10T00:00Z',
    'bank: paid_out to=tenant amount=800',
    'to_tenant → tenant amount=80000 bookedOn=2026-12-10 orderId=order 1',
  ]);
  assert.deepEqual(life.deposit.paidOutTenant, 80_000);
});

test('bank and money 3: another payout to an account that has failed waits, too', () => {
  const life = ordered();
  life.after('complete_payout', { orderId: null, bank: bank('2026-12-01') });
  life.after('book_bank_item', { kind: 'interest', amount: rappen(700), bank: bank('2026-12-02') });
  life.makes('return_order', { orderId: orderId(life, 0), reason: 'AC04', bank: bank('2026-12-04'), operators }, [
    'orders.0.completedAt = null',
    'orders.0.attempt = 2',
    'orders.0.returnReason = AC04',
    'orders.2.iban = null',
    'bank: payment_returned to=tenant amount=800 reason=AC04',
    'mail payout_returned to l@m.example in de amount=80000 reason=AC04 orderId=order 1',
    'links for 1',
    'tenant → to_tenant amount=80000 bookedOn=2026-12-04 orderId=order 1',
  ]);
  life.makes('book_bank_item', { kind: 'interest', amount: rappen(5), bank: bank('2026-12-05') }, [
    'interest = 705',
    'orders.2.amount = 705',
    'bank: interest_booked amount=0.05',
    'interest → held amount=5 bookedOn=2026-12-05',
    'held → to_tenant amount=5 orderId=order 3',
  ]);
  const given = { iban: 'CH3181239000001245689', holderName: 'Lea B', bic: null, address: null };
  life.makes('give_account', { orderId: orderId(life, 0), account: given }, [
    'orders.0.returnReason = null',
    'orders.0.holderName = Lea B',
    'orders.0.iban = CH3181239000001245689',
    'orders.2.holderName = Lea B',
    'orders.2.iban = CH3181239000001245689',
    'operator: account_given to=tenant | iban=CH3181239000001245689 holderName=Lea B',
  ]);
});

test('bank and money 3: of a payback that came back the operator is told', () => {
  const life = new Life(depositAt('awaiting_payment')).after('receive_payment', {
    ...payment,
    amount: rappen(100_500),
  });
  life.after('complete_payback', { orderId: null, bank: bank('2026-11-20') });
  life.makes('return_order', { orderId: orderId(life, 0), reason: 'AC04', bank: bank('2026-11-23'), operators }, [
    'orders.0.completedAt = null',
    'orders.0.attempt = 2',
    'orders.0.returnReason = AC04',
    'bank: payment_returned to=payer amount=5 reason=AC04',
    'mail payout_returned to op@depono.example in en amount=500 reason=AC04 orderId=order 1 forOperator=true',
    'paid_back → to_pay_back amount=500 bookedOn=2026-11-23 paymentId=p orderId=order 1',
  ]);
});

test('bank and money 3: a payment that the bank takes back no longer counts', () => {
  const life = new Life(depositAt('awaiting_payment')).after('receive_payment', { ...payment, amount: rappen(40_000) });
  life.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-19'), operators }, [
    'paidIn = 0',
    'payments.0.counted = 0',
    'payments.0.reversedAt = 2026-11-19T00:00Z',
    'bank: payment_reversed amount=400',
    'mail payment_reversed to m@v.example in de amount=40000 missing=100000',
    'mail payment_reversed to op@depono.example in en amount=40000 missing=100000 forOperator=true',
    'held → payer amount=40000 bookedOn=2026-11-19 paymentId=p',
  ]);
  life.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-19'), operators }, ['refused no_such_payment']);
  const open = new Life(depositAt('open'));
  open.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-19'), operators }, [
    'paidIn = 0',
    'payments.0.counted = 0',
    'payments.0.reversedAt = 2026-11-19T00:00Z',
    'bank: payment_reversed amount=1000',
    'mail payment_reversed to m@v.example in de amount=100000 missing=100000',
    'mail payment_reversed to op@depono.example in en amount=100000 missing=100000 forOperator=true',
    'held → payer amount=100000 bookedOn=2026-11-19 paymentId=p',
  ]);
  assert.equal(open.deposit.state, 'open');
});

test('bank and money 3: what was to be paid back of it is not paid back any more', () => {
  const life = new Life(depositAt('awaiting_payment')).after('receive_payment', {
    ...payment,
    amount: rappen(105_000),
  });
  life.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-19'), operators }, [
    'paidIn = 0',
    'payments.0.counted = 0',
    'payments.0.reversedAt = 2026-11-19T00:00Z',
    'orders.0.cancelledAt = 2026-11-20T09:30Z',
    'bank: payment_reversed amount=1050',
    'mail payment_reversed to m@v.example in de amount=105000 missing=100000',
    'mail payment_reversed to op@depono.example in en amount=105000 missing=100000 forOperator=true',
    'held → payer amount=100000 bookedOn=2026-11-19 paymentId=p',
    'to_pay_back → payer amount=5000 bookedOn=2026-11-19 paymentId=p orderId=order 1',
  ]);
  const sent = new Life(depositAt('awaiting_payment')).after('receive_payment', {
    ...payment,
    amount: rappen(105_000),
  });
  sent.with({ orders: sent.deposit.orders.map((order) => ({ ...order, runId: 'run' })) });
  sent.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-19'), operators }, ['refused paid_out_already']);
});

test('bank and money 3: after closing began the payout is reduced; once it is sent, the reversal is kept', () => {
  const life = ordered();
  life.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-12-01'), operators }, [
    'state = closed',
    'paidIn = 0',
    'payments.0.counted = 0',
    'payments.0.reversedAt = 2026-12-01T00:00Z',
    'orders.0.cancelledAt = 2026-11-20T09:30Z',
    'orders.1.cancelledAt = 2026-11-20T09:30Z',
    'paidOutAt = 2026-12-01T00:00Z',
    'paidOutTenant = 0',
    'paidOutLandlord = 0',
    'bank: payment_reversed amount=1000',
    'service: closed',
    'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=0 amountLandlord=0',
    'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=0 amountLandlord=0',
    'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[] lines={deposit=0 interest=0 charges=0 withholdingTax=0 surplus=0} bookedOn=2026-12-01 tenancyEnd=2026-11-20',
    'mail payment_reversed to m@v.example in de amount=100000 missing=100000',
    'mail payment_reversed to op@depono.example in en amount=100000 missing=100000 forOperator=true',
    'links for 1',
    'held → payer amount=100000 bookedOn=2026-12-01 paymentId=p',
    'to_tenant → held amount=80000 orderId=order 1',
    'to_landlord → held amount=20000 orderId=order 2',
  ]);
  const sent = ordered();
  sent.with({ orders: sent.deposit.orders.map((order, index) => (index === 1 ? { ...order, runId: 'run' } : order)) });
  sent.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-12-01'), operators }, ['refused paid_out_already']);
  const done = ordered().after('complete_payout', { orderId: null, bank: bank('2026-12-01') });
  done.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-12-02'), operators }, ['refused paid_out_already']);
});

const insured = {
  ...depositAt('open', 'insurance'),
  provider: INSURER,
  policy: { policyNumber: 'P-1', from: null, premium: null },
};
const answer = (life: Life, given: object) => ({
  applicationId: life.deposit.applications.at(-1)?.id ?? '',
  answer: given as never,
  by: 'Eva',
  operators,
  certificate: null,
});

test('8 insurance: the insurer pays the landlord’s claim, then the cover ends, and it is closed', () => {
  const life = new Life(withCoTenant(insured)).after('start_closing', { ...starts, tenantIban: null });
  life.makes('consent', agrees, [
    'applications.0 = {id=application 1 kind=claim state=open providerId=insurer createdAt=2026-11-20T09:30Z claim=20000 events=[]}',
    'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=20000}',
    'manager: consented by=manager amountLandlord=200 member=m | email=m@v.example name=M M',
    'service: payout_ordered ground=consent amountTenant=0 amountLandlord=200',
    'mail payout_ordered to m@v.example in de product=insurance ground=consent agreedBy=manager amountTenant=0 amountLandlord=20000',
    'mail payout_ordered to l@m.example in de product=insurance ground=consent agreedBy=manager amountTenant=0 amountLandlord=20000',
    'mail payout_ordered to n@m.example in de product=insurance ground=consent agreedBy=manager amountTenant=0 amountLandlord=20000',
    'application.created: application 1',
    'links for 1, 2',
  ]);
  life.makes('complete_payout', { orderId: null }, ['refused not_now']);
  life.makes('answer_application', answer(life, { answer: 'paid', amount: rappen(15_000), on: '2026-12-01' }), [
    'applications.0.state = answered',
    'applications.0.answer = {answer=paid amount=15000 on=2026-12-01}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=paid by=Eva}',
    'applications.1 = {id=application 2 kind=cover_end state=open providerId=insurer createdAt=2026-11-20T09:30Z events=[]}',
    'paidOutLandlord = 15000',
    'insurer: claim_paid amount=150',
    'application.created: application 2',
  ]);
  life.makes('answer_application', answer(life, { answer: 'ended', on: '2026-12-15' }), [
    'state = closed',
    'applications.1.state = answered',
    'applications.1.answer = {answer=ended on=2026-12-15}',
    'applications.1.answeredAt = 2026-11-20T09:30Z',
    'applications.1.answeredBy = Eva',
    'applications.1.events.0 = {at=2026-11-20T09:30Z event=ended by=Eva}',
    'paidOutAt = 2026-12-14T23:00Z',
    'paidOutTenant = 0',
    'insurer: cover_ended',
    'service: closed',
    'mail deposit_closed to m@v.example in de product=insurance amountTenant=0 amountLandlord=15000',
    'mail deposit_closed to l@m.example in de product=insurance amountTenant=0 amountLandlord=15000',
    'mail deposit_closed to n@m.example in de product=insurance amountTenant=0 amountLandlord=15000',
    'links for 1, 2',
  ]);
});

test('8 insurance: without a claim the cover ends at once; a claim that still waits is not paid', () => {
  const life = new Life(insured).after('start_closing', { ...starts, tenantIban: null, amountLandlord: rappen(0) });
  life.makes('consent', agrees, [
    'applications.0 = {id=application 1 kind=cover_end state=open providerId=insurer createdAt=2026-11-20T09:30Z events=[]}',
    'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=0}',
    'manager: consented by=manager amountLandlord=0 member=m | email=m@v.example name=M M',
    'service: payout_ordered ground=consent amountTenant=0 amountLandlord=0',
    'mail payout_ordered to m@v.example in de product=insurance ground=consent agreedBy=manager amountTenant=0 amountLandlord=0',
    'mail payout_ordered to l@m.example in de product=insurance ground=consent agreedBy=manager amountTenant=0 amountLandlord=0',
    'application.created: application 1',
    'links for 1',
  ]);
  life
    .at('2026-12-20T08:00:00Z')
    .makes('end_cover', undefined, [
      'state = closed',
      'stepSince = 2026-12-20T08:00Z',
      'applications.0.state = answered',
      'applications.0.answer = {answer=ended}',
      'applications.0.answeredAt = 2026-12-20T08:00Z',
      'applications.0.answeredBy = operator',
      'applications.0.events.0 = {at=2026-12-20T08:00Z event=ended by=operator}',
      'paidOutAt = 2026-12-20T08:00Z',
      'paidOutTenant = 0',
      'paidOutLandlord = 0',
      'insurer: cover_ended',
      'service: closed',
      'mail deposit_closed to m@v.example in de product=insurance amountTenant=0 amountLandlord=0',
      'mail deposit_closed to l@m.example in de product=insurance amountTenant=0 amountLandlord=0',
      'links for 1',
    ]);
  const claim = new Life(insured).after('start_closing', { ...starts, tenantIban: null }).after('consent', agrees);
  claim.makes('end_cover', { on: '2026-12-15' as Day }, [
    'state = closed',
    'applications.0.state = cancelled',
    'applications.0.cancelledAt = 2026-11-20T09:30Z',
    'paidOutAt = 2026-12-14T23:00Z',
    'paidOutTenant = 0',
    'paidOutLandlord = 0',
    'insurer: cover_ended',
    'service: closed',
    'application.cancelled: application 1',
    'mail deposit_closed to m@v.example in de product=insurance amountTenant=0 amountLandlord=0',
    'mail deposit_closed to l@m.example in de product=insurance amountTenant=0 amountLandlord=0',
    'links for 1',
  ]);
  ordered().makes('end_cover', undefined, ['refused not_now']);
});

test('provider-api: an insurer that refuses at the end is asked again once the operator has settled it', () => {
  const life = new Life(insured).after('start_closing', { ...starts, tenantIban: null }).after('consent', agrees);
  life.makes('ask_again', undefined, ['refused nothing_refused']);
  life.makes('answer_application', answer(life, { answer: 'refused', code: 'other', reason: 'no proof' }), [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=other reason=no proof}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=Eva}',
    'insurer: refused application=claim | reason=no proof',
    'mail provider_refused to m@v.example in de application=claim provider=Versicherung reason=no proof',
    'mail provider_refused to op@depono.example in en application=claim provider=Versicherung reason=no proof forOperator=true',
  ]);
  life.makes('ask_again', undefined, [
    'applications.1 = {id=application 2 kind=claim state=open providerId=insurer createdAt=2026-11-20T09:30Z claim=20000 events=[]}',
    'application.created: application 2',
  ]);
});

test('provider-api: the bank closes the account of a deposit that has ended, or says why not', () => {
  const closed = () =>
    ordered({ ...depositAt('open'), provider: freshContext().organization.providers.bank }).after('complete_payout', {
      orderId: null,
    });
  const life = closed();
  life.makes('answer_application', answer(life, { answer: 'refused', code: 'other', reason: 'not empty' }), [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=other reason=not empty}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=Eva}',
    'bank: refused application=account_closing | reason=not empty',
    'mail provider_refused to m@v.example in de application=account_closing provider=Bank reason=not empty',
    'mail provider_refused to op@depono.example in en application=account_closing provider=Bank reason=not empty forOperator=true',
  ]);
  life.makes('ask_again', undefined, [
    'applications.1 = {id=application 2 kind=account_closing state=open providerId=bank createdAt=2026-11-20T09:30Z events=[]}',
    'application.created: application 2',
  ]);
  life.makes('answer_application', answer(life, { answer: 'ended', on: null }), [
    'applications.1.state = answered',
    'applications.1.answer = {answer=ended}',
    'applications.1.answeredAt = 2026-11-20T09:30Z',
    'applications.1.answeredBy = Eva',
    'applications.1.events.0 = {at=2026-11-20T09:30Z event=ended by=Eva}',
    'bank: account_ended',
  ]);
  life.makes('ask_again', undefined, ['refused nothing_refused']);
});

test('bank and money 9: a tenant’s address of before the move-in is not taken for the payout', () => {
  const since = (addressSince: string): Deposit => {
    const open = depositAt('open');
    return {
      ...open,
      terms: { ...open.terms, tenants: [{ ...open.terms.tenants[0], addressSince: addressSince as Day }] },
    };
  };
  const addressOf = (deposit: Deposit) => ordered(deposit).deposit.orders[0]?.address ?? null;
  assert.equal(addressOf(depositAt('open')), null);
  assert.equal(addressOf(since('2026-12-31')), null);
  assert.equal(addressOf(since('2027-01-01'))?.street, 'Weg');
});

test('years 1 the landlord’s account is that of owner and property, else of the property, the owner, or all', () => {
  const account = (
    iban: string,
    propertyId: string | null,
    ownerName: string | null,
    holderName: string | null = null,
  ) => ({
    iban,
    propertyId,
    ownerName,
    holderName,
    bic: null,
  });
  const all = [
    account('both', 'P', 'E'),
    account('property', 'P', null),
    account('owner', null, 'E'),
    account('all', null, null, 'V'),
  ];
  const of = (payoutAccounts: object[]) => {
    const context = freshContext({ demoIban: 'demo' });
    const organization = {
      ...context.organization,
      payoutAccounts,
      payoutIban: 'default',
      payoutHolderName: 'Verwaltung AG',
      payoutBic: 'B',
    };
    const { iban, holderName, bic, address } = ordered(depositAt('open'), { ...context, organization } as never).deposit
      .orders[1] as Deposit['orders'][0];
    return [iban, holderName, bic, address?.city ?? null];
  };
  assert.deepEqual(of(all), ['both', 'E', null, 'Z']);
  assert.deepEqual(of(all.slice(1)), ['property', null, null, null]);
  assert.deepEqual(of(all.slice(2)), ['owner', 'E', null, 'Z']);
  assert.deepEqual(of(all.slice(3)), ['all', 'V', null, null]);
  assert.deepEqual(of([]), ['default', 'Verwaltung AG', 'B', null]);
});

test('bank and money 3: which orders wait for release', () => {
  const of = (paymentRelease: 'none' | 'paybacks' | 'all', holder: string | null = null) => {
    const context = freshContext();
    const life = new Life(depositAt('open'), { ...context, money: { ...context.money, paymentRelease } });
    life.after('receive_payment', { ...payment, id: 'more', amount: rappen(500) });
    life.after('start_closing', { ...starts, tenantHolderName: holder }).after('consent', agrees);
    return life.deposit.orders.map(({ needsRelease }) => needsRelease);
  };
  assert.deepEqual(of('none'), [false, false, false]);
  assert.deepEqual(of('paybacks'), [true, false, false]);
  assert.deepEqual(of('all'), [true, true, true]);
  assert.deepEqual(of('none', 'B Lea'), [false, false, false]);
  assert.deepEqual(of('none', 'Somebody Else'), [false, true, false]);
});

const clerk = (id: string) => ({ actor: `${id}@depono.example`, role: 'clerk' as const, id, tokenIssuedBy: null });

test('bank and money 3: who created an order or gave its account cannot release it', () => {
  const context = freshContext({ operators: [{ id: 'anna', actor: 'anna@depono.example' }] });
  context.money = { ...context.money, paymentRelease: 'all' };
  const life = ordered(depositAt('open'), context);
  const release = { orderId: orderId(life, 0), reason: 'checked', by: clerk('bea') };
  life.makes('release_order', { ...release, orderId: 'x' }, ['refused no_such_order']);
  life.makes('release_order', { ...release, by: clerk('anna') }, ['refused own_order']);
  life.makes('release_order', release, [
    'orders.0.releasedAt = 2026-11-20T09:30Z',
    'orders.0.releasedBy = bea@depono.example',
    'orders.0.releaseReason = checked',
    'operator: payment_released to=tenant | by=bea@depono.example reason=checked',
  ]);
  assert.deepEqual(life.decides('release_order', release), {
    ...life.decides('release_order', release),
    history: [],
    effects: [],
  });
  life.makes('release_order', { ...release, reason: 'other' }, ['refused released_already']);
  ordered().makes('release_order', { ...release, orderId: 'id-1' }, ['refused no_such_order']);
  const free = ordered();
  free.makes('release_order', { ...release, orderId: orderId(free, 0) }, ['refused not_to_release']);
  life.makes('release_order', { orderId: orderId(life, 1), reason: null, by: clerk('bea') }, [
    'orders.1.releasedAt = 2026-11-20T09:30Z',
    'orders.1.releasedBy = bea@depono.example',
    'operator: payment_released to=landlord | by=bea@depono.example',
  ]);
});

test('bank and money 2: the operator gives an order another account, unless the bank has it', () => {
  const operatorsOf = [{ id: 'anna', actor: 'anna@depono.example' }];
  const life = ordered(depositAt('open'), freshContext({ operators: operatorsOf }));
  const account = { iban: 'CH3181239000001245689', holderName: 'Somebody', bic: null, address: null };
  life.makes('give_account', { orderId: 'x', account }, ['refused no_such_order']);
  life.makes('give_account', { orderId: orderId(life, 0), account }, [
    'orders.0.holderName = Somebody',
    'orders.0.needsRelease = true',
    'orders.0.iban = CH3181239000001245689',
    'operator: account_given to=tenant | iban=CH3181239000001245689 holderName=Somebody',
  ]);
  life.makes('give_account', { orderId: orderId(life, 1), account: { ...account, holderName: 'E' } }, [
    'orders.1.holderName = E',
    'orders.1.address = {street=S streetNumber=1 zip=8000 city=Z countryCode=CH}',
    'orders.1.iban = CH3181239000001245689',
    'operator: account_given to=landlord | iban=CH3181239000001245689 holderName=E',
  ]);
  const [first, second] = life.deposit.orders as [Deposit['orders'][0], Deposit['orders'][0]];
  life.with({
    orders: [
      { ...first, runId: 'run' },
      { ...second, completedAt: NOW },
    ],
  });
  assert.deepEqual(life.decides('give_account', { orderId: first.id, account }), { refused: 'order_sent' });
  assert.deepEqual(life.decides('give_account', { orderId: second.id, account }), { refused: 'no_such_order' });
  const rejected = { ...first, runId: 'run', rejection: 'AC04', releasedAt: NOW, releasedBy: 'b', releaseReason: 'r' };
  const again = life.with({ orders: [rejected, second] }).decides('give_account', { orderId: first.id, account });
  assert.ok('deposit' in again);
  const { runId, rejection, releasedAt, releasedBy, releaseReason } = again.deposit.orders[0] as typeof first;
  assert.deepEqual(
    { runId, rejection, releasedAt, releasedBy, releaseReason },
    {
      runId: null,
      rejection: null,
      releasedAt: null,
      releasedBy: null,
      releaseReason: null,
    },
  );
});

test('bank and money 9: an account outside Switzerland needs a BIC, and none in a refused country', () => {
  const context = freshContext();
  const life = ordered(depositAt('open'), { ...context, money: { ...context.money, refusedCountries: ['RU'] } });
  const account = { iban: 'DE89370400440532013000', holderName: null, bic: null, address: null };
  const given = (more: object) =>
    life.decides('give_account', { orderId: orderId(life, 0), account: { ...account, ...more } });
  assert.deepEqual(given({}), { refused: 'bic_missing', field: 'bic' });
  assert.deepEqual(given({ bic: 'SABRRUMM' }), { refused: 'country_refused', field: 'bic' });
  assert.ok('deposit' in given({ bic: 'COBADEFF' }));
});

test('bank and money 2: the same account again completes what was left out', () => {
  const life = ordered();
  const address = { street: 'Gasse', streetNumber: '5', zip: '3011', city: 'Bern', countryCode: 'CH' };
  life.after('give_account', {
    orderId: orderId(life, 0),
    account: { iban: IBAN, holderName: 'Lea B', bic: 'B', address },
  });
  life.makes(
    'give_account',
    { orderId: orderId(life, 0), account: { iban: IBAN, holderName: null, bic: null, address: null } },
    ['operator: account_given to=tenant | iban=CH5604835012345678009'],
  );
});

test('years 1 only who is asked gives an account', () => {
  const account = { iban: 'CH3181239000001245689', holderName: null, bic: null, address: null };
  ordered().makes('give_payee_account', { by: 'tenant', account }, ['refused account_not_asked']);
  const none = new Life(depositAt('open'), freshContext({ demoIban: null }));
  none.after('start_closing', { ...starts, tenantIban: null }).after('consent', agrees);
  none.makes('give_payee_account', { by: 'manager', account }, [
    'orders.1.iban = CH3181239000001245689',
    'manager: account_given to=landlord | iban=CH3181239000001245689',
  ]);
  none.makes('give_payee_account', { by: 'tenant', account: { ...account, iban: 'DE89370400440532013000' } }, [
    'refused bic_missing (bic)',
  ]);
  none.makes('give_payee_account', { by: 'tenant', account }, [
    'orders.0.iban = CH3181239000001245689',
    'tenant: account_given to=tenant | iban=CH3181239000001245689',
  ]);
  none.makes('give_payee_account', { by: 'tenant', account }, ['refused account_not_asked']);
});
