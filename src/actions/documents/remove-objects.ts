import type { Database } from '../../storage/database/database.ts';
import { lockObjects, stillReferred } from '../../storage/document-objects/objects.ts';
import { forgetRemovals, listRemovals } from '../../storage/document-objects/removals.ts';
import { listSpaces } from '../../storage/document-objects/spaces.ts';
import { inLanes } from './in-lanes.ts';
import type { DocumentStore } from './store.ts';

const AT_ONCE = 100;
const LANES = 8;

/**
 * Removes objects that no document refers to any more, and were noted so long ago that a standby that takes over knows of it.
 * False: nothing is left to remove, or another process is at it.
 */
export async function removeSomeObjects(
  { database, documentStore: store }: { database: Database; documentStore: DocumentStore },
  { restMs }: { restMs: number },
): Promise<boolean> {
  const { isMore, failure } = await database.transaction(async (sql) => {
    if (!(await lockObjects(sql))) return { isMore: false, failure: null };
    const own = (await listSpaces(sql)).filter(({ isOwn }) => isOwn).map(({ name }) => name);
    const noted = await listRemovals(sql, own, { restMs, most: AT_ONCE });
    const referred = await stillReferred(sql, noted);
    const removed = await inLanes(noted, LANES, async (object) => {
      if (!referred.has(object)) await store.remove(object);
    });
    await forgetRemovals(sql, removed.done);
    return { isMore: noted.length === AT_ONCE, failure: removed.failure };
  });
  if (failure !== null) throw failure;
  return isMore;
}
