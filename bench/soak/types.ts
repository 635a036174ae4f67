import type { Memory } from '../processes.ts';
import type { Growth } from './growth-of.ts';

/** How often each has been done. */
export type Done = { opened: number; statusReads: number; pages: number; withdrawn: number };

export type Sample = {
  /** Since the start. */
  seconds: number;
  databaseBytes: number;
  done: Done & { mails: number; callbacks: number };
  processes: Record<'web' | 'worker' | 'database', Memory & { heap: number | null }>;
};

export type Verdict = Growth & { process: 'web' | 'worker'; isFlat: boolean };
