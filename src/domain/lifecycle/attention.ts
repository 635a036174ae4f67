import type { Deposit } from '../deposit.ts';
import type { Party } from '../closing/closing.ts';

/** The part of a deposit that decides whether it needs attention. */
export type Looks = Pick<Deposit, 'state' | 'step'> & {
  refusal: object | null;
  registerCheck: { differences: readonly object[] } | null;
  closing: { proposals: readonly { by: Party }[]; noted?: object | null; release: object | null } | null;
};

export const MONEY_ATTENTION = ['underfunded', 'overdrawn'] as const;

/** What is wrong with the money of a deposit. Overdrawn: a payment was reversed after its money was paid out. */
export function attentionOf(
  { state, product, paidIn, terms }: Pick<Deposit, 'state' | 'product' | 'paidIn' | 'terms'>,
  { isOverdrawn }: { isOverdrawn: boolean },
): (typeof MONEY_ATTENTION)[number][] {
  const isInForce = state === 'open' || state === 'closing';
  const isUnderfunded = isInForce && product === 'bank_deposit' && paidIn < terms.rentalDeposit;
  return [...(isUnderfunded ? (['underfunded'] as const) : []), ...(isOverdrawn ? (['overdrawn'] as const) : [])];
}

/** The deposit waits for the property manager. */
export function awaitsManager({ state, step, refusal, closing }: Looks): boolean {
  switch (state) {
    case 'draft_editing':
      return true;
    case 'opening':
      return step === 'awaiting_manager_signature' || refusal !== null;
    case 'closing':
      return closing?.release === null && (closing.noted ?? null) === null && closing.proposals.at(-1)?.by === 'tenant';
    case 'open':
    case 'closed':
    case 'withdrawn':
      return false;
  }
}

/** Refused by a bank or an insurer, or different from the commercial register, as long as it can be corrected. */
export function hasProblem({ state, refusal, registerCheck }: Looks): boolean {
  const isRefused = refusal !== null || (registerCheck !== null && registerCheck.differences.length > 0);
  return isRefused && (state === 'opening' || state === 'draft_editing');
}
