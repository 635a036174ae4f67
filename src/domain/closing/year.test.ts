import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Life } from '../../../test/support/life.ts';
import { depositAt, NOW, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Day } from '../values/calendar.ts';
import type { EmailAddress } from '../values/contact.ts';
import { rappen } from '../values/money.ts';
import type { Closing } from './closing.ts';
import { daysOf, isTooLate } from './tenancy-end.ts';
import { freesOn, orderedOn } from './year.ts';

const operators = [{ email: 'op@depono.example' as EmailAddress, name: 'Op' }];
const day = (text: string) => text as Day;
const proposed = depositAt('closing_proposed');
const closing = proposed.closing as Closing;
const couple = withCoTenant(proposed);
const byManager: Closing = {
  ...closing,
  startedBy: 'manager',
  end: { state: 'confirmed', namedBy: 'manager', tenantDay: null, managerDay: closing.tenancyEnd, reason: null },
};

const FREES: [name: string, tenancyEnd: string, startedAt: string, frees: string | null][] = [
  ['the day after the year', '2026-11-16', '2026-11-15T12:00:00Z', '2027-11-17'],
  ['a year that ends on a Sunday ends on the Monday', '2026-11-14', '2026-11-15T12:00:00Z', '2027-11-16'],
  ['long ago: the manager has 30 days', '2020-01-31', '2026-11-15T12:00:00Z', '2026-12-15'],
  ['told late in the evening, in Switzerland the next day', '2020-01-31', '2026-11-15T23:30:00Z', '2026-12-16'],
  ['the later of both', '2025-12-15', '2026-11-15T12:00:00Z', '2026-12-16'],
];
for (const [name, tenancyEnd, startedAt, frees] of FREES) {
  test(`OR 257e the payout of a tenant’s closing is ordered: ${name}`, () => {
    const planned = { ...closing, tenancyEnd: day(tenancyEnd), startedAt: new Date(startedAt) };
    assert.equal(freesOn(planned), frees);
    assert.equal(orderedOn({ closing: planned, legalClaim: null }), frees);
    assert.equal(freesOn({ ...planned, startedBy: 'manager' }), null);
  });
}

test('OR 257e nothing is planned once it is ordered, noted, or stopped by a claim', () => {
  const claim = { state: 'waiting' } as Closing['claim'];
  const release = depositAt('closing_ordered').closing?.release ?? null;
  const planned = (changed: Partial<Closing>, legalClaim: { at: Date; evidence: string } | null = null) =>
    orderedOn({ closing: { ...closing, ...changed }, legalClaim });
  assert.equal(planned({}), '2027-11-16');
  assert.equal(planned({ release }), null);
  assert.equal(planned({ noted: release }), null);
  assert.equal(planned({ claim }), null);
  assert.equal(planned({ claim: { ...claim, state: 'rejected' } as Closing['claim'] }), '2027-11-16');
  assert.equal(planned({}, { at: NOW, evidence: 'e' }), null);
  assert.equal(orderedOn({ closing: null, legalClaim: null }), null);
});

test('years 1 the manager is warned 30, 7 and 1 days before, each once; after an outage once', () => {
  const life = new Life(couple);
  life.at('2027-10-16T12:00:00Z').makes('warn_of_year', undefined, ['refused not_now']);
  life
    .at('2027-10-17T12:00:00Z')
    .makes('warn_of_year', undefined, [
      'closing.year.warnings = 1',
      'service: year_warned freesOn=2027-11-16',
      'mail closing_year_warning to m@v.example in de product=bank_deposit amountLandlord=0 amountTenant=100000 tenancyEnd=2026-11-15 freesOn=2027-11-16 daysLeft=30',
    ]);
  life.makes('warn_of_year', undefined, ['refused not_now']);
  life
    .at('2027-11-15T12:00:00Z')
    .makes('warn_of_year', undefined, [
      'closing.year.warnings = 3',
      'service: year_warned freesOn=2027-11-16',
      'mail closing_year_warning to m@v.example in de product=bank_deposit amountLandlord=0 amountTenant=100000 tenancyEnd=2026-11-15 freesOn=2027-11-16 daysLeft=1',
    ]);
  life.at('2027-11-16T12:00:00Z').makes('warn_of_year', undefined, ['refused not_now']);
  new Life({ ...couple, closing: byManager })
    .at('2027-11-15T12:00:00Z')
    .makes('warn_of_year', undefined, ['refused not_now']);
  const claimed = new Life({ ...couple, legalClaim: { at: NOW, evidence: 'e' } });
  claimed.at('2027-11-15T12:00:00Z').makes('warn_of_year', undefined, ['refused not_now']);
});

test('OR 257e the year has passed: ordered as the tenant last proposed, but no more than the manager asks for', () => {
  const life = new Life(couple);
  life.at('2027-11-15T12:00:00Z').makes('order_after_year', undefined, ['refused not_now']);
  life
    .at('2027-11-16T12:00:00Z')
    .makes('order_after_year', undefined, [
      'stepSince = 2027-11-16T12:00Z',
      'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2027-11-16T12:00Z kind=payout cause=closing payee=tenant amount=100000 iban=CH9300762011623852957}',
      'closing.release = {at=2027-11-16T12:00Z ground=year amountLandlord=0}',
      'service: payout_ordered ground=year amountTenant=1000 amountLandlord=0',
      'mail payout_ordered to m@v.example in de product=bank_deposit ground=year account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
      'mail payout_ordered to l@m.example in de product=bank_deposit ground=year account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
      'mail payout_ordered to n@m.example in de product=bank_deposit ground=year account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
      'links for 1, 2',
      'held → to_tenant amount=100000 orderId=order 1',
    ]);
  const proposals = (own: number, managers: number) =>
    [
      { at: NOW, by: 'tenant' as const, amountLandlord: rappen(own), reason: null },
      { at: NOW, by: 'manager' as const, amountLandlord: rappen(managers), reason: null },
    ] as const;
  const landlords = (own: number, managers: number) => {
    const one = new Life({ ...couple, closing: { ...closing, proposals: proposals(own, managers) } });
    return one.at('2027-11-16T12:00:00Z').after('order_after_year', undefined).deposit.closing?.release?.amountLandlord;
  };
  assert.equal(landlords(10_000, 50_000), 10_000);
  assert.equal(landlords(10_000, 5_000), 5_000);
});

test('OR 257e a closing that the manager started is not ordered automatically; a claim at law stops it', () => {
  const time = '2029-11-16T12:00:00Z';
  new Life({ ...couple, closing: byManager }).at(time).makes('order_after_year', undefined, ['refused not_now']);
  const claimed = { ...couple, legalClaim: { at: NOW, evidence: 'e' } };
  new Life(claimed).at(time).makes('order_after_year', undefined, ['refused not_now']);
});

test('OR 257e a closing of an earlier version is planned for the day that counts now', () => {
  const unplanned = { ...closing, year: { queuedFor: null, warnings: 0 } };
  new Life({ ...couple, closing: unplanned })
    .at('2027-11-10T12:00:00Z')
    .makes('order_after_year', undefined, [
      'closing.year.queuedFor = 2027-11-16',
      'warn_of_year 2027-11-10T12:00Z',
      'warn_of_year 2027-11-14T23:00Z',
      'order_after_year 2027-11-15T23:00Z',
    ]);
});

test('years 1 the manager confirms the end, or disputes it with another day, which counts', () => {
  new Life(couple).makes('confirm_end', undefined, [
    'closing.end.state = confirmed',
    'manager: end_confirmed member=m day=2026-11-15 | email=m@v.example name=M M',
  ]);
  const disputed = new Life(couple);
  disputed.makes('dispute_end', { day: day('2027-03-31'), reason: 'notice was late', operators }, [
    'closing.tenancyEnd = 2027-03-31',
    'closing.end.state = disputed',
    'closing.end.managerDay = 2027-03-31',
    'closing.end.reason = notice was late',
    'closing.year.queuedFor = 2028-04-01',
    'manager: end_disputed member=m day=2027-03-31 | email=m@v.example name=M M reason=notice was late',
    'warn_of_year 2028-03-01T23:00Z',
    'warn_of_year 2028-03-24T23:00Z',
    'warn_of_year 2028-03-30T22:00Z',
    'order_after_year 2028-03-31T22:00Z',
    'mail closing_end_disputed to op@depono.example in en by=manager product=bank_deposit tenantDay=2026-11-15 reason=notice was late tenancyEnd=2027-03-31 freesOn=2028-04-01 claimFrom=2028-04-01 forOperator=true',
    'mail closing_end_disputed to l@m.example in de by=manager product=bank_deposit tenantDay=2026-11-15 reason=notice was late tenancyEnd=2027-03-31 freesOn=2028-04-01 claimFrom=2028-04-01',
    'mail closing_end_disputed to n@m.example in de by=manager product=bank_deposit tenantDay=2026-11-15 reason=notice was late tenancyEnd=2027-03-31 freesOn=2028-04-01 claimFrom=2028-04-01',
    'links for 1, 2',
  ]);
  disputed.makes('dispute_end', { day: day('2027-04-30'), reason: null, operators }, ['refused end_not_asked']);
  disputed.makes('confirm_end', undefined, ['refused end_not_asked']);
});

const DISPUTES: [name: string, given: string, refusal: string | null][] = [
  ['the same day', '2026-11-15', 'same_day'],
  ['more than twelve months ahead', '2027-11-21', 'day_too_late'],
  ['twelve months ahead', '2027-11-20', null],
  ['before the tenancy began', '2026-12-31', 'day_before_start'],
  ['the day it began', '2027-01-01', null],
];
for (const [name, given, refusal] of DISPUTES) {
  test(`years 1 the manager names ${name}`, () => {
    const decision = new Life(couple).decides('dispute_end', { day: day(given), reason: null, operators });
    assert.deepEqual(
      'refused' in decision ? decision : null,
      refusal === null ? null : { refused: refusal, field: 'day' },
    );
  });
}

test('years 1 the tenant contests a day the manager named, once; the operator settles it', () => {
  const life = new Life({ ...couple, closing: byManager });
  life.makes('contest_end', { reason: 'we left earlier', operators }, [
    'closing.end.state = disputed',
    'closing.end.reason = we left earlier',
    'tenant: end_contested day=2026-11-15 | reason=we left earlier',
    'mail closing_end_disputed to op@depono.example in en by=tenant product=bank_deposit reason=we left earlier tenancyEnd=2026-11-15 claimFrom=2027-11-16 forOperator=true',
    'mail closing_end_disputed to m@v.example in de by=tenant product=bank_deposit reason=we left earlier tenancyEnd=2026-11-15 claimFrom=2027-11-16',
    'mail closing_end_disputed to l@m.example in de by=tenant product=bank_deposit reason=we left earlier tenancyEnd=2026-11-15 claimFrom=2027-11-16',
    'mail closing_end_disputed to n@m.example in de by=tenant product=bank_deposit reason=we left earlier tenancyEnd=2026-11-15 claimFrom=2027-11-16',
    'links for 1, 2',
  ]);
  life.makes('contest_end', { reason: null, operators }, ['refused end_contested']);
  life.makes('settle_end', { day: day('2026-10-31'), evidence: 'protocol' }, [
    'closing.tenancyEnd = 2026-10-31',
    'closing.end.state = settled',
    'closing.end.reason = null',
    'operator: end_settled day=2026-10-31 | evidence=protocol',
    'mail closing_end_settled to m@v.example in de product=bank_deposit tenancyEnd=2026-10-31 claimFrom=2027-11-02',
    'mail closing_end_settled to l@m.example in de product=bank_deposit tenancyEnd=2026-10-31 claimFrom=2027-11-02',
    'mail closing_end_settled to n@m.example in de product=bank_deposit tenancyEnd=2026-10-31 claimFrom=2027-11-02',
    'links for 1, 2',
  ]);
  new Life(couple).makes('contest_end', { reason: null, operators }, ['refused end_not_managers']);
  const silent = new Life({ ...couple, closing: byManager }).after('contest_end', { reason: null, operators });
  assert.equal(silent.deposit.closing?.end.state, 'disputed');
});

test('years 1 the operator settles the end: the year is planned again; once ordered, only the fact changes', () => {
  new Life(couple).makes('settle_end', { day: day('2127-01-01'), evidence: 'e' }, ['refused day_too_far (day)']);
  new Life(couple).makes('settle_end', { day: day('2026-12-31'), evidence: 'e' }, [
    'closing.tenancyEnd = 2026-12-31',
    'closing.end.state = settled',
    'closing.year.queuedFor = 2028-01-01',
    'operator: end_settled day=2026-12-31 | evidence=e',
    'warn_of_year 2027-12-01T23:00Z',
    'warn_of_year 2027-12-24T23:00Z',
    'warn_of_year 2027-12-30T23:00Z',
    'order_after_year 2027-12-31T23:00Z',
    'mail closing_end_settled to m@v.example in de product=bank_deposit tenancyEnd=2026-12-31 freesOn=2028-01-01 claimFrom=2028-01-01',
    'mail closing_end_settled to l@m.example in de product=bank_deposit tenancyEnd=2026-12-31 freesOn=2028-01-01 claimFrom=2028-01-01',
    'mail closing_end_settled to n@m.example in de product=bank_deposit tenancyEnd=2026-12-31 freesOn=2028-01-01 claimFrom=2028-01-01',
    'links for 1, 2',
  ]);
  new Life(depositAt('closing_ordered')).makes('settle_end', { day: day('2026-12-31'), evidence: 'e' }, [
    'closing.tenancyEnd = 2026-12-31',
    'closing.end.state = settled',
    'operator: end_settled day=2026-12-31 | evidence=e',
  ]);
});

test('years 1 a year that was noted too early while on hold is not over yet', () => {
  const noted = { at: NOW, ground: 'year' as const, amountLandlord: rappen(0), evidence: null };
  const held = { ...depositAt('closing_noted'), closing: { ...closing, noted } };
  const settled = (tenancyEnd: string, changed: Partial<Closing> = {}) =>
    new Life({ ...held, closing: { ...held.closing, ...changed } })
      .at('2027-11-20T12:00:00Z')
      .after('settle_end', { day: day(tenancyEnd), evidence: 'e' }).deposit.closing?.noted;
  assert.equal(settled('2026-12-31'), null);
  assert.deepEqual(settled('2026-11-01'), noted);
  const agreed = { ...noted, ground: 'consent' as const };
  assert.deepEqual(settled('2026-12-31', { noted: agreed }), agreed);
});

test('years 1 silence for 30 days counts as undisputed', () => {
  const life = new Life(couple);
  life.at('2026-12-14T12:00:00Z').makes('end_undisputed', undefined, ['refused not_now']);
  life
    .at('2026-12-15T12:00:00Z')
    .makes('end_undisputed', undefined, ['closing.end.state = undisputed', 'service: end_undisputed day=2026-11-15']);
  life.makes('end_undisputed', undefined, ['refused not_now']);
});

test('years 1 the manager may name a day of the next twelve months', () => {
  assert.equal(isTooLate(day('2027-11-15'), NOW), false);
  assert.equal(isTooLate(day('2027-11-16'), NOW), true);
});

test('years 1 what follows from the day that counts', () =>
  assert.deepEqual(daysOf(closing), { tenancyEnd: '2026-11-15', freesOn: '2027-11-16', claimFrom: '2027-11-16' }));

const file = { fileId: 'f', name: 'gesuch.pdf', type: 'application/pdf', size: 1_000, sha256: 'hash' };

test('years 1 proof of a claim stops the payout until the operator has decided', () => {
  const life = new Life(couple);
  life.makes('reject_claim', { reason: 'r' }, ['refused no_claim_waits']);
  life.makes('file_claim', { file, operators }, [
    'closing.claim = {at=2026-11-20T09:30Z by={email=m@v.example name=M M} fileId=f name=gesuch.pdf type=application/pdf size=1000 sha256=hash state=waiting}',
    'manager: claim_filed member=m | email=m@v.example name=M M file=gesuch.pdf',
    'mail closing_claim to op@depono.example in en step=filed forOperator=true',
    'mail closing_claim to l@m.example in de step=filed',
    'mail closing_claim to n@m.example in de step=filed',
    'links for 1, 2',
  ]);
  life.makes('file_claim', { file, operators }, ['refused claim_waits']);
  life.at('2027-11-20T12:00:00Z').makes('order_after_year', undefined, ['refused not_now']);
  life.makes('reject_claim', { reason: 'not a claim' }, [
    'closing.claim.state = rejected',
    'closing.claim.decidedAt = 2027-11-20T12:00Z',
    'closing.claim.reason = not a claim',
    'operator: legal_claim_rejected | reason=not a claim',
    'mail closing_claim to m@v.example in de step=rejected reason=not a claim',
    'mail closing_claim to l@m.example in de step=rejected reason=not a claim',
    'mail closing_claim to n@m.example in de step=rejected reason=not a claim',
    'order_after_year 2027-11-20T12:00Z',
    'links for 1, 2',
  ]);
  life.after('order_after_year', undefined);
  const early = new Life(couple).after('file_claim', { file, operators });
  early.makes('reject_claim', { reason: 'no' }, [
    'closing.claim.state = rejected',
    'closing.claim.decidedAt = 2026-11-20T09:30Z',
    'closing.claim.reason = no',
    'operator: legal_claim_rejected | reason=no',
    'mail closing_claim to m@v.example in de step=rejected reason=no',
    'mail closing_claim to l@m.example in de step=rejected reason=no',
    'mail closing_claim to n@m.example in de step=rejected reason=no',
    'order_after_year 2027-11-15T23:00Z',
    'links for 1, 2',
  ]);
  const managers = new Life({ ...couple, closing: byManager }).after('file_claim', { file, operators });
  managers.makes('reject_claim', { reason: 'no' }, [
    'closing.claim.state = rejected',
    'closing.claim.decidedAt = 2026-11-20T09:30Z',
    'closing.claim.reason = no',
    'operator: legal_claim_rejected | reason=no',
    'mail closing_claim to m@v.example in de step=rejected reason=no',
    'mail closing_claim to l@m.example in de step=rejected reason=no',
    'mail closing_claim to n@m.example in de step=rejected reason=no',
    'links for 1, 2',
  ]);
});

test('OR 257e the operator records a claim at law, with or without a proof that was filed', () => {
  const life = new Life(couple).after('file_claim', { file, operators });
  life.makes('record_legal_claim', { evidence: 'conciliation request' }, [
    'closing.claim.state = recorded',
    'closing.claim.decidedAt = 2026-11-20T09:30Z',
    'legalClaim = {at=2026-11-20T09:30Z evidence=conciliation request}',
    'operator: legal_claim_recorded | evidence=conciliation request',
    'mail closing_claim to m@v.example in de step=recorded',
    'mail closing_claim to l@m.example in de step=recorded',
    'mail closing_claim to n@m.example in de step=recorded',
    'links for 1, 2',
  ]);
  life.makes('record_legal_claim', { evidence: 'e' }, ['refused claim_recorded']);
  life.makes('file_claim', { file, operators }, ['refused claim_recorded']);
  new Life(depositAt('open')).makes('record_legal_claim', { evidence: 'e' }, [
    'legalClaim = {at=2026-11-20T09:30Z evidence=e}',
    'operator: legal_claim_recorded | evidence=e',
  ]);
  new Life(couple).makes('record_legal_claim', { evidence: 'e' }, [
    'legalClaim = {at=2026-11-20T09:30Z evidence=e}',
    'operator: legal_claim_recorded | evidence=e',
  ]);
});
