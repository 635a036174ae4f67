import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { basename } from 'node:path';
import { readCamt } from '../../bank/camt/camt.ts';
import { checkCamt } from '../../bank/camt/check-camt.ts';
import { FileRefused } from '../../bank/file-refused.ts';
import { orderIdOf } from '../../bank/pain/pain001.ts';
import { endToEndIdsOf } from '../../bank/pain/pain001-blocks.ts';
import { readPain002, type PaymentOutcome } from '../../bank/pain/pain002.ts';
import { insertBankFile, isListedFile, type BankFile } from '../../storage/money/bank-files.ts';
import { findRun, rejectOrders } from '../../storage/money/payment-runs.ts';
import type { Services } from '../services.ts';
import { bookEntry, type Booked } from './book-entry.ts';

export type ImportReport = {
  name: string;
  state: 'done' | 'refused';
  reason: string | null;
  entries: number;
  counts: Record<Booked, number>;
};

/** Called with the progress. */
type ImportProgress = (done: number, total: number) => void;

/**
 * Reads a file of the bank twice: first to check that all of it can be read, then to book it. A file with an error is
 * refused as a whole. If the process dies in between, the file stays where it is; entries already booked are recognized.
 */
export async function importFile(
  services: Services,
  path: string,
  onProgress: ImportProgress = () => undefined,
): Promise<ImportReport> {
  const name = basename(path);
  const id = services.random.id();
  const counts: Record<Booked, number> = { booked: 0, repeated: 0, not_booked_yet: 0, total: 0, attention: 0 };
  const open = (): ReadStream => createReadStream(path, { flags: services.exchange.flagsFor(path) as string });
  const sha256 = await hashOf(open());
  let done = 0;
  const finish = async (state: BankFile['state'], reason: string | null, entries: number): Promise<ImportReport> => {
    const booked = counts.booked + counts.attention;
    const isListed = await isListedFile(services.database, { name, sha256 });
    if (!isListed || booked > 0) {
      await insertBankFile(services.database, { id, name, sha256, state, reason, entries, booked });
    }
    services.exchange.putAway(path, state);
    return { name, state, reason, entries, counts };
  };
  try {
    if (await isStatusReport(open())) {
      counts.booked = await takeReport(services, open());
      return await finish('done', null, counts.booked);
    }
    const checked = await checkCamt(open());
    for await (const entry of readCamt(open(), checked, (iban) => iban)) {
      counts[await bookEntry(services, entry, id)]++;
      onProgress(++done, checked.entries);
    }
    return await finish('done', null, checked.entries);
  } catch (error) {
    // The file changed after it was checked: the error is thrown, and the file is read again later.
    if (error instanceof FileRefused && done === 0) return finish('refused', error.message, 0);
    throw error;
  }
}

async function hashOf(file: ReadStream): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of file) hash.update(chunk as Buffer);
  return hash.digest();
}

/** The kind of file, by the namespace in its first bytes. */
async function isStatusReport(file: ReadStream): Promise<boolean> {
  for await (const chunk of file) return String(chunk).slice(0, 4096).includes('pain.002.001');
  return false;
}

/** pain.002: the bank's answer to a run. An acceptance does not undo a rejection: it may be older. */
async function takeReport({ database }: Services, file: ReadStream): Promise<number> {
  const { originalMessageId: runId, outcomes } = await readPain002(file);
  const content = await findRun(database, runId);
  if (content === null)
    throw new FileRefused(1, `it answers ${JSON.stringify(runId)}, which is not a payment file of this service.`);
  const rejected = new Map<string, string>();
  // Group status first, then single orders: the last status of an order counts.
  for (const outcome of outcomes) {
    for (const orderId of ordersOf(content, outcome)) {
      if (outcome.status === 'rejected') rejected.set(orderId, outcome.reason ?? 'The bank gave no reason.');
      else rejected.delete(orderId);
    }
  }
  await rejectOrders(
    database,
    runId,
    [...rejected].map(([orderId, reason]) => ({ orderId, reason })),
  );
  return outcomes.length;
}

function ordersOf(content: string, { blockId, endToEndId }: PaymentOutcome): string[] {
  const ids = endToEndId === null ? endToEndIdsOf(content, blockId) : [endToEndId];
  return ids.map(orderIdOf).filter((id) => id !== null);
}
