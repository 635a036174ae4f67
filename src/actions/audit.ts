import { hostname, userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import {
  insertAuditEntry,
  insertIntention,
  removeIntention,
  type AuditEntry,
  type Changed,
  type Way,
} from '../storage/audit-log.ts';
import { within } from '../storage/database/open-transaction.ts';
import type { Services } from './services.ts';

/** Who changes something, and from where. */
export type Author = { actor: string; way: Way; origin: string | null };

/** What was changed. Secrets never stand in it. */
export type Change = Pick<AuditEntry, 'verb' | 'thing'> &
  Partial<Pick<AuditEntry, 'about' | 'organizationId' | 'partnerId' | 'changes'>>;

/** Writes a change down; within `together`, in the transaction that makes it. */
export async function recordChange(
  { database, random }: Pick<Services, 'database' | 'random'>,
  author: Author,
  change: Change,
): Promise<void> {
  await insertAuditEntry(database, entryOf(random.id(), author, change));
}

/** A change and its entry in one transaction: both are there, or neither. */
export async function together<T>(services: Services, work: (inside: Services) => Promise<T>): Promise<T> {
  const { database } = services;
  return database.transaction((sql) => work({ ...services, database: within(database, sql) }));
}

/** Something that was begun. It ends with its entry, or as nothing that was done. */
export type Intention = { done: (change: Change) => Promise<void>; dropped: () => Promise<void> };

/**
 * For what is not one transaction, such as reading a whole file of the bank: that it was begun is written down before.
 * A process that dies in the middle leaves it behind, and it is found in the log later (see `settleIntentions`).
 */
export async function intend(
  { database, random }: Pick<Services, 'database' | 'random'>,
  author: Author,
  change: Change,
): Promise<Intention> {
  const id = random.id();
  await insertIntention(database, entryOf(id, author, change));
  return {
    done: (made) =>
      database.transaction(async (sql) => {
        await insertAuditEntry(sql, entryOf(random.id(), author, made));
        await removeIntention(sql, id);
      }),
    dropped: () => removeIntention(database, id),
  };
}

/**
 * Does something, and writes down what became of it. Null: nothing was changed. If it fails in the middle, what it had
 * changed until then is not known, and that it was begun stays written.
 */
export async function intended<T>(
  services: Pick<Services, 'database' | 'random'>,
  author: Author,
  change: Change,
  work: () => Promise<{ result: T; change: Change | null }>,
): Promise<T> {
  const intention = await intend(services, author, change);
  const made = await work();
  await (made.change === null ? intention.dropped() : intention.done(made.change));
  return made.result;
}

function entryOf(
  id: string,
  { actor, way, origin }: Author,
  { verb, thing, about = {}, organizationId = null, partnerId = null, changes = {} }: Change,
): Omit<AuditEntry, 'at'> {
  const told = Object.entries(changes).map(([name, { from, to }]): [string, Changed] => [
    name,
    { from: withoutTokens(from), to: withoutTokens(to) },
  ]);
  return { id, actor, way, origin, verb, thing, about, organizationId, partnerId, changes: Object.fromEntries(told) };
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

/** An address of the web may carry a token: its host and the first part of its path say enough. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return value;
  const url = URL.parse(value);
  if (url === null) return '…';
  const [first = '', ...more] = url.pathname.split('/').filter((part) => part !== '');
  const isCut = more.length > 0 || url.search !== '' || url.hash !== '';
  return `${url.protocol}//${url.host}${first === '' ? '' : `/${first}`}${isCut ? '/…' : ''}`;
}
