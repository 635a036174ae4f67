import type { Deposit } from '../../deposit.ts';
import { rappen } from '../../values/money.ts';
import { mailAll } from '../mails.ts';
import { inTurn, type Move, type MoveContext } from '../move.ts';
import { amendmentOf } from './amendment.ts';
import { changeDone, running, withChange } from './states.ts';
import { applied } from './taking-effect.ts';

/** The money has moved, or there is none to move: the change takes effect. */
export function finishPayout(deposit: Deposit, context: MoveContext): Move {
  const change = running(deposit);
  const amendment = amendmentOf(deposit, change, context);
  const { subject } = change;
  const steps = [
    (current: Deposit) => changeDone(current, running(current), context),
    (current: Deposit) => mailAll(current, context, { kind: 'change_done', amendment }),
  ];
  // An insurance has taken effect with its cover.
  if (subject.kind !== 'amount') return inTurn(deposit, ...steps.slice(0, 1));
  const released = rappen(Math.max(0, deposit.paidIn - subject.rentalDeposit));
  const smaller = withChange(
    { ...applied(deposit, change), paidIn: rappen(deposit.paidIn - released) },
    { ...change, released: rappen(change.released + released) },
  );
  return inTurn(smaller, ...steps);
}
