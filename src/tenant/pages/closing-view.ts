import type { Day } from '../../domain/values/calendar.ts';
import { groupedIban, maskedIban } from '../../domain/values/iban.ts';
import type { Proposal, ReleaseGround } from '../../domain/closing/closing.ts';
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
};

export function tenantClosingView({ deposit, acts, now }: TenantVisit): TenantClosingView {
  const closing = closingOf(deposit);
  const { proposals, tenancyEnd } = closing;
  const proposal = standing(closing);
  const isFreed = acts && isFreedByYear(deposit, now);
  return {
    proposal,
    split: splitOf(deposit),
    tenancyEnd,
    proposals: proposals.length,
    earlier: proposals.length > 1 ? proposals : [],
    isAsked: acts && canMove('consent', deposit) && proposal.by === 'manager',
    canPropose: acts && canMove('counter_propose', deposit),
    isFreed,
    whole: { amountTenant: tenantsShare(deposit, { amountLandlord: rappen(0) }), amountLandlord: rappen(0) },
  };
}

/** What was agreed or decided, until it is paid out; also while it is on hold. */
type OrderedView = {
  split: ShownSplit;
  ground: ReleaseGround | null;
  tenancyEnd: Day;
  /** Where the tenants' share goes. The main tenant sees all of it, the others the last four characters. */
  account: string | null;
};

export function orderedView({ deposit, isMain }: TenantVisit): OrderedView {
  const { release, noted, tenancyEnd } = closingOf(deposit);
  const payout = deposit.orders.find(({ kind, payee }) => kind === 'payout' && payee === 'tenant');
  return {
    split: splitOf(deposit),
    ground: (release ?? noted)?.ground ?? null,
    tenancyEnd,
    account: accountText(payout?.iban ?? null, isMain),
  };
}

function accountText(iban: string | null, isMain: boolean): string | null {
  if (iban === null) return null;
  return isMain ? groupedIban(iban) : maskedIban(iban);
}
