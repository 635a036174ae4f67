import { realTime } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';

/** Removal cannot be undone, so nothing is removed while the clocks of database and process differ by more. */
const MAY_DIFFER_MS = 5 * 60_000;

export type ClockCheck = {
  /** The test environment moves the clock on purpose. */
  isTest: boolean;
  log: (error: unknown, what: string) => void;
  now?: () => Date;
};

/** Whether the clocks agree well enough to remove data. If not, this is logged. */
export async function doClocksAgree(sql: Sql, { isTest, log, now = () => new Date() }: ClockCheck): Promise<boolean> {
  if (isTest) return true;
  const differenceMs = (await realTime(sql)).getTime() - now().getTime();
  if (Math.abs(differenceMs) <= MAY_DIFFER_MS) return true;
  const seconds = Math.round(differenceMs / 1_000);
  log(new Error(`the clock of the database differs by ${seconds} seconds`), 'nothing was removed');
  return false;
}
