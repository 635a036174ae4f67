import type { StatementEntry } from '../../domain/booking.ts';
import { orderIdOf } from '../../domain/values/end-to-end-id.ts';

/** How many batches are booked at once: while the database stores two, the next is decided. */
const AT_ONCE = 3;

/** A batch has about so many entries: it ends with an account, twice as large at most. */
const ENTRIES_AT_ONCE = 200;

/**
 * Books entries in batches. Batches that concern the same account or order are booked in the order of the file; others
 * at the same time. Returns, or throws, when none is being booked any more.
 */
export async function bookBatches(
  entries: Iterable<StatementEntry> | AsyncIterable<StatementEntry>,
  book: (batch: readonly StatementEntry[]) => Promise<void>,
): Promise<void> {
  const running = new Map<Promise<void>, ReadonlySet<string>>();
  try {
    for await (const batch of oneAhead(inBatches(entries))) {
      const about = new Set(batch.flatMap(subjectsOf));
      const mustWait = (): boolean =>
        running.size === AT_ONCE || running.values().some((other) => !about.isDisjointFrom(other));
      while (mustWait()) await Promise.race(running.keys());
      const booking = book(batch).then(() => void running.delete(booking));
      // Told when it is waited for.
      booking.catch(() => undefined);
      running.set(booking, about);
    }
    await Promise.all(running.keys());
  } finally {
    await Promise.allSettled(running.keys());
  }
}

/** What makes the order of entries count: a reversal follows its payment, a return the debit of its order. */
function subjectsOf({ accountIban, endToEndId, returned }: StatementEntry): string[] {
  const orders = [endToEndId, returned?.originalEndToEndId ?? null].map(orderIdOf);
  return [accountIban, ...orders].filter((one) => one !== null);
}

async function* inBatches(
  entries: Iterable<StatementEntry> | AsyncIterable<StatementEntry>,
): AsyncGenerator<StatementEntry[]> {
  let batch: StatementEntry[] = [];
  for await (const entry of entries) {
    const isSameAccount = batch.at(-1)?.accountIban === entry.accountIban;
    if (batch.length >= ENTRIES_AT_ONCE * 2 || (batch.length >= ENTRIES_AT_ONCE && !isSameAccount)) {
      yield batch;
      batch = [];
    }
    batch.push(entry);
  }
  if (batch.length > 0) yield batch;
}

/** Reads the next item while the caller works on the one before. */
async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (let read = await next; read.done !== true; read = await next) {
      next = items.next();
      // Thrown when it is asked for.
      next.catch(() => undefined);
      yield read.value;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return(undefined);
  }
}
