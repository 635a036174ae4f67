import { hashOfAmendment } from '../../documents/amendment-text.ts';
import { changeIn, runningChange } from '../../domain/change.ts';
import type { Deposit, DepositChange } from '../../domain/deposit.ts';
import type { AmendmentTerms } from '../../domain/document.ts';
import { amendmentToSign } from '../../domain/lifecycle/changes/amendment.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import type { Organization } from '../../domain/organization.ts';

type When = { organization: Organization; now: Date };

/** What a tenant sees of the running change. */
export type TenantChangeView = {
  change: DepositChange;
  terms: AmendmentTerms;
  hasSigned: boolean;
  canSign: boolean;
  canCancel: boolean;
};

/** Null: nothing is being changed, or the change is no longer shown to tenants. */
export function tenantChangeView(deposit: Deposit, position: number, when: When): TenantChangeView | null {
  const change = runningChange(deposit);
  if (change === null) return null;
  const hasSigned = (change.signatures[position - 1] ?? null) !== null;
  return {
    change,
    terms: amendmentToSign(deposit, change, when),
    hasSigned,
    canSign: canSignChange(deposit, position),
    canCancel: canCancelChange(deposit, position),
  };
}

/** Whether this tenant's signature under the running change is pending. */
export function canSignChange(deposit: Deposit, position: number): boolean {
  return canMove('sign_change', deposit) && changeIn(deposit, 'to_sign')?.signatures[position - 1] === null;
}

/** Who must sign can decline; once all have signed, the main tenant acts for the tenants. */
export function canCancelChange(deposit: Deposit, position: number): boolean {
  return canMove('cancel_change', deposit) && (position === 1 || changeIn(deposit, 'to_sign') !== null);
}

/** Identifies the change and the terms that the page shows, so that a tenant signs these and no others. */
export function changeVersion({ change, terms }: Pick<TenantChangeView, 'change' | 'terms'>): string {
  return `${change.id}.${hashOfAmendment(terms)}`;
}
