import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { readCamt } from '../../bank/camt.ts';
import { FileRefused } from '../../bank/file-refused.ts';
import { endToEndIdsOfBlock } from '../../bank/pain001-blocks.ts';
import { readPain002, type Outcome } from '../../bank/pain002.ts';
import { acceptOrders, findRun, insertBankFile, rejectOrders, type BankFile } from '../../storage/bank.ts';
import type { Services } from '../services.ts';
import { bookEntry, orderIdOf, type Booked } from './book-entry.ts';

export type ImportReport = {
  name: string;
  state: 'done' | 'refused';
  reason: string | null;
  entries: number;
  counts: Record<Booked, number>;
};

/** Called now and then with how many of how many are done. */
export type Progress = (done: number, total: number) => void;

/**
 * Reads a file of the bank's: first whole, to see that all of it can be read, then to book it. One that cannot is
 * refused whole. A process that dies in between leaves the file where it is: what was booked already is known.
 */
export async function importFile(
  services: Services,
  path: string,
  onProgress: Progress = () => undefined,
): Promise<ImportReport> {
  const name = basename(path);
  const id = services.chance.id();
  const counts: Record<Booked, number> = { booked: 0, repeated: 0, not_booked_yet: 0, total: 0, attention: 0 };
  const sha256 = await hashOf(path);
  const finish = async (state: BankFile['state'], reason: string | null, entries: number): Promise<ImportReport> => {
    const booked = counts.booked + counts.attention;
    await insertBankFile(services.database, { id, name, sha256, state, reason, entries, booked });
    services.exchange.putAway(path, state);
    return { name, state, reason, entries, counts };
  };
  try {
    if (await isStatusReport(path)) {
      counts.booked = await takeReport(services, path);
      return await finish('done', null, counts.booked);
    }
    let entries = 0;
    for await (const _ of readCamt(createReadStream(path))) entries++;
    let done = 0;
    for await (const entry of readCamt(createReadStream(path))) {
      counts[await bookEntry(services, entry, id)]++;
      onProgress(++done, entries);
    }
    return await finish('done', null, entries);
  } catch (error) {
    if (error instanceof FileRefused) return finish('refused', error.message, 0);
    throw error;
  }
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}

/** By its first bytes, where the namespace stands. */
async function isStatusReport(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 4095 })) return String(chunk).includes('pain.002.001');
  return false;
}

/** pain.002: what the bank says to a run of ours. */
async function takeReport({ database }: Services, path: string): Promise<number> {
  const { originalMessageId: runId, outcomes } = await readPain002(createReadStream(path));
  const content = await findRun(database, runId);
  if (content === null)
    throw new FileRefused(1, `it answers ${JSON.stringify(runId)}, which is no payment file of ours.`);
  let count = 0;
  // From the general to the particular: of what is said of an order the last counts.
  for (const outcome of outcomes) {
    const { status, reason } = outcome;
    if (status === 'pending') continue;
    const orderIds = ordersOf(content, outcome);
    count +=
      status === 'rejected'
        ? await rejectOrders(database, { runId, orderIds, reason: reason ?? 'The bank gave no reason.' })
        : await acceptOrders(database, { runId, orderIds });
  }
  return count;
}

/** Null: all of the run. */
function ordersOf(content: string, { blockId, endToEndId }: Outcome): string[] | null {
  if (endToEndId === null && blockId === null) return null;
  const ids = endToEndId === null ? endToEndIdsOfBlock(content, blockId ?? '') : [endToEndId];
  return ids.map(orderIdOf).filter((id) => id !== null);
}
