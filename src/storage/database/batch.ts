import { isDeadlock, isRefusal } from './database.ts';

/** Too many calls are waiting already. */
export class Overloaded extends Error {}

/** Called with the size of each batch. */
export type OnBatch = (size: number) => void;

export type BatchLimits = {
  most: number;
  inFlight: number;
  waiting: number;
  /** While one statement is in flight, another starts once so many calls wait, or after so long with fewer. */
  parallel?: { calls: number; afterMs: number };
  /** After a large batch the next one starts no sooner than so long after it began, so that it is large as well. */
  pauseMs?: number;
};

const DEFAULT_LIMITS: BatchLimits = { most: 64, inFlight: 2, waiting: 4_096, parallel: { calls: 6, afterMs: 10 } };

const IMMEDIATELY = { calls: 1, afterMs: 0 };

/** From this size on a batch is large: calls arrive faster than statements finish. */
const LARGE_BATCH = 32;

type Caller<I, O> = { item: I; answer: (result: O) => void; fail: (error: unknown) => void };

/**
 * Calls that arrive while a statement is in flight are batched into the next one. Each caller gets its own result or its
 * own error: when a batch fails, its items are tried one by one, so that a bad one does not fail the others. One that lost
 * a deadlock is tried again.
 */
export function batch<I, O>(
  run: (items: I[]) => Promise<O[]>,
  {
    limits = DEFAULT_LIMITS,
    mayRetry = isRefusal,
    onBatch = () => undefined,
  }: { limits?: BatchLimits; mayRetry?: (error: unknown) => boolean; onBatch?: OnBatch } = {},
): (item: I) => Promise<O> {
  const queue: Caller<I, O>[] = [];
  const { calls: enough, afterMs } = limits.parallel ?? IMMEDIATELY;
  let inFlight = 0;
  /** Runs while fewer calls wait than are enough for a parallel statement. */
  let timer: NodeJS.Timeout | undefined;

  async function runBatch(batch: Caller<I, O>[]): Promise<void> {
    const items = batch.map((caller) => caller.item);
    try {
      const results = await run(items).catch((error: unknown) => {
        if (isDeadlock(error)) return run(items);
        throw error;
      });
      if (results.length !== batch.length) throw new Error('a batch must return one result per item');
      batch.forEach((caller, index) => caller.answer(results[index] as O));
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error)) for (const caller of batch) caller.fail(error);
      else for (const caller of batch) await runBatch([caller]);
    }
  }

  function next(atLeast = enough): void {
    clearTimeout(timer);
    while (queue.length > 0 && (inFlight === 0 || (inFlight < limits.inFlight && queue.length >= atLeast))) {
      inFlight++;
      const batch = queue.splice(0, limits.most);
      onBatch(batch.length);
      const notBefore = batch.length < LARGE_BATCH ? 0 : performance.now() + (limits.pauseMs ?? 0);
      void runBatch(batch).finally(() => {
        const early = notBefore - performance.now();
        if (early > 0) setTimeout(finish, early);
        else finish();
      });
    }
    if (queue.length > 0 && inFlight < limits.inFlight) timer = setTimeout(next, afterMs, 1);
  }

  function finish(): void {
    inFlight--;
    next();
  }

  return (item) =>
    new Promise<O>((answer, fail) => {
      if (queue.length >= limits.waiting) return fail(new Overloaded('too many calls are waiting'));
      queue.push({ item, answer, fail });
      // Calls of the same turn of the event loop share a batch.
      if (inFlight < limits.inFlight && (queue.length === 1 || queue.length === enough)) setImmediate(next);
    });
}
