import type { Database } from '../storage/database/database.ts';
import { catchUpDepositList, remakeRows } from '../storage/deposit-list/catch-up.ts';
import { STUCK_AFTER_DAYS, type PipelinePlace } from '../domain/lifecycle/attention.ts';
import { fillWaitsSince } from '../storage/deposit-list/stuck.ts';
import { addToCounters } from '../storage/statistics/counters.ts';
import { addToLevels } from '../storage/statistics/levels.ts';
import { startLoop, type Loop } from './loop.ts';

const LIST_EVERY_MS = 3_000;
/** While there is a backlog. The pause leaves the database to calls that open deposits. */
const LIST_SOON_MS = 500;
const COUNTERS_EVERY_MS = 5_000;

/** Adds new deposits to the property managers' lists, so that the calls that open them need not; renews outdated rows. */
export function startListUpdates(database: Database, onError: (error: unknown) => void): Loop {
  return startLoop({
    everyMs: LIST_EVERY_MS,
    firstAfterMs: LIST_EVERY_MS,
    round: async () => {
      const looked = (await catchUpDepositList(database)) + (await remakeRows(database));
      return looked > 0 ? LIST_SOON_MS : LIST_EVERY_MS;
    },
    onError,
  });
}

/** Adds recorded changes to the counters of the statistics and to what is held, so that the changes themselves need not. */
export function startCounterUpdates(database: Database, onError: (error: unknown) => void): Loop {
  return startLoop({
    everyMs: COUNTERS_EVERY_MS,
    firstAfterMs: COUNTERS_EVERY_MS,
    round: async () => ((await addAll(database)) ? 0 : COUNTERS_EVERY_MS),
    onError,
  });
}

const WATCHED = Object.keys(STUCK_AFTER_DAYS) as PipelinePlace[];
const FILLED_AT_ONCE = 500;

/** Whether there may be more to add. */
async function addAll(database: Database): Promise<boolean> {
  const isMore = [
    await addToCounters(database),
    await addToLevels(database),
    (await fillWaitsSince(database, WATCHED, FILLED_AT_ONCE)) > 0,
  ];
  return isMore.includes(true);
}
