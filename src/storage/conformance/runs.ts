import type { Verdicts } from '../../domain/conformance/judge.ts';
import { columnsAsMembers } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { isAtWork } from '../cells/at-home.ts';

/** A run of a partner in one of its organizations. */
export type ConformanceRun = {
  organizationId: string;
  id: string;
  partnerId: string;
  connectionId: string;
  externalOrgId: string;
  startedAt: Date;
  /** When it ends by itself. */
  endsAt: Date;
  finishedAt: Date | null;
  /** As they were known when it had ended; null: it is open. */
  verdicts: Verdicts | null;
  /** Null: calls may still be written to the request log, and it is judged again. */
  settledAt: Date | null;
  /** Since when the connection has a callback; null: it has none. */
  callbackSince: Date | null;
  /** The delivery that was held back; null: there was none yet. */
  heldDeliveryId: string | null;
  heldAt: Date | null;
  releasedAt: Date | null;
};

const COLUMNS = columnsAsMembers({
  organization_id: 'organizationId',
  id: 'id',
  partner_id: 'partnerId',
  connection_id: 'connectionId',
  external_org_id: 'externalOrgId',
  started_at: 'startedAt',
  ends_at: 'endsAt',
  finished_at: 'finishedAt',
  verdicts: 'verdicts',
  settled_at: 'settledAt',
  callback_since: 'callbackSince',
  held_delivery_id: 'heldDeliveryId',
  held_at: 'heldAt',
  released_at: 'releasedAt',
});

const HAS_CALLBACK =
  'c.callback_url is not null and c.callback_secret is not null and c.callback_switched_off_at is null';

const OPEN_HOURS = 24;

/** Null: the partner knows no organization by this id, or a run is open there. */
export async function insertConformanceRun(
  sql: Sql,
  { id, partnerId, externalOrgId }: { id: string; partnerId: string; externalOrgId: string },
): Promise<ConformanceRun | null> {
  const { rows } = await sql.query<ConformanceRun>(
    `insert into conformance_runs (organization_id, id, partner_id, connection_id, external_org_id, started_at, ends_at,
                                   callback_since)
     select c.organization_id, $1, c.partner_id, c.id, c.external_org_id, clock.now,
            clock.now + interval '${OPEN_HOURS} hours', case when ${HAS_CALLBACK} then clock.now end
     from connections c, (select service_now() as now) clock where c.partner_id = $2 and c.external_org_id = $3
     on conflict (organization_id) where finished_at is null do nothing
     returning ${COLUMNS}`,
    [id, partnerId, externalOrgId],
  );
  return rows[0] ?? null;
}

/** The run of any partner. */
export async function findConformanceRun(sql: Sql, id: string): Promise<ConformanceRun | null> {
  const { rows } = await sql.query<ConformanceRun>(`select ${COLUMNS} from conformance_runs where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Newest first: ids grow with time. */
export async function listConformanceRuns(
  sql: Sql,
  { partnerId, most }: { partnerId: string; most: number },
): Promise<ConformanceRun[]> {
  const { rows } = await sql.query<ConformanceRun>(
    `select ${COLUMNS} from conformance_runs where partner_id = $1 order by id desc limit $2`,
    [partnerId, most],
  );
  return rows;
}

/** Those before a run in the same organization, newest first. */
export async function listEarlierRuns(sql: Sql, run: ConformanceRun, most: number): Promise<ConformanceRun[]> {
  const { rows } = await sql.query<ConformanceRun>(
    `select ${COLUMNS} from conformance_runs
     where organization_id = $1 and partner_id = $2 and id < $3 order by id desc limit $4`,
    [run.organizationId, run.partnerId, run.id, most],
  );
  return rows;
}

export async function listOpenRuns(sql: Sql): Promise<ConformanceRun[]> {
  const { rows } = await sql.query<ConformanceRun>(
    `select ${COLUMNS} from conformance_runs where settled_at is null and finished_at is null and ${isAtWork('organization_id')} order by id`,
  );
  return rows;
}

/** Ended, and due to be judged: for the first time, after a process died, or for the last time. */
export async function listUnjudged(sql: Sql): Promise<ConformanceRun[]> {
  const { rows } = await sql.query<ConformanceRun>(
    `select ${COLUMNS} from conformance_runs
     where settled_at is null and finished_at is not null and ${isAtWork('organization_id')}
       and (judged_until is null or judged_until <= clock_timestamp()) order by id`,
  );
  return rows;
}

/** Ends those whose time is over. */
export async function endOverdue(sql: Sql): Promise<ConformanceRun[]> {
  const { rows } = await sql.query<ConformanceRun>(
    `update conformance_runs set finished_at = ends_at
     where settled_at is null and finished_at is null and ends_at <= service_now()
       and ${isAtWork('organization_id')} returning ${COLUMNS}`,
  );
  return rows;
}

/** Null: it has ended before. */
export async function endRun(sql: Sql, { organizationId, id }: RunKey): Promise<ConformanceRun | null> {
  const { rows } = await sql.query<ConformanceRun>(
    `update conformance_runs set finished_at = least(service_now(), ends_at)
     where organization_id = $1 and id = $2 and finished_at is null returning ${COLUMNS}`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

type RunKey = { organizationId: string; id: string };

/** How long after its end, in real time, calls are still written to the request log. */
const SETTLED_AFTER_SECONDS = 60;

/** Keeps what is known. For good, once nothing can change any more. */
export async function keepVerdicts(sql: Sql, { organizationId, id }: RunKey, verdicts: Verdicts): Promise<void> {
  await sql.query(
    `update conformance_runs set verdicts = $3,
       judged_until = coalesce(judged_until, clock_timestamp() + interval '${SETTLED_AFTER_SECONDS} seconds'),
       settled_at = case when judged_until <= clock_timestamp() then service_now() end
     where organization_id = $1 and id = $2 and settled_at is null`,
    [organizationId, id, JSON.stringify(verdicts)],
  );
}

/** Notes of open runs since when their connections have a callback. */
export async function noteCallbacks(sql: Sql): Promise<void> {
  await sql.query(
    `update conformance_runs r set callback_since = case when ${HAS_CALLBACK} then service_now() end
     from connections c
     where c.organization_id = r.organization_id and c.id = r.connection_id
       and r.settled_at is null and r.finished_at is null and ${isAtWork('r.organization_id')}
       and (r.callback_since is null) = (${HAS_CALLBACK})`,
  );
}
