import type { Sql } from '../database/database.ts';

const BATCH = 5_000;

/** Adds up what the trigger of migration 0036 has noted. One statement, so that each change is added once. Sorted, to avoid deadlocks. */
export async function addUpHeld(sql: Sql): Promise<void> {
  await sql.query(
    `with taken as (
       delete from held_changes h using (
         select organization_id, id from held_changes order by organization_id, id limit $1 for update skip locked) f
       where h.organization_id = f.organization_id and h.id = f.id
       returning h.organization_id, h.rappen)
     insert into held_sums as s (organization_id, rappen)
     select organization_id, sum(rappen)::bigint from taken group by 1 order by 1
     on conflict (organization_id) do update set rappen = s.rappen + excluded.rappen`,
    [BATCH],
  );
}

/** What the deposits of organizations hold now, in Rappen. */
export async function heldNow(sql: Sql, organizationIds: readonly string[]): Promise<number> {
  const { rows } = await sql.query<{ rappen: number }>(
    `select (coalesce((select sum(rappen) from held_sums where organization_id = any($1::uuid[])), 0)
             + coalesce((select sum(rappen) from held_changes where organization_id = any($1::uuid[])), 0))::bigint as rappen`,
    [organizationIds],
  );
  return rows[0]?.rappen ?? 0;
}
