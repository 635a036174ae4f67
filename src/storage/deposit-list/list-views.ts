import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';

/** What a member has chosen for the list. Name null: the columns of the list without a view. */
export type SavedView = { id: string; name: string | null; query: string; columns: readonly string[] };

type Member = { organizationId: string; id: string };
type Row = { id: string; name: string | null; query: string; columns: string[] };

/** Of all memberships of a person, the oldest first. */
export async function listViewsOf(sql: Sql, members: readonly Member[]): Promise<SavedView[]> {
  const { rows } = await sql.query<Row>(
    `select v.id, v.name, v.query, v.columns from list_views v
     where (v.organization_id, v.member_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by v.created_at, v.id`,
    [members.map(({ organizationId }) => organizationId), members.map(({ id }) => id)],
  );
  return rows;
}

/** One of the same name is replaced; returns the id. */
export async function saveListView(sql: Sql, member: Member, view: SavedView): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into list_views (organization_id, id, member_id, name, query, columns, created_at)
     values ($1, $2, $3, $4, $5, $6, service_now())
     on conflict (organization_id, member_id, name) do update set query = excluded.query, columns = excluded.columns
     returning id`,
    [member.organizationId, view.id, member.id, view.name, view.query, view.columns],
  );
  return rows[0]?.id ?? view.id;
}

/** Only a view of these memberships. */
export async function removeListView(sql: Sql, members: readonly Member[], id: string): Promise<void> {
  if (!isId(id)) return;
  await sql.query(
    `delete from list_views v
     where v.id = $3 and (v.organization_id, v.member_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [members.map(({ organizationId }) => organizationId), members.map((one) => one.id), id],
  );
}
