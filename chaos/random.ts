import { createHash } from 'node:crypto';

/** Reproducible random numbers: the same seed gives the same sequence. */
export type Random = {
  /** From 0 up to 1. */
  number: () => number;
  whole: (from: number, to: number) => number;
  pick: <T>(things: readonly T[]) => T;
  isSo: (probability: number) => boolean;
};

export function randomOf(seed: string): Random {
  const bytes = createHash('sha256').update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at)) as [number, number, number, number];
  // sfc32: small, fast, and good enough to choose by.
  const number = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(number() * (to - from + 1));
  return {
    number,
    whole,
    pick: <T>(things: readonly T[]): T => {
      if (things.length === 0) throw new Error('Nothing to pick from.');
      return things[whole(0, things.length - 1)] as T;
    },
    isSo: (probability) => number() < probability,
  };
}
