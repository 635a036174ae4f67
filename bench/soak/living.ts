import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from '../start.ts';

/** With these, `livingIn` can be asked of a process. */
export const COLLECTABLE = ['--import', join(import.meta.dirname, 'collect-on-signal.ts')];

/**
 * Jobs in the middle of their work live as well, and reads of status are noted in memory for ten seconds: the least of
 * what is found in a longer time is without most of that.
 */
const TIMES = 26;
const PAUSE_MS = 500;

/** What a process still needs, in bytes: what it keeps on its heap and beside it after all else was collected. */
export async function livingIn({ url, pid }: Started): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < TIMES; time++) {
    process.kill(pid, 'SIGUSR2');
    const { heap, external } = await heapOf(url);
    least = Math.min(least, heap + external);
    await wait(PAUSE_MS);
  }
  return least;
}

/** What a process says itself: what is used of its heap, what it has of the system for it, and buffers outside of it. */
export type Heap = { heap: number; committed: number; external: number };

export async function heapOf(url: string): Promise<Heap> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`${url}/metrics does not tell ${name}`);
    return Number(value);
  };
  return {
    heap: valueOf('nodejs_heap_size_used_bytes'),
    committed: valueOf('nodejs_heap_size_total_bytes'),
    external: valueOf('nodejs_external_memory_bytes'),
  };
}
