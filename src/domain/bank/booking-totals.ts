import type { Rappen } from '../values/money.ts';

/** A single booking on the account, day and direction of a total, that is no part of another one. */
export type KnownSingle = {
  key: string;
  amount: Rappen;
  /** It may repeat another booking, or does, as a person says. */
  isDoubtful: boolean;
  /** The file of the total has it, too, besides the total. */
  isBeside: boolean;
};

/**
 * Row 5: the known single bookings that are the transactions of a total, equal to it in sum and number; null: they are
 * not known. What stands in the file beside the total is no part of it. Where that may repeat a known booking, the known
 * one of this amount is none either. A possible duplicate is no booking of its own.
 */
export function singlesOfTotal(
  { amount, count }: { amount: number; count: number },
  singles: readonly KnownSingle[],
): readonly KnownSingle[] | null {
  const possible = singles.filter(({ isDoubtful, isBeside }) => !isDoubtful && !isBeside);
  for (const repeating of singles.filter(({ isDoubtful, isBeside }) => isDoubtful && isBeside)) {
    const repeated = possible.findIndex((one) => one.amount === repeating.amount);
    if (repeated !== -1) possible.splice(repeated, 1);
  }
  if (count === 1) {
    const found = possible.find((one) => one.amount === amount);
    return found === undefined ? null : [found];
  }
  const sum = possible.reduce((total, one) => total + one.amount, 0);
  return possible.length === count && sum === amount ? possible : null;
}
