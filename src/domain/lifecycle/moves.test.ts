import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rappen } from '../values/money.ts';
import { decideMove, explain, MOVES, possibleMoves, type MoveName } from './moves.ts';
import { isRefused } from './move.ts';
import { PHASES, phaseOf, type Phase } from './phase.ts';
import { context, depositAt, NOW, payment } from '../../../test/support/sample-deposit.ts';

/** Section 3, read the other way round: the moves allowed in each phase. */
const ALLOWED: Record<Phase, MoveName[]> = {
  awaiting_manager_signature: ['correct', 'sign_as_manager', 'withdraw', 'remind'],
  awaiting_send: ['withdraw'],
  awaiting_tenant_signatures: ['sign_as_tenant', 'edit', 'withdraw', 'remind'],
  awaiting_account: ['open_account', 'refuse', 'edit', 'withdraw'],
  awaiting_cover: ['confirm_cover', 'refuse', 'edit', 'withdraw'],
  awaiting_payment: ['receive_payment', 'edit', 'withdraw', 'remind'],
  draft_editing: ['correct', 'send_again', 'withdraw'],
  open: ['receive_payment', 'start_closing', 'record_legal_claim', 'remind'],
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
  ],
  closing_ordered: ['receive_payment', 'settle_end', 'complete_payout'],
  closed: ['receive_payment'],
  withdrawn: [],
};

for (const phase of PHASES) {
  test(`3 ${phase}: exactly these moves`, () => {
    const deposit = depositAt(phase);
    assert.equal(phaseOf(deposit), phase);
    const names = ALLOWED[phase].map((name) => MOVES[name].name);
    assert.deepEqual(possibleMoves(deposit), names);
    for (const name of Object.keys(MOVES) as MoveName[]) {
      if (MOVES[name].name === null || ALLOWED[phase].includes(name)) continue;
      const decision = decideMove(name, deposit, {} as never, context);
      assert.ok(isRefused(decision), `${name} at ${phase}`);
    }
  });
}

test('3 an insurance ends with its cover, a bank deposit with its payout', () => {
  assert.deepEqual(possibleMoves(depositAt('closing_ordered', 'insurance')), [
    MOVES.settle_end.name,
    MOVES.end_cover.name,
  ]);
});

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
