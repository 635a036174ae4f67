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

const OF_CONNECTION = 'd.organization_id = c.organization_id and d.connection_id = c.id and d.id < $2';
const CONNECTION = 'c.partner_id = $1 and ($3::uuid is null or c.id = $3)';
const KEY = 'd.organization_id, d.id';

/**
 * The newest of all connections: first each gives its newest one alone, and then the connections with the newest give
 * as many as fit on the page. A delivery of another connection cannot be among these.
 */
const NEWEST = (condition: string): string => `
  select d.* from (
    select c.id, c.organization_id from connections c cross join lateral (
      select d.id from deliveries d where ${OF_CONNECTION} and ${condition} order by d.id desc limit 1) d
    where ${CONNECTION} order by d.id desc limit $4
  ) c cross join lateral (
    select ${KEY} from deliveries d where ${OF_CONNECTION} and ${condition} order by d.id desc limit $4) d`;

/** Those that were given up are few, and have an index of their own. */
const FAILED = `
  select ${KEY} from deliveries d join connections c on c.id = d.connection_id and c.organization_id = d.organization_id
  where d.state = 'failed' and d.id < $2 and ${CONNECTION}`;

/** So many that wait for one receiver are sorted; of more, the newest are among its newest deliveries. */
const FEW = 500;
const WAITING = `
  select d.* from connections c cross join lateral (
    select count(*) as waiting from (
      select from deliveries d where d.connection_id = c.id and d.state = 'waiting' limit ${FEW + 1}) d
  ) q cross join lateral (
    select ${KEY} from deliveries d
    where q.waiting between 1 and ${FEW} and d.connection_id = c.id and d.state = 'waiting'
      and d.organization_id = c.organization_id and d.id < $2
    union all
    (select ${KEY} from deliveries d
     where q.waiting > ${FEW} and ${OF_CONNECTION} and d.state = 'waiting' order by d.id desc limit $4)
  ) d
  where ${CONNECTION}`;

/** A deposit in force and one that was withdrawn are found by indexes of their own. */
const OF_CONTRACT = `
  select ${KEY} from connections c cross join lateral (
    select p.id from deposits p
    where p.organization_id = c.organization_id and p.external_contract_id = $5 and p.state <> 'withdrawn'
    union all
    select p.id from deposits p
    where p.organization_id = c.organization_id and p.external_contract_id = $5 and p.state = 'withdrawn'
  ) p join deliveries d on d.deposit_id = p.id
  where ${CONNECTION} and ${OF_CONNECTION} and ($6::text is null or d.state = $6)`;

function foundBy({ state, externalContractId }: DeliveryFilter): { keys: string; values: unknown[] } {
  if (externalContractId !== null) return { keys: OF_CONTRACT, values: [externalContractId, state] };
  switch (state) {
    case 'failed':
      return { keys: FAILED, values: [] };
    case 'waiting':
      return { keys: WAITING, values: [] };
    case 'delivered':
      return { keys: NEWEST(`d.state = 'delivered'`), values: [] };
    case null:
      return { keys: NEWEST('true'), values: [] };
  }
}

/** Newest first, from before an id on. What is listed of them is read of those on the page alone. */
export async function searchDeliveries(
  sql: Sql,
  partnerId: string,
  { filter, before, most }: { filter: DeliveryFilter; before: string | null; most: number },
): Promise<FoundDelivery[]> {
  const { keys, values } = foundBy(filter);
  const { rows } = await sql.query<FoundDelivery>(
    `with k as materialized (select d.* from (${keys}) d order by d.id desc limit $4)
     select ${NAMES}
     from k cross join lateral (
       select ${LISTED_COLUMNS} from ${LISTED_FROM} where d.organization_id = k.organization_id and d.id = k.id) x
     join connections c on c.id = x."connectionId" join organizations o on o.id = c.organization_id
     order by x.id desc`,
    [partnerId, before ?? MAX_ID, filter.connectionId, most, ...values],
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
