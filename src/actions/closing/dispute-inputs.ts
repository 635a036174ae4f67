import type { Day } from '../../domain/values/calendar.ts';
import type { MoveInput } from '../move-deposit.ts';
import { operatorRecipients } from '../operators/operators.ts';
import type { Services } from '../services.ts';

/** The tenant contests the manager's day: the operator is asked to settle the end. */
export function contestEndInput(services: Services, reason: string | null): MoveInput<'contest_end'> {
  return async (_deposit, { sql }) => ({ reason, operators: await operatorRecipients(services, sql) });
}

/** The manager names another day. The operator, who can settle the end, is told. */
export function disputeEndInput(
  services: Services,
  named: { day: Day; reason: string | null },
): MoveInput<'dispute_end'> {
  return async (_deposit, { sql }) => ({ ...named, operators: await operatorRecipients(services, sql) });
}
