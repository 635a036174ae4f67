import type { Deposit, DepositChange } from '../../deposit.ts';
import { ask } from '../applications.ts';
import { inTurn, move, type Move, type MoveContext } from '../move.ts';
import { mailTenants } from '../mails.ts';
import { amendmentDocument, amendmentOf, nextAmendment } from './amendment.ts';
import { changeDone, withChange } from './states.ts';
import { applied } from './taking-effect.ts';

/** The house was sold: nobody signs, and tenants and provider are told. */
export function announceOwner(deposit: Deposit, started: DepositChange, context: MoveContext): Move {
  const change = { ...started, amendment: nextAmendment(deposit) };
  const amendment = amendmentOf(deposit, change, context);
  return inTurn(
    deposit,
    (current) => move(withChange(current, change)),
    (current) => amendmentDocument(current, change, context),
    (current) => move(applied(current, change)),
    (current) => changeDone(current, change, context),
    (current) => mailTenants(current, context, { kind: 'owner_changed', amendment }),
    (current) => ask(current, 'change', context, { changeId: change.id }),
  );
}
