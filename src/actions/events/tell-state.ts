import type { StateChange } from '../../domain/effect.ts';
import { isTold } from '../../storage/callbacks/events.ts';
import { holdDeposit } from '../../storage/deposits/deposits.ts';
import { recordEvent } from './record-event.ts';
import type { Services } from '../services.ts';

/** Tells partners that a deposit has entered another state. Once: a worker may have died after it. */
export async function tellState(
  services: Services,
  { depositId, id: subjectId, at }: { depositId: string; id: string; at: Date },
  { from, to, status }: StateChange,
): Promise<void> {
  await services.database.transaction(async (sql) => {
    const location = await holdDeposit(sql, depositId);
    if (location === null || (await isTold(sql, { ...location, subjectId }))) return;
    const event = { ...location, type: 'deposit.state_changed' as const, subjectId, change: { from, to }, at, status };
    await recordEvent(services, sql, event, () => true);
  });
  services.wakeDeliverer();
}
