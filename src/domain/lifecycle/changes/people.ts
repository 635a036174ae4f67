import type { Adjustment, Deposit, EmailChange } from '../../deposit.ts';
import { TENANT_PREFIXES } from '../../payload/problem.ts';
import type { Tenant } from '../../tenant.ts';
import type { PositionMove } from '../move.ts';

/** The tenants in another order, by their positions now; who is not named is no longer a tenant. */
export function withTenants(deposit: Deposit, order: readonly number[]): Deposit {
  const { terms, signatures, adjustments, emailChanges } = deposit;
  const tenants = order.map((position) => terms.tenants[position - 1] as Tenant);
  return {
    ...deposit,
    terms: { ...terms, tenants: tenants as [Tenant, ...Tenant[]] },
    signatures: order.map((position) => signatures[position - 1] ?? null),
    adjustments: adjustments.flatMap((one) => moved(one, (position) => placeIn(order, position))),
    emailChanges: emailChanges.map((one) => emailChangeIn(order, one)),
  };
}

/** A new address belongs to its tenant; that of someone who leaves is no longer confirmed, nor objected to. */
function emailChangeIn(order: readonly number[], change: EmailChange): EmailChange {
  const tenant = placeIn(order, change.tenant);
  if (tenant === null) return { ...change, ended: change.ended ?? { at: change.at, why: 'replaced' } };
  return tenant === change.tenant ? change : { ...change, tenant };
}

/** Where the personal links of each position lead afterwards. */
export function positionMoves(order: readonly number[], count: number): PositionMove[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  return all.map((from) => ({ from, to: placeIn(order, from) })).filter(({ from, to }) => from !== to);
}

function placeIn(order: readonly number[], position: number): number | null {
  return order.includes(position) ? order.indexOf(position) + 1 : null;
}

/** The adjustments of a tenant's fields, as fields of another position. */
export function moved(adjustment: Adjustment, to: (position: number) => number | null): Adjustment[] {
  const found = /^tenant([2-4]?)(?=[A-Z])/.exec(adjustment.field);
  // `tenantLanguage` is a field of the contract.
  if (found === null || adjustment.field === 'tenantLanguage') return [adjustment];
  const position = to(Number(found[1] || '1'));
  if (position === null) return [];
  return [{ ...adjustment, field: `${TENANT_PREFIXES[position - 1]}${adjustment.field.slice(found[0].length)}` }];
}
