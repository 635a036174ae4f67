import { changeIn, runningChange } from '../../change.ts';
import type { Deposit, DepositChange } from '../../deposit.ts';
import type { Party } from '../../closing/closing.ts';
import { setAside, type Order, type Payment } from '../../ledger.ts';
import { rappen, toChf, type Rappen } from '../../values/money.ts';
import { askToClose, cancelApplicationsOf } from '../applications.ts';
import { mailAll, mailLeaver } from '../mails.ts';
import { byManager, inTurn, move, type Decision, type Move, type MoveContext } from '../move.ts';
import { freeOf, settleFree } from '../orders.ts';
import { payback } from '../payment.ts';
import { amendmentOf } from './amendment.ts';
import { changeEntry, running, withChange } from './states.ts';

/** A party cancels the running change. What was paid towards it goes back. */
export function cancelChange(deposit: Deposit, { by }: { by: Party }, context: MoveContext): Decision {
  if (runningChange(deposit) === null) return { refused: 'no_change' };
  if (changeIn(deposit, 'to_pay_out') !== null) return { refused: 'change_pays_out' };
  return inTurn(
    deposit,
    (current) => payBackChange(current, context),
    (current) => endChange(current, by, context),
    // Interest on an account that is not needed.
    (current) =>
      current.product === 'insurance' && freeOf(current) > 0 ? settleFree(current, context) : move(current),
    (current) => askToClose(current, context),
  );
}

/** A closing overtakes the running change. What was paid towards it stays, as surplus. */
export function overtakeChange(deposit: Deposit, by: Party, context: MoveContext): Move {
  return runningChange(deposit) === null ? move(deposit) : endChange(deposit, by, context, { isOvertaken: true });
}

/** All concerned are told, who was to join as well. */
function endChange(
  deposit: Deposit,
  by: Party,
  context: MoveContext,
  { isOvertaken = false }: { isOvertaken?: boolean } = {},
): Move {
  const change = running(deposit);
  const { subject } = change;
  const amendment = amendmentOf(deposit, change, context);
  const paidBack = isOvertaken ? rappen(0) : paidTo(change);
  const about = { kind: 'change_cancelled', amendment, by, isOvertaken, paidBack } as const;
  const joins = subject.kind === 'tenant_joins' ? subject.tenant : null;
  const last = deposit.terms.tenants.length + 1;
  const entry = by === 'manager' ? byManager(deposit, context) : null;
  const event = changeEntry('change_cancelled', change, { at: context.now, actor: by, more: { isOvertaken } });
  return inTurn(
    withChange(deposit, { ...change, state: 'cancelled' }),
    (current) =>
      move(current, {
        positions: joins === null ? [] : [{ from: last, to: null }],
        history: [
          {
            ...event,
            detail: { ...event.detail, ...entry?.detail },
            personal: { ...event.personal, ...entry?.personal },
          },
        ],
      }),
    (current) => cancelApplicationsOf(current, change.id, context),
    (current) => mailAll(current, context, about),
    (current) => (joins === null ? move(current) : mailLeaver(current, context, about, joins)),
  );
}

function paidTo({ paid }: DepositChange): Rappen {
  return rappen(paid.reduce((sum, { amount }) => sum + amount, 0));
}

/** Each payment goes back to where it came from, as far as it counted towards the change. */
function payBackChange(deposit: Deposit, context: MoveContext): Move {
  const { paid } = running(deposit);
  const orders: Order[] = [];
  let payments = deposit.payments;
  for (const { paymentId, amount } of paid) {
    const payment = payments.find(({ id }) => id === paymentId) as Payment;
    orders.push(payback({ amount, cause: 'change_cancelled', payment, deposit }, context));
    payments = payments.map((one) => (one.id === paymentId ? { ...one, surplus: rappen(one.surplus - amount) } : one));
  }
  return move(
    { ...deposit, payments, orders: [...deposit.orders, ...orders] },
    {
      postings: orders.map((order) => setAside(order, 'held')),
      history: orders.map(({ amount, cause }) => ({
        at: context.now,
        actor: 'service' as const,
        event: 'payback_ordered',
        detail: { amount: toChf(amount), cause },
      })),
    },
  );
}
