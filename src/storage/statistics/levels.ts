import type { Database, Sql } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { NIL_ID } from '../database/ids.ts';
import { isAtHome, isAtWork } from '../cells/at-home.ts';

/** `held` in Rappen; `at …`: how many deposits are there. */
type Levels = ReadonlyMap<string, number>;

/** Of all organizations, with what is not added yet. Null: what was there before is still to be counted. */
export async function readLevels(sql: Sql): Promise<Levels | null> {
  const { rows } = await sql.query<{ what: string; number: number; filled: boolean }>(
    `select l.what, sum(l.number)::bigint as number, (select filled_at is not null from levels_start) as filled
     from (select organization_id, what, number from levels
           union all select organization_id, what, number from level_changes) l
     -- Money without a deposit has books of its own.
     where l.organization_id <> '${NIL_ID}' and ${isAtHome('l.organization_id')} group by 1
     union all select '', 0, filled_at is not null from levels_start`,
  );
  return rows.every(({ filled }) => filled) ? new Map(rows.map(({ what, number }) => [what, number])) : null;
}

const BATCH = 5_000;

/** Adds pending changes; returns whether there may be more. Several processes may do this at once. */
export async function addToLevels(database: Database): Promise<boolean> {
  await fillLevels(database);
  const { rows } = await database.query<{ taken: number }>(ADD, [BATCH]);
  return (rows[0]?.taken ?? 0) === BATCH;
}

/** One statement, so that each change is counted exactly once. Sorted, to avoid deadlocks. */
const ADD = `
  with taken as (
    delete from level_changes g using (
      select organization_id, id from level_changes where ${isAtWork('organization_id')}
      order by organization_id, id limit $1 for update skip locked) f
    where g.organization_id = f.organization_id and g.id = f.id
    returning g.organization_id, g.what, g.number
  ), added as (
    insert into levels as t (organization_id, what, number)
    select organization_id, what, sum(number) from taken group by 1, 2 order by 1, 2
    on conflict (organization_id, what) do update set number = t.number + excluded.number
  )
  select count(*) as taken from taken`;

/** Held by the process that counts what was there before. */
const FILL_LOCK = 714_055_346;

/** Once. A posting or a listed deposit and the change that it noted are seen together: what is missing is the difference. */
async function fillLevels(database: Database): Promise<void> {
  const { rows } = await database.query<{ filled: boolean }>(
    'select filled_at is not null as filled from levels_start',
  );
  if (rows[0]?.filled === true) return;
  await database.transaction(async (sql) => {
    // Of many millions of deposits it takes longer than other statements may. It locks nothing.
    await sql.query('set local statement_timeout = 0');
    await sql.query('select pg_advisory_xact_lock($1)', [FILL_LOCK]);
    await sql.query(`
      insert into level_changes (organization_id, what, number)
      select x.organization_id, x.what, sum(x.number) from (
        select organization_id, 'held' as what, held_change(amount_rappen, from_account, to_account) as number from ledger
        union all select organization_id, 'at ' || coalesce(step, state), count(*) from deposit_list group by 1, 2
        union all select organization_id, what, -number from levels
        union all select organization_id, what, -number from level_changes) x
      group by 1, 2 having sum(x.number) <> 0`);
    await sql.query('update levels_start set filled_at = clock_timestamp() where filled_at is null');
  });
}

/** What the deposits of organizations hold now, in Rappen. Until all is counted, their postings are added up. */
export async function heldNow(sql: Sql, organizationIds: readonly string[]): Promise<number> {
  const { rows } = await sql.query<{ rappen: number }>(
    `select coalesce(case when (select filled_at is not null from levels_start) then
       (select sum(l.number) from (
          select organization_id, what, number from levels
          union all select organization_id, what, number from level_changes) l
        where l.organization_id = any($1::uuid[]) and l.what = 'held')
     else
       (select sum(held_change(g.amount_rappen, g.from_account, g.to_account)) from ledger g
        where g.organization_id = any($1::uuid[])) end, 0)::bigint as rappen`,
    [organizationIds],
  );
  return rows[0]?.rappen ?? 0;
}

/** How many listed deposits of these organizations stand at each state or step. Null: not all are counted yet. */
export async function placesNow(sql: Sql, organizationIds: readonly string[]): Promise<Levels | null> {
  const { rows } = await sql.query<{ place: string; number: number; filled: boolean }>(
    prepared(
      `select substr(l.what, 4) as place, sum(l.number)::bigint as number,
            (select filled_at is not null from levels_start) as filled
     from (select organization_id, what, number from levels
           union all select organization_id, what, number from level_changes) l
     where l.organization_id = any($1::uuid[]) and l.what like 'at %' group by 1
     union all select '', 0, filled_at is not null from levels_start`,
      [organizationIds],
    ),
  );
  return rows.every(({ filled }) => filled) ? new Map(rows.map(({ place, number }) => [place, number])) : null;
}
