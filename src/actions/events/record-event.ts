import { contractStatus, type StatusFacts } from '../../domain/contract-status.ts';
import type { Sql } from '../../storage/database/database.ts';
import { insertDelivery } from '../../storage/callbacks/deliveries.ts';
import { insertEvent, type NewEvent } from '../../storage/callbacks/events.ts';
import { holdFirst } from '../../storage/conformance/held.ts';
import { findConnection, type Callback } from '../../storage/set-up/connections.ts';
import type { Services } from '../services.ts';

/** Numbers an event and, where the connection has a callback that takes it, queues its delivery. */
export async function recordEvent(
  services: Services,
  sql: Sql,
  event: Omit<NewEvent, 'status'> & { status: StatusFacts },
  takes: (callback: Callback) => boolean,
): Promise<void> {
  const { organizationId, depositId, at } = event;
  const status = contractStatus(event.status, services.providers);
  const { number: eventNumber, connectionId } = await insertEvent(sql, { ...event, status });
  const callback = (await findConnection(sql, organizationId, connectionId))?.callback ?? null;
  if (callback === null || !callback.active || !callback.events.includes(event.type) || !takes(callback)) return;
  const id = services.random.id();
  const heldUntil = await holdFirst(sql, { organizationId, connectionId, deliveryId: id });
  await insertDelivery(sql, {
    organizationId,
    id,
    eventNumber,
    depositId,
    connectionId,
    at,
    dueAt: heldUntil ?? at,
  });
}
