import type { Sql } from '../database/database.ts';
import type { ConformanceRun } from './runs.ts';

/**
 * Holds the first delivery of a run back. Returns until when, unless it is released before: null if it is to be sent at
 * once, as every delivery outside of the test environment.
 */
export async function holdFirst(
  sql: Sql,
  { organizationId, connectionId, deliveryId }: { organizationId: string; connectionId: string; deliveryId: string },
): Promise<Date | null> {
  const { rows } = await sql.query<{ until: Date }>(
    `update conformance_runs set held_delivery_id = $3, held_at = service_now()
     where organization_id = $1 and connection_id = $2 and finished_at is null and ends_at > service_now()
       and held_delivery_id is null
     returning ends_at as until`,
    [organizationId, connectionId, deliveryId],
  );
  return rows[0]?.until ?? null;
}

/** The delivery is due now. */
export async function releaseHeld(sql: Sql, { organizationId, id }: Pick<ConformanceRun, 'organizationId' | 'id'>) {
  await sql.query(
    `with released as (
       update conformance_runs set released_at = service_now()
       where organization_id = $1 and id = $2 and held_delivery_id is not null and released_at is null
       returning held_delivery_id
     )
     update deliveries d set due_at = service_now() from released
     where d.organization_id = $1 and d.id = released.held_delivery_id and d.state = 'waiting'
       and d.due_at > service_now()`,
    [organizationId, id],
  );
}
