import type { Gap } from './types.ts';

// A process on one processor, where it goes before all others, that wakes every 5 ms and writes down when it was not woken in
// time, until it is told to stop. Nothing in this machine keeps it waiting, but the kernel's own work and the host.

const EVERY_MS = 5;
/** Timers come up to 1 ms late by themselves. */
const IN_TIME_MS = 2;

const gaps: Gap[] = [];
let due = now() + EVERY_MS;
process.once('message', () => {
  clearTimeout(waking);
  process.send?.(gaps);
});
// Whoever started it has all, or is no more.
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
