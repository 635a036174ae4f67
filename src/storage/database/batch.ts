import { isRefusal } from './database.ts';

/** There is more to do than can wait in line. */
export class Overloaded extends Error {}

/** Told how many go together into a statement. */
export type OnBatch = (size: number) => void;

export type BatchLimits = {
  most: number;
  inFlight: number;
  waiting: number;
  /** Beside one in flight, another statement begins for so many, or for fewer that have waited so long. */
  beside?: { calls: number; afterMs: number };
  /** The next statement after one for many begins no sooner than so long after it, and is then for many as well. */
  paceMs?: number;
};

const DEFAULT_LIMITS: BatchLimits = { most: 64, inFlight: 2, waiting: 4_096, beside: { calls: 6, afterMs: 10 } };

const AT_ONCE = { calls: 1, afterMs: 0 };

/** So many at once come without a pause, and one statement more or less matters more to them than a moment. */
const MANY = 32;

type Caller<I, O> = { item: I; answer: (result: O) => void; fail: (error: unknown) => void };

/**
 * Calls that come while a statement is in flight wait and go together into the next. Each caller gets its own result
 * or its own error: when a batch fails, its items are tried one by one, so that a bad one does not fail its neighbours.
 */
export function batch<I, O>(
  run: (items: I[]) => Promise<O[]>,
  {
    limits = DEFAULT_LIMITS,
    mayRetry = isRefusal,
    onBatch = () => undefined,
  }: { limits?: BatchLimits; mayRetry?: (error: unknown) => boolean; onBatch?: OnBatch } = {},
): (item: I) => Promise<O> {
  const line: Caller<I, O>[] = [];
  const { calls: enough, afterMs } = limits.beside ?? AT_ONCE;
  let inFlight = 0;
  /** Runs while fewer wait than are enough for a statement of their own beside one in flight. */
  let patience: NodeJS.Timeout | undefined;

  async function runBatch(batch: Caller<I, O>[]): Promise<void> {
    try {
      const results = await run(batch.map((caller) => caller.item));
      if (results.length !== batch.length) throw new Error('a batch answers each of its items');
      batch.forEach((caller, place) => caller.answer(results[place] as O));
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error)) for (const caller of batch) caller.fail(error);
      else for (const caller of batch) await runBatch([caller]);
    }
  }

  function next(atLeast = enough): void {
    clearTimeout(patience);
    while (line.length > 0 && (inFlight === 0 || (inFlight < limits.inFlight && line.length >= atLeast))) {
      inFlight++;
      const batch = line.splice(0, limits.most);
      onBatch(batch.length);
      const notBefore = batch.length < MANY ? 0 : performance.now() + (limits.paceMs ?? 0);
      void runBatch(batch).finally(() => {
        const early = notBefore - performance.now();
        if (early > 0) setTimeout(goOn, early);
        else goOn();
      });
    }
    if (line.length > 0 && inFlight < limits.inFlight) patience = setTimeout(next, afterMs, 1);
  }

  function goOn(): void {
    inFlight--;
    next();
  }

  return (item) =>
    new Promise<O>((answer, fail) => {
      if (line.length >= limits.waiting) return fail(new Overloaded('too many calls are waiting'));
      line.push({ item, answer, fail });
      // Calls that arrive in one turn of the event loop go together from the start.
      if (inFlight < limits.inFlight && (line.length === 1 || line.length === enough)) setImmediate(next);
    });
}
