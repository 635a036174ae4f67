const DIGITS = 4;

/** A result as it is kept in git: fractions with four significant digits. Whole numbers stay exact. */
export function condense(result: object): string {
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
  return `${JSON.stringify(result, short, 1)}\n`;
}

/** At most `count` of them, evenly spread, with the first and the last. */
export function thinOut<T>(samples: readonly T[], count: number): T[] {
  if (samples.length <= count) return [...samples];
  const step = (samples.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, n) => samples[Math.round(n * step)] as T);
}
