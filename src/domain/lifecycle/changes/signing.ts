import { changeIn, tenantAt } from '../../change.ts';
import type { Deposit, DepositChange, Signature } from '../../deposit.ts';
import { recipient } from '../../effect.ts';
import { proofInHistory, type SignatureProof } from '../../signature.ts';
import { signerInHistory } from '../../tenant.ts';

import { actingMember, byManager, inTurn, move, type Decision, type HistoryEntry, type MoveContext } from '../move.ts';
import { afterSignatures } from './after-signatures.ts';

import { withChange } from './states.ts';

type ChangeSignature = {
  from: string | null;
  /** Null: simulated, or a manager who is signed in. */
  proof: SignatureProof | null;
} & ({ by: 'manager' } | { by: 'tenant'; /** Null: all who have not signed yet. */ tenant: number | null });

/** The manager or a tenant signs the change; the last signature carries it on. */
export function signChange(deposit: Deposit, given: ChangeSignature, context: MoveContext): Decision {
  const change = changeIn(deposit, 'to_sign');
  if (change === null) return { refused: 'no_change_to_sign' };
  const signed =
    given.by === 'manager' ? byTheManager(deposit, change, given, context) : byTenants(deposit, change, given, context);
  if ('refused' in signed) return signed;
  const { history } = signed;
  const isWhole = signed.change.managerSignature !== null && !signed.change.signatures.includes(null);
  return inTurn(
    deposit,
    (current) => move(withChange(current, signed.change), { history }),
    (current) => (isWhole ? afterSignatures(current, context) : move(current)),
  );
}

type Signed =
  | { change: DepositChange; history: HistoryEntry[] }
  | { refused: 'already_signed' | 'no_such_tenant'; field?: string };

function byTheManager(
  deposit: Deposit,
  change: DepositChange,
  { from, proof }: ChangeSignature,
  context: MoveContext,
): Signed {
  if (change.managerSignature !== null) return { refused: 'already_signed' };
  const managerSignature = { at: context.now, from, proof, by: recipient(actingMember(deposit, context)) };
  const entry = byManager(deposit, context);
  const personal = { ...entry.personal, ...(from === null ? {} : { from }), ...proofInHistory(proof) };
  const detail = { ...entry.detail, kind: change.subject.kind };
  return {
    change: { ...change, managerSignature },
    history: [{ ...entry, event: 'change_signed_by_manager', detail, personal }],
  };
}

function byTenants(
  deposit: Deposit,
  change: DepositChange,
  { tenant, from, proof }: Extract<ChangeSignature, { by: 'tenant' }>,
  { now }: MoveContext,
): Signed {
  const { signatures, signers } = change;
  if (tenant !== null && tenant > signatures.length) return { refused: 'no_such_tenant', field: 'tenant' };
  const unsigned = signatures.flatMap((one, index) => (one === null ? [index + 1] : []));
  const signing = unsigned.filter((position) => tenant === null || position === tenant);
  if (signing.length === 0) return { refused: 'already_signed' };
  // A personal link leads to the page, and it went to the address that counts now.
  const proofOf = (index: number): SignatureProof | null =>
    proof === null ? null : { reachedBy: tenantAt(deposit, index + 1)?.email ?? null, ...proof };
  const signatureOf = (index: number): Signature => ({ at: now, from, proof: proofOf(index) });
  return {
    change: {
      ...change,
      signatures: signatures.map((one, index) => (signing.includes(index + 1) ? signatureOf(index) : one)),
    },
    history: signing.map((position) => ({
      at: now,
      actor: 'tenant',
      event: 'change_signed_by_tenant',
      detail: { kind: change.subject.kind, tenant: position },
      personal: {
        ...signerInHistory(signers[position - 1]),
        ...(from === null ? {} : { from }),
        ...proofInHistory(proofOf(position - 1)),
      },
    })),
  };
}
