import type { Rappen } from './values/money.ts';
import type { Organization } from './organization.ts';
import type { TenantType } from './tenant.ts';

/** 2.2: not for a company, not below the organization's limit, and only where the organization offers it. */
export function investmentPossible({
  tenantType,
  rentalDeposit,
  organization,
}: {
  tenantType: TenantType;
  rentalDeposit: Rappen;
  organization: Organization;
}): boolean {
  return tenantType === 'natural' && organization.offersInvestment && rentalDeposit >= organization.smallDepositLimit;
}
