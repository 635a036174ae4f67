import { setTimeout as wait } from 'node:timers/promises';
import { listOutside, lockObjects, stillReferred } from '../../storage/document-objects/objects.ts';
import { listSpaces } from '../../storage/document-objects/spaces.ts';
import type { Services } from '../services.ts';
import { inLanes } from './in-lanes.ts';
import { DamagedObject } from './store.ts';

type Sum = { looked: number; resealed: number; unreadable: number };

const AT_ONCE = 100;
const LANES = 8;
const AGAIN_MS = 200;

/**
 * Encrypts again the documents in the store that an older SECRET_KEY has encrypted, and adds to the sum. Those that another
 * database has stored count as unreadable: this one does not write there.
 */
export async function renewObjects(
  { database, documentStore: store }: Pick<Services, 'database' | 'documentStore'>,
  before: Sum,
  { onRows, isStopped }: { onRows: (done: number, total: number) => void; isStopped: () => boolean },
): Promise<Sum> {
  const sum = { ...before };
  const own = new Set((await listSpaces(database)).filter(({ isOwn }) => isOwn).map(({ name }) => name));
  let after: string | null = null;
  while (!isStopped()) {
    const found = await listOutside(database, { after, most: AT_ONCE, organizationId: null });
    const objects = [...new Set(found.map(({ object }) => object))];
    const isDone = await database.transaction(async (sql) => {
      if (!(await lockObjects(sql))) return false;
      const referred = await stillReferred(sql, objects);
      const { failure } = await inLanes([...referred], LANES, async (object) => {
        sum.looked++;
        const isOwn = own.has(object.split('/')[0] as string);
        try {
          if (store !== null && isOwn) sum.resealed += (await store.renew(object)) ? 1 : 0;
          else sum.unreadable++;
        } catch (error) {
          if (!(error instanceof DamagedObject)) throw error;
          sum.unreadable++;
        }
      });
      if (failure !== null) throw failure;
      return true;
    });
    if (!isDone) {
      await wait(AGAIN_MS);
      continue;
    }
    onRows(sum.looked, sum.looked);
    const last = found.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return sum;
}
