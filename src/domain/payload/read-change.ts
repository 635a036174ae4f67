import type { Adjustment, Owner } from '../deposit.ts';
import type { Organization } from '../organization.ts';
import type { Tenant } from '../tenant.ts';
import type { Day } from '../values/calendar.ts';
import { parseAmount, plainAmount, type Rappen } from '../values/money.ts';
import { readDeposit } from './contract.ts';
import { textOf, type Reading } from './fields.ts';
import { readOwner, readOwnerFields } from './owner.ts';
import { OWNER_FIELDS, TENANT_FIELDS, type FieldName, type Problem } from './problem.ts';
import { readJoiningTenant } from './tenants.ts';

type Fields = Readonly<Record<string, unknown>>;
type Read<T> = { ok: true; adjustments: Adjustment[] } & T;
type Problems = { ok: false; problems: Problem[] };

/** The fields of who joins: those of the first tenant, whose type may be left out. */
export const JOINING_FIELDS: readonly FieldName[] = TENANT_FIELDS.map((field) => `tenant${field}` as const);
export const CHANGED_OWNER_FIELDS: readonly FieldName[] = OWNER_FIELDS;

/** 2.6: a natural tenant who joins natural ones. All problems at once. */
export function readJoining(fields: Fields, today: Day): Read<{ tenant: Tenant }> | Problems {
  const body = { ...fields, tenantType: textOf(fields, 'tenantType') ?? fields['tenantType'] ?? 'natural' };
  const reading: Reading = { body: typeless(body), problems: [], adjustments: [] };
  const tenant = readJoiningTenant(reading, today);
  if (reading.problems.length > 0 || tenant === undefined) return { ok: false, problems: reading.problems };
  return { ok: true, tenant, adjustments: reading.adjustments };
}

/** An empty type was not sent. */
function typeless(body: Fields): Fields {
  return textOf(body, 'tenantType') === null && typeof body['tenantType'] === 'string'
    ? { ...body, tenantType: 'natural' }
    : body;
}

/** 2.2: a new amount, as people or programs write it. */
export function readNewAmount(text: string): Read<{ amount: Rappen; roundedFrom: string | null }> | Problems {
  const typed = parseAmount(text);
  const value = typed === null || /^[0-9.]+$/.test(text) ? text : plainAmount(typed);
  const reading: Reading = { body: { rentalDeposit: value }, problems: [], adjustments: [] };
  const amount = readDeposit(reading);
  if (amount === undefined) return { ok: false, problems: reading.problems };
  const { adjustments } = reading;
  return { ok: true, amount, roundedFrom: adjustments[0]?.from ?? null, adjustments };
}

/** What is wrong with the fields of a new owner, whatever the organization. */
export function problemsOfOwner(fields: Fields): Problem[] {
  const reading: Reading = { body: fields, problems: [], adjustments: [] };
  readOwnerFields(reading);
  return reading.problems;
}

/** 2.3: the new owner. */
export function readNewOwner(fields: Fields, organization: Organization): Read<{ owner: Owner }> | Problems {
  const reading: Reading = { body: fields, problems: [], adjustments: [] };
  const owner = readOwner(reading, organization);
  if (reading.problems.length > 0 || owner === undefined) return { ok: false, problems: reading.problems };
  return { ok: true, owner, adjustments: reading.adjustments };
}
