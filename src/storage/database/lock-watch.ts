import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

/** Calls wait at most 5 seconds for a migration: the rest is the time until this is noticed and carried out. */
const LONGEST_WAIT = '4 seconds';
const LOOK_EVERY_MS = 250;

type LockWatch = {
  /** Ends the watch, and says who was in the way. */
  stop: () => Promise<string | null>;
};

/**
 * Cancels a migration for which others have waited too long. They queue behind its locks, and also behind a lock that it
 * is itself waiting for.
 */
export function watchLocks(watcher: Client, pid: number): LockWatch {
  let blocker: string | null = null;
  let isOver = false;
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);

  async function look(): Promise<void> {
    if (isOver) return;
    try {
      const { rows } = await watcher.query<{ blocker: string | null; is_in_the_way: boolean }>(LOOK, [pid]);
      blocker = rows[0]?.blocker ?? blocker;
      if (rows[0]?.is_in_the_way === true && !isOver) await watcher.query('select pg_cancel_backend($1)', [pid]);
    } catch {
      // Its connection is lost, or a pool has none left. Without it, the migration still gives up after its lock timeout.
    }
  }

  return {
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      // A look has a time limit of its own, but the migration must not wait for it while it holds locks.
      await Promise.race([looking, wait(LOOK_EVERY_MS, undefined, { ref: false })]);
      return blocker;
    },
  };
}

/** Waiting for an advisory lock is no call: another process waits there until this one has migrated. */
const LOOK = `
  select (select concat_ws(' ', 'process', a.pid::text, '(' || nullif(a.application_name, '') || ')', 'of', a.usename,
                           'holds a lock since', to_char(a.xact_start at time zone 'UTC', 'HH24:MI:SS') || ' UTC')
          from pg_stat_activity a where a.pid = any(pg_blocking_pids($1)) order by a.xact_start limit 1) as blocker,
         exists (select from pg_locks l
                 where not l.granted and l.locktype <> 'advisory' and l.pid <> $1
                   and l.waitstart < clock_timestamp() - interval '${LONGEST_WAIT}'
                   and $1 = any(pg_blocking_pids(l.pid))) as is_in_the_way`;
