import type { Deposit } from '../deposit.ts';
import type { Product } from '../product.ts';
import { swissDay, type Day } from '../values/calendar.ts';
import { mailAll } from './mails.ts';
import { enter, inTurn, move, type MoveContext, type Move } from './move.ts';
import { queueDocument } from './documents.ts';

/** Section 3: opening → open. `paidOn`: the day of the payment that completes it; null: a signature or cover does. */
export function comesIntoForce(deposit: Deposit, context: MoveContext, paidOn: Day | null = null): Move {
  const product = productOf(deposit);
  const open = enter(deposit, { state: 'open', step: null }, context.now);
  return inTurn(
    open,
    (current) => move(current, { history: [{ at: context.now, actor: 'service', event: 'open', detail: {} }] }),
    (current) => mailAll(current, context, { kind: 'deposit_open', product }),
    (current) => (product === 'bank_deposit' ? payInDocument(current, context, paidOn) : move(current)),
  );
}

/** Its dates are those of the bank, not of the moment its file was read. */
function payInDocument(deposit: Deposit, context: MoveContext, bookedOn: Day | null): Move {
  const { iban, payments } = deposit;
  const counted = payments
    .filter((payment) => payment.counted > 0)
    .map(({ at, bookedOn: on, counted: amount }) => ({ at: at.toISOString(), bookedOn: on ?? swissDay(at), amount }));
  return queueDocument(deposit, context, { kind: 'pay_in', iban: iban as string, payments: counted, bookedOn });
}

export function productOf({ product }: Deposit): Product {
  if (product === null) throw new Error('a deposit in force has a product');
  return product;
}
