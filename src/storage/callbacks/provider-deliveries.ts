import type { ProviderEvent } from '../effects/sealed-effects.ts';
import type { Sql } from '../database/database.ts';

/**
 * Queues a callback to the provider of an application, if it has one that is switched on. The same id is queued once:
 * the worker may carry an effect out twice.
 */
export async function insertProviderDelivery(
  sql: Sql,
  { organizationId, id, applicationId, event }: ProviderEvent & { organizationId: string; id: string },
): Promise<void> {
  await sql.query(
    `insert into provider_deliveries (organization_id, id, provider_id, application_id, deposit_id, application_kind,
                                      event, state, created_at, due_at)
     select a.organization_id, $2, a.provider_id, a.id, a.deposit_id, a.kind, $4, 'waiting', service_now(), service_now()
     from applications a join providers p on p.id = a.provider_id
     where a.organization_id = $1 and a.id = $3 and p.callback_url is not null and p.callback_switched_off_at is null
     on conflict do nothing`,
    [organizationId, id, applicationId, event],
  );
}
