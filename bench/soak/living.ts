import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from '../start.ts';

/** With these, `livingIn` can be asked of a process. */
export const COLLECTABLE = ['--import', join(import.meta.dirname, 'collect-on-signal.ts')];

/**
 * Jobs in the middle of their work live as well, and reads of status are noted in memory for ten seconds: the least of
 * what is found in a longer time is without most of that.
 */
const TIMES = 40;
const PAUSE_MS = 500;

/** In bytes: what a process keeps on its heap and beside it after all else was collected, and what compiled code is of that. */
export type Needed = { bytes: number; code: number };

/** What a process still needs at the least, while something is done between one time and the next. */
export async function livingIn(
  { url, pid }: Started,
  between: () => Promise<unknown> = () => wait(PAUSE_MS),
): Promise<Needed> {
  let least: Needed = { bytes: Infinity, code: 0 };
  for (let time = 0; time < TIMES; time++) {
    process.kill(pid, 'SIGUSR2');
    const { heap, external, code } = await heapOf(url);
    if (heap + external < least.bytes) least = { bytes: heap + external, code };
    await between();
  }
  return least;
}

/**
 * What a process says itself: what is used of its heap, what it has of the system for it, buffers outside of it, and what
 * compiled code takes of the first.
 */
export type Heap = { heap: number; committed: number; external: number; code: number };

/** Where the engine has its compiled code, and what belongs to it. */
const OF_CODE = ['code', 'trusted', 'code_large_object', 'trusted_large_object'];

export async function heapOf(url: string): Promise<Heap> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => {
    const value = new RegExp(`^${RegExp.escape(name)} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`${url}/metrics does not tell ${name}`);
    return Number(value);
  };
  return {
    heap: valueOf('nodejs_heap_size_used_bytes'),
    committed: valueOf('nodejs_heap_size_total_bytes'),
    external: valueOf('nodejs_external_memory_bytes'),
    code: OF_CODE.map((space) => valueOf(`nodejs_heap_space_size_used_bytes{space="${space}"}`)).reduce(
      (a, b) => a + b,
    ),
  };
}
