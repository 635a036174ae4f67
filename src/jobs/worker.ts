import { setTimeout as wait } from 'node:timers/promises';
import { serviceNow } from '../storage/database/clock.ts';
import { countDue } from '../storage/effects/effects.ts';
import { EffectRunner, type EffectSettings } from './effect-runner.ts';
import { startLoop } from './loop.ts';

export type Worker = {
  /** There is a new effect to carry out. */
  wake: () => void;
  /** Returns when all effects are done that were due, and those that they caused; not what others add meanwhile. */
  drain: () => Promise<void>;
  stop: () => Promise<void>;
};

type WorkerSettings = EffectSettings & {
  /** If not, effects are carried out only by `drain`. */
  hasLoop: boolean;
};

const LOOK_EVERY_MS = 1_000;
/** One batch takes what was queued in quick succession. */
const WAKE_AFTER_MS = 50;
/** How long a stop waits for effects in progress, such as a mail that is being sent. */
const STOP_GRACE_MS = 3_000;
const DRAIN_LIMIT_MS = 30_000;
/** An effect may cause a move, which queues another effect. No such chain is longer. */
const LONGEST_CHAIN = 8;

/** Carries out the effects that moves have queued: mails, documents, timed moves. */
export function startWorker({ hasLoop, ...settings }: WorkerSettings): Worker {
  const { database, log } = settings;
  const runner = new EffectRunner(settings);
  const loop = hasLoop
    ? startLoop({
        everyMs: LOOK_EVERY_MS,
        firstAfterMs: 0,
        wakeAfterMs: WAKE_AFTER_MS,
        round: async () => {
          const count = await runner.runBatch();
          if (count === 0) return LOOK_EVERY_MS;
          return count === runner.batchSize ? 0 : WAKE_AFTER_MS;
        },
        onError: (error) => log(error, 'worker'),
      })
    : null;
  return {
    wake: () => loop?.wake(),
    drain: async () => {
      const deadline = Date.now() + DRAIN_LIMIT_MS;
      for (let link = 0; link < LONGEST_CHAIN; link++) {
        const by = await serviceNow(database);
        while ((await countDue(database, by)) > 0) {
          if ((await runner.runBatch()) > 0) continue;
          if (Date.now() > deadline) throw new Error('due effects were not done in time');
          await wait(10);
        }
        if ((await countDue(database)) === 0) return;
      }
    },
    stop: async () => {
      const grace = setTimeout(() => runner.abandon(), STOP_GRACE_MS);
      await loop?.stop();
      clearTimeout(grace);
    },
  };
}
