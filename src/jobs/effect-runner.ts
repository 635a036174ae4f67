import type { Effect } from '../domain/effect.ts';
import type { Database } from '../storage/database/database.ts';
import { claimEffects, finishEffects, postponeEffect, type Task } from '../storage/effects/effects.ts';
import { scrub } from '../web/scrub.ts';
import { Abandoned, Abandonment } from './abandonment.ts';

export type Handlers = Record<Effect['kind'], (task: Task) => Promise<void>>;

export type EffectSettings = {
  database: Database;
  handlers: Handlers;
  /** Whether contents stay readable once they are sent: the mailbox of the test environment. */
  keepContent: boolean;
  /** Whether the handlers read contents at all. */
  needsContent: boolean;
  onTried: (tried: Tried) => void;
  log: (error: unknown, what: string) => void;
};

type Tried = { kind: Effect['kind']; id: string; outcome: 'done' | 'again' | 'failed'; ms: number };

/** Without contents to send, an effect costs next to nothing. */
const BATCH_SIZE = 100;
const BATCH_SIZE_WITH_CONTENT = 20;

/** Waits between attempts; after the last one a mail is kept as failed. */
export const RETRY_AFTER_SECONDS = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/** Effects other than mails are never given up. */
const AND_THEN_EVERY_SECONDS = 86_400;

/** Each holds a connection while its effects need others: many batches at once would hold all that there are. */
export const MOST_BATCHES = 4;

/** Carries out queued effects, a batch in one transaction. */
export class EffectRunner {
  readonly batchSize: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #settings: EffectSettings;
  readonly #abandonment = new Abandonment();

  constructor(settings: EffectSettings) {
    this.#settings = settings;
    this.batchSize = settings.needsContent ? BATCH_SIZE_WITH_CONTENT : BATCH_SIZE;
  }

  /** Returns how many effects were tried. */
  async runBatch(): Promise<number> {
    if (this.#running < MOST_BATCHES) this.#running++;
    else await new Promise<void>((start) => this.#waiting.push(start));
    try {
      return await this.#runOne();
    } finally {
      const start = this.#waiting.shift();
      if (start === undefined) this.#running--;
      else start();
    }
  }

  async #runOne(): Promise<number> {
    const { database, needsContent, keepContent } = this.#settings;
    return database.transaction(async (sql) => {
      const tasks = await claimEffects(sql, { most: this.batchSize, withContent: needsContent });
      const failures = await this.#attemptAll(tasks);
      const isDone = (_: Task, index: number): boolean => failures[index] === null;
      await finishEffects(sql, tasks.filter(isDone), { keepContent });
      for (const [index, task] of tasks.entries()) {
        const error = failures[index];
        // An attempt that a stop has cut short does not count.
        if (error === null || error === undefined || error instanceof Abandoned) continue;
        // The answer of a mail server may repeat the recipient's address.
        await postponeEffect(sql, task, { error: scrub(error.message), retryInSeconds: retryAfter(task) });
      }
      return tasks.length;
    });
  }

  /** Stops waiting for the effects in progress; they are tried again after the next start. */
  abandon(): void {
    this.#abandonment.now();
  }

  /** Calls to other services run in parallel; moves of deposits, which need a connection each, one after the other. */
  async #attemptAll(tasks: readonly Task[]): Promise<(Error | null)[]> {
    let previous: Promise<unknown> = Promise.resolve();
    return Promise.all(
      tasks.map((task) => {
        if (task.kind === 'mail' || task.kind === 'check_register') return this.#attempt(task);
        const attempted = previous.then(() => this.#attempt(task));
        previous = attempted;
        return attempted;
      }),
    );
  }

  async #attempt(task: Task): Promise<Error | null> {
    const { handlers, onTried, log } = this.#settings;
    const { kind, id } = task;
    const start = performance.now();
    const tried = (outcome: Tried['outcome']): void => onTried({ kind, id, outcome, ms: performance.now() - start });
    try {
      const end = await this.#abandonment.wait(handlers[kind](task).then(() => null));
      if (end === null) tried('done');
      return end;
    } catch (error) {
      tried(retryAfter(task) === null ? 'failed' : 'again');
      log(error, `effect ${task.kind} ${task.id}, attempt ${task.attempts + 1}`);
      return error as Error;
    }
  }
}

/** Seconds until the next attempt, or null after the last one. */
function retryAfter({ kind, attempts }: Task): number | null {
  return RETRY_AFTER_SECONDS[attempts] ?? (kind === 'mail' ? null : AND_THEN_EVERY_SECONDS);
}
