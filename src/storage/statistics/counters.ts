import type { Sql } from '../database/database.ts';
import { only, type Extent } from './statistics.ts';
import { isAtWork } from '../cells/at-home.ts';

/** Counted by the triggers of migration 0014. */
export type Counter =
  | 'opened'
  | 'opened_by_hand'
  /** The net change in open deposits. */
  | 'open'
  | 'rappen_in'
  | 'rappen_out'
  | 'deliveries_waiting'
  | 'deliveries_delivered'
  | 'deliveries_failed'
  /** The sum over all delivered ones. */
  | 'delivery_ms';

export type Counted = { startsAt: Date; what: Counter; number: number };

export async function readCounters(sql: Sql, extent: Extent): Promise<Counted[]> {
  const { text, values } = only(extent, [extent.slot, extent.from, extent.to]);
  const { rows } = await sql.query<{ starts_at: Date; what: Counter; number: number }>(
    `select c.starts_at, c.what, sum(c.number)::bigint as number from counters c
     where c.span = $1 and c.starts_at >= $2 and c.starts_at < $3${text} group by 1, 2`,
    values,
  );
  return rows.map(({ starts_at: startsAt, ...counted }) => ({ startsAt, ...counted }));
}

/**
 * How many deposits were open at the start of a day: those open now, minus the changes since. Sums whole months where
 * possible, so the cost stays low for any day.
 */
export async function openAtStartOf(
  sql: Sql,
  { at, partnerId, organizationId }: Pick<Extent, 'partnerId' | 'organizationId'> & { at: Date },
): Promise<number> {
  const { text, values } = only({ partnerId, organizationId }, [at]);
  const month = `(select case when m = $1 then m else date_trunc('month', m + interval '32 days', 'Europe/Zurich') end
                  from date_trunc('month', $1::timestamptz, 'Europe/Zurich') m)`;
  const part = (span: string, range: string): string =>
    `coalesce((select sum(c.number) from counters c
               where c.span = '${span}' and c.what = 'open'${range}${text}), 0)`;
  const { rows } = await sql.query<{ open: number }>(
    `select (${part('ever', '')}
             - ${part('day', ` and c.starts_at >= $1 and c.starts_at < ${month}`)}
             - ${part('month', ` and c.starts_at >= ${month}`)})::bigint as open`,
    values,
  );
  return rows[0]?.open ?? 0;
}

const BATCH = 5_000;
/** A reader of statistics adds at most this many batches first; the job adds the rest. */
const MOST_BATCHES = 10;

/** Adds pending changes to the counters; returns whether there may be more. Several processes may do this at once. */
export async function addToCounters(sql: Sql): Promise<boolean> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const { rows } = await sql.query<{ taken: number }>(ADD, [BATCH]);
    if ((rows[0]?.taken ?? 0) < BATCH) return false;
  }
  return true;
}

/** One statement, so that each change is counted exactly once. Sorted, to avoid deadlocks. */
const ADD = `
  with taken as (
    delete from counter_changes g using (
      select organization_id, id from counter_changes where ${isAtWork('organization_id')}
      order by organization_id, id limit $1 for update skip locked) f
    where g.organization_id = f.organization_id and g.id = f.id
    returning g.*
  ), added as (
    insert into counters as t (organization_id, span, starts_at, partner_id, what, number)
    select c.organization_id, s.span,
           case s.span when 'ever' then to_timestamp(0) else date_trunc(s.span, c.at, 'Europe/Zurich') end,
           c.partner_id, c.what, sum(c.number)
    from taken c cross join (values ('hour'), ('day'), ('month'), ('ever')) as s (span)
    where s.span <> 'ever' or c.what = 'open'
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (organization_id, span, starts_at, partner_id, what) do update set number = t.number + excluded.number
  )
  select count(*) as taken from taken`;
