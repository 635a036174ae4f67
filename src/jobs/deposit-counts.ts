import type { Database } from '../storage/database.ts';
import { keepDepositCounts } from '../storage/statistics.ts';

const EVERY_MS = 3_600_000;
/** A process that is started again more often than that counts all the same. */
const FIRST_AFTER_MS = 30_000;

/** Counts the deposits once an hour, so that what was open on a day is known later. */
export function startDepositCounts(database: Database, log: (error: unknown) => void): { stop: () => void } {
  const count = (): void => void keepDepositCounts(database).catch(log);
  const timers = [setTimeout(count, FIRST_AFTER_MS).unref(), setInterval(count, EVERY_MS).unref()];
  return { stop: () => timers.forEach((timer) => clearTimeout(timer)) };
}
