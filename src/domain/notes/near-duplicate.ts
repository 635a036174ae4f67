import type { Deposit } from '../deposit.ts';

/** Another deposit of the organization that may be for the same contract. */
export type NearDuplicate = { depositId: string; externalContractId: string };

/** Afterwards a warning comes too late. */
export function isBeforeForce({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'opening' || state === 'draft_editing';
}
