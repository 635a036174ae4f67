import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEPS, type State, type Step } from '../deposit.ts';
import { type Party } from '../closing/closing.ts';
import { depositAt } from '../../../test/support/sample-deposit.ts';
import type { Day } from '../values/calendar.ts';
import { rappen } from '../values/money.ts';
import {
  attentionOf,
  awaitsManager,
  hasProblem,
  isEndToConfirm,
  isOverdue,
  isUnpaid,
  PIPELINE,
  problemKinds,
  STUCK_AFTER_DAYS,
  taskOf,
  type Looks,
} from './attention.ts';

const REFUSAL = { by: 'bank' };

function looks(state: State, parts: Partial<Looks> = {}): Looks {
  return { state, step: null, refusal: null, registerCheck: null, closing: null, ...parts };
}

function closing(by: readonly Party[], release: object | null = null): Partial<Looks> {
  return { closing: { proposals: by.map((party) => ({ by: party })), release } };
}

const AWAITING: readonly [what: string, looks: Looks, isAwaiting: boolean][] = [
  ['a draft that is edited', looks('draft_editing'), true],
  ...STEPS.map((step): [string, Looks, boolean] => [
    `opening, ${step}`,
    looks('opening', { step }),
    step === ('awaiting_manager_signature' satisfies Step),
  ]),
  ['refused by the bank', looks('opening', { step: 'awaiting_account', refusal: REFUSAL }), true],
  ['refused once, and open now', looks('open', { refusal: REFUSAL }), false],
  ['open', looks('open'), false],
  ['the tenant proposes', looks('closing', closing(['tenant'])), true],
  ['the manager proposes', looks('closing', closing(['manager'])), false],
  ['the manager counters', looks('closing', closing(['tenant', 'manager'])), false],
  ['the tenant counters', looks('closing', closing(['manager', 'tenant'])), true],
  ['the payout is ordered', looks('closing', closing(['tenant'], {})), false],
  ['closed', looks('closed', closing(['tenant'], {})), false],
  ['withdrawn', looks('withdrawn'), false],
];

for (const [what, deposit, isAwaiting] of AWAITING) {
  test(`awaits the manager: ${what}`, () => assert.equal(awaitsManager(deposit), isAwaiting));
}

const DIFFERENT = { differences: [{ field: 'name' }] };

const PROBLEMS: readonly [what: string, looks: Looks, isProblem: boolean][] = [
  ['nothing', looks('opening', { step: 'awaiting_account' }), false],
  ['refused', looks('opening', { step: 'awaiting_account', refusal: REFUSAL }), true],
  ['the register differs', looks('opening', { step: 'awaiting_send', registerCheck: DIFFERENT }), true],
  ['the register agrees', looks('opening', { step: 'awaiting_send', registerCheck: { differences: [] } }), false],
  ['a draft whose company differs', looks('draft_editing', { registerCheck: DIFFERENT }), true],
  ['open: the bank has accepted it', looks('open', { registerCheck: DIFFERENT }), false],
  ['withdrawn: it can no longer be corrected', looks('withdrawn', { refusal: REFUSAL }), false],
];

for (const [what, deposit, isProblem] of PROBLEMS) {
  test(`a problem: ${what}`, () => assert.equal(hasProblem(deposit), isProblem));
}

test('years 4 what the manager has to do next', () => {
  const change = (state: 'to_sign' | 'to_pay', managerSignature: object | null) => ({
    changes: [{ state, managerSignature }],
  });
  assert.equal(taskOf(looks('draft_editing')), 'send_again');
  assert.equal(taskOf(looks('opening', { step: 'awaiting_manager_signature' })), 'sign');
  assert.equal(taskOf(looks('opening', { step: 'awaiting_cover', refusal: REFUSAL })), 'correct');
  assert.equal(taskOf(looks('open', change('to_sign', null))), 'sign_change');
  assert.equal(taskOf(looks('open', change('to_sign', {}))), null);
  assert.equal(taskOf(looks('open', change('to_pay', null))), null);
  assert.equal(taskOf(looks('closing', closing(['tenant']))), 'answer');
  assert.equal(
    taskOf(looks('closing', { closing: { proposals: [{ by: 'tenant' }], release: null, noted: {} } })),
    null,
  );
});

test('years 1 the end of the tenancy is to be confirmed until it is decided', () => {
  const end = (state: string, more: object = {}) => ({
    closing: { proposals: [], release: null, end: { state }, ...more },
  });
  assert.equal(isEndToConfirm(looks('closing', end('asked'))), true);
  assert.equal(isEndToConfirm(looks('closing', end('confirmed'))), false);
  assert.equal(isEndToConfirm(looks('closing', end('asked', { release: {} }))), false);
  assert.equal(isEndToConfirm(looks('closing', end('asked', { noted: {} }))), false);
  assert.equal(isEndToConfirm(looks('closed', end('asked'))), false);
  assert.equal(isEndToConfirm(looks('closing', closing(['tenant']))), false);
});

test('years 4 overdue: both reminders are spent, and the tenancy has started', () => {
  const unpaid = (reminders?: number) =>
    looks('opening', { step: 'awaiting_payment', ...(reminders !== undefined && { reminders }) });
  assert.deepEqual(
    [undefined, 1, 2, 3].map((sent) => isUnpaid(unpaid(sent))),
    [false, false, true, true],
  );
  assert.equal(isUnpaid(looks('opening', { step: 'awaiting_account', reminders: 2 })), false);
  const since = (rentalStart: string) =>
    isOverdue({ ...unpaid(2), terms: { rentalStart: rentalStart as Day } }, '2026-11-20' as Day);
  assert.deepEqual(['2026-11-19', '2026-11-20', '2026-11-21'].map(since), [true, true, false]);
});

test('which problems a deposit has', () => {
  const both = { step: 'awaiting_account' as const, refusal: REFUSAL, registerCheck: DIFFERENT };
  assert.deepEqual(problemKinds(looks('opening', both)), ['refused', 'register']);
  assert.deepEqual(problemKinds(looks('opening', { ...both, refusal: null })), ['register']);
  assert.deepEqual(problemKinds(looks('draft_editing', { ...both, registerCheck: null })), ['refused']);
  assert.deepEqual(problemKinds(looks('open', both)), []);
});

test('bank and money 3: underfunded in force, overdrawn in any state', () => {
  const less = { paidIn: rappen(99_999) };
  const of = (deposit: object, isOverdrawn = false) =>
    attentionOf({ ...depositAt('open'), ...deposit }, { isOverdrawn });
  assert.deepEqual(of({}), []);
  assert.deepEqual(of(less), ['underfunded']);
  assert.deepEqual(of({ ...less, state: 'closing' }, true), ['underfunded', 'overdrawn']);
  assert.deepEqual(of({ ...less, state: 'opening' }), []);
  assert.deepEqual(of({ ...less, product: 'insurance' }), []);
  assert.deepEqual(of({ state: 'closed' }, true), ['overdrawn']);
});

test('a deposit is stuck some days after the last reminder, and a month after the year of OR 257e', () => {
  assert.deepEqual(PIPELINE, [...STEPS, 'draft_editing', 'open', 'closing']);
  const LAST_REMINDER = 14;
  for (const place of ['awaiting_manager_signature', 'awaiting_tenant_signatures', 'draft_editing'] as const) {
    assert.ok((STUCK_AFTER_DAYS[place] ?? 0) > LAST_REMINDER, place);
  }
  assert.ok((STUCK_AFTER_DAYS.awaiting_payment ?? 0) > 20);
  assert.ok((STUCK_AFTER_DAYS.closing ?? 0) >= 366 + 30);
  assert.equal(STUCK_AFTER_DAYS.open, undefined);
  assert.equal(STUCK_AFTER_DAYS.awaiting_send, undefined);
});
