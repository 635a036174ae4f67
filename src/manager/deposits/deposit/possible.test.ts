import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deposit } from '../../../domain/deposit.ts';
import { possibleMoves, MOVES, type MoveName } from '../../../domain/lifecycle/moves.ts';
import { PHASES } from '../../../domain/lifecycle/phase.ts';
import { depositAt } from '../../../../test/support/sample-deposit.ts';
import { rappen } from '../../../domain/money.ts';
import { possibleFor } from './possible.ts';

/** Offered on the page if and only if the table of moves has it. */
const OFFERED: [MoveName, (deposit: Deposit) => boolean][] = [
  ['sign_as_manager', (deposit) => possibleFor(deposit).main === 'sign'],
  ['send_again', (deposit) => possibleFor(deposit).main === 'resend'],
  ['start_closing', (deposit) => possibleFor(deposit).main === 'close'],
  ['consent', (deposit) => possibleFor(deposit).main === 'answer'],
  ['correct', (deposit) => possibleFor(deposit).canCorrect],
  ['edit', (deposit) => possibleFor(deposit).canEdit],
  ['withdraw', (deposit) => possibleFor(deposit).canWithdraw],
];

for (const place of PHASES) {
  test(`${place}: the page offers what the table allows`, () => {
    for (const deposit of [depositAt(place), { ...depositAt(place), paidIn: rappen(100) }]) {
      const allowed = possibleMoves(deposit);
      for (const [name, isOffered] of OFFERED) {
        assert.equal(isOffered(deposit), allowed.includes(MOVES[name].name as string), name);
      }
    }
  });
}

test('a reminder is offered where tenants are awaited, and there it is possible', () => {
  const places = PHASES.filter((place) => possibleFor(depositAt(place)).canRemind);
  assert.deepEqual(places, ['awaiting_tenant_signatures', 'awaiting_payment']);
  for (const place of places) assert.ok(possibleMoves(depositAt(place)).includes('a reminder'));
});

test('the manager waits where the standing proposal is their own', () => {
  const deposit = depositAt('closing_proposed');
  const [proposal] = deposit.closing?.proposals ?? [];
  assert.ok(deposit.closing !== null && proposal !== undefined);
  const own = { ...deposit, closing: { ...deposit.closing, proposals: [{ ...proposal, by: 'manager' }] } } as Deposit;
  assert.deepEqual([possibleFor(own).main, possibleFor(own).waitsFor], [null, 'tenant_answer']);
});
