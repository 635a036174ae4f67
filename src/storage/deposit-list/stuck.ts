import type { State, Step } from '../../domain/deposit.ts';
import type { Sql } from '../database/database.ts';

/** How long deposits may wait at a place. */
export type WaitLimit = { place: State | Step; days: number };

type PlaceWaits = {
  place: State | Step;
  /** Since when the oldest has waited; null: nothing is there. */
  oldestSince: Date | null;
  /** Beyond the limit; counted up to `most`. */
  stuck: number;
};

const WAITING = `d.state in ('opening', 'draft_editing', 'closing') and coalesce(d.step, d.state) = p.place`;
const BEYOND = `d.waits_since < (select service_now()) - make_interval(days => p.days)`;
const PLACES = 'unnest($1::text[], $2::integer[]) as p (place, days)';

export async function readWaits(
  sql: Sql,
  { limits, most }: { limits: readonly WaitLimit[]; most: number },
): Promise<PlaceWaits[]> {
  const { rows } = await sql.query<{ place: State | Step; oldest: Date | null; stuck: number }>(
    `select p.place,
            (select d.waits_since from deposit_list d where ${WAITING} order by d.waits_since limit 1) as oldest,
            (select count(*) from (select from deposit_list d where ${WAITING} and ${BEYOND} limit $3) d) as stuck
     from ${PLACES}`,
    [limits.map(({ place }) => place), limits.map(({ days }) => days), most],
  );
  return rows.map(({ place, oldest, stuck }) => ({ place, oldestSince: oldest, stuck }));
}

export type StuckDeposit = {
  depositId: string;
  externalContractId: string;
  organization: string;
  tenants: string;
  place: State | Step;
  since: Date;
};

/** Those furthest beyond their limits. */
export async function listStuck(
  sql: Sql,
  { limits, most }: { limits: readonly WaitLimit[]; most: number },
): Promise<StuckDeposit[]> {
  const { rows } = await sql.query<Row>(
    `select d.deposit_id, d.external_contract_id, o.name as organization, d.tenants, d.place, d.waits_since
     from (select d.*, p.place, p.days from ${PLACES} cross join lateral (
             select d.organization_id, d.deposit_id, d.external_contract_id, d.tenants, d.waits_since
             from deposit_list d where ${WAITING} and ${BEYOND} order by d.waits_since limit $3) d) d
     join organizations o on o.id = d.organization_id
     order by d.waits_since + make_interval(days => d.days), d.deposit_id limit $3`,
    [limits.map(({ place }) => place), limits.map(({ days }) => days), most],
  );
  return rows.map((row) => ({
    depositId: row.deposit_id,
    externalContractId: row.external_contract_id,
    organization: row.organization,
    tenants: row.tenants,
    place: row.place,
    since: row.waits_since,
  }));
}

type Row = {
  deposit_id: string;
  external_contract_id: string;
  organization: string;
  tenants: string;
  place: State | Step;
  waits_since: Date;
};

/** Fills in what older code has listed without a time; returns how many. Null sorts last, so the index finds them. */
export async function fillWaitsSince(sql: Sql, places: readonly (State | Step)[], most: number): Promise<number> {
  const { rowCount } = await sql.query(
    `update deposit_list l set waits_since = d.step_since
     from (select d.organization_id, d.deposit_id from unnest($1::text[]) as p (place) cross join lateral (
             select d.organization_id, d.deposit_id from deposit_list d
             where ${WAITING} and d.waits_since is null limit $2 for update skip locked) d
           order by 1, 2 limit $2) f
     join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id
     where l.organization_id = f.organization_id and l.deposit_id = f.deposit_id and l.waits_since is null`,
    [places, most],
  );
  return rowCount ?? 0;
}
