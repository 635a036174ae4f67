import type { Deposit, Hold } from '../deposit.ts';
import { mailManager } from '../lifecycle/mails.ts';
import { inTurn, move, type Move, type MoveContext } from '../lifecycle/move.ts';
import { orderPayout } from '../lifecycle/payout.ts';

/**
 * Years 6: death, guardianship or seizure. Nothing is paid out until it is lifted. The manager learns that, and neither
 * ground nor evidence.
 */
export function putOnHold(
  deposit: Deposit,
  { ground, evidence }: { ground: Hold['ground']; evidence: string },
  context: MoveContext,
): Move {
  const { now } = context;
  return inTurn(
    { ...deposit, hold: { ground, at: now } },
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'operator', event: 'deposit_held', detail: {}, personal: { ground, evidence } }],
      }),
    (current) => mailManager(current, context, { kind: 'deposit_held' }),
  );
}

/** What was noted meanwhile is ordered now. */
export function endHold(deposit: Deposit, { reason }: { reason: string }, context: MoveContext): Move {
  const { now } = context;
  const noted = deposit.closing?.noted ?? null;
  return inTurn(
    { ...deposit, hold: null },
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'operator', event: 'hold_lifted', detail: {}, personal: { reason } }],
      }),
    (current) => mailManager(current, context, { kind: 'hold_lifted', isOrdered: noted !== null }),
    (current) => (noted === null ? move(current) : orderPayout(current, { ...noted, at: now }, context)),
  );
}
