import type { ConflictCode } from '../../domain/mandates/mandate.ts';
import { memberFrom, MEMBER_COLUMNS, type MemberRow } from '../set-up/members.ts';
import { columnNames } from '../database/columns.ts';
import { NO_CONNECTION } from '../set-up/connections.ts';
import type { Member } from '../../domain/organization.ts';
import type { Sql } from '../database/database.ts';
import { type AT_END, MOVED_PARTS } from './tables.ts';

/** Takes the next deposit that waits, after one; another process takes others meanwhile. Null: none is left. */
export async function takeWaiting(sql: Sql, mandateId: string, after: string): Promise<string | null> {
  const { rows } = await sql.query<{ deposit_id: string }>({
    name: 'take-waiting-deposit',
    text: `select deposit_id from mandate_deposits
           where mandate_id = $1 and state = 'waiting' and deposit_id > $2
           order by deposit_id limit 1 for update skip locked`,
    values: [mandateId, after],
  });
  return rows[0]?.deposit_id ?? null;
}

export async function countLeft(sql: Sql, mandateId: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from mandate_deposits where mandate_id = $1 and state = 'waiting'`,
    [mandateId],
  );
  return rows[0]?.count ?? 0;
}

/** Who gets the deposits of an organization, held until the commit; null: it has no default property manager. */
export async function holdDefaultManager(sql: Sql, organizationId: string): Promise<Member | null> {
  const { rows } = await sql.query<MemberRow>({
    name: 'hold-default-manager',
    text: `select ${columnNames(MEMBER_COLUMNS, 'm')} from organizations o
           join members m on m.organization_id = o.id and m.id = o.default_manager_id
           where o.id = $1 for key share of m`,
    values: [organizationId],
  });
  return rows[0] === undefined ? null : memberFrom(rows[0]);
}

/** Whether the organization has a living deposit of the contract. */
export async function hasLiving(sql: Sql, organizationId: string, externalContractId: string): Promise<boolean> {
  const { rows } = await sql.query({
    name: 'has-living-deposit',
    text: `select from deposits
           where organization_id = $1 and external_contract_id = $2 and state <> 'withdrawn'`,
    values: [organizationId, externalContractId],
  });
  return rows.length > 0;
}

/** Whether a callback about the deposit is on its way to a provider: its result is stored under the organization. */
export async function isBeingDelivered(sql: Sql, depositId: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_claimed: boolean }>({
    name: 'is-being-delivered',
    text: `select coalesce(claimed_until > clock_timestamp(), false) as is_claimed
           from provider_deliveries where deposit_id = $1 for update`,
    values: [depositId],
  });
  return rows.some(({ is_claimed: isClaimed }) => isClaimed);
}

type RowsToMove = {
  mandateId: string;
  from: string;
  to: string;
  depositId: string;
  manager: { organizationId: string; id: string };
};

/**
 * All rows of a deposit in one statement, with what the move leaves behind: the contract id stays used in the old
 * organization. The deposit gets the new organization's connection: that of the same partner, else the oldest.
 */
const MOVE = `
  with ${MOVED_PARTS.join(',\n  ')},
  connection as (
    select coalesce((
      select c.id from connections c where c.organization_id = $2
      order by c.partner_id = (select w.partner_id from connections w where w.id = d.connection_id) desc nulls last,
               c.created_at, c.id limit 1), '${NO_CONNECTION}') as id
    from deposits d where d.organization_id = $1 and d.id = $3
  ),
  left_over as (
    insert into moved_contracts (organization_id, external_contract_id, deposit_id, mandate_id, moved_at)
    select d.organization_id, d.external_contract_id, d.id, $4, service_now()
    from deposits d where d.organization_id = $1 and d.id = $3
    on conflict (organization_id, external_contract_id, deposit_id)
      do update set mandate_id = excluded.mandate_id, moved_at = excluded.moved_at
  ),
  came_back as (delete from moved_contracts c where c.organization_id = $2 and c.deposit_id = $3),
  counted as (
    insert into counter_changes (organization_id, at, partner_id, what, number)
    select x.organization_id, service_now(), coalesce(x.partner_id, '${NO_CONNECTION}'), 'open', x.number
    from deposits d cross join connection n cross join lateral (values
      ($1::uuid, (select c.partner_id from connections c where c.id = d.connection_id), -1),
      ($2::uuid, (select c.partner_id from connections c where c.id = n.id), 1)) as x (organization_id, partner_id, number)
    where d.organization_id = $1 and d.id = $3 and d.state = 'open'
      and exists (select from deposit_list l where l.organization_id = $1 and l.deposit_id = $3)
  ),
  settled as (
    update mandate_deposits m
    set state = 'moved', settled_at = service_now(), manager_organization_id = $5, manager_id = $6
    where m.mandate_id = $4 and m.deposit_id = $3
  )
  update deposits d set organization_id = $2, connection_id = n.id
  from connection n where d.organization_id = $1 and d.id = $3`;

/** In the transaction that holds the deposit locked. */
export async function moveRows(sql: Sql, { mandateId, from, to, depositId, manager }: RowsToMove): Promise<void> {
  await allowMoving(sql, from, to);
  const { rowCount } = await sql.query({
    name: 'move-rows',
    text: MOVE,
    values: [from, to, depositId, mandateId, manager.organizationId, manager.id],
  });
  if (rowCount !== 1) throw new Error(`deposit ${depositId} was not moved`);
}

/** Tables that only grow take another organization in this transaction, and no other change. */
async function allowMoving(sql: Sql, from: string, to: string): Promise<void> {
  await sql.query(`select set_config('depono.mandate', $1, true)`, [`${from} ${to}`]);
}

/** It stays where it is. */
export async function settleConflict(
  sql: Sql,
  { mandateId, depositId, code }: { mandateId: string; depositId: string; code: ConflictCode },
): Promise<void> {
  await sql.query(
    `update mandate_deposits set state = 'conflict', code = $3, settled_at = service_now()
     where mandate_id = $1 and deposit_id = $2`,
    [mandateId, depositId, code],
  );
}

const AT_ONCE = 5_000;

/** Where the deposits of a mandate are now: as a rule in its new organization. */
export async function presentHomes(sql: Sql, mandateId: string, from: string): Promise<string[]> {
  const { rows } = await sql.query<{ organization_id: string }>(
    `select distinct d.organization_id from mandate_deposits m join deposits d on d.id = m.deposit_id
     where m.mandate_id = $1 and m.state = 'moved' and d.organization_id <> $2`,
    [mandateId, from],
  );
  return rows.map((row) => row.organization_id);
}

/**
 * Rows that are found by no index follow their deposits: a range of a table of the old organization, in the order of a key.
 * Returns where the range ended; null: it was the last one. A row that is in use is left for the next time.
 * Arrays, so that rows are looked up by their keys: of tables without statistics the planner would compare each row with each.
 */
export async function moveRange(
  sql: Sql,
  { table, key }: (typeof AT_END)[number],
  { mandateId, from, to, after }: { mandateId: string; from: string; to: string; after: string | null },
): Promise<string | null> {
  await allowMoving(sql, from, to);
  const { rows } = await sql.query<{ last: string | null; seen: number }>(
    `with range as materialized (
       select t.${key} as key, t.deposit_id from ${table} t
       where t.organization_id = $1 and ($4::text is null or t.${key} > $4${key === 'hash' ? '::text::bytea' : '::text::uuid'})
       order by t.${key} limit ${AT_ONCE}
     ), chosen as (
       select t.${key} as key from ${table} t
       where t.organization_id = $1 and t.${key} = any (array(
         select r.key from range r
         join mandate_deposits m on m.mandate_id = $3 and m.deposit_id = r.deposit_id and m.state = 'moved'
         join deposits d on d.id = r.deposit_id and d.organization_id = $2))
       for update skip locked
     ), moved as (
       update ${table} t set organization_id = $2
       where t.organization_id = $1 and t.${key} = any (array(select c.key from chosen c))
     )
     select (select r.key::text from range r order by r.key desc limit 1) as last, (select count(*) from range) as seen`,
    [from, to, mandateId, after],
  );
  const { last = null, seen = 0 } = rows[0] ?? {};
  return seen < AT_ONCE ? null : last;
}
