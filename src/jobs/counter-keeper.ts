import type { Database } from '../storage/database/database.ts';
import { addToCounters } from '../storage/statistics/counters.ts';

const EVERY_MS = 5_000;

export type CounterKeeper = { stop: () => Promise<void> };

/** Adds up what pictures are drawn from, beside the changes that it counts. */
export function startCounterKeeper(database: Database, log: (error: unknown) => void): CounterKeeper {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    let isMore = true;
    while (isMore && !isStopped) {
      isMore = await addToCounters(database).catch((error: unknown) => {
        log(error);
        return false;
      });
    }
    runLater();
  };
  const runLater = (): void => {
    if (!isStopped) timer = setTimeout(() => void (running = run()), EVERY_MS).unref();
  };
  runLater();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
