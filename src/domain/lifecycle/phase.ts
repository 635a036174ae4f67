import type { Deposit, State, Step } from '../deposit.ts';

/**
 * The state of a deposit, refined: `opening` by its step, `closing` by whether the payout is ordered. Noted: it would be,
 * if the deposit were not on hold.
 */
export type Phase =
  | Step
  | Exclude<State, 'opening' | 'closing'>
  | 'closing_proposed'
  | 'closing_noted'
  | 'closing_ordered';

export const OPENING_PHASES = [
  'awaiting_manager_signature',
  'awaiting_send',
  'awaiting_tenant_signatures',
  'awaiting_account',
  'awaiting_cover',
  'awaiting_payment',
] as const satisfies readonly Step[];

export const PHASES = [
  ...OPENING_PHASES,
  'draft_editing',
  'open',
  'closing_proposed',
  'closing_noted',
  'closing_ordered',
  'closed',
  'withdrawn',
] as const satisfies readonly Phase[];

/** The tenants know of it: it was sent to them, or it was in force when it was taken over. */
export function isKnownToTenants({ sentAt, takenOver }: Pick<Deposit, 'sentAt' | 'takenOver'>): boolean {
  return sentAt !== null || takenOver !== null;
}

export function phaseOf({ state, step, closing }: Deposit): Phase {
  switch (state) {
    case 'opening':
      if (step === null) throw new Error('a deposit that is opening has a step');
      return step;
    case 'closing':
      if (closing === null) return 'closing_proposed';
      if (closing.release !== null) return 'closing_ordered';
      return closing.noted === null ? 'closing_proposed' : 'closing_noted';
    case 'draft_editing':
    case 'open':
    case 'closed':
    case 'withdrawn':
      return state;
  }
}
