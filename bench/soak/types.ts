import type { Memory } from '../processes.ts';
import type { Growth } from './growth-of.ts';
import type { Heap, Needed } from './living.ts';

/** How often each was done. */
export type Done = { opened: number; statusReads: number; pages: number; withdrawn: number };

export type Sample = {
  /** Since the start. */
  seconds: number;
  databaseBytes: number;
  done: Done & { mails: number; callbacks: number };
  processes: Record<'web' | 'worker', Memory & Heap> & { database: Memory };
};

/** Live memory of each process after garbage collection. */
export type Living = { seconds: number; web: Needed; worker: Needed };

export type Verdict = { process: 'web' | 'worker'; held: Growth; living: Growth; isFlat: boolean };
