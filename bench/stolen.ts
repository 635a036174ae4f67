import { readFileSync } from 'node:fs';

/** /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 7;
const TICK_MS = 10;

/**
 * Returns a function for the share of CPU time that other guests of the host have taken since (steal). Null if the
 * system does not report it. Results of a run that lost much of it say little.
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

/** Milliseconds of CPU time taken by other guests of the host so far, in steps of 10; 0 if the system does not report it. */
export function stolenMs(): number {
  return (ticks()?.[STEAL] ?? 0) * TICK_MS;
}

/** Seconds of CPU time that all programs of this machine have taken so far; 0 if the system does not report it. */
export function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = ticks() ?? [];
  return ((user + nice + system + irq + softirq) * TICK_MS) / 1000;
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
