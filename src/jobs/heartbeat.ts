import type { Database } from '../storage/database/database.ts';
import { numberChanges, unnumbered } from '../storage/deposit-feed/feed.ts';
import { sendHeartbeat } from '../storage/replica/lag.ts';
import { startLoop, type Loop } from './loop.ts';

const EVERY_MS = 1_000;

/** While a replica follows: tells it once a second that the primary lives, and numbers what readers of lists cannot number. */
export function startHeartbeat(database: Database, onError: (error: unknown) => void): Loop {
  return startLoop({
    everyMs: EVERY_MS,
    firstAfterMs: EVERY_MS,
    round: async () => {
      if (!(await sendHeartbeat(database))) return;
      for (const organizationId of await unnumbered(database)) await numberChanges(database, organizationId);
    },
    onError,
  });
}
