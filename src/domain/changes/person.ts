import { isOfAge, swissDay, type Day } from '../values/calendar.ts';
import type { PersonChange } from '../application.ts';
import type { Deposit } from '../deposit.ts';
import { ask } from '../lifecycle/applications.ts';
import { mailTenants } from '../lifecycle/mails.ts';
import {
  byManager,
  inTurn,
  move,
  type Decision,
  type HistoryEntry,
  type MoveContext,
  type Refusal,
} from '../lifecycle/move.ts';
import type { Tenant } from '../tenant.ts';
import { withTenant } from './contact.ts';

/** What is to change; null: it stays. */
export type PersonWish = {
  tenant: number;
  firstName: string | null;
  lastName: string | null;
  birthDate: Day | null;
  reason: string;
};

/** Years 2: a name after a marriage, or a birth date that was wrong. It holds at once; bank and tenants are told. */
export function changePerson(deposit: Deposit, wish: PersonWish, context: MoveContext): Decision {
  const { tenant: position, firstName, lastName, birthDate, reason } = wish;
  const before = deposit.terms.tenants[position - 1];
  if (before === undefined) return { refused: 'no_such_tenant', field: 'tenant' };
  const fault = birthDate === null ? null : faultOf(before, birthDate, position, context);
  if (fault !== null) return fault;
  const after: Tenant = {
    ...before,
    firstName: firstName ?? before.firstName,
    lastName: lastName ?? before.lastName,
    ...(before.type === 'natural' && birthDate !== null && { birthDate }),
  };
  const change: PersonChange = { tenant: position, reason, before: personOf(before), after: personOf(after) };
  if (isSame(change)) return { refused: 'nothing_changes', field: firstGiven(wish) };
  const about = {
    kind: 'person_changed',
    before: nameOf(before),
    after: nameOf(after),
    isBirthDate: change.before.birthDate !== change.after.birthDate,
  } as const;
  return inTurn(
    withTenant(deposit, position, after),
    (current) => move(current, { history: [entryOf(deposit, change, context)] }),
    (current) => (isKnownToProvider(current) ? ask(current, 'change', context, { person: change }) : move(current)),
    (current) => mailTenants(current, context, about),
  );
}

/** As in the open call: a birth date lies in the past, and the main tenant is of age. */
function faultOf(before: Tenant, birthDate: Day, position: number, { now }: MoveContext): Refusal | null {
  const today = swissDay(now);
  if (before.type === 'legal') return { refused: 'only_natural', field: 'birthDate' };
  if (birthDate >= today) return { refused: 'date_not_past', field: 'birthDate' };
  return position === 1 && !isOfAge({ born: birthDate, today }) ? { refused: 'under_age', field: 'birthDate' } : null;
}

function personOf(tenant: Tenant): PersonChange['before'] {
  const { firstName, lastName } = tenant;
  return { firstName, lastName, birthDate: tenant.type === 'natural' ? tenant.birthDate : null };
}

function isSame({ before, after }: PersonChange): boolean {
  return (
    before.firstName === after.firstName && before.lastName === after.lastName && before.birthDate === after.birthDate
  );
}

function firstGiven({ firstName, lastName }: PersonWish): string {
  if (firstName !== null) return 'firstName';
  return lastName === null ? 'birthDate' : 'lastName';
}

function nameOf({ firstName, lastName }: Tenant): string {
  return `${firstName} ${lastName}`;
}

/** Before it was asked for an account or cover, a provider knows nobody. What was taken over was its deposit already. */
function isKnownToProvider({ applications, takenOver }: Deposit): boolean {
  if (takenOver !== null) return true;
  return applications.some(
    ({ kind, state }) => (kind === 'account_opening' || kind === 'cover') && state !== 'cancelled',
  );
}

function entryOf(
  deposit: Deposit,
  { tenant, reason, before, after }: PersonChange,
  context: MoveContext,
): HistoryEntry {
  const author = byManager(deposit, context);
  const names = (['firstName', 'lastName', 'birthDate'] as const).filter((name) => before[name] !== after[name]);
  const values = names.map((name) => [name, `${before[name] ?? '–'} → ${after[name] ?? '–'}`]);
  return {
    ...author,
    event: 'person_changed',
    detail: { ...author.detail, tenant, fields: names.join(', ') },
    personal: { ...author.personal, ...Object.fromEntries(values), reason },
  };
}
