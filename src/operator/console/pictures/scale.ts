/** Where the lines of an axis lie: from 0 to at least the largest value, at round numbers, in so many steps or fewer. */
export function ticksUpTo(largest: number, mostSteps = 4): number[] {
  if (largest <= 0) return [0, 1];
  const step = roundStep(largest / mostSteps);
  const steps = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, place) => place * step);
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

/** `1’250’000`. */
export function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, '’');
}
