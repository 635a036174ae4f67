/** How a size changes over the second half of a time. */
export type Growth = {
  /** Bytes. */
  mean: number;
  bytesPerSecond: number;
  /** The slope as a share of the mean, in ten minutes; below 0 it shrinks. */
  per10Minutes: number;
};

/** By least squares, so that single peaks say little. */
export function growthOf(samples: readonly { seconds: number; bytes: number }[]): Growth {
  const half = samples.slice(Math.floor(samples.length / 2));
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [time, mean] = [meanOf(half.map(({ seconds }) => seconds)), meanOf(half.map(({ bytes }) => bytes))];
  const together = half.reduce((sum, { seconds, bytes }) => sum + (seconds - time) * (bytes - mean), 0);
  const spread = half.reduce((sum, { seconds }) => sum + (seconds - time) ** 2, 0);
  const bytesPerSecond = together / spread;
  return { mean, bytesPerSecond, per10Minutes: (bytesPerSecond * 600) / mean };
}
