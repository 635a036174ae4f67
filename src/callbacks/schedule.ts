/** Seconds before each attempt; the first goes out at once. After the last one a delivery has failed. */
export const WAITS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

const MOST_JITTER = 0.2;
const LONGEST_WISH = 86_400;

/** Seconds until the next attempt after `tries`, or null. `Retry-After` can lengthen the wait, not shorten it. */
export function waitAfter(
  tries: number,
  { random, retryAfter, now }: { random: number; retryAfter: string | null; now: Date },
): number | null {
  const wait = WAITS[tries];
  if (wait === undefined) return null;
  return Math.max(wait * (1 + MOST_JITTER * random), wished(retryAfter, now));
}

/** `Retry-After` is seconds or a date; at most a day is granted. */
function wished(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), LONGEST_WISH);
}
