import { tenantMayClaimFrom } from '../../../domain/closing/claim-year.ts';
import { type Day } from '../../../domain/values/calendar.ts';
import type { Closing, Deposit, Party, ReleaseGround } from '../../../domain/deposit.ts';
import { splitOf, standing } from '../../../domain/lifecycle/split.ts';
import type { Rappen } from '../../../domain/values/money.ts';

/** The proposal that stands, or what was ordered. */
export type ClosingView = {
  proposedBy: Party;
  /** Null until the payout is ordered. */
  ground: ReleaseGround | null;
  /** Null for an insurance, which holds no money. */
  amountTenant: Rappen | null;
  amountLandlord: Rappen;
  reason: string | null;
  tenancyEnd: Day;
  deadline: Deadline | null;
};

/** OR 257e: what happens a year after the tenancy. Null: the payout is ordered. */
type Deadline = { is: 'stopped_by_claim' } | { is: 'payout_ordered' | 'tenant_may_claim'; from: Day };

export function closingView(deposit: Deposit): ClosingView | null {
  const { closing, product, legalClaim } = deposit;
  if (closing === null) return null;
  const { release, tenancyEnd } = closing;
  const proposal = standing(closing);
  const { amountTenant, amountLandlord } = splitOf(deposit);
  return {
    proposedBy: proposal.by,
    ground: release?.ground ?? null,
    amountTenant: product === 'insurance' ? null : amountTenant,
    amountLandlord,
    reason: release === null ? proposal.reason : null,
    tenancyEnd,
    deadline: release === null ? deadlineOf(closing, legalClaim !== null) : null,
  };
}

function deadlineOf({ startedBy, tenancyEnd }: Closing, isClaimed: boolean): Deadline {
  if (isClaimed) return { is: 'stopped_by_claim' };
  return { is: startedBy === 'tenant' ? 'payout_ordered' : 'tenant_may_claim', from: tenantMayClaimFrom(tenancyEnd) };
}
