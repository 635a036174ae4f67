import type { Owner, Property } from '../../domain/deposit.ts';
import type { Order } from '../../domain/ledger.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Sql } from '../database/database.ts';
import { organizationFrom, type OrganizationRow } from '../set-up/organizations.ts';
import { orderFrom, type OrderRow } from './booked-money.ts';

type WaitingOrder = { order: Order; organization: Organization; owner: Owner; property: Property; depositId: string };

/**
 * Locks the open orders to landlords that have no account although their organization has accounts; null: of all
 * organizations. Those that another transaction is changing are left for the next time.
 */
export async function lockLandlordOrders(sql: Sql, organizationId: string | null): Promise<WaitingOrder[]> {
  const { rows } = await sql.query<{
    order: OrderRow;
    organization: OrganizationRow;
    owner: Owner;
    property: Property;
    deposit_id: string;
  }>(
    `select to_json(o) as order, to_json(g) as organization, d.owner, d.property, o.deposit_id
     from orders o
     join organizations g on g.id = o.organization_id
       and (g.payout_iban is not null or json_array_length(g.payout_accounts) > 0)
     join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id
     where o.payee = 'landlord' and o.iban is null and o.completed_at is null and o.cancelled_at is null
       and o.run_id is null and ($1::uuid is null or o.organization_id = $1)
     order by o.organization_id, o.id for update of o skip locked`,
    [organizationId],
  );
  return rows.map((row) => ({
    order: orderFrom(row.order),
    organization: organizationFrom(row.organization),
    owner: row.owner,
    property: row.property,
    depositId: row.deposit_id,
  }));
}
