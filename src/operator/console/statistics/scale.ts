/** Where the lines of an axis lie: from 0 to at least the largest value, at round numbers, in so many steps or fewer. */
export function ticksUpTo(largest: number, mostSteps = 4): number[] {
  if (largest <= 0) return [0, 1];
  const step = roundStep(largest / mostSteps);
  const steps = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, place) => place * step);
}

const FEW = 20;

/**
 * Of a level, which may be high and change little: from a round number below the least, so that its change is seen. From 0
 * where that is near, or where there are few.
 */
export function ticksAround(least: number, largest: number, mostSteps = 4): number[] {
  if (least <= largest / 2 || largest < FEW) return ticksUpTo(largest, mostSteps);
  const step = roundStep(Math.max((largest - least) / (mostSteps - 1), largest / 100));
  const first = Math.floor(least / step) * step;
  const steps = Math.max(1, Math.ceil((largest - first) / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, place) => first + place * step);
}

/** The next of 1, 2, 5, 10, 20, 50 … ; nothing is counted in halves. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least - 1e-9) as number) * power;
}

/** From values to places. */
export function scale(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  const stretch = to === from ? 0 : (end - start) / (to - from);
  return (value) => round(start + (value - from) * stretch);
}

/** Short enough for a page of many points. */
export function round(place: number): number {
  return Math.round(place * 10) / 10;
}

/** Which of many labels are written, so that they do not run into each other: always the first, and evenly from there. */
export function labelled(count: number, most: number): (place: number) => boolean {
  const step = Math.max(1, Math.ceil(count / most));
  return (place) => place % step === 0;
}

/** `1’250`, `12k`, `3.5M`: for the narrow margin of an axis. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${trim(value / 1_000_000)}M`;
  if (size >= 10_000) return `${trim(value / 1_000)}k`;
  return grouped(value);
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** For the axis of a level, whose numbers may be large and near each other: `98’500`, `1.25M`. */
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
