import { tenantMayClaimFrom } from '../../domain/closing/claim-year.ts';
import { type Day } from '../../domain/values/calendar.ts';
import type { Closing, Deposit, Proposal, ReleaseGround } from '../../domain/deposit.ts';
import { isFreedByYear } from '../../domain/closing/year.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import { closingOf, splitOf, standing, tenantsShare } from '../../domain/lifecycle/split.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import type { TenantVisit } from '../visit.ts';

export type ShownSplit = { amountTenant: Rappen; amountLandlord: Rappen };

/** The proposal that stands, and how this tenant may answer it. */
export type TenantClosingView = {
  proposal: Proposal;
  split: ShownSplit;
  tenancyEnd: Day;
  /** How many proposals there are. */
  proposals: number;
  /** All proposals, once there are several. */
  earlier: readonly Proposal[];
  /** The manager's proposal awaits this tenant's consent. */
  isAsked: boolean;
  canPropose: boolean;
  /** OR 257e: this tenant may demand everything, without consent. */
  isFreed: boolean;
  whole: ShownSplit;
  deadline: Deadline;
};

/** OR 257e: what happens a year after the tenancy. */
type Deadline = { is: 'passed' | 'stopped_by_claim' } | { is: 'payout_ordered' | 'tenant_may_claim'; from: Day };

export function tenantClosingView({ deposit, isMain, now }: TenantVisit): TenantClosingView {
  const closing = closingOf(deposit);
  const { proposals, tenancyEnd } = closing;
  const proposal = standing(closing);
  const isFreed = isMain && isFreedByYear(deposit, now);
  return {
    proposal,
    split: splitOf(deposit),
    tenancyEnd,
    proposals: proposals.length,
    earlier: proposals.length > 1 ? proposals : [],
    isAsked: isMain && canMove('consent', deposit) && proposal.by === 'manager',
    canPropose: isMain && canMove('counter_propose', deposit),
    isFreed,
    whole: { amountTenant: tenantsShare(deposit, { amountLandlord: rappen(0) }), amountLandlord: rappen(0) },
    deadline: deadlineOf(deposit, closing, isFreed),
  };
}

function deadlineOf({ legalClaim }: Deposit, { startedBy, tenancyEnd }: Closing, isFreed: boolean): Deadline {
  if (legalClaim !== null) return { is: 'stopped_by_claim' };
  if (isFreed) return { is: 'passed' };
  return { is: startedBy === 'tenant' ? 'payout_ordered' : 'tenant_may_claim', from: tenantMayClaimFrom(tenancyEnd) };
}

/** What was agreed or decided, until it is paid out. */
type OrderedView = {
  split: ShownSplit;
  ground: ReleaseGround | null;
  tenancyEnd: Day;
  /** Where the tenant's share goes. Only the main tenant sees it. */
  iban: string | null;
};

export function orderedView({ deposit, isMain }: TenantVisit): OrderedView {
  const { release, tenancyEnd } = closingOf(deposit);
  const payout = deposit.orders.find(({ kind, payee }) => kind === 'payout' && payee === 'tenant');
  return {
    split: splitOf(deposit),
    ground: release?.ground ?? null,
    tenancyEnd,
    iban: isMain ? (payout?.iban ?? null) : null,
  };
}
