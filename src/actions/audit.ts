import { hostname, userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { insertAuditEntry, type AuditEntry, type Changed, type Way } from '../storage/audit-log.ts';
import type { Services } from './services.ts';

/** Who changes something, and from where. */
export type Author = { actor: string; way: Way; origin: string | null };

/** What was changed. Secrets never stand in it. */
export type Change = Pick<AuditEntry, 'verb' | 'thing'> &
  Partial<Pick<AuditEntry, 'about' | 'organizationId' | 'partnerId' | 'changes'>>;

/** Writes a change down, right after it was made. */
export async function recordChange(
  { database, chance }: Pick<Services, 'database' | 'chance'>,
  { actor, way, origin }: Author,
  { verb, thing, about = {}, organizationId = null, partnerId = null, changes = {} }: Change,
): Promise<void> {
  const id = chance.id();
  await insertAuditEntry(database, {
    id,
    actor,
    way,
    origin,
    verb,
    thing,
    about,
    organizationId,
    partnerId,
    changes,
  });
}

/** Whoever works on this machine. */
export function commandLine(): Author {
  return { actor: 'command line', way: 'command_line', origin: `${userInfo().username}@${hostname()}` };
}

/** The fields in which two records differ; what stands inside a field is named with it, as in `address.city`. */
export function differences(before: object, after: object): Record<string, Changed> {
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => !SECRET.test(name));
  const changed = names.filter((name) => !isDeepStrictEqual(was.get(name) ?? null, is.get(name) ?? null));
  return Object.fromEntries(changed.map((name) => [name, { from: was.get(name) ?? null, to: is.get(name) ?? null }]));
}

/** What something new is made of. */
export function given(record: object): Record<string, Changed> {
  const known = [...flat(record)].filter(([name, value]) => !SECRET.test(name) && value !== null);
  return Object.fromEntries(known.map(([name, to]) => [name, { to }]));
}

const SECRET = /secret|token|password|apikey/i;

function flat(record: object, prefix = ''): Map<string, unknown> {
  const entries = Object.entries(record).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (value === undefined) return [];
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
    return isRecord ? [...flat(value, `${prefix}${name}.`)] : [[`${prefix}${name}`, value]];
  });
  return new Map(entries);
}
