import type { PersonWish } from '../../../domain/changes/person.ts';
import { clean, LONGEST_TEXT } from '../../../domain/payload/fields.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { parseDay, type Day } from '../../../domain/values/calendar.ts';
import { field, type Form } from '../../../web/forms.ts';

export type PersonField = 'firstName' | 'lastName' | 'birthDate' | 'reason';
type PersonProblem = 'missing' | 'dayInvalid' | 'tooLong';
export type PersonProblems = Partial<Record<PersonField, string>>;

const LONGEST_REASON = 2_000;

/** What has changed in the form; null: it stays. Or all that is wrong. */
export function readPerson(
  form: Form,
  tenant: Tenant,
): Omit<PersonWish, 'tenant'> | { problems: Partial<Record<PersonField, PersonProblem>> } {
  const typed = (name: PersonField): string => clean(field(form, name));
  const [firstName, lastName, reason] = [typed('firstName'), typed('lastName'), typed('reason')];
  const birthDate = tenant.type === 'natural' ? birthDateOf(typed('birthDate')) : null;
  const text = (value: string, most: number): PersonProblem | null => {
    if (value === '') return 'missing';
    return [...value].length > most ? 'tooLong' : null;
  };
  const problems = Object.fromEntries(
    Object.entries({
      firstName: text(firstName, LONGEST_TEXT),
      lastName: text(lastName, LONGEST_TEXT),
      birthDate: birthDate === undefined ? ('dayInvalid' as const) : null,
      reason: text(reason, LONGEST_REASON),
    }).filter(([, problem]) => problem !== null),
  );
  if (birthDate === undefined || Object.keys(problems).length > 0) return { problems };
  const known = tenant.type === 'natural' ? tenant.birthDate : null;
  return {
    firstName: firstName === tenant.firstName ? null : firstName,
    lastName: lastName === tenant.lastName ? null : lastName,
    birthDate: birthDate === known ? null : birthDate,
    reason,
  };
}

/** Undefined: it is no day. A birth date that was removed may stay empty. */
function birthDateOf(text: string): Day | null | undefined {
  return text === '' ? null : (parseDay(text) ?? undefined);
}
