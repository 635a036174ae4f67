import type { Database } from '../../storage/database/database.ts';
import {
  documentsStay,
  listInside,
  listOutside,
  lockObjects,
  setInside,
  setOutside,
  type DocumentInside,
} from '../../storage/document-objects/objects.ts';
import { forgetRemovals, noteRemovals } from '../../storage/document-objects/removals.ts';
import { spaceToWrite } from '../../storage/document-objects/spaces.ts';
import { inLanes } from './in-lanes.ts';
import { DamagedObject, type DocumentStore } from './store.ts';

const AT_ONCE = 50;
const LANES = 8;

/** `more`: there are others. `busy`: another process stores or removes objects. `stay`: nothing is to go out. */
type Moved = { moved: number; next: 'more' | 'none' | 'busy' | 'stay' };

/**
 * Some contents go from the database to the store, the oldest first. They leave the database after they were read back from
 * the store. Throws what the store says, after what has worked is kept.
 */
export async function moveSomeOut(
  { database, documentStore: store }: { database: Database; documentStore: DocumentStore },
  { restMs }: { restMs: number },
): Promise<Moved> {
  const space = await spaceToWrite(database);
  const outcome = await database.transaction(async (sql): Promise<Moved & { failure: unknown }> => {
    const nothing = { moved: 0, failure: null };
    if (!(await lockObjects(sql))) return { ...nothing, next: 'busy' };
    if (await documentsStay(sql)) return { ...nothing, next: 'stay' };
    const found = await listInside(sql, { restMs, most: AT_ONCE });
    const byObject = Map.groupBy(found, (one) => store.nameOf(space, one, one.content));
    // Committed at once: whatever is stored below and not referred to in the end is removed.
    await noteRemovals(database, [...byObject.keys()]);
    const { done, failure } = await inLanes([...byObject], LANES, ([object, [one]]) =>
      store.put(object, (one as DocumentInside).content),
    );
    const stored = done.flatMap(([object, documents]) =>
      documents.map(({ organizationId, id }) => ({ organizationId, id, object })),
    );
    const referred = await setOutside(sql, stored);
    await forgetRemovals(sql, referred);
    return { moved: referred.length, next: found.length < AT_ONCE ? 'none' : 'more', failure };
  });
  if (outcome.failure !== null) throw outcome.failure;
  return { moved: outcome.moved, next: outcome.next };
}

type Back = { back: number; unreadable: string[] };

/** All contents of an organization come back, or with null those of all. `unreadable`: ids of those that do not. */
export async function bringBack(
  { database, documentStore: store }: { database: Database; documentStore: DocumentStore },
  organizationId: string | null,
  {
    isStopped = () => false,
    onBack = () => undefined,
  }: { isStopped?: () => boolean; onBack?: (back: number) => void } = {},
): Promise<Back> {
  const sum: Back = { back: 0, unreadable: [] };
  let after: string | null = null;
  while (!isStopped()) {
    const found = await listOutside(database, { after, most: AT_ONCE, organizationId });
    const { failure } = await inLanes(found, LANES, async (one) => {
      try {
        if (await setInside(database, one, await store.get(one.object, one.sha256))) sum.back++;
      } catch (error) {
        if (!(error instanceof DamagedObject)) throw error;
        sum.unreadable.push(one.id);
      }
    });
    if (failure !== null) throw failure;
    onBack(sum.back);
    const last = found.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return sum;
}
