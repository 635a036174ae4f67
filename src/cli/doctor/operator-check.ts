import { listApprovers } from '../../actions/operators/operators.ts';
import { emailKey } from '../../domain/values/contact.ts';
import type { Sql } from '../../storage/database/database.ts';
import type { Settings } from '../command.ts';
import { ok, warn, type Finding } from './finding.ts';

/** Four eyes need two people: what one asks for, the other approves. */
export async function checkFourEyes(
  sql: Sql,
  { hasFourEyes, operatorEmails }: Pick<Settings, 'hasFourEyes' | 'operatorEmails'>,
): Promise<Finding> {
  const check = 'four eyes';
  if (!hasFourEyes) return ok(check, 'off: no action waits for a second person');
  const stored = (await listApprovers({ operatorEmails }, sql)).map((operator) => operator.emailKey);
  // The service stores those of OPERATOR_EMAILS when it starts.
  const { size } = new Set([...stored, ...operatorEmails.map(emailKey)]);
  if (size >= 2) return ok(check, `on, with ${size} clerks and admins`);
  return warn(
    check,
    `on, but there ${size === 1 ? 'is only one clerk or admin' : 'are no clerks or admins'}: nothing that waits can be approved`,
    'Add a second person: depono operator add EMAIL --name NAME --role clerk. Or set FOUR_EYES=false.',
  );
}
