/** Background work in rounds, one at a time. */
export type Loop = {
  /** Starts the next round soon, or another one right after the current round. */
  wake: () => void;
  /** Starts no further round and waits for the current one. */
  stop: () => Promise<void>;
};

export type LoopSettings = {
  /** Returns how many milliseconds to wait before the next round, or nothing for `everyMs`. */
  round: () => Promise<number | void>;
  everyMs: number;
  firstAfterMs: number;
  /** How long to wait after a call of `wake`, so that one round handles what arrives in quick succession. */
  wakeAfterMs?: number;
  /** Called once after the last round. */
  atStop?: () => Promise<void>;
  onError: (error: unknown) => void;
};

export function startLoop(settings: LoopSettings): Loop {
  const { round, everyMs, firstAfterMs, wakeAfterMs = 0, atStop, onError } = settings;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  let current: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;

  function schedule(afterMs: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    dueAt = performance.now() + afterMs;
    timer = setTimeout(() => void (current = run()), afterMs).unref();
  }

  async function run(): Promise<void> {
    isWoken = false;
    let next = everyMs;
    try {
      next = (await round()) ?? everyMs;
    } catch (error) {
      onError(error);
    }
    current = null;
    schedule(isWoken ? Math.min(next, wakeAfterMs) : next);
  }

  schedule(firstAfterMs);
  return {
    wake: () => {
      if (isWoken) return;
      isWoken = true;
      if (current === null && performance.now() + wakeAfterMs < dueAt) schedule(wakeAfterMs);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await current;
      await atStop?.().catch(onError);
    },
  };
}
