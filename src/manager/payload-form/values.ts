import { clean } from '../../domain/payload/fields.ts';
import { typelessTenants } from '../../domain/payload/form-problems.ts';
import {
  FIELD_NAMES,
  type FieldName,
  TENANT_FIELDS,
  TENANT_PREFIXES,
  type TenantPrefix,
} from '../../domain/payload/problem.ts';

/** A payload before it is parsed: known fields only, with any values. */
export type Fields = Readonly<Partial<Record<FieldName, unknown>>>;

/** The values of a form, by field. */
export type FormValues = Readonly<Partial<Record<FieldName, string>>>;

/** In the order of the form. */
export const FORM_FIELDS: readonly FieldName[] = FIELD_NAMES;

/** The choice that leaves out a further tenant, including all of its fields. */
export const NO_TENANT = 'none';

/** The values that a person submitted. */
export function fieldsFromForm(form: URLSearchParams): FormValues {
  const fields = firstOfEach(form);
  const dropped = TENANT_PREFIXES.slice(1).filter((prefix) => fields[`${prefix}Type`] === NO_TENANT);
  return withoutTenants(fields, dropped);
}

/** A link's parameters, named like the payload's fields. If one is given twice, the first counts. */
export function fieldsFromLink(query: URLSearchParams): FormValues {
  const fields = firstOfEach(query);
  return withoutTenants(fields, typelessTenants(fields));
}

/** The known fields of a partner's payload. Contract 2.6: a further tenant without a type is not read. */
export function fieldsFromPayload(payload: Readonly<Record<string, unknown>>): Fields {
  const known = FORM_FIELDS.filter((field) => Object.hasOwn(payload, field));
  const fields = Object.fromEntries(known.map((field) => [field, payload[field]])) as Fields;
  return withoutTenants(fields, typelessTenants(fields));
}

/** Converts values to text, because a number sent instead of a text is accepted too. */
export function shownValues(fields: Fields): FormValues {
  const shown = Object.entries(fields).map(([field, value]) => [field, shownValue(value)] as const);
  return Object.fromEntries(shown.filter(([, text]) => text !== ''));
}

export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return clean(typeof value === 'string' ? value : JSON.stringify(value));
}

function firstOfEach(parameters: URLSearchParams): FormValues {
  const sent = FORM_FIELDS.map((field) => [field, parameters.get(field)] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== null));
}

function withoutTenants<F extends Fields>(fields: F, prefixes: readonly TenantPrefix[]): F {
  const dropped = new Set<string>(prefixes.flatMap((prefix) => TENANT_FIELDS.map((field) => `${prefix}${field}`)));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !dropped.has(field))) as F;
}
