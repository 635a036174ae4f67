import type { Adjustment } from '../deposit.ts';
import { plainAmount, type Rappen } from '../values/money.ts';

/** Updates the adjustments to the new amount. */
export function withRounding(
  adjustments: readonly Adjustment[],
  { amount, roundedFrom }: { amount: Rappen; roundedFrom: string | null },
): Adjustment[] {
  const others = adjustments.filter(({ rule }) => rule !== 'amount_rounded');
  if (roundedFrom === null) return others;
  return [...others, { field: 'rentalDeposit', rule: 'amount_rounded', from: roundedFrom, to: plainAmount(amount) }];
}
