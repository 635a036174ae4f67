import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life } from '../../../test/support/life.ts';
import { depositAt, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Deposit } from '../deposit.ts';
import type { Tenant } from '../tenant.ts';
import { accountOfTenants } from './shown-account.ts';

const account = { iban: 'CH5604835012345678009', holderName: 'Lea B', bic: null, address: null };
const other = { ...account, iban: 'CH3181239000001245689' };
const asks = { account, code: '123456', codeHash: 'hash', bySms: false };
const open = withCoTenant(depositAt('open'));
const withPhone = (deposit: Deposit, changed: object = {}): Deposit => {
  const [main, ...others] = deposit.terms.tenants;
  const tenants = [{ ...main, phoneNumber: '+41791234567', ...changed } as Tenant, ...others] as const;
  return { ...deposit, terms: { ...deposit.terms, tenants } };
};

test('years 1 the account is confirmed by a code sent to the main tenant; all tenants are told', () => {
  const life = new Life(open);
  life.makes('ask_account_code', asks, [
    'payoutAccountRequest = {account={iban=CH5604835012345678009 holderName=Lea B} codeHash=hash sentAt=2026-11-20T09:30Z wrong=0 recent=[2026-11-20T09:30Z]}',
    'tenant: payout_account_asked | iban=CH5604835012345678009 holderName=Lea B',
    'mail payout_account_code to l@m.example in de code=123456 minutes=15 account={holderName=Lea B ending=8009}',
    'links for 1',
  ]);
  life.makes('confirm_account_code', { isRight: true }, [
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B confirmedAt=2026-11-20T09:30Z}',
    'payoutAccountRequest.account = null',
    'payoutAccountRequest.codeHash = null',
    'tenant: payout_account_confirmed | iban=CH5604835012345678009 holderName=Lea B',
    'mail payout_account_changed to l@m.example in de account={holderName=Lea B ending=8009}',
    'mail payout_account_changed to n@m.example in de account={holderName=Lea B ending=8009}',
    'links for 1, 2',
  ]);
  life.makes('confirm_account_code', { isRight: true }, ['refused no_code_waits']);
});

test('years 1 the code also goes by SMS where that is set up, beside the mail and never instead of it', () => {
  new Life(withPhone(open)).makes('ask_account_code', { ...asks, bySms: true }, [
    'payoutAccountRequest = {account={iban=CH5604835012345678009 holderName=Lea B} codeHash=hash sentAt=2026-11-20T09:30Z wrong=0 recent=[2026-11-20T09:30Z]}',
    'tenant: payout_account_asked | iban=CH5604835012345678009 holderName=Lea B',
    'mail payout_account_code to l@m.example in de code=123456 minutes=15 account={holderName=Lea B ending=8009}',
    'sms to=+41791234567 language=de code=123456 expiresAt=2026-11-20T09:45:00.000Z',
    'links for 1',
  ]);
  const hasSms = (deposit: Deposit, bySms: boolean) => {
    const decision = new Life(deposit).decides('ask_account_code', { ...asks, bySms });
    return 'effects' in decision && decision.effects.some(({ kind }) => kind === 'sms');
  };
  assert.equal(hasSms(withPhone(open), false), false);
  assert.equal(hasSms(withPhone(open, { phoneNumber: null }), true), false);
  assert.equal(hasSms(withPhone(open, { email: null }), true), false);
});

test('years 1 a tenant without e-mail gets no code by letter: it would be too old', () =>
  void new Life(withPhone(open, { email: null })).makes('ask_account_code', asks, [
    'payoutAccountRequest = {account={iban=CH5604835012345678009 holderName=Lea B} codeHash=hash sentAt=2026-11-20T09:30Z wrong=0 recent=[2026-11-20T09:30Z]}',
    'service: mail_not_sent tenant=1 mail=payout_account_code',
    'tenant: payout_account_asked | iban=CH5604835012345678009 holderName=Lea B',
  ]));

test('years 6 a code counts for 15 minutes and five wrong ones', () => {
  const asked = new Life(open).after('ask_account_code', asks);
  const at = (time: string) => new Life(asked.deposit).at(time).decides('confirm_account_code', { isRight: true });
  assert.ok('deposit' in at('2026-11-20T09:45:00Z'));
  assert.deepEqual(at('2026-11-20T09:45:01Z'), { refused: 'code_expired' });
  for (let wrong = 0; wrong < 5; wrong++)
    asked.makes('confirm_account_code', { isRight: false }, [`payoutAccountRequest.wrong = ${wrong + 1}`]);
  asked.makes('confirm_account_code', { isRight: true }, ['refused code_spent']);
  asked.after('ask_account_code', asks).after('confirm_account_code', { isRight: true });
  assert.equal(asked.deposit.payoutAccount?.iban, account.iban);
});

test('years 6 ten codes a day at most; those of yesterday do not count', () => {
  const life = new Life(open);
  for (let sent = 0; sent < 10; sent++) life.after('ask_account_code', asks);
  life.makes('ask_account_code', asks, ['refused too_many_codes']);
  life.at('2026-11-21T09:29:59Z').makes('ask_account_code', asks, ['refused too_many_codes']);
  life.at('2026-11-21T09:30:00Z').after('ask_account_code', asks);
  assert.equal(life.deposit.payoutAccountRequest?.recent.length, 1);
});

test('years 1 during closing the confirmed account is that of the closing, until the payout is ordered', () => {
  const life = new Life(withCoTenant(depositAt('closing_proposed'))).after('ask_account_code', asks);
  life.makes('confirm_account_code', { isRight: true }, [
    'closing.tenantIban = CH5604835012345678009',
    'closing.tenantHolderName = Lea B',
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B confirmedAt=2026-11-20T09:30Z}',
    'payoutAccountRequest.account = null',
    'payoutAccountRequest.codeHash = null',
    'tenant: payout_account_confirmed | iban=CH5604835012345678009 holderName=Lea B',
    'mail payout_account_changed to l@m.example in de account={holderName=Lea B ending=8009}',
    'mail payout_account_changed to n@m.example in de account={holderName=Lea B ending=8009}',
    'links for 1, 2',
  ]);
  const ordered = new Life(depositAt('closing_ordered'));
  ordered.makes('ask_account_code', asks, ['refused account_ordered']);
});

test('years 6 once it is ordered to an account no other is named, but while an order asks for one', () => {
  const sent = depositAt('closing_ordered');
  const [order] = sent.orders as [Deposit['orders'][0]];
  const withOrder = (changed: Partial<typeof order>): Deposit => ({ ...sent, orders: [{ ...order, ...changed }] });
  const refusal = (deposit: Deposit, context = freshContext()) => {
    const decision = new Life(deposit, context).decides('ask_account_code', asks);
    return 'refused' in decision ? decision.refused : null;
  };
  assert.equal(refusal(withOrder({ runId: 'run' })), 'account_ordered');
  assert.equal(refusal(withOrder({ rejection: 'AC04', runId: 'run' })), 'account_ordered');
  assert.equal(refusal(withOrder({})), 'account_ordered');
  assert.equal(refusal(withOrder({ returnReason: 'AC04' })), null);
  assert.equal(refusal(withOrder({ iban: null }), freshContext({ demoIban: null })), null);
  assert.equal(refusal(depositAt('closed')), 'account_ordered');
  assert.equal(refusal(depositAt('open', 'insurance')), 'account_not_asked');
  const returned = new Life(withOrder({ returnReason: 'AC04', attempt: 2, iban: null })).after(
    'ask_account_code',
    asks,
  );
  returned.makes('confirm_account_code', { isRight: true }, [
    'orders.0.iban = CH5604835012345678009',
    'orders.0.returnReason = null',
    'orders.0.holderName = Lea B',
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B confirmedAt=2026-11-20T09:30Z}',
    'payoutAccountRequest.account = null',
    'payoutAccountRequest.codeHash = null',
    'tenant: account_given to=tenant | iban=CH5604835012345678009 holderName=Lea B',
    'tenant: payout_account_confirmed | iban=CH5604835012345678009 holderName=Lea B',
    'mail payout_account_changed to l@m.example in de account={holderName=Lea B ending=8009}',
    'links for 1',
  ]);
});

test('bank and money 9: an account in a refused country is not asked about; a BIC may follow', () => {
  const context = freshContext();
  const refusing = { ...context, money: { ...context.money, refusedCountries: ['DE'] } };
  const foreign = { ...asks, account: { ...account, iban: 'DE89370400440532013000' } };
  new Life(open, refusing).makes('ask_account_code', foreign, ['refused country_refused (iban)']);
  assert.ok('deposit' in new Life(open).decides('ask_account_code', foreign));
});

test('years 1 the account as others see it: the holder and the last four characters', () => {
  const closing = depositAt('closing_proposed');
  const given = {
    ...(closing.closing as NonNullable<Deposit['closing']>),
    tenantIban: other.iban,
    tenantHolderName: null,
  };
  const confirmed = { ...account, confirmedAt: new Date() };
  const sent = depositAt('closing_ordered');
  const [order] = sent.orders as [Deposit['orders'][0]];
  const rows: [Deposit, ReturnType<typeof accountOfTenants>][] = [
    [depositAt('open'), null],
    [
      { ...depositAt('open'), payoutAccount: confirmed },
      { holderName: 'Lea B', ending: '8009' },
    ],
    [
      { ...closing, payoutAccount: confirmed },
      { holderName: 'Lea B', ending: '8009' },
    ],
    [
      { ...closing, payoutAccount: confirmed, closing: given },
      { holderName: 'Lea B', ending: '5689' },
    ],
    [sent, { holderName: 'Lea B', ending: '2957' }],
    [{ ...sent, orders: [{ ...order, iban: null }] }, null],
    [
      { ...sent, orders: [order, { ...order, iban: other.iban, cancelledAt: new Date() }] },
      { holderName: 'Lea B', ending: '2957' },
    ],
    [
      { ...sent, orders: [order, { ...order, iban: other.iban, cause: 'supplement' }] },
      { holderName: 'Lea B', ending: '2957' },
    ],
    [
      { ...sent, orders: [order, { ...order, iban: other.iban, payee: 'landlord' }] },
      { holderName: 'Lea B', ending: '2957' },
    ],
    [
      { ...sent, orders: [order, { ...order, iban: other.iban, kind: 'payback' }] },
      { holderName: 'Lea B', ending: '2957' },
    ],
    [
      { ...sent, orders: [order, { ...order, iban: other.iban, holderName: 'Kim' }] },
      { holderName: 'Kim', ending: '5689' },
    ],
  ];
  for (const [deposit, shown] of rows) assert.deepEqual(accountOfTenants(deposit), shown);
});
