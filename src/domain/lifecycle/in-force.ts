import type { Deposit, Product } from '../deposit.ts';
import { tellAll } from './letters.ts';
import { enter, inTurn, move, type Context, type Move } from './move.ts';

/** Section 3: opening → open. */
export function comesIntoForce(deposit: Deposit, context: Context): Move {
  const product = productOf(deposit);
  const open = enter(deposit, { state: 'open', step: null }, context.now);
  return inTurn(
    open,
    (current) => move(current, { history: [{ at: context.now, actor: 'service', event: 'open', detail: {} }] }),
    (current) => tellAll(current, context, { kind: 'deposit_open', product }),
  );
}

export function productOf({ product }: Deposit): Product {
  if (product === null) throw new Error('a deposit in force has a product');
  return product;
}
