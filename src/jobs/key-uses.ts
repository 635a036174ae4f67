import type { KeyUses } from '../storage/set-up/key-uses.ts';

const EVERY_MS = 60_000;

/** Once a minute, and at the end: which keys were used. */
export function startKeyUses(keyUses: KeyUses, log: (error: unknown) => void): { stop: () => Promise<void> } {
  const write = (): Promise<void> => keyUses.writeDown().catch(log);
  const timer = setInterval(() => void write(), EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await write();
    },
  };
}
