import type { Random } from '../random.ts';

/** One input for a reader in this process: what was made, what came of it, and what is wrong with that. */
export type Read = { kind: string; outcome: string; fault: string | null };

export type Reader = {
  name: string;
  /** How often, among all readers. */
  weight: number;
  read: (random: Random) => Promise<Read> | Read;
};
