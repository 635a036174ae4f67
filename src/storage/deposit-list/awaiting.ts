import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import type { ListScope } from './list-query.ts';
import { listedFrom, type ListedDeposit, type ListedRow } from './listed.ts';
import { MANAGER, WITH_MANAGER } from './page.ts';
import { LIST_COLUMNS } from './row.ts';

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
