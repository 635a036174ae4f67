import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life } from '../../../test/support/life.ts';
import { depositAt, NOW, ofCompany, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Closing } from '../closing/closing.ts';
import type { Deposit } from '../deposit.ts';
import type { Day } from '../values/calendar.ts';
import type { EmailAddress } from '../values/contact.ts';
import { rappen } from '../values/money.ts';

const IBAN = 'CH5604835012345678009';
const OTHER = 'CH3181239000001245689';
const open = depositAt('open');
const couple = withCoTenant(open);
const starts = {
  by: 'tenant',
  tenantIban: null,
  amountLandlord: rappen(20_000),
  reason: null,
  tenancyEnd: null,
} as const;
const proposes = { by: 'tenant', amountLandlord: rappen(20_000), reason: null } as const;
const agrees = { by: 'manager', tenantIban: null } as const;
const ADDRESS = { street: 'Gasse', streetNumber: '5', zip: '3011', city: 'Bern', countryCode: 'CH' };
const ACCOUNT = { tenantIban: IBAN, tenantHolderName: 'Lea B', tenantBic: null, tenantAddress: ADDRESS };
const confirmed = { iban: IBAN, holderName: 'Lea B', bic: null, address: null, confirmedAt: NOW };
const FOREIGN = { tenantIban: 'DE89370400440532013000', tenantHolderName: null };
const REFUSING = freshContext({ money: { ...freshContext().money, refusedCountries: ['RU'] } });
const day = (text: string) => text as Day;

test('3 a tenant starts closing: the manager is asked about split and end, co-tenants get a copy', () => {
  new Life(couple).makes('start_closing', { ...starts, ...ACCOUNT, reason: 'we move', tenancyEnd: day('2026-11-30') }, [
    'state = closing',
    'stepSince = 2026-11-20T09:30Z',
    'closing = {startedBy=tenant startedAt=2026-11-20T09:30Z tenancyEnd=2026-11-30 end={state=asked namedBy=tenant tenantDay=2026-11-30} year={queuedFor=2027-12-01 warnings=0} proposals=[{at=2026-11-20T09:30Z by=tenant amountLandlord=20000 reason=we move}] tenantIban=CH5604835012345678009 tenantHolderName=Lea B tenantAddress={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH}}',
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} confirmedAt=2026-11-20T09:30Z}',
    'tenant: closing_started by=tenant amountLandlord=200 tenancyEnd=2026-11-30 | reason=we move tenantIban=CH5604835012345678009 tenantHolderName=Lea B tenantAddress=Gasse 5, 3011 Bern, CH',
    'warn_of_year 2027-10-31T23:00Z',
    'warn_of_year 2027-11-23T23:00Z',
    'warn_of_year 2027-11-29T23:00Z',
    'order_after_year 2027-11-30T23:00Z',
    'end_undisputed 2026-12-19T23:00Z',
    'mail closing_consent to m@v.example in de by=tenant reason=we move product=bank_deposit tenancyEnd=2026-11-30 freesOn=2027-12-01 claimFrom=2027-12-01 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail closing_consent to n@m.example in de by=tenant reason=we move product=bank_deposit tenancyEnd=2026-11-30 freesOn=2027-12-01 claimFrom=2027-12-01 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000 isCopy=true',
    'links for 2',
  ]);
  new Life(couple).makes('start_closing', starts, [
    'state = closing',
    'stepSince = 2026-11-20T09:30Z',
    'closing = {startedBy=tenant startedAt=2026-11-20T09:30Z tenancyEnd=2026-11-20 end={state=asked namedBy=tenant tenantDay=2026-11-20} year={queuedFor=2027-11-23 warnings=0} proposals=[{at=2026-11-20T09:30Z by=tenant amountLandlord=20000}]}',
    'tenant: closing_started by=tenant amountLandlord=200 tenancyEnd=2026-11-20',
    'warn_of_year 2027-10-23T22:00Z',
    'warn_of_year 2027-11-15T23:00Z',
    'warn_of_year 2027-11-21T23:00Z',
    'order_after_year 2027-11-22T23:00Z',
    'end_undisputed 2026-12-19T23:00Z',
    'mail closing_consent to m@v.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 amountTenant=80000 amountLandlord=20000',
    'mail closing_consent to n@m.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 amountTenant=80000 amountLandlord=20000 isCopy=true',
    'links for 2',
  ]);
});

test('3 the manager starts closing: the tenants are asked, the main tenant answers; the end is confirmed', () => {
  const reason = 'the floor is damaged';
  new Life(couple).makes(
    'start_closing',
    { ...starts, by: 'manager', tenantIban: OTHER, reason, tenancyEnd: day('2026-12-31') },
    [
      'state = closing',
      'stepSince = 2026-11-20T09:30Z',
      'closing = {startedBy=manager startedAt=2026-11-20T09:30Z tenancyEnd=2026-12-31 end={state=confirmed namedBy=manager managerDay=2026-12-31} year={warnings=0} proposals=[{at=2026-11-20T09:30Z by=manager amountLandlord=20000 reason=the floor is damaged}] tenantIban=CH3181239000001245689}',
      'manager: closing_started by=manager amountLandlord=200 tenancyEnd=2026-12-31 member=m | email=m@v.example name=M M reason=the floor is damaged tenantIban=CH3181239000001245689',
      'mail closing_consent to l@m.example in de by=manager reason=the floor is damaged product=bank_deposit tenancyEnd=2026-12-31 claimFrom=2028-01-01 account={holderName=Lea B ending=5689} amountTenant=80000 amountLandlord=20000',
      'mail closing_consent to n@m.example in de by=manager reason=the floor is damaged product=bank_deposit tenancyEnd=2026-12-31 claimFrom=2028-01-01 account={holderName=Lea B ending=5689} amountTenant=80000 amountLandlord=20000 isCopy=true',
      'links for 1, 2',
    ],
  );
});

test('years 1 an account that the tenant has confirmed wins over one that the manager gives', () => {
  const life = new Life({ ...open, payoutAccount: confirmed });
  life.after('start_closing', { ...starts, by: 'manager', tenantIban: OTHER });
  assert.equal(life.deposit.closing?.tenantIban, IBAN);
  assert.deepEqual(life.deposit.payoutAccount, confirmed);
});

test('years 1 all tenants are told when another account than the confirmed one is given', () => {
  const life = new Life({ ...couple, payoutAccount: confirmed });
  life.makes('start_closing', { ...starts, tenantIban: OTHER }, [
    'state = closing',
    'stepSince = 2026-11-20T09:30Z',
    'closing = {startedBy=tenant startedAt=2026-11-20T09:30Z tenancyEnd=2026-11-20 end={state=asked namedBy=tenant tenantDay=2026-11-20} year={queuedFor=2027-11-23 warnings=0} proposals=[{at=2026-11-20T09:30Z by=tenant amountLandlord=20000}] tenantIban=CH3181239000001245689}',
    'payoutAccount.iban = CH3181239000001245689',
    'payoutAccount.holderName = null',
    'payoutAccount.confirmedAt = 2026-11-20T09:30Z',
    'tenant: closing_started by=tenant amountLandlord=200 tenancyEnd=2026-11-20 | tenantIban=CH3181239000001245689',
    'mail payout_account_changed to l@m.example in de account={holderName=Lea B ending=5689}',
    'mail payout_account_changed to n@m.example in de account={holderName=Lea B ending=5689}',
    'warn_of_year 2027-10-23T22:00Z',
    'warn_of_year 2027-11-15T23:00Z',
    'warn_of_year 2027-11-21T23:00Z',
    'order_after_year 2027-11-22T23:00Z',
    'end_undisputed 2026-12-19T23:00Z',
    'mail closing_consent to m@v.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=5689} amountTenant=80000 amountLandlord=20000',
    'mail closing_consent to n@m.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=5689} amountTenant=80000 amountLandlord=20000 isCopy=true',
    'links for 1, 2, 2',
  ]);
});

const REFUSED: [name: string, given: object, refusal: string][] = [
  ['more than the deposit', { amountLandlord: rappen(100_001) }, 'more_than_deposit (amountLandlord)'],
  ['a day too far away', { tenancyEnd: '2127-01-01' }, 'day_too_far (tenancyEnd)'],
  [
    'years 1: the manager names a day of the next twelve months',
    { by: 'manager', tenancyEnd: '2027-11-21' },
    'day_too_late (tenancyEnd)',
  ],
  [
    'bank and money 9: a country that is not paid to',
    { tenantIban: 'RU0204452560040702810412345678901' },
    'country_refused (tenantIban)',
  ],
  ['bank and money 9: nor a bank there', { ...FOREIGN, tenantBic: 'SABRRUMM' }, 'country_refused (tenantBic)'],
  [
    'bank and money 9: nor somebody there',
    { ...FOREIGN, tenantBic: 'COBADEFF', tenantAddress: { ...ADDRESS, countryCode: 'RU' } },
    'country_refused (tenantAddress)',
  ],
  ['years 6: there is no such tenant', { tenant: 2 }, 'no_such_tenant (tenant)'],
  ['years 6: nobody signs for the manager', { by: 'manager', tenant: 1 }, 'tenant_not_acting (tenant)'],
];
for (const [name, given, refusal] of REFUSED) {
  test(`3 closing is not started: ${name}`, () =>
    void new Life(open, REFUSING).makes('start_closing', { ...starts, ...given }, [`refused ${refusal}`]));
}

test('bank and money 9: a BIC that is missing is asked for later, so it does not stop a proposal', () =>
  assert.equal(new Life(open).after('start_closing', { ...starts, ...FOREIGN }).deposit.state, 'closing'));

test('3 the limits themselves: the whole deposit, and a day in exactly twelve months', () => {
  const whole = { ...starts, by: 'manager', amountLandlord: rappen(100_000), tenancyEnd: day('2027-11-20') } as const;
  assert.equal(new Life(open).after('start_closing', whole).deposit.state, 'closing');
});

test('years 6 of natural tenants the main tenant acts', () => {
  new Life(couple).makes('start_closing', { ...starts, tenant: 2 }, ['refused only_main_acts (tenant)']);
  assert.equal(new Life(couple).after('start_closing', { ...starts, tenant: 1 }).deposit.state, 'closing');
});

test('years 1 joint signature: the first word waits for the second, which must say the same', () => {
  const joint = ofCompany(open);
  const life = new Life(joint);
  life.makes('start_closing', { ...starts, ...ACCOUNT, tenant: 1, reason: 'we move' }, [
    'closingWord = {tenant=1 kind=proposal amountLandlord=20000 tenancyEnd=2026-11-20 reason=we move account={iban=CH5604835012345678009 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH}} at=2026-11-20T09:30Z}',
    'tenant: closing_word_given tenant=1 word=proposal amountLandlord=200 | reason=we move',
    'mail closing_cosign to n@m.example in de word=proposal signatory=Lea B product=bank_deposit amountLandlord=20000 amountTenant=80000 tenancyEnd=2026-11-20 reason=we move',
    'links for 2',
  ]);
  life.makes('start_closing', { ...starts, ...ACCOUNT, tenant: 1, reason: 'we move' }, []);
  life.makes('start_closing', { ...starts, tenant: 2, amountLandlord: rappen(1) }, ['refused cosign_differs']);
  life.makes('start_closing', { ...starts, tenant: 2, tenancyEnd: day('2026-12-31') }, ['refused cosign_differs']);
  life.makes('start_closing', { ...starts, tenant: 2, tenantIban: OTHER }, ['refused cosign_differs']);
  life.makes('start_closing', { ...starts, tenant: 2 }, [
    'state = closing',
    'stepSince = 2026-11-20T09:30Z',
    'closing = {startedBy=tenant startedAt=2026-11-20T09:30Z tenancyEnd=2026-11-20 end={state=asked namedBy=tenant tenantDay=2026-11-20} year={queuedFor=2027-11-23 warnings=0} proposals=[{at=2026-11-20T09:30Z by=tenant amountLandlord=20000 reason=we move}] tenantIban=CH5604835012345678009 tenantHolderName=Lea B tenantAddress={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH}}',
    'closingWord = null',
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} confirmedAt=2026-11-20T09:30Z}',
    'tenant: closing_started by=tenant amountLandlord=200 tenancyEnd=2026-11-20 | reason=we move tenantIban=CH5604835012345678009 tenantHolderName=Lea B tenantAddress=Gasse 5, 3011 Bern, CH',
    'warn_of_year 2027-10-23T22:00Z',
    'warn_of_year 2027-11-15T23:00Z',
    'warn_of_year 2027-11-21T23:00Z',
    'order_after_year 2027-11-22T23:00Z',
    'end_undisputed 2026-12-19T23:00Z',
    'mail closing_consent to m@v.example in de by=tenant reason=we move product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail closing_consent to l@m.example in de by=tenant reason=we move product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000 isCopy=true',
    'links for 1',
  ]);
});

test('years 1 the first signatory can replace the word, the second cannot', () => {
  const life = new Life(ofCompany(open)).after('start_closing', { ...starts, tenant: 2 });
  life.makes('start_closing', { ...starts, tenant: 2, amountLandlord: rappen(0), reason: 'again' }, [
    'closingWord.amountLandlord = 0',
    'closingWord.reason = again',
    'tenant: closing_word_given tenant=2 word=proposal amountLandlord=0 | reason=again',
    'mail closing_cosign to l@m.example in de word=proposal signatory=Noa C product=bank_deposit amountLandlord=0 amountTenant=100000 tenancyEnd=2026-11-20 reason=again',
    'links for 1',
  ]);
  const alone = { ...ofCompany(open), terms: { ...ofCompany(open).terms, signatureRule: 'single' as const } };
  assert.equal(new Life(alone).after('start_closing', { ...starts, tenant: 1 }).deposit.state, 'closing');
});

test('3 either may propose another split, also in place of its own', () => {
  const life = new Life(withCoTenant(depositAt('closing_proposed')));
  life.makes('counter_propose', { by: 'manager', amountLandlord: rappen(50_000), reason: 'paint' }, [
    'closing.proposals.1 = {at=2026-11-20T09:30Z by=manager amountLandlord=50000 reason=paint}',
    'manager: counter_proposed by=manager amountLandlord=500 member=m | email=m@v.example name=M M reason=paint',
    'mail closing_consent to l@m.example in de by=manager reason=paint product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 amountTenant=50000 amountLandlord=50000',
    'mail closing_consent to n@m.example in de by=manager reason=paint product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 amountTenant=50000 amountLandlord=50000 isCopy=true',
    'links for 1, 2',
  ]);
  life.makes('counter_propose', { ...proposes, ...ACCOUNT }, [
    'closing.proposals.2 = {at=2026-11-20T09:30Z by=tenant amountLandlord=20000}',
    'closing.tenantIban = CH5604835012345678009',
    'closing.tenantHolderName = Lea B',
    'closing.tenantAddress = {street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH}',
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} confirmedAt=2026-11-20T09:30Z}',
    'tenant: counter_proposed by=tenant amountLandlord=200 | tenantIban=CH5604835012345678009 tenantHolderName=Lea B tenantAddress=Gasse 5, 3011 Bern, CH',
    'mail closing_consent to m@v.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail closing_consent to n@m.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000 isCopy=true',
    'links for 2',
  ]);
  life.makes('counter_propose', { ...proposes, amountLandlord: rappen(10_000), tenantIban: OTHER }, [
    'closing.proposals.3 = {at=2026-11-20T09:30Z by=tenant amountLandlord=10000}',
    'closing.tenantIban = CH3181239000001245689',
    'closing.tenantHolderName = null',
    'closing.tenantAddress = null',
    'payoutAccount.iban = CH3181239000001245689',
    'payoutAccount.holderName = null',
    'payoutAccount.address = null',
    'tenant: counter_proposed by=tenant amountLandlord=100 | tenantIban=CH3181239000001245689',
    'mail payout_account_changed to l@m.example in de account={holderName=Lea B ending=5689}',
    'mail payout_account_changed to n@m.example in de account={holderName=Lea B ending=5689}',
    'mail closing_consent to m@v.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 account={holderName=Lea B ending=5689} amountTenant=90000 amountLandlord=10000',
    'mail closing_consent to n@m.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 account={holderName=Lea B ending=5689} amountTenant=90000 amountLandlord=10000 isCopy=true',
    'links for 1, 2, 2',
  ]);
  life.makes('counter_propose', { ...proposes, amountLandlord: rappen(100_001) }, [
    'refused more_than_deposit (amountLandlord)',
  ]);
  life.makes('counter_propose', { ...proposes, tenant: 3 }, ['refused no_such_tenant (tenant)']);
});

test('years 1 a counter-proposal of a company needs both signatories, too', () => {
  const life = new Life(ofCompany(depositAt('closing_proposed')));
  life.makes('counter_propose', { ...proposes, tenant: 2, reason: 'no' }, [
    'closingWord = {tenant=2 kind=proposal amountLandlord=20000 reason=no at=2026-11-20T09:30Z}',
    'tenant: closing_word_given tenant=2 word=proposal amountLandlord=200 | reason=no',
    'mail closing_cosign to l@m.example in de word=proposal signatory=Noa C product=bank_deposit amountLandlord=20000 amountTenant=80000 tenancyEnd=2026-11-15 reason=no',
    'links for 1',
  ]);
  life.makes('counter_propose', { ...proposes, tenant: 1 }, [
    'closing.proposals.1 = {at=2026-11-20T09:30Z by=tenant amountLandlord=20000 reason=no}',
    'closingWord = null',
    'tenant: counter_proposed by=tenant amountLandlord=200 | reason=no',
    'mail closing_consent to m@v.example in de by=tenant reason=no product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 amountTenant=80000 amountLandlord=20000',
    'mail closing_consent to n@m.example in de by=tenant reason=no product=bank_deposit tenancyEnd=2026-11-15 freesOn=2027-11-16 claimFrom=2027-11-16 endAnswerUntil=2026-12-15 amountTenant=80000 amountLandlord=20000 isCopy=true',
    'links for 2',
  ]);
});

test('3 the other party consents: the payout is ordered, both shares, and all are told', () => {
  const life = new Life(couple).after('start_closing', { ...starts, ...ACCOUNT });
  life
    .at('2026-12-01T08:00:00Z')
    .makes('consent', agrees, [
      'stepSince = 2026-12-01T08:00Z',
      'orders.0 = {attempt=1 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} needsRelease=false changedBy=[] id=order 1 orderedAt=2026-12-01T08:00Z kind=payout cause=closing payee=tenant amount=80000 iban=CH5604835012345678009}',
      'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-12-01T08:00Z kind=payout cause=closing payee=landlord amount=20000 iban=CH9300762011623852957}',
      'closing.release = {at=2026-12-01T08:00Z ground=consent amountLandlord=20000}',
      'manager: consented by=manager amountLandlord=200 member=m | email=m@v.example name=M M',
      'service: payout_ordered ground=consent amountTenant=800 amountLandlord=200',
      'mail payout_ordered to m@v.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
      'mail payout_ordered to l@m.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
      'mail payout_ordered to n@m.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
      'links for 1, 2',
      'held → to_tenant amount=80000 orderId=order 1',
      'held → to_landlord amount=20000 orderId=order 2',
    ]);
});

test('3 the tenants consent to what the manager has proposed, and may give their account with it', () => {
  const life = new Life(couple).after('start_closing', { ...starts, by: 'manager', tenantIban: OTHER });
  life.makes('consent', { by: 'tenant', ...ACCOUNT, amountLandlord: rappen(20_000) }, [
    'orders.0 = {attempt=1 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=tenant amount=80000 iban=CH5604835012345678009}',
    'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=landlord amount=20000 iban=CH9300762011623852957}',
    'closing.tenantIban = CH5604835012345678009',
    'closing.tenantHolderName = Lea B',
    'closing.tenantAddress = {street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH}',
    'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=20000}',
    'payoutAccount = {iban=CH5604835012345678009 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} confirmedAt=2026-11-20T09:30Z}',
    'tenant: consented by=tenant amountLandlord=200 | tenantIban=CH5604835012345678009 tenantHolderName=Lea B tenantAddress=Gasse 5, 3011 Bern, CH',
    'service: payout_ordered ground=consent amountTenant=800 amountLandlord=200',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=consent agreedBy=tenant account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=consent agreedBy=tenant account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail payout_ordered to n@m.example in de product=bank_deposit ground=consent agreedBy=tenant account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
    'links for 1, 2',
    'held → to_tenant amount=80000 orderId=order 1',
    'held → to_landlord amount=20000 orderId=order 2',
  ]);
});

test('3 consent is refused to the party that proposed, and to what is no longer proposed', () => {
  const life = new Life(depositAt('closing_proposed'));
  life.makes('consent', { by: 'tenant', tenantIban: null }, ['refused own_proposal']);
  life.makes('consent', { ...agrees, amountLandlord: rappen(1) }, ['refused proposal_replaced']);
  const refusing = new Life(depositAt('closing_proposed'), REFUSING);
  refusing.makes('consent', { ...agrees, tenantIban: 'RU0204452560040702810412345678901' }, [
    'refused country_refused (tenantIban)',
  ]);
  life.makes('consent', { by: 'tenant', tenant: 2, tenantIban: null }, ['refused no_such_tenant (tenant)']);
});

test('years 1 consent of a company counts once both signatories have given it', () => {
  const life = new Life(ofCompany(open)).after('start_closing', { ...starts, by: 'manager' });
  life.makes('consent', { by: 'tenant', tenant: 1, tenantIban: IBAN }, [
    'closingWord = {tenant=1 kind=consent amountLandlord=20000 account={iban=CH5604835012345678009} at=2026-11-20T09:30Z}',
    'tenant: closing_word_given tenant=1 word=consent amountLandlord=200',
    'mail closing_cosign to n@m.example in de word=consent signatory=Lea B product=bank_deposit amountLandlord=20000 amountTenant=80000 tenancyEnd=2026-11-20',
    'links for 2',
  ]);
  life.makes('consent', { by: 'tenant', tenant: 2, tenantIban: OTHER }, ['refused cosign_differs']);
  life.makes('consent', { by: 'tenant', tenant: 2, tenantIban: null }, [
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=tenant amount=80000 iban=CH5604835012345678009}',
    'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=landlord amount=20000 iban=CH9300762011623852957}',
    'closing.tenantIban = CH5604835012345678009',
    'closing.release = {at=2026-11-20T09:30Z ground=consent amountLandlord=20000}',
    'closingWord = null',
    'payoutAccount = {iban=CH5604835012345678009 confirmedAt=2026-11-20T09:30Z}',
    'tenant: consented by=tenant amountLandlord=200',
    'service: payout_ordered ground=consent amountTenant=800 amountLandlord=200',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=consent agreedBy=tenant account={holderName=Muster AG ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=consent agreedBy=tenant account={holderName=Muster AG ending=8009} amountTenant=80000 amountLandlord=20000',
    'mail payout_ordered to n@m.example in de product=bank_deposit ground=consent agreedBy=tenant account={holderName=Muster AG ending=8009} amountTenant=80000 amountLandlord=20000',
    'links for 1, 2',
    'held → to_tenant amount=80000 orderId=order 1',
    'held → to_landlord amount=20000 orderId=order 2',
  ]);
});

test('8 the manager’s account for the tenants is only a fallback', () => {
  const own = new Life(open).after('start_closing', { ...starts, tenantIban: IBAN });
  own.after('consent', { ...agrees, tenantIban: OTHER });
  assert.equal(own.deposit.closing?.tenantIban, IBAN);
  const none = new Life(open).after('start_closing', starts).after('consent', { ...agrees, tenantIban: OTHER });
  assert.equal(none.deposit.closing?.tenantIban, OTHER);
  assert.equal(none.deposit.payoutAccount, null);
});

test('8 the operator records a judgment or payment order: it is ordered without consent', () => {
  const judgment = {
    ground: 'judgment',
    amountLandlord: rappen(100_000),
    evidence: 'ZH 12',
    finalOn: day('2026-11-01'),
  } as const;
  new Life(depositAt('closing_proposed')).makes('release', judgment, [
    'stepSince = 2026-11-20T09:30Z',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=landlord amount=100000 iban=CH9300762011623852957}',
    'closing.release = {at=2026-11-20T09:30Z ground=judgment amountLandlord=100000 evidence=ZH 12 finalOn=2026-11-01}',
    'operator: release_recorded ground=judgment amountLandlord=1000 finalOn=2026-11-01 | evidence=ZH 12',
    'service: payout_ordered ground=judgment amountTenant=0 amountLandlord=1000',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=judgment amountTenant=0 amountLandlord=100000',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=judgment amountTenant=0 amountLandlord=100000',
    'links for 1',
    'held → to_landlord amount=100000 orderId=order 1',
  ]);
  const order = { ...judgment, ground: 'payment_order', amountLandlord: rappen(1), finalOn: null } as const;
  new Life(depositAt('closing_proposed')).makes('release', order, [
    'stepSince = 2026-11-20T09:30Z',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=tenant amount=99999 iban=CH9300762011623852957}',
    'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-11-20T09:30Z kind=payout cause=closing payee=landlord amount=1 iban=CH9300762011623852957}',
    'closing.release = {at=2026-11-20T09:30Z ground=payment_order amountLandlord=1 evidence=ZH 12}',
    'operator: release_recorded ground=payment_order amountLandlord=0.01 | evidence=ZH 12',
    'service: payout_ordered ground=payment_order amountTenant=999.99 amountLandlord=0.01',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=payment_order account={holderName=Lea B ending=2957} amountTenant=99999 amountLandlord=1',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=payment_order account={holderName=Lea B ending=2957} amountTenant=99999 amountLandlord=1',
    'links for 1',
    'held → to_tenant amount=99999 orderId=order 1',
    'held → to_landlord amount=1 orderId=order 2',
  ]);
  new Life(depositAt('closing_proposed')).makes('release', { ...order, amountLandlord: rappen(100_001) }, [
    'refused more_than_deposit (amountLandlord)',
  ]);
});

test('OR 257e after the year the tenant may demand the whole deposit alone, and nothing less', () => {
  const byManager = { ...(depositAt('closing_proposed').closing as Closing), startedBy: 'manager' as const };
  const life = (time: string) => new Life({ ...depositAt('closing_proposed'), closing: byManager }).at(time);
  const whole = { ...proposes, amountLandlord: rappen(0) };
  life('2027-11-16T08:00:00Z').makes('counter_propose', whole, [
    'stepSince = 2027-11-16T08:00Z',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2027-11-16T08:00Z kind=payout cause=closing payee=tenant amount=100000 iban=CH9300762011623852957}',
    'closing.proposals.1 = {at=2027-11-16T08:00Z by=tenant amountLandlord=0}',
    'closing.release = {at=2027-11-16T08:00Z ground=year amountLandlord=0}',
    'tenant: whole_demanded by=tenant amountLandlord=0',
    'service: payout_ordered ground=year amountTenant=1000 amountLandlord=0',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=year account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=year account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'links for 1',
    'held → to_tenant amount=100000 orderId=order 1',
  ]);
  assert.equal(life('2027-11-15T08:00:00Z').after('counter_propose', whole).deposit.closing?.release, null);
  assert.equal(life('2027-11-16T08:00:00Z').after('counter_propose', proposes).deposit.closing?.release, null);
  const manager = { ...whole, by: 'manager' as const };
  assert.equal(life('2027-11-16T08:00:00Z').after('counter_propose', manager).deposit.closing?.release, null);
});

test('years 6 while it is on hold, what frees it is noted, and ordered when the hold is lifted', () => {
  const life = new Life(couple).after('start_closing', { ...starts, ...ACCOUNT });
  life.makes('hold', { ground: 'death', evidence: 'certificate' }, [
    'hold = {ground=death at=2026-11-20T09:30Z}',
    'operator: deposit_held | ground=death evidence=certificate',
    'mail deposit_held to m@v.example in de',
  ]);
  life.makes('consent', agrees, [
    'closing.noted = {at=2026-11-20T09:30Z ground=consent amountLandlord=20000}',
    'manager: consented by=manager amountLandlord=200 member=m | email=m@v.example name=M M',
    'service: release_noted ground=consent amountLandlord=200',
    'mail closing_agreed to m@v.example in de product=bank_deposit ground=consent agreedBy=manager amountTenant=80000 amountLandlord=20000',
    'mail closing_agreed to l@m.example in de product=bank_deposit ground=consent agreedBy=manager amountTenant=80000 amountLandlord=20000',
    'mail closing_agreed to n@m.example in de product=bank_deposit ground=consent agreedBy=manager amountTenant=80000 amountLandlord=20000',
    'links for 1, 2',
  ]);
  life
    .at('2026-12-24T08:00:00Z')
    .makes('lift_hold', { reason: 'heirs known' }, [
      'stepSince = 2026-12-24T08:00Z',
      'orders.0 = {attempt=1 holderName=Lea B address={street=Gasse streetNumber=5 zip=3011 city=Bern countryCode=CH} needsRelease=false changedBy=[] id=order 1 orderedAt=2026-12-24T08:00Z kind=payout cause=closing payee=tenant amount=80000 iban=CH5604835012345678009}',
      'orders.1 = {attempt=1 needsRelease=false changedBy=[] id=order 2 orderedAt=2026-12-24T08:00Z kind=payout cause=closing payee=landlord amount=20000 iban=CH9300762011623852957}',
      'closing.noted = null',
      'closing.release = {at=2026-12-24T08:00Z ground=consent amountLandlord=20000}',
      'hold = null',
      'operator: hold_lifted | reason=heirs known',
      'service: payout_ordered ground=consent amountTenant=800 amountLandlord=200',
      'mail hold_lifted to m@v.example in de isOrdered=true',
      'mail payout_ordered to m@v.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
      'mail payout_ordered to l@m.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
      'mail payout_ordered to n@m.example in de product=bank_deposit ground=consent agreedBy=manager account={holderName=Lea B ending=8009} amountTenant=80000 amountLandlord=20000',
      'links for 1, 2',
      'held → to_tenant amount=80000 orderId=order 1',
      'held → to_landlord amount=20000 orderId=order 2',
    ]);
  const open2 = new Life(open).after('hold', { ground: 'seizure', evidence: 'e' });
  open2.makes('hold', { ground: 'seizure', evidence: 'e' }, ['refused held_already']);
  open2.makes('lift_hold', { reason: 'r' }, [
    'hold = null',
    'operator: hold_lifted | reason=r',
    'mail hold_lifted to m@v.example in de isOrdered=false',
  ]);
  open2.makes('lift_hold', { reason: 'r' }, ['refused not_held']);
});

test('years 2 for ten days after the manager has changed an address, nothing from it counts', () => {
  const change = {
    id: 'e',
    tenant: 1,
    email: 'x@m.example' as EmailAddress,
    formerEmail: null,
    by: 'manager' as const,
    at: NOW,
    confirmedAt: NOW,
    ended: null,
  };
  const locked: Deposit = { ...open, emailChanges: [change] };
  const at = (time: string) => new Life(locked).at(time).decides('start_closing', starts);
  assert.deepEqual(at('2026-11-25T11:59:59Z'), { refused: 'contact_locked' });
  assert.ok('deposit' in at('2026-11-25T12:00:00Z'));
  const proposed = new Life({ ...depositAt('closing_proposed'), emailChanges: [change] }, freshContext({ now: NOW }));
  assert.deepEqual(proposed.decides('counter_propose', proposes), { refused: 'contact_locked' });
  assert.deepEqual(proposed.decides('consent', { by: 'tenant', tenantIban: null }), { refused: 'contact_locked' });
  assert.ok('deposit' in proposed.decides('consent', agrees));
});
