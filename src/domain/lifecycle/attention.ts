import type { Deposit, Party } from '../deposit.ts';

/** What of a deposit says whether someone must look at it. */
export type Looks = Pick<Deposit, 'state' | 'step'> & {
  refusal: object | null;
  registerCheck: { differences: readonly object[] } | null;
  closing: { proposals: readonly { by: Party }[]; release: object | null } | null;
};

/** Nothing goes on before the property manager does something. */
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

/** What a bank or an insurer has refused, or the commercial register says otherwise: as long as it can be mended. */
export function hasProblem({ state, refusal, registerCheck }: Looks): boolean {
  const isRefused = refusal !== null || (registerCheck !== null && registerCheck.differences.length > 0);
  return isRefused && (state === 'opening' || state === 'draft_editing');
}
