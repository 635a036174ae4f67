import { otherCells } from '../actions/cells/ask-cell.ts';
import { handSignIns } from '../actions/cells/ask-sign-in.ts';
import { handBookings } from '../actions/cells/hand-over.ts';
import { tellNews } from '../actions/cells/tell-news.ts';
import type { Services } from '../actions/services.ts';
import { startLoop, type Loop } from './loop.ts';

const EVERY_MS = 2_000;
/** A cell that does not answer is asked less often. */
const AFTER_FAILURE_MS = 10_000;
const LIMIT_MS = 30_000;

/** Everything that waits to be told to a cell, in the order of how soon somebody waits for it. */
const PARTS = [tellNews, handSignIns, handBookings];

/** Tells each other cell what it has not taken yet. Each has a loop of its own, so that one that is away delays no other. */
export function startTellingCells(services: Services, onError: (error: unknown, cell: string) => void): Loop[] {
  return otherCells(services).map((cell) =>
    startLoop({
      everyMs: EVERY_MS,
      firstAfterMs: EVERY_MS,
      round: async () => {
        let next = EVERY_MS;
        for (const tell of PARTS) {
          await tell(services, cell, LIMIT_MS).catch((error: unknown) => {
            next = AFTER_FAILURE_MS;
            onError(error, cell);
          });
        }
        return next;
      },
      onError: (error) => onError(error, cell),
    }),
  );
}
