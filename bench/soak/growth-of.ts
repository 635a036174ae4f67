/** How a size changes from the middle third of a time to the last one. */
export type Growth = {
  /** Of the last third, in bytes. */
  mean: number;
  /** As a share of the mean of the middle third, in ten minutes; below 0 it shrinks. */
  per10Minutes: number;
};

/**
 * Means of whole thirds, so that neither single peaks nor the moment of a collection say much. In the first third a
 * process is still finding its size.
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
