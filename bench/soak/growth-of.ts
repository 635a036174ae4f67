/** How memory changes from the middle third of a run to the last. */
export type Growth = {
  /** Of the last third, in bytes. */
  mean: number;
  /** Relative to the mean of the middle third, per ten minutes; negative if it shrinks. */
  per10Minutes: number;
};

/**
 * Means of whole thirds, so that single peaks and the moment of a collection matter little. In the first third a process
 * is still growing to its normal size.
 */
export function growthOf(samples: readonly { seconds: number; bytes: number }[]): Growth {
  const third = (place: number): { time: number; mean: number } => {
    const part = samples.slice((samples.length * place) / 3, (samples.length * (place + 1)) / 3);
    const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { time: meanOf(part.map(({ seconds }) => seconds)), mean: meanOf(part.map(({ bytes }) => bytes)) };
  };
  const [middle, last] = [third(1), third(2)];
  const grown = (last.mean - middle.mean) / middle.mean;
  return { mean: last.mean, per10Minutes: (grown * 600) / (last.time - middle.time) };
}
