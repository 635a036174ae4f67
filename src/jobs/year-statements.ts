import type { Services } from '../actions/services.ts';
import { makeDueStatements } from '../actions/statements/year-statements.ts';
import { startLoop, type Loop } from './loop.ts';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 180_000;
/** One round takes what several files have brought. */
const WAKE_AFTER_MS = 10_000;

/** Makes the account overviews at year-end that are due. Woken when statements of the bank were read. */
export function startYearStatements(services: Services, log: (error: unknown, what: string) => void): Loop {
  let isStopping = false;
  const loop = startLoop({
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    wakeAfterMs: WAKE_AFTER_MS,
    round: async () => {
      await makeDueStatements(services, { isStopping: () => isStopping });
    },
    onError: (error) => log(error, 'the account overviews could not be made'),
  });
  return {
    wake: loop.wake,
    stop: () => {
      isStopping = true;
      return loop.stop();
    },
  };
}
