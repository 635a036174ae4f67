import type { StatusFacts } from '../../domain/contract-status.ts';
import { isAtWork } from '../cells/at-home.ts';
import type { Database, Sql } from '../database/database.ts';
import { STATUS_COLUMNS, statusFrom, type StatusRow } from '../status/status-row.ts';

/** A deposit in the list of changes; `number` is its place. */
type FeedEntry = { number: number; depositId: string; changedAt: Date; facts: StatusFacts };

/** So many get a number at once; a reader who walks on numbers the next. */
const MOST_NUMBERED = 5_000;

/** An id is made before its deposit is stored, by a clock that may be slow. After this time it is stored for certain. */
const SETTLED_AFTER = '10 minutes';

/** The first 48 bits of an id are its creation time in milliseconds of real time. */
const OLDEST_UNSETTLED = `rpad(lpad(to_hex((extract(epoch from clock_timestamp() - interval '${SETTLED_AFTER}') * 1000)::bigint),
                                    12, '0'), 32, '0')::uuid`;

/**
 * Gives numbers to what has changed, in the order of time, and returns the highest number. Under a lock: who has read up to a
 * number has missed none before it.
 */
export function numberChanges(database: Database, organizationId: string): Promise<number> {
  return database.transaction(async (sql) => {
    await sql.query('insert into deposit_feed_marks (organization_id) values ($1) on conflict do nothing', [
      organizationId,
    ]);
    const locked = await sql.query<{ last: number; settled: string }>(
      'select last, settled from deposit_feed_marks where organization_id = $1 for update',
      [organizationId],
    );
    const mark = locked.rows[0];
    if (mark === undefined) throw new Error('the mark of an organization was just made');
    const { rows } = await sql.query<{ numbered: number }>(NUMBER, [organizationId, mark.last, mark.settled]);
    return mark.last + (rows[0]?.numbered ?? 0);
  });
}

/** The organizations whose lists lack a change, if partners may read them. */
export async function unnumbered(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select o.id from organizations o left join deposit_feed_marks m on m.organization_id = o.id
     where exists (select from connections c where c.organization_id = o.id) and ${isAtWork('o.id')}
       and (m.organization_id is null
            or exists (select from deposit_feed_changes g where g.organization_id = o.id)
            or exists (select from deposits d where d.organization_id = o.id and d.id > m.settled
                       and not exists (select from deposit_feed f
                                       where f.organization_id = o.id and f.deposit_id = d.id)))`,
  );
  return rows.map(({ id }) => id);
}

/** A page, and the highest number. */
export type FeedPage = { last: number; found: FeedEntry[] };

/** Numbers what has changed first. */
export async function readFeedPage(database: Database, page: FeedQuestion): Promise<FeedPage> {
  const last = await numberChanges(database, page.organizationId);
  return { last, found: page.after > last ? [] : await listFeed(database, page) };
}

/** What is numbered already, on a server that cannot number. One snapshot: of several replicas each has its own end. Null: nothing yet. */
export function readNumberedPage(database: Database, page: FeedQuestion): Promise<FeedPage | null> {
  return database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read');
    const { rows } = await sql.query<{ last: number }>(
      'select last from deposit_feed_marks where organization_id = $1',
      [page.organizationId],
    );
    return rows[0] === undefined ? null : { last: rows[0].last, found: await listFeed(sql, page) };
  });
}

/** A statement of its own after the lock: it sees what the holder before has stored. */
const NUMBER = `
  with changed as (
    delete from deposit_feed_changes where organization_id = $1 and n in (
      select n from deposit_feed_changes where organization_id = $1 order by n limit ${MOST_NUMBERED})
    returning deposit_id, at
  ), fresh as materialized (
    select d.id, d.created_at from deposits d
    where d.organization_id = $1 and d.id > $3
      and (select f.deposit_id from deposit_feed f where f.organization_id = $1 and f.deposit_id = d.id) is null
    order by d.id limit ${MOST_NUMBERED}
  ), due as (
    select deposit_id, max(at) as at
    from (select deposit_id, at from changed union all select id, created_at from fresh) one group by deposit_id
  ), numbered as (
    insert into deposit_feed (organization_id, deposit_id, number, changed_at)
    select $1, deposit_id, $2 + row_number() over (order by at, deposit_id), at from due
    on conflict (organization_id, deposit_id) do update
      set number = excluded.number, changed_at = greatest(deposit_feed.changed_at, excluded.changed_at)
    returning 1
  ), marked as (
    update deposit_feed_marks set last = $2 + (select count(*) from due),
      settled = greatest(settled, case
        when (select count(*) from fresh) < ${MOST_NUMBERED} then ${OLDEST_UNSETTLED}
        else least(${OLDEST_UNSETTLED}, (select id from fresh order by id desc limit 1)) end)
    where organization_id = $1
  )
  select count(*)::integer as numbered from due`;

export type FeedQuestion = {
  organizationId: string;
  /** The connections of the partner who reads. */
  connectionIds: readonly string[];
  /** Also deposits that came from elsewhere: no other partner is connected. */
  withArrived: boolean;
  after: number;
  most: number;
};

/**
 * In the order of their last change. What came from elsewhere, by take-over or by a mandate, was opened by nobody who is
 * connected.
 */
async function listFeed(
  sql: Sql,
  { organizationId, connectionIds, withArrived, after, most }: FeedQuestion,
): Promise<FeedEntry[]> {
  const { rows } = await sql.query<Row>(
    `select f.number, f.changed_at, ${STATUS_COLUMNS}
     from deposit_feed f join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id
     where f.organization_id = $1 and f.number > $2
       and case when d.taken_over is not null or exists (select from moved_contracts m where m.deposit_id = d.id)
                then $4 else d.connection_id = any($3::uuid[]) end
     order by f.number limit $5`,
    [organizationId, after, connectionIds, withArrived, most],
  );
  return rows.map(entryFrom);
}

type Row = StatusRow & { number: number; changed_at: Date };

function entryFrom(row: Row): FeedEntry {
  return { number: row.number, depositId: row.id, changedAt: row.changed_at, facts: statusFrom(row) };
}
