import type { Gap } from './types.ts';

// A process with real-time priority on one CPU. It wakes every 5 ms and records when it was late, until it is stopped. Only
// the kernel and the host can delay it.

const EVERY_MS = 5;
/** Timers are up to 1 ms late normally. */
const IN_TIME_MS = 2;

const gaps: Gap[] = [];
let due = now() + EVERY_MS;
process.once('message', () => {
  clearTimeout(waking);
  process.send?.(gaps);
});
// The parent has everything, or has ended.
process.once('disconnect', () => process.exit());
let waking = setTimeout(wake, EVERY_MS);
process.send?.('ready');

function wake(): void {
  const at = now();
  if (at - due > IN_TIME_MS) gaps.push({ from: due, to: at });
  due = now() + EVERY_MS;
  waking = setTimeout(wake, EVERY_MS);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
