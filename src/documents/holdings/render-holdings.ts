import { Worker } from 'node:worker_threads';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';

/** The files that take long to make. */
export type HoldingsFormat = 'pdf' | 'xlsx';

const THREAD = new URL('./holdings-thread.ts', import.meta.url);
const MOST_HEAP_MB = 1_024;

let turn: Promise<unknown> = Promise.resolve();

/**
 * The balance confirmation as a file, made in a thread of its own: thousands of deposits take seconds, in which this
 * thread serves calls. One at a time, because each takes a core.
 */
export function renderHoldings(
  confirmation: BalanceConfirmation,
  format: HoldingsFormat,
  logo: Buffer | null,
): Promise<Buffer> {
  const rendered = turn.then(() => inThread({ confirmation, format, logo }));
  turn = rendered.catch(() => undefined);
  return rendered;
}

function inThread(asked: {
  confirmation: BalanceConfirmation;
  format: HoldingsFormat;
  logo: Buffer | null;
}): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const worker = new Worker(THREAD, {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  worker.once('message', (content: Uint8Array) => resolve(Buffer.from(content)));
  worker.once('error', reject);
  worker.once('exit', (code) =>
    reject(new Error(`the balance confirmation was not made; the thread ended with ${code}`)),
  );
  return promise;
}
