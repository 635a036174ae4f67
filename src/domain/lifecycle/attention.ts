import type { Deposit, Party } from '../deposit.ts';

/** The part of a deposit that decides whether it needs attention. */
export type Looks = Pick<Deposit, 'state' | 'step'> & {
  refusal: object | null;
  registerCheck: { differences: readonly object[] } | null;
  closing: { proposals: readonly { by: Party }[]; release: object | null } | null;
};

/** The deposit waits for the property manager. */
export function awaitsManager({ state, step, refusal, closing }: Looks): boolean {
  switch (state) {
    case 'draft_editing':
      return true;
    case 'opening':
      return step === 'awaiting_manager_signature' || refusal !== null;
    case 'closing':
      return closing?.release === null && closing.proposals.at(-1)?.by === 'tenant';
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
