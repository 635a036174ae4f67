import { readFileSync } from 'node:fs';

/** Where the kernel tells it: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 7;
const TICK_MS = 10;

/**
 * Tells, when asked, which share of the processors' time others on the same host have taken away since. Null where the
 * system does not say so. Figures of a run that lost much of it say little.
 */
export function watchStolen(): () => number | null {
  const before = ticks();
  return () => {
    const now = ticks();
    if (before === null || now === null) return null;
    const spent = now.map((count, place) => count - (before[place] ?? 0));
    return (spent[STEAL] ?? 0) / spent.reduce((sum, count) => sum + count, 0);
  };
}

/** Milliseconds that others on the host have taken of all processors so far; 0 where the system does not say. In steps of 10. */
export function stolenMs(): number {
  return (ticks()?.[STEAL] ?? 0) * TICK_MS;
}

function ticks(): number[] | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    return line
      .trim()
      .split(/\s+/)
      .slice(1, STEAL + 2)
      .map(Number);
  } catch {
    return null;
  }
}
