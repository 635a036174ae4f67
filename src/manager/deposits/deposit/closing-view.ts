import { accountOfTenants } from '../../../domain/closing/shown-account.ts';
import type { ShownAccount } from '../../../domain/effect.ts';
import type { Day } from '../../../domain/values/calendar.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import type { Party, ReleaseGround } from '../../../domain/closing/closing.ts';
import { splitOf, standing } from '../../../domain/lifecycle/split.ts';
import type { Rappen } from '../../../domain/values/money.ts';

/** The proposal that stands, or what was ordered. */
export type ClosingView = {
  proposedBy: Party;
  /** Null until the payout is ordered, or noted while it is on hold. */
  ground: ReleaseGround | null;
  /** Null for an insurance, which holds no money. */
  amountTenant: Rappen | null;
  amountLandlord: Rappen;
  reason: string | null;
  tenancyEnd: Day;
  /** A legal claim is recorded, and nothing is ordered. */
  isStoppedByClaim: boolean;
  account: ShownAccount | null;
};

export function closingView(deposit: Deposit): ClosingView | null {
  const { closing, product, legalClaim } = deposit;
  if (closing === null) return null;
  const { tenancyEnd } = closing;
  const release = closing.release ?? closing.noted;
  const proposal = standing(closing);
  const { amountTenant, amountLandlord } = splitOf(deposit);
  return {
    proposedBy: proposal.by,
    ground: release?.ground ?? null,
    amountTenant: product === 'insurance' ? null : amountTenant,
    amountLandlord,
    reason: release === null ? proposal.reason : null,
    tenancyEnd,
    isStoppedByClaim: release === null && legalClaim !== null,
    account: product === 'insurance' ? null : accountOfTenants(deposit),
  };
}
