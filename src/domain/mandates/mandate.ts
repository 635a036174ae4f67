/** An organization hands its deposits over to another one, once administrators of both have agreed. */

export const MANDATE_STATES = ['asked', 'moving', 'done', 'rejected'] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** Why a deposit stays behind: the new organization has a living deposit of this contract id; it is no longer here. */
export const CONFLICT_CODES = ['contract_exists', 'not_here'] as const;
export type ConflictCode = (typeof CONFLICT_CODES)[number];

/** The old organization reads the status of a contract for so long after its deposit has gone. */
export const READABLE_DAYS = 90;

/** A decision of one of the two. `by`: an e-mail address, or as in the audit log. */
export type Word = { at: Date; by: string };

type Side = { organizationId: string; name: string; agreed: Word | null };

export type Mandate = {
  id: string;
  state: MandateState;
  from: Side;
  to: Side;
  /** All deposits neither closed nor withdrawn, as they are at the second agreement. False: chosen ones. */
  isAll: boolean;
  askedFor: number;
  asked: Word;
  rejected: (Word & { organizationId: string }) | null;
  movingSince: Date | null;
  doneAt: Date | null;
};

export type MandateSide = 'from' | 'to';

/** Null: a third organization, which has no say. */
export function sideOf({ from, to }: Mandate, organizationId: string): MandateSide | null {
  if (from.organizationId === organizationId) return 'from';
  return to.organizationId === organizationId ? 'to' : null;
}

export type MandateRefusal = 'not_a_party' | 'already_rejected' | 'already_done' | 'moving' | 'no_default_manager';

/** `isSecond`: the deposits move now. `isNew`: the organization had not agreed before. */
type Agreement = { side: MandateSide; isNew: boolean; isSecond: boolean };

/** Agreeing twice is agreeing once. */
export function decideAgreement(
  mandate: Mandate,
  organizationId: string,
  { hasDefaultManager }: { hasDefaultManager: boolean },
): Agreement | { refused: MandateRefusal } {
  const side = sideOf(mandate, organizationId);
  if (side === null) return { refused: 'not_a_party' };
  switch (mandate.state) {
    case 'rejected':
      return { refused: 'already_rejected' };
    case 'done':
      return { refused: 'already_done' };
    case 'moving':
      return { side, isNew: false, isSecond: false };
    case 'asked': {
      if (!hasDefaultManager) return { refused: 'no_default_manager' };
      const isNew = mandate[side].agreed === null;
      const other = side === 'from' ? mandate.to : mandate.from;
      return { side, isNew, isSecond: isNew && other.agreed !== null };
    }
  }
}

/** Each of the two can reject until the deposits move, also after it has agreed. */
export function decideRejection(
  mandate: Mandate,
  organizationId: string,
): { side: MandateSide } | { refused: MandateRefusal } {
  const side = sideOf(mandate, organizationId);
  if (side === null) return { refused: 'not_a_party' };
  switch (mandate.state) {
    case 'asked':
      return { side };
    case 'moving':
      return { refused: 'moving' };
    case 'done':
      return { refused: 'already_done' };
    case 'rejected':
      return { refused: 'already_rejected' };
  }
}
