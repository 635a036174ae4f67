import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deposit } from '../../../domain/deposit.ts';
import { canMove, MOVES, type MoveName } from '../../../domain/lifecycle/moves.ts';
import { PHASES } from '../../../domain/lifecycle/phase.ts';
import { depositAt } from '../../../../test/support/sample-deposit.ts';
import { rappen } from '../../../domain/values/money.ts';
import { possibleFor } from './possible.ts';

/** The page offers each of these if and only if the table of moves allows it. */
const OFFERED: [MoveName, (deposit: Deposit) => boolean][] = [
  ['sign_as_manager', (deposit) => possibleFor(deposit).main === 'sign'],
  ['send_again', (deposit) => possibleFor(deposit).main === 'resend'],
  ['start_closing', (deposit) => possibleFor(deposit).main === 'close'],
  ['consent', (deposit) => possibleFor(deposit).main === 'answer'],
  ['counter_propose', (deposit) => possibleFor(deposit).main === 'answer'],
  ['correct', (deposit) => possibleFor(deposit).canCorrect],
  ['edit', (deposit) => possibleFor(deposit).canEdit],
  ['withdraw', (deposit) => possibleFor(deposit).canWithdraw],
];

for (const phase of PHASES) {
  test(`${phase}: the page offers what the table allows`, () => {
    for (const deposit of [depositAt(phase), { ...depositAt(phase), paidIn: rappen(100) }]) {
      for (const [name, isOffered] of OFFERED) assert.equal(isOffered(deposit), canMove(name, deposit), name);
    }
  });
}

test('section 3: each action is offered in exactly these phases', () => {
  const phasesWith = (isOffered: (deposit: Deposit) => boolean) =>
    PHASES.filter((phase) => isOffered(depositAt(phase)));
  for (const [name, isOffered] of OFFERED) assert.deepEqual(phasesWith(isOffered), [...MOVES[name].from], name);
});

test('a reminder is offered where tenants are awaited, and there it is possible', () => {
  const phases = PHASES.filter((phase) => possibleFor(depositAt(phase)).canRemind);
  assert.deepEqual(phases, ['awaiting_tenant_signatures', 'awaiting_payment']);
  for (const phase of phases) assert.ok(canMove('remind', depositAt(phase)));
});

test('the manager waits where the standing proposal is their own, and may remind the tenant', () => {
  const deposit = depositAt('closing_proposed');
  const [proposal] = deposit.closing?.proposals ?? [];
  assert.ok(deposit.closing !== null && proposal !== undefined);
  const own = { ...deposit, closing: { ...deposit.closing, proposals: [{ ...proposal, by: 'manager' }] } } as Deposit;
  const { main, waitsFor, canRemind } = possibleFor(own);
  assert.deepEqual([main, waitsFor, canRemind], [null, 'tenant_answer', true]);
});
