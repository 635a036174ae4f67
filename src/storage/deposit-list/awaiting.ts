import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import type { ListPart, ListScope } from './list-query.ts';
import { listedFrom, type ListedDeposit, type ListedRow } from './listed.ts';
import { boundsOf, MANAGER, WITH_MANAGER } from './page.ts';
import { LIST_COLUMNS } from './row.ts';
import { scopeQuery, type Wanted } from './scope.ts';

// The deposits that await members, in whatever organization. Every page asks for their number.

type Awaiting = { members: ListScope['members']; most: number };

/** Counts no further than `most`. */
export async function countAwaiting(sql: Sql, { members, most }: Awaiting): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: 'count-awaiting',
    text: `select count(*) as count from (select from ${OF_MEMBERS} limit $3) d`,
    values: [...keysOf(members), most],
  });
  return rows[0]?.count ?? 0;
}

/**
 * Of those that a search and days find. They are read one by one: for words that very many deposits contain, that takes less
 * than asking the index of words.
 */
export async function countAwaitingIn(
  sql: Sql,
  { members, parts, wanted, most }: Awaiting & { parts: readonly ListPart[]; wanted: Wanted },
): Promise<number> {
  const branches = parts.map((part) => ({ organization_id: part.organizationId, query: scopeQuery(part, wanted) }));
  const { rows } = await sql.query<{ count: number }>({
    name: 'count-awaiting-in',
    text: `select count(*) as count from ${OF_MEMBERS}
           join json_to_recordset($4) as b (organization_id uuid, query tsquery) on b.organization_id = d.organization_id
           where d.words @@ b.query and d.created_at >= $5 and d.created_at < $6`,
    values: [...keysOf(members), most, JSON.stringify(branches), ...boundsOf(wanted)],
  });
  return rows[0]?.count ?? 0;
}

/** Newest first. */
export async function listAwaiting(sql: Sql, { members, most }: Awaiting): Promise<ListedDeposit[]> {
  const { rows } = await sql.query<ListedRow>(
    `select ${columnNames(LIST_COLUMNS, 'l')}, ${MANAGER} from (
       select d.* from ${OF_MEMBERS} order by d.created_at desc, d.deposit_id desc limit $3) l
     ${WITH_MANAGER} order by l.created_at desc, l.deposit_id desc`,
    [...keysOf(members), most],
  );
  return rows.map(listedFrom);
}

const OF_MEMBERS = `unnest($1::uuid[], $2::uuid[]) as a (organization_id, id) cross join lateral (
  select * from deposit_list w
  where w.awaits_manager and w.manager_organization_id = a.organization_id and w.manager_id = a.id
  order by w.created_at desc, w.deposit_id desc limit $3) d`;

function keysOf(members: ListScope['members']): string[][] {
  return [members.map(({ organizationId }) => organizationId), members.map(({ id }) => id)];
}
