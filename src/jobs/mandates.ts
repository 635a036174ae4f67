import { moveAgreedMandates } from '../actions/mandates/move-deposits.ts';
import type { Services } from '../actions/services.ts';
import { startLoop, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 3_000;

/** Moves the deposits of mandates that both organizations have agreed to; goes on with those of a process that has died. */
export function startMandates(services: Services, log: (error: unknown, what: string) => void): Loop {
  let isStopping = false;
  const loop = startLoop({
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: 0,
    round: () => moveAgreedMandates(services, { isStopping: () => isStopping, log }),
    onError: (error) => log(error, 'the deposits of a mandate could not be moved'),
  });
  return {
    wake: loop.wake,
    stop: () => {
      isStopping = true;
      return loop.stop();
    },
  };
}
