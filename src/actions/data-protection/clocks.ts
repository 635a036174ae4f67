import { realTime } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';

/** What is removed does not come back, so nothing is while the clocks of database and process differ by more. */
const MAY_DIFFER_MS = 5 * 60_000;

export type ClockCheck = {
  /** There the clock is moved on purpose. */
  isTest: boolean;
  log: (error: unknown, what: string) => void;
  now?: () => Date;
};

/** Whether the time can be trusted with what is removed for good. If not, the log says so. */
export async function doClocksAgree(sql: Sql, { isTest, log, now = () => new Date() }: ClockCheck): Promise<boolean> {
  if (isTest) return true;
  const differenceMs = (await realTime(sql)).getTime() - now().getTime();
  if (Math.abs(differenceMs) <= MAY_DIFFER_MS) return true;
  const seconds = Math.round(differenceMs / 1_000);
  log(new Error(`the clock of the database differs by ${seconds} seconds`), 'nothing was removed');
  return false;
}
