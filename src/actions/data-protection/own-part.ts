import { emailKey } from '../../domain/values/contact.ts';
import { TENANT_FIELDS, TENANT_PREFIXES } from '../../domain/payload/problem.ts';
import type { EntryOfPeople } from '../../storage/data-protection/person.ts';

/** The reader, by e-mail address and by position among the tenants of the deposit. Null: not a tenant. */
export type DataSubject = { key: string; position: number | null };

export type OwnEntry = { at: string; actor: string; event: string; detail: Record<string, unknown> };

/** The fields that identify a person. All others belong to the deposit. */
const IDENTITY = new Set(['name', 'email', 'from', 'typedName', 'browser', 'terms', 'pdf', 'reachedBy', 'qualified']);

/** Why a deposit is on hold may concern another tenant, such as a guardianship. */
const OF_NOBODY = new Set(['deposit_held', 'hold_lifted']);

/**
 * A history entry as this person may read it: the event itself is visible to every party of the deposit, personal data
 * only if it is about the reader.
 */
export function ownEntry({ at, actor, event, detail, personal }: EntryOfPeople, reader: DataSubject): OwnEntry {
  const own = Object.entries(OF_NOBODY.has(event) ? {} : (personal ?? {})).filter(([field, value]) =>
    isOwn(field, value, { detail, personal }, reader),
  );
  return { at: at.toISOString(), actor, event, detail: { ...detail, ...Object.fromEntries(own) } };
}

/** Whether an entry names the reader. */
export function names({ personal }: EntryOfPeople, { key }: DataSubject): boolean {
  return Object.values(personal ?? {}).some((value) => addressesIn(value).includes(key));
}

function isOwn(
  field: string,
  value: unknown,
  { detail, personal }: Pick<EntryOfPeople, 'detail' | 'personal'>,
  { key, position }: DataSubject,
): boolean {
  const isReader = addressesIn(personal?.['email']).includes(key);
  if (isReader) return true;
  if (addressesIn(value).includes(key)) return true;
  if (position === null || IDENTITY.has(field)) return false;
  const isOthers = typeof detail['tenant'] === 'number' && detail['tenant'] !== position;
  const prefix = prefixOf(field);
  return !isOthers && (prefix === null || prefix === TENANT_PREFIXES[position - 1]);
}

/** The position of the tenant that a payload field belongs to. Null: not a tenant's field. */
export function prefixOf(field: string): string | null {
  return TENANT_PREFIXES.find((prefix) => TENANT_FIELDS.some((name) => `${prefix}${name}` === field)) ?? null;
}

/** A corrected address is stored as `old → new`. */
function addressesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' → ').map(emailKey) : [];
}
