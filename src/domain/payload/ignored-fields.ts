import { didYouMean } from '../values/did-you-mean.ts';
import { sent, textOf } from './fields.ts';
import { FIELD_NAMES, TENANT_FIELD_NAMES, TENANT_FIELDS, type FieldName, type TenantField } from './problem.ts';

/** A field that was sent and is not read. `nearest`: the known field that may have been meant. */
export type IgnoredField = { field: string; nearest: FieldName | null };

export const MOST_IGNORED = 50;

/** A longer name is no misspelling, and comparing it would take long. */
const LONGEST_NAME = 64;

const KNOWN: ReadonlySet<string> = new Set(FIELD_NAMES);
const OF_PERSONS: readonly TenantField[] = ['Title', 'BirthDate', 'Nationality', 'CivilStatus'];
const OF_COMPANIES: readonly TenantField[] = ['CompanyName', 'LegalForm', 'Domicile', 'ZefixUid'];

/** 2.1 and 2.6: what is sent and not read, in the order of the payload. */
export function ignoredFields(body: Readonly<Record<string, unknown>>): IgnoredField[] {
  const unread = unreadOfTenants(body);
  const ignored: IgnoredField[] = [];
  for (const field of Object.keys(body)) {
    if (ignored.length === MOST_IGNORED) break;
    const isKnown = KNOWN.has(field);
    if ((isKnown && !unread.has(field)) || sent(body, field).is === 'nothing') continue;
    ignored.push({ field, nearest: isKnown ? null : nearestOf(field) });
  }
  return ignored;
}

function nearestOf(field: string): FieldName | null {
  return field.length > LONGEST_NAME ? null : (didYouMean(field, FIELD_NAMES) as FieldName | null);
}

/** Of a further tenant without a type, of a company beside a person: all fields. Of any other: those of the other type. */
function unreadOfTenants(body: Readonly<Record<string, unknown>>): Set<string> {
  const unread = new Set<string>();
  const main = textOf(body, 'tenantType');
  for (const [index, names] of TENANT_FIELD_NAMES.entries()) {
    const type = textOf(body, names.Type);
    const isSeat = index === 0 || sent(body, names.Type).is !== 'nothing';
    const isRemoved = index > 0 && main === 'natural' && type === 'legal';
    for (const field of isSeat && !isRemoved ? ofOtherType(type) : TENANT_FIELDS) unread.add(names[field]);
  }
  return unread;
}

function ofOtherType(type: string | null): readonly TenantField[] {
  if (type === 'natural') return OF_COMPANIES;
  return type === 'legal' ? OF_PERSONS : [];
}
