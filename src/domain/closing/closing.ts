import type { PayeeAccount } from '../payee/payee-account.ts';
import type { Day } from '../values/calendar.ts';
import type { Rappen } from '../values/money.ts';
import type { PostalAddress } from '../values/postal-address.ts';

/** The parties that agree on the payout of a deposit. */
export const PARTIES = ['tenant', 'manager'] as const;
export type Party = (typeof PARTIES)[number];

/** How the deposit is divided; the tenant gets the rest. */
export type Proposal = { at: Date; by: Party; amountLandlord: Rappen; reason: string | null };

/** OR 257e: why the bank may pay out. */
export type ReleaseGround = 'consent' | 'judgment' | 'payment_order' | 'year';
export type Release = {
  at: Date;
  ground: ReleaseGround;
  amountLandlord: Rappen;
  evidence: string | null;
  /** The day a judgment or payment order became final, if known. */
  finalOn?: Day | null;
};

/** Where the two sides stand about the end of the tenancy. */
export const END_STATES = ['asked', 'confirmed', 'undisputed', 'disputed', 'settled'] as const;
type EndState = (typeof END_STATES)[number];

/** The end of the tenancy is a fact with two sides; which day counts is `tenancyEnd` of the closing. */
export type NamedEnd = {
  state: EndState;
  namedBy: Party;
  tenantDay: Day | null;
  managerDay: Day | null;
  /** Why it is disputed, as that party has said it. */
  reason: string | null;
};

/** What is planned for the year of OR 257e. */
export type PlannedYear = {
  /** The day for which the order and the warnings are queued; null: none, or by an earlier version. */
  queuedFor: Day | null;
  /** How many warnings before that day were sent. */
  warnings: number;
};

/** The proof of a claim, uploaded by the property management. The payout waits until the operator has decided it. */
export type FiledClaim = {
  at: Date;
  by: { name: string; email: string };
  fileId: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  state: 'waiting' | 'recorded' | 'rejected';
  decidedAt: Date | null;
  /** Why it was rejected. */
  reason: string | null;
};

export type Closing = {
  startedBy: Party;
  startedAt: Date;
  /** The day that counts. */
  tenancyEnd: Day;
  end: NamedEnd;
  year: PlannedYear;
  /** The last one that was uploaded. */
  claim: FiledClaim | null;
  /** The last one is the current proposal. */
  proposals: readonly [Proposal, ...Proposal[]];
  /** Where the tenants' share goes. */
  tenantIban: string | null;
  tenantHolderName: string | null;
  tenantBic: string | null;
  /** Where the tenant lives, given since the move-in. */
  tenantAddress: PostalAddress | null;
  /** What frees the deposit while nothing is paid out: it is ordered when the hold is lifted. Else null. */
  noted: Release | null;
  /** The payout is ordered. */
  release: Release | null;
};

/** The word of the first signatory of a company: it counts once the second has given the same. */
export type ClosingWord = {
  at: Date;
  /** The position of the signatory. */
  tenant: number;
  kind: 'proposal' | 'consent';
  amountLandlord: Rappen;
  /** Of a proposal that starts the closing. */
  tenancyEnd: Day | null;
  reason: string | null;
  account: PayeeAccount | null;
};

/** Where the tenants want their share, confirmed by a code. */
export type PayoutAccount = PayeeAccount & { confirmedAt: Date };

/** An account that waits for its code. Kept after it is confirmed, without the account, for the limit of codes a day. */
export type PayoutAccountRequest = {
  account: PayeeAccount | null;
  /** A keyed hash: the code itself is only in the message. */
  codeHash: string | null;
  sentAt: Date;
  wrong: number;
  /** When codes were sent in the last 24 hours. */
  recent: readonly Date[];
};
