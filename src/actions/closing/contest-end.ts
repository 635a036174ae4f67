import type { MoveInput } from '../move-deposit.ts';
import { operatorRecipients } from '../operators/operators.ts';
import type { Services } from '../services.ts';

/** The operator is asked to settle the end. */
export function contestEndInput(services: Services, reason: string | null): MoveInput<'contest_end'> {
  return async (_deposit, { sql }) => ({ reason, operators: await operatorRecipients(services, sql) });
}
