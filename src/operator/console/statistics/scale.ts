/** Tick values of an axis from 0 to at least the largest value, at round numbers. */
export function ticksUpTo(largest: number, mostSteps = 4): number[] {
  if (largest <= 0) return [0, 1];
  const step = roundStep(largest / mostSteps);
  const steps = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

const FEW = 20;

/**
 * Tick values for a level that may be high and change little: they start at a round number below the smallest value, so that
 * the change is visible. They start at 0 if that is near, or if the values are small.
 */
export function ticksAround(least: number, largest: number, mostSteps = 4): number[] {
  if (least <= largest / 2 || largest < FEW) return ticksUpTo(largest, mostSteps);
  const step = roundStep(Math.max((largest - least) / (mostSteps - 1), largest / 100));
  const first = Math.floor(least / step) * step;
  const steps = Math.max(1, Math.ceil((largest - first) / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => first + index * step);
}

/** The next of 1, 2, 5, 10, 20, 50 …; never below 1, because the values are counts. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least - 1e-9) as number) * power;
}

/** Maps values to coordinates. */
export function scale(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  const stretch = to === from ? 0 : (end - start) / (to - from);
  return (value) => round(start + (value - from) * stretch);
}

/** One decimal keeps the markup short. */
export function round(index: number): number {
  return Math.round(index * 10) / 10;
}

/** Which labels are shown so that they do not overlap: the first, then at even distances. */
export function labelled(count: number, most: number): (index: number) => boolean {
  const step = Math.max(1, Math.ceil(count / most));
  return (index) => index % step === 0;
}

/** `1’250`, `12k`, `3.5M`: fits the narrow margin of an axis. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${trim(value / 1_000_000)}M`;
  if (size >= 10_000) return `${trim(value / 1_000)}k`;
  return grouped(value);
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** For the axis of a level, where large numbers lie close together: `98’500`, `1.25M`. */
export function levelNumber(value: number): string {
  return value < 1_000_000 ? grouped(value) : `${(value / 1_000_000).toFixed(2)}M`;
}

/** `1’250’000`. */
export function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, '’');
}

/** `0.4 s`, `45 s`, `12 min`, `3 h`, `2 days`. */
export function age(seconds: number): string {
  if (seconds > 0 && seconds < 9.5) return `${trim(Math.max(seconds, 0.1))} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
