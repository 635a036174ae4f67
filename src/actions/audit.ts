import { hostname, userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Acting } from '../domain/operator.ts';
import {
  insertAuditEntry,
  insertIntention,
  removeIntention,
  type AuditEntry,
  type Changed,
  type Way,
} from '../storage/audit-log.ts';
import type { Sql } from '../storage/database/database.ts';
import { within } from '../storage/database/open-transaction.ts';
import type { Services } from './services.ts';

/** Who makes a change, and from where. */
export type Author = { actor: string; way: Way; origin: string | null };

/** What was changed; never contains secrets. */
export type Change = Pick<AuditEntry, 'verb' | 'thing'> &
  Partial<Pick<AuditEntry, 'about' | 'organizationId' | 'partnerId' | 'changes'>>;

/** Adds a change to the audit log; within `together`, in the transaction of the change. */
export async function recordChange(
  { database, random }: { database: Sql; random: Pick<Services['random'], 'id'> },
  author: Author,
  change: Change,
): Promise<void> {
  await insertAuditEntry(database, entryOf(random.id(), author, change));
}

/** Stores a change and its audit entry in one transaction. */
export async function together<T>(services: Services, work: (inside: Services) => Promise<T>): Promise<T> {
  const { database } = services;
  return database.transaction((sql) => work({ ...services, database: within(database, sql) }));
}

/** A change that was started: `done` records it, `dropped` means that nothing changed. */
export type Intention = { done: (change: Change) => Promise<void>; dropped: () => Promise<void> };

/**
 * For work that is not one transaction, such as importing a whole bank file: the start is recorded first. If the process
 * dies, the intention stays and is moved to the audit log later (see `settleIntentions`).
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
 * Does the work and records its result; with `change: null` nothing was changed. If the work throws, it is unknown what
 * it has changed, so the intention stays.
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
  const withoutSecrets = Object.entries(changes).map(([name, { from, to }]): [string, Changed] => [
    name,
    { from: withoutTokens(from), to: withoutTokens(to) },
  ]);
  return {
    id,
    actor,
    way,
    origin,
    verb,
    thing,
    about,
    organizationId,
    partnerId,
    changes: Object.fromEntries(withoutSecrets),
  };
}

/** Someone at the command line of this machine. */
export function atCommandLine({ actor }: Pick<Acting, 'actor'>): Author {
  return { actor, way: 'command_line', origin: `${userInfo().username}@${hostname()}` };
}

/** The fields in which two records differ; nested fields are named by their path, as in `address.city`. */
export function differences(before: object, after: object): Record<string, Changed> {
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => !SECRET.test(name));
  const changed = names.filter((name) => !isDeepStrictEqual(was.get(name) ?? null, is.get(name) ?? null));
  return Object.fromEntries(changed.map((name) => [name, { from: was.get(name) ?? null, to: is.get(name) ?? null }]));
}

/** The fields of a new record. */
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

/** A URL may contain a token, so only its host and the first part of its path are recorded. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return value;
  const url = URL.parse(value);
  if (url === null) return '…';
  const [first = '', ...more] = url.pathname.split('/').filter((part) => part !== '');
  const isCut = more.length > 0 || url.search !== '' || url.hash !== '';
  return `${url.protocol}//${url.host}${first === '' ? '' : `/${first}`}${isCut ? '/…' : ''}`;
}
