import { propertyLine, type Property } from '../../domain/deposit.ts';
import type { Holding } from '../../domain/statements/holdings.ts';
import { tenantName } from '../../domain/tenant.ts';
import { startOfDay, type Day } from '../../domain/values/calendar.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { tenantFrom, type TenantRow } from '../deposits/tenants.ts';
import { bookingDayOf, heldChangeOf } from './ledger-sql.ts';

/** Deposits read in one statement, so that none takes long. */
const AT_ONCE = 1_000;

/** What the deposits of an organization held, in the order of their contracts. Those with 0 are left out. */
export async function listHoldings(
  sql: Sql,
  { organizationId, on }: { organizationId: string; on: Day },
): Promise<Holding[]> {
  const found: Holding[] = [];
  const endOfDay = startOfDay(Temporal.PlainDate.from(on).add({ days: 1 }).toString() as Day);
  for (let after: string | undefined = NIL_ID; after !== undefined;) {
    const { rows }: { rows: Row[] } = await sql.query<Row>(HOLDINGS, [organizationId, after, on, endOfDay]);
    found.push(...rows.filter(({ amount }) => amount !== 0).map(holdingFrom));
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
  const { compare } = new Intl.Collator('de-CH', { numeric: true });
  return found.toSorted(
    (one, other) =>
      compare(one.externalContractId, other.externalContractId) || (one.depositId < other.depositId ? -1 : 1),
  );
}

const HOLDINGS = `
  select d.id, d.external_contract_id, d.property,
         coalesce((select f.iban from former_accounts f
                   where f.organization_id = d.organization_id and f.deposit_id = d.id and f.until >= $4
                   order by f.until limit 1), d.iban) as iban,
         (select json_agg(t order by t.position) from tenants t
          where t.organization_id = d.organization_id and t.deposit_id = d.id) as tenants,
         (select coalesce(sum(${heldChangeOf('l')}), 0)::bigint from ledger l
          where l.organization_id = d.organization_id and l.deposit_id = d.id and ${bookingDayOf('l')} <= $3) as amount
  from deposits d where d.organization_id = $1 and d.id > $2 order by d.id limit ${AT_ONCE}`;

type Row = {
  id: string;
  external_contract_id: string;
  property: Property;
  iban: string | null;
  tenants: TenantRow[] | null;
  amount: number;
};

function holdingFrom(row: Row): Holding {
  return {
    depositId: row.id,
    externalContractId: row.external_contract_id,
    tenants: (row.tenants ?? []).map((tenant) => tenantName(tenantFrom(tenant))).join(', '),
    property: propertyLine(row),
    iban: row.iban,
    amount: row.amount,
  };
}
