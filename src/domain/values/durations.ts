/** Upper bounds of the buckets in milliseconds, inclusive. Bucket counts can be summed over any period. */
export const DURATION_BOUNDS: readonly number[] = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 2_000, 5_000, 10_000,
];

/** One count per bound, and one for everything longer. */
export type Durations = number[];

export function noDurations(): Durations {
  return Array.from({ length: DURATION_BOUNDS.length + 1 }, () => 0);
}

export function countDuration(durations: Durations, ms: number): void {
  let bucket = 0;
  while (bucket < DURATION_BOUNDS.length && ms > (DURATION_BOUNDS[bucket] as number)) bucket++;
  durations[bucket] = (durations[bucket] ?? 0) + 1;
}

export function addDurations(sum: Durations, more: readonly number[]): void {
  for (const [bucket, count] of more.entries()) sum[bucket] = (sum[bucket] ?? 0) + count;
}

/** The quantile, as exact as the buckets allow. Null when nothing was counted. */
export function quantile(durations: Durations, share: number): number | null {
  const all = durations.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  for (const [bucket, count] of durations.entries()) {
    const wanted = share * all - below;
    if (count > 0 && wanted <= count) return within(bucket, wanted / count);
    below += count;
  }
  return DURATION_BOUNDS.at(-1) ?? null;
}

/** Assumes that durations are spread evenly within a bucket. */
function within(bucket: number, share: number): number {
  const from = bucket === 0 ? 0 : (DURATION_BOUNDS[bucket - 1] as number);
  const to = DURATION_BOUNDS[bucket] ?? from;
  return from + (to - from) * share;
}
