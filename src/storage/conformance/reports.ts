import type { Sql } from '../database/database.ts';

/** Where the report behind a connection can be read. */
export type NotedReport = { connectionId: string; url: string; notedAt: Date };

/** The newest one stands. `runId`: of this installation. */
export async function noteReport(
  sql: Sql,
  report: { organizationId: string; connectionId: string; url: string; runId: string | null },
): Promise<void> {
  const { organizationId, connectionId, url, runId } = report;
  await sql.query(
    `insert into conformance_reports (organization_id, connection_id, url, noted_at, run_id)
     values ($1, $2, $3, service_now(), $4)
     on conflict (organization_id, connection_id) do update
       set url = excluded.url, noted_at = excluded.noted_at, run_id = excluded.run_id`,
    [organizationId, connectionId, url, runId],
  );
}

/** A call that was logged late has shown a fault after all. */
export async function withdrawReport(sql: Sql, { organizationId, id }: { organizationId: string; id: string }) {
  await sql.query('delete from conformance_reports where organization_id = $1 and run_id = $2', [organizationId, id]);
}

/** Those of the connections of an organization, or of a partner. */
export async function listReports(
  sql: Sql,
  of: { organizationId: string } | { partnerId: string },
): Promise<NotedReport[]> {
  const [column, id] = 'partnerId' in of ? ['partner_id', of.partnerId] : ['organization_id', of.organizationId];
  const { rows } = await sql.query<NotedReport>(
    `select r.connection_id as "connectionId", r.url, r.noted_at as "notedAt"
     from connections c
     join conformance_reports r on r.organization_id = c.organization_id and r.connection_id = c.id
     where c.${column} = $1`,
    [id],
  );
  return rows;
}
