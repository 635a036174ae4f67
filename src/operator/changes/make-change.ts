import { startDepositChange, type ChangeCall } from '../../actions/changes/start-change.ts';
import type { Services } from '../../actions/services.ts';
import { speak } from '../../domain/messages/speak.ts';
import {
  CHANGED_OWNER_FIELDS,
  JOINING_FIELDS,
  problemsOfOwner,
  readJoining,
} from '../../domain/payload/read-change.ts';
import type { Problem } from '../../domain/payload/problem.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { HttpProblem, notFound } from '../../web/problem.ts';
import { problemOf, refusalOf } from '../move.ts';

/** Starts a change for a route: first the input (422), then the deposit (404), then what it allows (409). */
export async function makeChange(services: Services, depositId: string, call: ChangeCall): Promise<void> {
  await checkFields(services, call);
  const location = isId(depositId) ? await locateDeposit(services.database, depositId) : null;
  const started = location === null ? null : await startDepositChange(services, location, call);
  if (started === null) throw notFound('deposit');
  if ('problems' in started) throw invalidFields(started.problems);
  const refusal = refusalOf(started);
  if (refusal !== null) throw problemOf(refusal);
}

async function checkFields({ database }: Services, call: ChangeCall): Promise<void> {
  if (call.kind !== 'tenant_joins' && call.kind !== 'owner') return;
  const known: readonly string[] = call.kind === 'owner' ? CHANGED_OWNER_FIELDS : JOINING_FIELDS;
  const unknown = Object.keys(call.fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw problem([{ field: `fields.${unknown}`, code: 'unknown_member', message: 'is no field of this change' }]);
  }
  if (call.kind === 'owner') {
    const problems = problemsOfOwner(call.fields);
    if (problems.length > 0) throw invalidFields(problems);
    return;
  }
  const read = readJoining(call.fields, swissDay(await serviceNow(database)));
  if (!read.ok) throw invalidFields(read.problems);
}

function invalidFields(problems: readonly Problem[]): HttpProblem {
  return problem(problems.map((one) => ({ field: `fields.${one.field}`, code: one.code, message: speak(one, 'en') })));
}

function problem(problems: { field: string; code: string; message: string }[]): HttpProblem {
  const said = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new HttpProblem(422, `The input is not valid: ${said}`, { problems });
}
