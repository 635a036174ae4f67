import { STEPS, type Deposit, type State, type Step } from '../deposit.ts';
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

/** Where deposits stand on their way, in its order: states, and steps instead of `opening`. */
export const PIPELINE = [...STEPS, 'draft_editing', 'open', 'closing'] as const;
export type PipelinePlace = (typeof PIPELINE)[number] & (State | Step);

/**
 * After how many days at one place someone should look: some days after the last reminder, longer than a bank or an insurer
 * takes, and a month more than the year of OR 257e. What is not in here does not wait for people, or has no end.
 */
export const STUCK_AFTER_DAYS: Partial<Record<PipelinePlace, number>> = {
  awaiting_manager_signature: 17,
  awaiting_tenant_signatures: 17,
  awaiting_account: 7,
  awaiting_cover: 7,
  awaiting_payment: 30,
  draft_editing: 17,
  closing: 396,
};
