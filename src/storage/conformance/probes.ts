import type { SeenProbe } from '../../domain/conformance/facts.ts';
import type { PlannedProbe } from '../../domain/conformance/probes.ts';
import type { Integration } from '../../domain/integration.ts';
import type { Sql } from '../database/database.ts';

type RunKey = { organizationId: string; id: string };

/** The probes of a run, in the order of the plan. */
export async function insertProbes(
  sql: Sql,
  { organizationId, id }: RunKey,
  probes: readonly { requirement: PlannedProbe['requirement']; messageId: string }[],
): Promise<void> {
  await sql.query(
    `insert into conformance_probes (organization_id, run_id, number, requirement, message_id)
     select $1, $2, p.number, p.requirement, p.message_id
     from unnest($3::text[], $4::uuid[]) with ordinality as p (requirement, message_id, number)`,
    [organizationId, id, probes.map(({ requirement }) => requirement), probes.map(({ messageId }) => messageId)],
  );
}

/** A probe with what was answered. */
export type ListedProbe = SeenProbe & { number: number; sentAt: Date | null; answer: string | null };

export async function listProbes(sql: Sql, { organizationId, id }: RunKey): Promise<ListedProbe[]> {
  const { rows } = await sql.query<ListedProbe>(
    `select number, requirement, message_id as "messageId", sent_at as "sentAt", answer,
            case when sent_at is not null then json_build_object('status', status, 'durationMs', duration_ms) end as result
     from conformance_probes where organization_id = $1 and run_id = $2 order by number`,
    [organizationId, id],
  );
  return rows;
}

/** A run with probes to send. */
export type ProbedRun = RunKey & {
  startedAt: Date;
  connectionId: string;
  externalOrgId: string;
  integration: Integration;
};

/** In real time, and longer than a probe can take. It is extended with each probe; after it, others take over. */
const LEASE_SECONDS = 30;

const IS_UNSENT = `exists (select from conformance_probes p
  where p.organization_id = r.organization_id and p.run_id = r.id and p.sent_at is null)`;

/** Claims open runs whose probes were not all sent. */
export async function claimProbes(sql: Sql, { most }: { most: number }): Promise<ProbedRun[]> {
  const { rows } = await sql.query<ProbedRun>(
    `with chosen as (
       select r.organization_id, r.id from conformance_runs r
       where r.settled_at is null and r.finished_at is null and ${IS_UNSENT}
         and (r.probes_claimed_until is null or r.probes_claimed_until <= clock_timestamp())
       order by r.id limit $1 for update skip locked
     )
     update conformance_runs r set probes_claimed_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
     from chosen, partners n
     where r.organization_id = chosen.organization_id and r.id = chosen.id and n.id = r.partner_id
     returning r.organization_id as "organizationId", r.id, r.started_at as "startedAt",
               r.connection_id as "connectionId", r.external_org_id as "externalOrgId", n.integration`,
    [most],
  );
  return rows;
}

/** Undoes the claim: another process sends the rest. */
export async function releaseProbes(sql: Sql, { organizationId, id }: RunKey): Promise<void> {
  await sql.query('update conformance_runs set probes_claimed_until = null where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

/** There is no callback any more: what was not sent is never sent. */
export async function dropUnsentProbes(sql: Sql, { organizationId, id }: RunKey): Promise<void> {
  await sql.query('delete from conformance_probes where organization_id = $1 and run_id = $2 and sent_at is null', [
    organizationId,
    id,
  ]);
}

export async function recordProbe(
  sql: Sql,
  { organizationId, id }: RunKey,
  { number, status, durationMs, answer }: { number: number; status: number | null; durationMs: number; answer: string },
): Promise<void> {
  await sql.query(
    `with extended as (
       update conformance_runs set probes_claimed_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
       where organization_id = $1 and id = $2
     )
     update conformance_probes set sent_at = service_now(), status = $4, duration_ms = $5, answer = $6
     where organization_id = $1 and run_id = $2 and number = $3`,
    [organizationId, id, number, status, durationMs, answer],
  );
}
