import type { Database } from '../../storage/database/database.ts';
import { listOutside, listReferred } from '../../storage/document-objects/objects.ts';
import { noteRemovals, waitingRemovals } from '../../storage/document-objects/removals.ts';
import { listSpaces, type DocumentSpace } from '../../storage/document-objects/spaces.ts';
import { DamagedObject, type DocumentStore } from './store.ts';

/** What the store and the database do not agree about. */
type ObjectsCheck = {
  /** Objects that the store has, and documents refer to. */
  referred: number;
  /** Objects that documents refer to, and the store does not have, or not as they were stored. */
  missing: string[];
  /** Objects that no document refers to, in the name spaces of this database. */
  unreferred: string[];
  /** Name spaces of a database that this one was copied from. */
  foreign: string[];
};

type Services = { database: Database; documentStore: DocumentStore };

/** An object is stored before a document refers to it. */
const YOUNG_MS = 3_600_000;
const AT_ONCE = 1_000;

/** Compares the lists of both, which are in the same order. `reads`: also reads each object. */
export async function checkObjects(
  services: Services,
  { reads, onLooked, isStopped }: { reads: boolean; onLooked: (looked: number) => void; isStopped: () => boolean },
): Promise<ObjectsCheck> {
  const spaces = await listSpaces(services.database);
  const foreign = spaces.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  const sum: ObjectsCheck = { referred: 0, missing: [], unreferred: [], foreign };
  for (const space of spaces) await compare(services, space, { sum, onLooked, isStopped });
  const waiting = await waitingRemovals(services.database, sum.unreferred);
  sum.unreferred = sum.unreferred.filter((object) => !waiting.has(object));
  // What was stored or removed meanwhile is not missing.
  sum.missing = await damaged(services, reads ? null : new Set(sum.missing), isStopped);
  return sum;
}

type Looking = { sum: ObjectsCheck; onLooked: (looked: number) => void; isStopped: () => boolean };

async function compare(
  { database, documentStore: store }: Services,
  { name, isOwn }: DocumentSpace,
  { sum, onLooked, isStopped }: Looking,
): Promise<void> {
  const referred = eachReferred(database, name);
  let next = await referred.next();
  for await (const { name: stored, modifiedAt } of store.list(name)) {
    if (isStopped()) return;
    for (; next.done !== true && next.value < stored; next = await referred.next()) sum.missing.push(next.value);
    if (next.done !== true && next.value === stored) {
      onLooked(++sum.referred);
      next = await referred.next();
    } else if (isOwn && Date.now() - modifiedAt.getTime() > YOUNG_MS) sum.unreferred.push(stored);
  }
  for (; next.done !== true; next = await referred.next()) sum.missing.push(next.value);
}

async function* eachReferred(database: Database, space: string): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const page: string[] = await listReferred(database, { space, after, most: AT_ONCE });
    yield* page;
    after = page.at(-1) ?? null;
    if (after === null) return;
  }
}

/** Reads them, or with null all. */
async function damaged(
  { database, documentStore: store }: Services,
  suspects: ReadonlySet<string> | null,
  isStopped: () => boolean,
): Promise<string[]> {
  const found = new Set<string>();
  if (suspects?.size === 0) return [];
  let after: string | null = null;
  while (!isStopped()) {
    const page = await listOutside(database, { after, most: AT_ONCE, organizationId: null });
    for (const { object, sha256 } of page) {
      if (isStopped() || (suspects !== null && !suspects.has(object))) continue;
      await store.get(object, sha256).catch((error: unknown) => {
        if (!(error instanceof DamagedObject)) throw error;
        found.add(object);
      });
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return [...found];
}

/** They are looked at once more, and removed where no document refers to them. */
export async function queueUnreferred({ database }: Services, { unreferred }: ObjectsCheck): Promise<void> {
  for (let start = 0; start < unreferred.length; start += AT_ONCE) {
    await noteRemovals(database, unreferred.slice(start, start + AT_ONCE));
  }
}
