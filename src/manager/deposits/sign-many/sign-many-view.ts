import type { Deposit } from '../../../domain/deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { rappen, type Rappen } from '../../../domain/values/money.ts';
import { fingerprint } from '../access.ts';

/** Deposits that were selected to be signed together. */
export type ReviewView = {
  toSign: readonly { deposit: Deposit; fingerprint: string; differsFromRegister: boolean }[];
  sum: Rappen;
  /** These can no longer be signed. */
  others: readonly Deposit[];
};

export function reviewView(deposits: readonly Deposit[]): ReviewView {
  const toSign = deposits.filter((deposit) => canMove('sign_as_manager', deposit));
  return {
    toSign: toSign.map((deposit) => ({
      deposit,
      fingerprint: fingerprint(deposit),
      differsFromRegister: (deposit.registerCheck?.differences.length ?? 0) > 0,
    })),
    sum: rappen(toSign.reduce((sum, { terms }) => sum + terms.rentalDeposit, 0)),
    others: deposits.filter((deposit) => !toSign.includes(deposit)),
  };
}

/** A deposit that was to be signed, and why it was not. */
export type Result = { deposit: Deposit; refusal: Refusal | null };
