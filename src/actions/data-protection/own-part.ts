import { emailKey } from '../../domain/contact.ts';
import { TENANT_FIELDS, TENANT_PREFIXES } from '../../domain/payload/problem.ts';
import type { EntryOfPeople } from '../../storage/data-protection/person.ts';

/** Who reads it: by address, and in a deposit by the position among its tenants; null: not as a tenant. */
export type DataSubject = { key: string; position: number | null };

export type OwnEntry = { at: string; actor: string; event: string; detail: Record<string, unknown> };

/** What says who somebody is. All else that an entry says belongs to the deposit. */
const IDENTITY = new Set(['name', 'email', 'from', 'typedName', 'browser', 'terms']);

/**
 * An entry of a history as this person may read it: that something happened is for everyone of the deposit, and of people
 * only what is about the reader.
 */
export function ownEntry({ at, actor, event, detail, personal }: EntryOfPeople, reader: DataSubject): OwnEntry {
  const own = Object.entries(personal ?? {}).filter(([field, value]) =>
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

/** Whose field of the payload it is; null: no tenant's. */
export function prefixOf(field: string): string | null {
  return TENANT_PREFIXES.find((prefix) => TENANT_FIELDS.some((name) => `${prefix}${name}` === field)) ?? null;
}

/** A corrected address stands as `old → new`. */
function addressesIn(value: unknown): string[] {
  return typeof value === 'string' ? value.split(' → ').map(emailKey) : [];
}
