import { LISTED_COLUMNS, LISTED_FROM, type ListedDelivery } from '../callbacks/deliveries.ts';
import type { DeliveryState } from '../callbacks/delivery-queue.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';

/** A delivery to a partner, with what it is about. */
export type FoundDelivery = ListedDelivery & {
  organization: string;
  externalOrgId: string;
  externalContractId: string | null;
};

export type DeliveryFilter = {
  state: DeliveryState | null;
  connectionId: string | null;
  externalContractId: string | null;
};

const NAMES = `x.*, o.name as organization, c.external_org_id as "externalOrgId", (
  select p.external_contract_id from deposits p where p.id = x."depositId") as "externalContractId"`;

/** Newest first, from before an id on. Each connection gives its newest, by the primary key of its organization. */
export async function searchDeliveries(
  sql: Sql,
  partnerId: string,
  { filter, before, most }: { filter: DeliveryFilter; before: string | null; most: number },
): Promise<FoundDelivery[]> {
  const { state, connectionId, externalContractId } = filter;
  const { rows } = await sql.query<FoundDelivery>(
    `select ${NAMES}
     from connections c join organizations o on o.id = c.organization_id cross join lateral (
       select ${LISTED_COLUMNS} from ${LISTED_FROM}
       where d.organization_id = c.organization_id and d.connection_id = c.id and d.id < $2
         and ($3::text is null or d.state = $3)
         and ($4::text is null or d.deposit_id = any (
           select p.id from deposits p where p.organization_id = c.organization_id and p.external_contract_id = $4))
       order by d.id desc limit $6
     ) x
     where c.partner_id = $1 and ($5::uuid is null or c.id = $5) order by x.id desc limit $6`,
    [partnerId, before ?? MAX_ID, state, externalContractId, connectionId, most],
  );
  return rows;
}

/** Null: there is none, or it goes to another partner. */
export async function findFoundDelivery(sql: Sql, partnerId: string, id: string): Promise<FoundDelivery | null> {
  const { rows } = await sql.query<FoundDelivery>(
    `select ${NAMES} from (select ${LISTED_COLUMNS} from ${LISTED_FROM} where d.id = $2) x
     join connections c on c.id = x."connectionId" join organizations o on o.id = c.organization_id
     where c.partner_id = $1`,
    [partnerId, id],
  );
  return rows[0] ?? null;
}
