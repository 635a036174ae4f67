import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEPS, type State, type Step } from '../deposit.ts';
import { type Party } from '../closing/closing.ts';
import { awaitsManager, hasProblem, type Looks } from './attention.ts';

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
