import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, LATER, Life } from '../../../test/support/life.ts';
import { company, depositAt, payment, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Adjustment, Deposit } from '../deposit.ts';
import type { Organization } from '../organization.ts';
import type { Day } from '../values/calendar.ts';
import { rappen } from '../values/money.ts';
import { withRounding } from './rounding.ts';

const NOTHING = { rentalDeposit: null, rentalStart: null };
const sent = withCoTenant(depositAt('awaiting_tenant_signatures'));
const waiting = depositAt('awaiting_payment');
const PROOF = { typedName: 'M M', browser: 'Firefox', terms: 'hash-of-terms' };
const of = (organization: Partial<Organization>) => {
  const context = freshContext();
  return { ...context, organization: { ...context.organization, ...organization } };
};

test('8 the manager takes a sent deposit back to edit it; what was asked of the bank is cancelled', () => {
  const signs = { from: null, proof: null, tenant: null, product: 'bank_deposit' } as const;
  const asked = new Life({ ...sent, product: null }).after('sign_as_tenant', signs);
  asked
    .at('2026-11-21T08:00:00Z')
    .makes(
      'edit',
      { rentalDeposit: { amount: rappen(200_000), roundedFrom: '1999.99' }, rentalStart: '2027-02-01' as Day },
      [
        'state = draft_editing',
        'step = null',
        'stepSince = 2026-11-21T08:00Z',
        'round = 1',
        'terms.rentalStart = 2027-02-01',
        'terms.rentalDeposit = 200000',
        'adjustments.0 = {field=rentalDeposit rule=amount_rounded from=1999.99 to=2000.00}',
        'provider = null',
        'applications.0.state = cancelled',
        'applications.0.cancelledAt = 2026-11-21T08:00Z',
        'manager: editing_started rentalDepositBefore=1000 rentalDeposit=2000 rentalStartBefore=2027-01-01 rentalStart=2027-02-01 | email=m@v.example name=M M',
        'application.cancelled: application 1',
      ],
    );
  new Life(waiting).makes('edit', NOTHING, [
    'state = draft_editing',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'round = 1',
    'manager: editing_started | email=m@v.example name=M M',
  ]);
});

test('8 editing after a refusal starts afresh: the refusal is gone, and an account for it is no longer wanted', () => {
  const signs = { from: null, proof: null, tenant: null, product: 'insurance' } as const;
  const refused = new Life({ ...sent, product: null }).after('sign_as_tenant', signs).after('refuse', { reason: 'no' });
  refused.makes('edit', NOTHING, [
    'state = draft_editing',
    'step = null',
    'round = 1',
    'provider = null',
    'applications.0.state = cancelled',
    'applications.0.cancelledAt = 2026-11-20T09:30Z',
    'refusal = null',
    'manager: editing_started | email=m@v.example name=M M',
    'application.cancelled: application 1',
  ]);
});

test('8 once money has arrived, the deposit is not edited any more', () =>
  void new Life({ ...waiting, paidIn: rappen(1) }).makes('edit', NOTHING, ['refused money_arrived']));

test('8 sent again: the manager signs again, tenants sign and choose again', () => {
  const draft: Deposit = { ...withCoTenant(depositAt('draft_editing')), round: 1, product: 'insurance', sentAt: LATER };
  new Life(draft)
    .at('2026-11-22T08:00:00Z')
    .makes('send_again', { from: '192.0.2.1', proof: PROOF }, [
      'state = opening',
      'step = awaiting_tenant_signatures',
      'stepSince = 2026-11-22T08:00Z',
      'managerSignature.at = 2026-11-22T08:00Z',
      'managerSignature.from = 192.0.2.1',
      'managerSignature.by = {email=m@v.example name=M M}',
      'managerSignature.proof = {typedName=M M browser=Firefox terms=hash-of-terms}',
      'product = null',
      'manager: signed_and_sent_again member=m | email=m@v.example name=M M from=192.0.2.1 typedName=M M terms=hash-of-terms browser=Firefox',
      'service: sent_to_tenants tenants=2',
      'mail tenant_sign to l@m.example in de isChanged=true offers=[{product=bank_deposit name=Bank offer={}}, {product=insurance name=Versicherung offer={}}]',
      'mail tenant_sign to n@m.example in de isChanged=true offers=[{product=bank_deposit name=Bank offer={}}, {product=insurance name=Versicherung offer={}}]',
      'remind 2026-11-25T08:00Z',
      'links for 1, 2',
    ]);
  new Life(draft, of({ tenantChoosesProduct: false })).makes('send_again', { from: null, proof: null }, [
    'state = opening',
    'step = awaiting_tenant_signatures',
    'stepSince = 2026-11-20T09:30Z',
    'managerSignature.at = 2026-11-20T09:30Z',
    'managerSignature.by = {email=m@v.example name=M M}',
    'product = bank_deposit',
    'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
    'manager: signed_and_sent_again member=m | email=m@v.example name=M M',
    'service: sent_to_tenants tenants=2',
    'mail tenant_sign to l@m.example in de isChanged=true offers=[{product=bank_deposit name=Bank offer={}}]',
    'mail tenant_sign to n@m.example in de isChanged=true offers=[{product=bank_deposit name=Bank offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1, 2',
  ]);
});

test('8 sent again as an insurance from the start: money that is there goes back', () => {
  const paid = { ...payment, counted: rappen(30_000), surplus: rappen(0), amount: rappen(30_000), reversedAt: null };
  const empty = { ...paid, id: 'q', counted: rappen(0) };
  const draft: Deposit = {
    ...depositAt('draft_editing'),
    iban: waiting.iban,
    paidIn: rappen(30_000),
    payments: [paid],
  };
  const insured = of({ tenantChoosesProduct: false, product: 'insurance' });
  new Life(draft, insured).makes('send_again', { from: null, proof: null }, [
    'state = opening',
    'step = awaiting_tenant_signatures',
    'stepSince = 2026-11-20T09:30Z',
    'managerSignature.at = 2026-11-20T09:30Z',
    'managerSignature.by = {email=m@v.example name=M M}',
    'product = insurance',
    'provider = {id=insurer kind=insurer code=an_insurer versionId=i1 name=Versicherung offer={}}',
    'paidIn = 0',
    'payments.0.counted = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p kind=payback cause=insurance_chosen payee=payer amount=30000 iban=CH9300762011623852957}',
    'manager: signed_and_sent_again member=m | email=m@v.example name=M M',
    'service: payback_ordered amount=300 cause=insurance_chosen',
    'service: sent_to_tenants tenants=1',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=insurance name=Versicherung offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
    'held → to_pay_back amount=30000 paymentId=p orderId=order 1',
  ]);
  const life = new Life({ ...draft, payments: [paid, { ...empty, amount: rappen(0) }] }, insured);
  assert.equal(life.after('send_again', { from: null, proof: null }).deposit.orders.length, 1);
});

const disabled: Adjustment = { field: 'allowInvestment', rule: 'investment_disabled', from: null, to: 'false' };
const small = of({ smallDepositLimit: rappen(150_000) });
const INVESTMENTS: [
  name: string,
  deposit: Deposit,
  amount: number | null,
  allowed: boolean,
  adjustments: Adjustment[],
][] = [
  [
    'large enough now',
    { ...sent, adjustments: [disabled], terms: { ...sent.terms, investmentAllowed: false } },
    200_000,
    true,
    [],
  ],
  ['too small now', { ...sent, terms: { ...sent.terms, rentalDeposit: rappen(200_000) } }, 100_000, false, [disabled]],
  [
    'too small as before',
    { ...sent, adjustments: [disabled], terms: { ...sent.terms, investmentAllowed: false } },
    null,
    false,
    [disabled],
  ],
  ['not wanted', { ...sent, terms: { ...sent.terms, investmentAllowed: false } }, 200_000, false, []],
];
for (const [name, deposit, amount, allowed, adjustments] of INVESTMENTS) {
  test(`2.2 whether an investment is possible is decided again: ${name}`, () => {
    const rentalDeposit = amount === null ? null : { amount: rappen(amount), roundedFrom: null };
    const { deposit: edited } = new Life(deposit, small).after('edit', { rentalDeposit, rentalStart: null });
    assert.equal(edited.terms.investmentAllowed, allowed);
    assert.deepEqual(edited.adjustments, adjustments);
  });
}

test('2.2 a company cannot invest, whatever the amount', () => {
  const legal: Deposit = { ...sent, terms: { ...sent.terms, tenants: [company()], signatureRule: 'single' } };
  const { deposit } = new Life(legal).after('edit', NOTHING);
  assert.equal(deposit.terms.investmentAllowed, false);
});

test('2.2 what was rounded is said of the amount that counts, and of no earlier one', () => {
  const old: Adjustment = { field: 'rentalDeposit', rule: 'amount_rounded', from: '10.02', to: '10.00' };
  const other: Adjustment = { field: 'street', rule: 'street_split', from: 'Weg 1', to: 'Weg' };
  assert.deepEqual(withRounding([old, other], { amount: rappen(2_000), roundedFrom: null }), [other]);
  assert.deepEqual(withRounding([old, other], { amount: rappen(2_005), roundedFrom: '20.04' }), [
    other,
    { ...old, from: '20.04', to: '20.05' },
  ]);
});

test('3 withdrawal before it was sent: nobody but the partner is told', () =>
  void new Life({ ...depositAt('awaiting_manager_signature'), sentAt: null }).makes('withdraw', { by: 'manager' }, [
    'state = withdrawn',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'manager: withdrawn member=m | email=m@v.example name=M M',
    'document kind=withdrawal by=manager paidBack=0',
  ]));

test('3 withdrawal after part of the money has arrived: it goes back, all are told, and the account is to be closed', () => {
  const partly = new Life(withCoTenant(waiting)).after('receive_payment', { ...payment, amount: rappen(40_000) });
  partly
    .at('2026-11-25T08:00:00Z')
    .makes('withdraw', { by: 'operator', reason: 'on request' }, [
      'state = withdrawn',
      'step = null',
      'stepSince = 2026-11-25T08:00Z',
      'paidIn = 0',
      'payments.0.counted = 0',
      'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-25T08:00Z paymentId=p kind=payback cause=withdrawal payee=payer amount=40000 iban=CH9300762011623852957}',
      'operator: withdrawn | reason=on request',
      'service: payback_ordered amount=400 cause=withdrawal',
      'mail deposit_withdrawn to m@v.example in de paidBack=40000',
      'mail deposit_withdrawn to l@m.example in de paidBack=40000',
      'mail deposit_withdrawn to n@m.example in de paidBack=40000',
      'document kind=withdrawal by=operator paidBack=40000',
      'links for 1, 2',
      'held → to_pay_back amount=40000 paymentId=p orderId=order 1',
    ]);
  const unpaid = new Life({ ...waiting, provider: freshContext().organization.providers.bank });
  unpaid.makes('withdraw', { by: 'manager', reason: null }, [
    'state = withdrawn',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'applications.0 = {id=application 1 kind=account_closing state=open providerId=bank createdAt=2026-11-20T09:30Z events=[]}',
    'manager: withdrawn member=m | email=m@v.example name=M M',
    'application.created: application 1',
    'mail deposit_withdrawn to m@v.example in de paidBack=0',
    'mail deposit_withdrawn to l@m.example in de paidBack=0',
    'document kind=withdrawal by=manager paidBack=0',
    'links for 1',
  ]);
});

test('years 1 with the whole sum there only the operator withdraws, with a reason', () => {
  const editing: Deposit = {
    ...depositAt('draft_editing'),
    iban: waiting.iban,
    paidIn: rappen(100_000),
    payments: depositAt('open').payments,
  };
  new Life(editing).makes('withdraw', { by: 'manager', reason: 'r' }, ['refused paid_in_full']);
  new Life(editing).makes('withdraw_as_operator', { by: 'operator' }, ['refused reason_missing (reason)']);
  new Life(editing).makes('withdraw_as_operator', { by: 'operator', reason: 'abandoned' }, [
    'state = withdrawn',
    'stepSince = 2026-11-20T09:30Z',
    'paidIn = 0',
    'payments.0.counted = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p kind=payback cause=withdrawal payee=payer amount=100000 iban=CH9300762011623852957}',
    'operator: withdrawn | reason=abandoned',
    'service: payback_ordered amount=1000 cause=withdrawal',
    'mail deposit_withdrawn to m@v.example in de paidBack=100000',
    'mail deposit_withdrawn to l@m.example in de paidBack=100000',
    'document kind=withdrawal by=operator paidBack=100000',
    'links for 1',
    'held → to_pay_back amount=100000 paymentId=p orderId=order 1',
  ]);
});

test('years 1 interest on money that goes back is the tenant’s', () => {
  const editing: Deposit = {
    ...depositAt('draft_editing'),
    iban: waiting.iban,
    paymentReference: waiting.paymentReference,
    paidIn: rappen(100_000),
    payments: depositAt('open').payments,
  };
  const life = new Life(editing).after('book_bank_item', {
    kind: 'interest',
    amount: rappen(250),
    bank: { at: LATER, bookedOn: '2026-11-20' as Day },
  });
  life.makes('withdraw_as_operator', { by: 'operator', reason: 'abandoned' }, [
    'state = withdrawn',
    'stepSince = 2026-11-20T09:30Z',
    'paidIn = 0',
    'payments.0.counted = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p kind=payback cause=withdrawal payee=payer amount=100000 iban=CH9300762011623852957}',
    'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-11-20T09:30Z kind=payout cause=supplement payee=tenant amount=250 iban=CH9300762011623852957}',
    'operator: withdrawn | reason=abandoned',
    'service: payback_ordered amount=1000 cause=withdrawal',
    'service: supplement_ordered amount=2.5',
    'mail deposit_withdrawn to m@v.example in de paidBack=100000',
    'mail deposit_withdrawn to l@m.example in de paidBack=100000',
    'document kind=withdrawal by=operator paidBack=100000',
    'links for 1',
    'held → to_pay_back amount=100000 paymentId=p orderId=order 1',
    'held → to_tenant amount=250 orderId=order 2',
  ]);
});
