import type { Deposit } from '../../deposit.ts';
import { mailManager, mailTenants } from '../mails.ts';
import { inTurn, move, type Move, type MoveContext } from '../move.ts';
import { amendmentOf } from './amendment.ts';
import { running } from './states.ts';

/** A mail to everyone whose signature is missing, or to one of them. */
export function askWhoIsAwaited(deposit: Deposit, tenant: number | null, context: MoveContext): Move {
  const change = running(deposit);
  const amendment = amendmentOf(deposit, change, context);
  const about = { kind: 'change_sign', amendment } as const;
  const positions = change.signatures.flatMap((one, index) => (one === null ? [index + 1] : []));
  return inTurn(
    deposit,
    (current) =>
      tenant === null && change.managerSignature === null ? mailManager(current, context, about) : move(current),
    (current) =>
      mailTenants(current, context, about, tenant === null ? positions : positions.filter((one) => one === tenant)),
  );
}
