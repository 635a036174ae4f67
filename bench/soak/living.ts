import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from '../start.ts';

/** Arguments that a process needs for `livingIn`. */
export const COLLECTABLE = ['--import', join(import.meta.dirname, 'collect-on-signal.ts')];

/**
 * Running jobs keep memory alive, and status reads are buffered for ten seconds. The minimum over a longer time excludes
 * most of that.
 */
const TIMES = 40;
const PAUSE_MS = 500;

/** Bytes that stay alive after garbage collection, on the heap and outside, and compiled code among them. */
export type Needed = { bytes: number; code: number };

/** The minimum of a process's live memory over several garbage collections, with `between` run after each. */
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
 * From the process's own metrics: heap in use, heap reserved, buffers outside the heap, and compiled code in the heap.
 */
export type Heap = { heap: number; committed: number; external: number; code: number };

/** V8's heap spaces for compiled code. */
const OF_CODE = ['code', 'trusted', 'code_large_object', 'trusted_large_object'];

export async function heapOf(url: string): Promise<Heap> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => {
    const value = new RegExp(`^${RegExp.escape(name)} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`${url}/metrics has no ${name}`);
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
