import type { Chunks } from '../../bank/decode-text.ts';
import { FileRefused } from '../../bank/file-refused.ts';
import { endToEndIdsOf } from '../../bank/pain/pain001-blocks.ts';
import { readPain002, type PaymentOutcome } from '../../bank/pain/pain002.ts';
import { orderIdOf } from '../../domain/values/end-to-end-id.ts';
import { findRun, rejectOrders } from '../../storage/money/payment-runs.ts';
import type { Services } from '../services.ts';

/** pain.002: the bank's answer to a run. An acceptance does not undo a rejection: it may be older. */
export async function takeReport({ database }: Services, file: Chunks): Promise<number> {
  const { originalMessageId: runId, outcomes } = await readPain002(file);
  const run = await findRun(database, runId);
  if (run === null)
    throw new FileRefused(1, `it answers ${JSON.stringify(runId)}, which is not a payment file of this service.`);
  const rejected = new Map<string, string>();
  // Group status first, then single orders: the last status of an order counts.
  for (const outcome of outcomes) {
    for (const orderId of ordersOf(run.content, outcome)) {
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
