import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeState } from '../change-kinds.ts';
import type { ChangeSubject, Deposit, DepositChange } from '../deposit.ts';
import { rappen } from '../values/money.ts';
import { decideMove, explain, MOVES, possibleMoves, type MoveName } from './moves.ts';
import { isRefused } from './move.ts';
import { PHASES, phaseOf, type Phase } from './phase.ts';
import { context, depositAt, NOW, payment } from '../../../test/support/sample-deposit.ts';

const WITHDRAW = ['withdraw', 'withdraw_as_operator'] as const;
const PEOPLE = ['change_contact', 'change_person'] as const;

/** Section 3, read the other way round: the moves allowed in each phase. */
const ALLOWED: Record<Phase, MoveName[]> = {
  awaiting_manager_signature: ['correct', 'sign_as_manager', ...WITHDRAW, 'remind', 'change_contact'],
  awaiting_send: ['correct', 'send_now', ...WITHDRAW, 'change_contact'],
  awaiting_tenant_signatures: ['sign_as_tenant', 'edit', ...WITHDRAW, 'remind', ...PEOPLE],
  awaiting_account: ['open_account', 'refuse', 'edit', ...WITHDRAW, ...PEOPLE],
  awaiting_cover: ['confirm_cover', 'refuse', 'edit', ...WITHDRAW, ...PEOPLE],
  awaiting_payment: ['receive_payment', 'edit', ...WITHDRAW, 'remind', ...PEOPLE],
  draft_editing: ['correct', 'send_again', ...WITHDRAW, 'change_contact'],
  open: ['start_change', 'receive_payment', 'start_closing', 'record_legal_claim', 'remind', ...PEOPLE, 'hold'],
  closing_proposed: [
    'receive_payment',
    'counter_propose',
    'consent',
    'release',
    'record_legal_claim',
    'file_claim',
    'confirm_end',
    'dispute_end',
    'settle_end',
    'remind',
    ...PEOPLE,
    'hold',
  ],
  closing_noted: ['receive_payment', 'confirm_end', 'settle_end', ...PEOPLE, 'lift_hold'],
  closing_ordered: ['receive_payment', 'confirm_end', 'settle_end', 'complete_payout', ...PEOPLE, 'hold'],
  closed: ['receive_payment'],
  withdrawn: [],
};

const MORE: ChangeSubject = {
  kind: 'amount',
  rentalDeposit: rappen(200_000),
  before: rappen(100_000),
  roundedFrom: null,
};
const MAIN: ChangeSubject = { kind: 'main_tenant', position: 2, before: 'A', after: 'B' };
const provider = {
  id: 'p',
  kind: 'insurer' as const,
  code: 'demo',
  versionId: 'v',
  name: 'D',
  address: null,
  offer: {},
};
const INSURED: ChangeSubject = { kind: 'product', product: 'insurance', before: 'bank_deposit', provider };
const BANKED: ChangeSubject = { kind: 'product', product: 'bank_deposit', before: 'insurance', provider };
const CHANGE: DepositChange = {
  id: 'c',
  subject: MORE,
  state: 'to_sign',
  startedAt: NOW,
  startedBy: { name: 'M', email: 'm@mail.example' },
  doneAt: null,
  signers: [{ name: 'A', email: 'a@mail.example' }],
  signatures: [null],
  managerSignature: null,
  amendment: null,
  paid: [],
  orderId: null,
  released: rappen(0),
};

for (const phase of PHASES) {
  test(`3 ${phase}: exactly these moves`, () => {
    const deposit = depositAt(phase);
    assert.equal(phaseOf(deposit), phase);
    const inOrder = (Object.keys(MOVES) as MoveName[]).filter((name) => ALLOWED[phase].includes(name));
    assert.deepEqual(
      possibleMoves(deposit),
      inOrder.map((name) => MOVES[name].name),
    );
    for (const name of Object.keys(MOVES) as MoveName[]) {
      if (MOVES[name].name === null || ALLOWED[phase].includes(name)) continue;
      const decision = decideMove(name, deposit, {} as never, context);
      assert.ok(isRefused(decision), `${name} at ${phase}`);
    }
  });
}

test('3 an insurance ends with its cover, a bank deposit with its payout', () => {
  const possible = possibleMoves(depositAt('closing_ordered', 'insurance'));
  assert.ok(possible.includes('the insurer’s cover ends'));
  assert.ok(!possible.includes('the bank completes the payout'));
});

/** Years 6: what a running change allows in a deposit in force. */
const WITH_CHANGE: [ChangeState, ChangeSubject, MoveName[]][] = [
  ['to_sign', MORE, ['sign_change', 'cancel_change', 'start_closing']],
  ['at_provider', MAIN, ['refuse', 'confirm_change', 'cancel_change', 'start_closing']],
  ['at_provider', INSURED, ['confirm_cover', 'refuse', 'cancel_change', 'start_closing']],
  ['at_provider', BANKED, ['open_account', 'refuse', 'cancel_change', 'start_closing']],
  ['to_pay', MORE, ['cancel_change', 'start_closing']],
  ['to_pay_out', MORE, []],
  ['done', MORE, ['start_change', 'start_closing']],
  ['cancelled', MORE, ['start_change', 'start_closing']],
  ['refused', MAIN, ['start_change', 'start_closing']],
];

for (const [state, subject, allowed] of WITH_CHANGE) {
  test(`6 open with a change ${subject.kind} that is ${state}: exactly these moves`, () => {
    const change = { ...CHANGE, subject, state };
    const deposit: Deposit = { ...depositAt('open'), changes: [change] };
    const always: MoveName[] = ['receive_payment', 'record_legal_claim', 'remind', ...PEOPLE, 'hold'];
    const names = [...allowed, ...always].map((name) => MOVES[name].name);
    assert.deepEqual(possibleMoves(deposit).toSorted(), names.toSorted());
  });
}

for (const phase of PHASES) {
  const isSent = !['awaiting_manager_signature', 'awaiting_send', 'draft_editing'].includes(phase);
  test(`a tenant ${isSent ? 'gets a new link' : 'gets no link'}: ${phase}`, () => {
    const deposit = { ...depositAt(phase), sentAt: phase === 'draft_editing' || isSent ? NOW : null };
    assert.equal(isRefused(decideMove('renew_link', deposit, { tenant: 1 }, context)), !isSent);
  });
}

test('every refusal names the state and the possible moves', () => {
  for (const phase of PHASES) {
    const deposit = depositAt(phase);
    assert.match(
      explain('not_now', deposit),
      /^The deposit is .+\. That is not possible now\. (Possible now: .+|No further step is possible)\.$/,
    );
  }
});

test('a decision does not change the deposit', () => {
  const deposit = depositAt('awaiting_payment');
  const before = structuredClone(deposit);
  const decision = decideMove('receive_payment', deposit, { ...payment, amount: rappen(150_000) }, context);
  assert.ok(!isRefused(decision));
  assert.deepEqual(deposit, before);
  assert.deepEqual([decision.deposit.state, decision.deposit.paidIn], ['open', 100_000]);
  assert.deepEqual(
    decision.postings.map(({ from, to, amount }) => [from, to, amount]),
    [
      ['payer', 'held', 100_000],
      ['payer', 'to_pay_back', 50_000],
    ],
  );
});
