import { setTimeout as wait } from 'node:timers/promises';
import type { Effect } from '../domain/effect.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Database } from '../storage/database/database.ts';
import { claimEffects, countDue, finishEffects, postponeEffect, type Task } from '../storage/effects/effects.ts';
import { scrub } from '../web/scrub.ts';
import { GivenUp, GivingUp } from './giving-up.ts';

export type Handlers = Record<Effect['kind'], (task: Task) => Promise<void>>;

export type Worker = {
  /** Look now. */
  wake: () => void;
  /** Returns when all is done that was due, and what that has caused in turn; what others add meanwhile is theirs to wait for. */
  drain: () => Promise<void>;
  /** Ends after what is under way. */
  stop: () => Promise<void>;
};

export type WorkerSettings = {
  database: Database;
  handlers: Handlers;
  /** Whether contents stay readable after they are done with: the mailbox of the test environment. */
  keepContent: boolean;
  /** Whether the handlers look into contents at all. */
  needsContent: boolean;
  /** Whether it looks by itself; else only when it is asked to drain. */
  looks: boolean;
  /** Told of each try. */
  onTried: (tried: Tried) => void;
  log: (error: unknown, what: string) => void;
};

export type Tried = { kind: Effect['kind']; id: string; outcome: 'done' | 'again' | 'failed'; ms: number };

/** Without contents to send, an effect costs next to nothing. */
const MOST_AT_ONCE = 100;
const MOST_SENT_AT_ONCE = 20;
/** How long a stop waits for what is being sent. */
const STOP_GRACE_MS = 3_000;
const LOOK_EVERY_MS = 1_000;
const GATHER_MS = 50;
const DRAIN_LIMIT_MS = 30_000;
/** An effect may cause a move, that another effect, and so on: no chain of ours is as long. */
const MOST_TURNS = 8;

/** Waits between attempts; after the last one a mail is kept as failed. */
export const RETRY_AFTER_SECONDS = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/** What time does to a deposit is never given up. */
const AND_THEN_EVERY = 86_400;

export function startWorker(settings: WorkerSettings): Worker {
  const { database, handlers, keepContent, needsContent, looks, onTried, log } = settings;
  const most = needsContent ? MOST_SENT_AT_ONCE : MOST_AT_ONCE;
  let isStopping = false;
  const givingUp = new GivingUp();
  let wakeUp: () => void = () => undefined;
  let isAwake = false;

  async function work(): Promise<number> {
    return database.transaction(async (sql) => {
      const tasks = await claimEffects(sql, { most, withContent: needsContent });
      const failures = await attemptAll(tasks);
      const isDone = (_: Task, place: number): boolean => failures[place] === null;
      await finishEffects(sql, tasks.filter(isDone), { keepContent });
      for (const [place, task] of tasks.entries()) {
        const error = failures[place];
        // What a stop cut short is as if it had not been tried.
        if (error === null || error === undefined || error instanceof GivenUp) continue;
        // What a server says may repeat whom we wrote to.
        await postponeEffect(sql, task, { error: scrub(error.message), retryInSeconds: waitAfter(task) });
      }
      return tasks.length;
    });
  }

  /** What asks others goes side by side; moves of deposits, which need a connection each, one after the other. */
  async function attemptAll(tasks: readonly Task[]): Promise<(Error | null)[]> {
    let turn: Promise<unknown> = Promise.resolve();
    return Promise.all(
      tasks.map((task) => {
        if (task.kind === 'mail' || task.kind === 'check_register') return attempt(task);
        const attempted = turn.then(() => attempt(task));
        turn = attempted;
        return attempted;
      }),
    );
  }

  async function attempt(task: Task): Promise<Error | null> {
    const { kind, id } = task;
    const start = performance.now();
    const tried = (outcome: Tried['outcome']): void => onTried({ kind, id, outcome, ms: performance.now() - start });
    try {
      const end = await givingUp.wait(handlers[kind](task).then(() => null));
      if (end === null) tried('done');
      return end;
    } catch (error) {
      tried(waitAfter(task) === null ? 'failed' : 'again');
      log(error, `effect ${task.kind} ${task.id}, attempt ${task.attempts + 1}`);
      return error as Error;
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const count = await work().catch((error: unknown) => {
        log(error, 'worker');
        return 0;
      });
      if (count === most) continue;
      const look = wait(LOOK_EVERY_MS, undefined, { ref: false });
      if (!isAwake && count === 0) await Promise.race([look, new Promise<void>((done) => (wakeUp = done))]);
      isAwake = false;
      // What comes in quick succession is taken on together.
      if (!isStopping) await wait(GATHER_MS);
    }
  }

  const running = looks ? run() : Promise.resolve();
  const wake = (): void => {
    isAwake = true;
    wakeUp();
  };
  return {
    wake,
    drain: async () => {
      const deadline = Date.now() + DRAIN_LIMIT_MS;
      for (let turn = 0; turn < MOST_TURNS; turn++) {
        const by = await serviceNow(database);
        while ((await countDue(database, by)) > 0) {
          if ((await work()) > 0) continue;
          if (Date.now() > deadline) throw new Error('what is due did not get done in time');
          await wait(10);
        }
        if ((await countDue(database)) === 0) return;
      }
    },
    stop: async () => {
      isStopping = true;
      wake();
      const grace = setTimeout(() => givingUp.now(), STOP_GRACE_MS);
      await running;
      clearTimeout(grace);
    },
  };
}

/** How many seconds to wait after a try that failed; null: it was the last one. */
function waitAfter({ kind, attempts }: Task): number | null {
  return RETRY_AFTER_SECONDS[attempts] ?? (kind === 'mail' ? null : AND_THEN_EVERY);
}
