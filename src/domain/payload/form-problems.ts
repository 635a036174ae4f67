import type { Day } from '../values/calendar.ts';
import type { Organization } from '../organization.ts';
import { sent, type Reading } from './fields.ts';
import { TENANT_FIELDS, TENANT_PREFIXES, type Problem, type TenantPrefix } from './problem.ts';
import type { Assignment } from './property-manager.ts';
import { readPayload } from './read-payload.ts';
import { refuseTenantTypes } from './tenants.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * All problems of a form, one per field. A partner's call is refused at the first applicable row of 7.1; a person who
 * fills in a form sees all problems at once.
 */
export function everyProblem(
  fields: Fields,
  {
    organization,
    today,
    assignment,
    mayLack,
  }: {
    organization: Organization;
    today: Day;
    assignment: Assignment | Problem | null;
    mayLack?: Reading['mayLack'];
  },
): Problem[] {
  const unfit = refuseTenantTypes(fields);
  const payload = readPayload(fields, { organization, today, mayLack });
  const found = [
    ...(unfit === null ? [] : [unfit]),
    ...(assignment !== null && 'code' in assignment ? [assignment] : []),
    ...typelessTenants(fields).map((prefix): Problem => ({ field: `${prefix}Type`, code: 'missing' })),
    ...(payload.ok ? [] : payload.problems),
  ];
  return found.filter(({ field }, index) => found.findIndex((one) => one.field === field) === index);
}

/** 2.6 skips a further tenant without a type. In a form, entered values must not be skipped. */
export function typelessTenants(fields: Fields): TenantPrefix[] {
  return TENANT_PREFIXES.slice(1).filter(
    (prefix) =>
      sent(fields, `${prefix}Type`).is === 'nothing' &&
      TENANT_FIELDS.some((field) => sent(fields, `${prefix}${field}`).is !== 'nothing'),
  );
}
