import type { Deposit } from '../deposit.ts';
import type { Product } from '../product.ts';
import { mailAll } from './mails.ts';
import { enter, inTurn, move, type MoveContext, type Move } from './move.ts';
import { queueDocument } from './documents.ts';

/** Section 3: opening → open. */
export function comesIntoForce(deposit: Deposit, context: MoveContext): Move {
  const product = productOf(deposit);
  const open = enter(deposit, { state: 'open', step: null }, context.now);
  return inTurn(
    open,
    (current) => move(current, { history: [{ at: context.now, actor: 'service', event: 'open', detail: {} }] }),
    (current) => mailAll(current, context, { kind: 'deposit_open', product }),
    (current) => (product === 'bank_deposit' ? payInDocument(current, context) : move(current)),
  );
}

function payInDocument(deposit: Deposit, context: MoveContext): Move {
  const { iban, payments } = deposit;
  const counted = payments
    .filter((payment) => payment.counted > 0)
    .map(({ at, counted: amount }) => ({ at: at.toISOString(), amount }));
  return queueDocument(deposit, context, { kind: 'pay_in', iban: iban as string, payments: counted });
}

export function productOf({ product }: Deposit): Product {
  if (product === null) throw new Error('a deposit in force has a product');
  return product;
}
