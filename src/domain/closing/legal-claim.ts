import type { Deposit } from '../deposit.ts';
import type { FiledClaim } from './closing.ts';
import type { Recipient } from '../effect.ts';
import { mailAll, mailOperators, mailTenants } from '../lifecycle/mails.ts';
import { actingMember, byManager, inTurn, move, type Move, type MoveContext } from '../lifecycle/move.ts';
import type { RefusalCode } from '../lifecycle/refusal.ts';
import { recipient } from '../effect.ts';
import { orderAgain } from './year.ts';

/** The proof of a claim, as it is stored. */
export type ProofFile = Pick<FiledClaim, 'fileId' | 'name' | 'type' | 'size' | 'sha256'>;

export const canFileClaim = ({ legalClaim, closing }: Deposit): RefusalCode | null => {
  if (legalClaim !== null) return 'claim_recorded';
  return closing?.claim?.state === 'waiting' ? 'claim_waits' : null;
};

export const waitsForDecision = ({ closing }: Deposit): RefusalCode | null =>
  closing?.claim?.state === 'waiting' ? null : 'no_claim_waits';

/** The manager uploads proof of a claim: the payout waits until the operator has recorded or rejected it. */
export function claimFiled(
  deposit: Deposit,
  { file, operators }: { file: ProofFile; operators: readonly Recipient[] },
  context: MoveContext,
): Move {
  const { email, name } = recipient(actingMember(deposit, context));
  const claim: FiledClaim = {
    at: context.now,
    by: { email, name },
    ...file,
    state: 'waiting',
    decidedAt: null,
    reason: null,
  };
  const about = { kind: 'closing_claim', step: 'filed', reason: null } as const;
  const base = byManager(deposit, context);
  return inTurn(
    withClaim(deposit, claim),
    (current) =>
      move(current, { history: [{ ...base, event: 'claim_filed', personal: { ...base.personal, file: file.name } }] }),
    (current) => mailOperators(current, context, about, operators),
    (current) => mailTenants(current, context, about),
  );
}

/** OR 257e: with a legal claim, the deposit is not released after a year. */
export function recordLegalClaim(deposit: Deposit, { evidence }: { evidence: string }, context: MoveContext): Move {
  const { now } = context;
  const filed = deposit.closing?.claim ?? null;
  const isFiled = filed?.state === 'waiting';
  const decided = isFiled ? withClaim(deposit, { ...filed, state: 'recorded', decidedAt: now }) : deposit;
  return inTurn(
    { ...decided, legalClaim: { at: now, evidence } },
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'operator', event: 'legal_claim_recorded', detail: {}, personal: { evidence } }],
      }),
    (current) =>
      isFiled ? mailAll(current, context, { kind: 'closing_claim', step: 'recorded', reason: null }) : move(current),
  );
}

/** The proof shows no claim at law: the year counts again. */
export function rejectClaim(deposit: Deposit, { reason }: { reason: string }, context: MoveContext): Move {
  const { now } = context;
  const filed = deposit.closing?.claim as FiledClaim;
  return inTurn(
    withClaim(deposit, { ...filed, state: 'rejected', decidedAt: now, reason }),
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'operator', event: 'legal_claim_rejected', detail: {}, personal: { reason } }],
      }),
    (current) => mailAll(current, context, { kind: 'closing_claim', step: 'rejected', reason }),
    (current) => orderAgain(current, context),
  );
}

function withClaim(deposit: Deposit, claim: FiledClaim): Deposit {
  return deposit.closing === null ? deposit : { ...deposit, closing: { ...deposit.closing, claim } };
}
