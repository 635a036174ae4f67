import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, saidBy } from '../../../test/support/life.ts';
import { payload } from '../../../test/support/payload.ts';
import { context, depositAt } from '../../../test/support/sample-deposit.ts';
import type { Organization } from '../organization.ts';
import type { OpenCallFacts } from '../open-call.ts';
import { rappen } from '../values/money.ts';
import { decideRow } from './read-row.ts';
import { partsOfBalance, startKey, takeOver } from './take-over.ts';
import { speakRunning, speakSkipped } from './words.ts';

const manager = depositAt('open').manager;
const facts: OpenCallFacts = {
  now: new Date('2026-11-20T09:30:00Z'),
  organization: context.organization,
  connectionId: 'c',
  staff: { defaultManager: manager, named: null, hasSubOrganizations: false, namedInSubOrganization: null },
  ignored: null,
  taken: false,
};
const IBAN = 'CH93 0076 2011 6238 5295 7';
const row = (fields: Record<string, unknown>, given: Partial<OpenCallFacts> = {}) =>
  decideRow(payload({ externalContractId: 'C-1', openSince: '2020-03-01', ...fields }), { ...facts, ...given });
const security = (fields: Record<string, unknown>) => {
  const decision = row(fields);
  return decision.is === 'accepted' ? decision.security : decision;
};

test('years 3 an account or a policy, and since when', () => {
  assert.deepEqual(security({ iban: IBAN }), {
    product: 'bank_deposit',
    openSince: '2020-03-01',
    iban: 'CH9300762011623852957',
    balance: 356_000,
    balanceOn: '2020-03-01',
  });
  assert.deepEqual(security({ iban: IBAN, balance: 3570.5, balanceOn: '2026-11-20' }), {
    product: 'bank_deposit',
    openSince: '2020-03-01',
    iban: 'CH9300762011623852957',
    balance: 357_050,
    balanceOn: '2026-11-20',
  });
  assert.deepEqual(security({ policyNumber: 'P-1' }), {
    product: 'insurance',
    openSince: '2020-03-01',
    policyNumber: 'P-1',
  });
});

const BALANCES: [given: unknown, balance: number | null][] = [
  [0, 0],
  ['0', 0],
  [' 12.5 ', 1_250],
  ['12.55', 1_255],
  ['', 356_000],
  [null, 356_000],
  [999_999_999.95, 99_999_999_995],
  [999_999_999.96, null],
  [-0.05, null],
  ['12.555', null],
  ['1’000', null],
  ['1234567890', null],
  [12.555, null],
  [true, null],
];
for (const [given, balance] of BALANCES) {
  test(`years 3 a balance of ${JSON.stringify(given)}`, () => {
    const decision = row({ iban: IBAN, balance: given });
    if (balance === null)
      assert.deepEqual('problems' in decision && decision.problems, [{ field: 'balance', running: 'balance_invalid' }]);
    else
      assert.equal(decision.is === 'accepted' && 'balance' in decision.security && decision.security.balance, balance);
  });
}

const NO_BANK: Organization = { ...context.organization, providers: { ...context.organization.providers, bank: null } };
const NO_INSURER: Organization = {
  ...context.organization,
  providers: { ...context.organization.providers, insurer: null },
};
const FAULTS: [
  name: string,
  fields: Record<string, unknown>,
  faults: [string, string][],
  organization?: Organization,
][] = [
  ['neither account nor policy', {}, [['iban', 'iban_or_policy']]],
  ['both', { iban: IBAN, policyNumber: 'P-1' }, [['policyNumber', 'iban_and_policy']]],
  ['no bank', { iban: IBAN }, [['iban', 'no_bank']], NO_BANK],
  ['no insurer', { policyNumber: 'P-1' }, [['policyNumber', 'no_insurer']], NO_INSURER],
  ['no IBAN', { iban: 'CH00' }, [['iban', 'invalid_iban']]],
  ['a QR-IBAN', { iban: 'CH4431999123000889012' }, [['iban', 'qr_iban']]],
  ['a foreign IBAN', { iban: 'DE89370400440532013000' }, [['iban', 'foreign_iban']]],
  ['no day', { iban: IBAN, openSince: '' }, [['openSince', 'day_missing']]],
  ['no real day', { iban: IBAN, openSince: '2020-02-30' }, [['openSince', 'day_invalid']]],
  ['a day in the future', { iban: IBAN, openSince: '2026-11-21' }, [['openSince', 'day_in_future']]],
  ['a balance of before', { iban: IBAN, balance: 1, balanceOn: '2020-02-29' }, [['balanceOn', 'before_open_since']]],
  [
    'a balance without an account',
    { policyNumber: 'P-1', balance: 1, balanceOn: '2026-01-01' },
    [
      ['balance', 'balance_without_account'],
      ['balanceOn', 'balance_without_account'],
    ],
  ],
  ['a policy number that is too long', { policyNumber: 'x'.repeat(65) }, [['policyNumber', 'policy_too_long']]],
  ['a number instead of a text', { iban: 7 }, [['iban', 'not_a_text']]],
  ['half a character', { policyNumber: '\ud800' }, [['policyNumber', 'not_a_text']]],
];
for (const [name, fields, faults, organization] of FAULTS) {
  test(`years 3 a row with a problem: ${name}`, () => {
    const decision = row(fields, organization === undefined ? {} : { organization });
    const found = 'problems' in decision ? decision.problems : [];
    assert.deepEqual(
      found.map((one) => [one.field, 'running' in one ? one.running : one.code]),
      faults,
    );
  });
}

test('years 3 the limits themselves: today, the longest policy number, the day it opened', () => {
  assert.equal(row({ policyNumber: 'x'.repeat(64), openSince: '2026-11-20' }).is, 'accepted');
  assert.equal(row({ iban: IBAN, balanceOn: '2020-03-01' }).is, 'accepted');
});

test('years 3 rows go through the rules of the open call; old contracts may lack birth date, phone and e-mail', () => {
  const old = { iban: IBAN, tenantBirthDate: '', tenantPhoneNumber: null, tenantEmail: '' };
  const decision = row(old);
  assert.ok(decision.is === 'accepted');
  assert.deepEqual([decision.terms.tenants[0].email, decision.terms.tenants[0].phoneNumber], [null, null]);
  assert.deepEqual(decision.assignment, { why: 'not_named', manager });
  const bad = row({ city: '', iban: 'x', propertyManagerEmail: 'x' });
  assert.deepEqual('problems' in bad && bad.problems.map(({ field }) => field), [
    'propertyManagerEmail',
    'city',
    'iban',
  ]);
});

test('years 3 what is ignored or known already is left alone', () => {
  assert.deepEqual(row({ iban: 'x' }, { ignored: 'temporarily', taken: true }), {
    is: 'skipped',
    why: 'temporarily_ignored',
  });
  assert.deepEqual(row({ iban: 'x' }, { ignored: 'permanently' }), { is: 'skipped', why: 'permanently_ignored' });
  assert.deepEqual(row({ iban: 'x' }, { taken: true }), { is: 'skipped', why: 'contract_exists' });
  assert.equal(row({ externalContractId: '', iban: IBAN }, { taken: true }).is, 'errored');
});

test('years 3 a default property manager is asked for before', () =>
  assert.throws(
    () => row({ iban: IBAN }, { staff: { ...facts.staff, defaultManager: null } }),
    /default property manager/,
  ));

const taken = (fields: Record<string, unknown>) => {
  const decision = row(fields);
  assert.ok(decision.is === 'accepted');
  return takeOver(decision, { importId: 'i', integration: 'custom', manager, actor: 'operator' }, freshContext());
};

test('years 3 a deposit at a bank enters as open with its balance; nobody is told', () => {
  const { inserted, move } = taken({ iban: IBAN, balance: 3571.2, balanceOn: '2026-10-31' });
  assert.deepEqual(saidBy(inserted), ['operator: opened integration=custom import=i']);
  assert.deepEqual(saidBy(move), [
    'operator: taken_over product=bank_deposit openSince=2020-03-01 balance=3571.2 balanceOn=2026-10-31 | iban=CH9300762011623852957',
    'payer → held amount=356000 bookedOn=2026-10-31 paymentId=id-2',
    'interest → held amount=1120 bookedOn=2026-10-31',
  ]);
  const {
    state,
    step,
    stepSince,
    product,
    provider,
    iban,
    paidIn,
    interest,
    charges,
    takenOver,
    payments,
    paymentReference,
  } = move.deposit;
  assert.deepEqual(
    { state, step, stepSince, product, provider: provider?.id, iban, paidIn, interest, charges, takenOver },
    {
      state: 'open',
      step: null,
      stepSince: new Date('2020-02-29T23:00:00Z'),
      product: 'bank_deposit',
      provider: 'bank',
      iban: 'CH9300762011623852957',
      paidIn: 356_000,
      interest: 1_120,
      charges: 0,
      takenOver: { importId: 'i', openSince: '2020-03-01', balance: 357_120, balanceOn: '2026-10-31' },
    },
  );
  const [payment] = payments;
  assert.deepEqual(
    [payment?.amount, payment?.counted, payment?.surplus, payment?.entryKey, payment?.matchedBy],
    [356_000, 356_000, 0, `start:${move.deposit.id}`, 'account'],
  );
  assert.equal(payment?.reference, paymentReference);
  assert.deepEqual(payment?.at, new Date('2026-10-30T23:00:00Z'));
});

test('years 3 charges of before are taken over, too', () =>
  assert.deepEqual(saidBy(taken({ iban: IBAN, balance: 3550 }).move), [
    'operator: taken_over product=bank_deposit openSince=2020-03-01 balance=3550 balanceOn=2020-03-01 | iban=CH9300762011623852957',
    'payer → held amount=356000 bookedOn=2020-03-01 paymentId=id-2',
    'held → charges amount=1000 bookedOn=2020-03-01',
  ]));

test('years 3 a deposit at an insurer enters with its policy', () => {
  const { move } = taken({ policyNumber: 'P-1' });
  assert.deepEqual(saidBy(move), ['operator: taken_over product=insurance openSince=2020-03-01 | policyNumber=P-1']);
  assert.deepEqual(move.deposit.policy, { policyNumber: 'P-1', from: '2020-03-01', premium: null });
  assert.equal(move.deposit.provider?.id, 'insurer');
  assert.deepEqual(move.deposit.takenOver, { importId: 'i', openSince: '2020-03-01', balance: null, balanceOn: null });
});

test('years 3 what a balance consists of', () => {
  assert.deepEqual(partsOfBalance(rappen(1_050), rappen(1_000)), { interest: 50, charges: 0 });
  assert.deepEqual(partsOfBalance(rappen(950), rappen(1_000)), { interest: 0, charges: 50 });
  assert.deepEqual(
    ['balance', 'interest', 'charge'].map((part) => startKey('d', part as 'charge')),
    ['start:d', 'start:d/interest', 'start:d/charge'],
  );
});

test('years 3 problems are said in the reader’s language, with the field', () => {
  const spoken = speakRunning({ field: 'iban', running: 'qr_iban' }, 'en');
  assert.equal(spoken.field, 'iban');
  assert.equal(spoken.code, 'qr_iban');
  assert.match(spoken.message, /^iban: \S/);
  assert.notEqual(spoken.message, speakRunning({ field: 'iban', running: 'qr_iban' }, 'fr').message);
  const missing = speakRunning({ field: 'city', code: 'missing' }, 'en');
  assert.deepEqual([missing.field, missing.code, missing.message.length > 5], ['city', 'missing', true]);
  assert.equal(speakSkipped('contract_exists', 'en').message, 'There is a deposit for this contract already.');
  assert.deepEqual(speakSkipped('contract_exists', 'de').field, 'externalContractId');
  assert.equal(speakSkipped('temporarily_ignored', 'de').code, 'temporarily_ignored');
});
