import type { Watched } from './service.ts';

/** Memory in MB after a number of inputs. */
export type MemorySample = { inputs: number; rss: number; heap: number };

export type JudgedMemory = {
  /** MB per 100,000 inputs in the second half, by least squares. */
  rssSlope: number;
  heapSlope: number;
  highestRss: number;
  /** The minimum of the heap in the third and in the last quarter. */
  heapFloors: { third: number; last: number } | null;
  fault: string | null;
};

const EVERY_MS = 1_000;

/** Takes a sample every second until it is stopped. */
export function watchMemory({ memory }: Watched, samples: MemorySample[], inputs: () => number): () => Promise<void> {
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      const { rss, heap } = await memory().catch(() => ({ rss: 0, heap: 0 }));
      if (rss > 0) samples.push({ inputs: inputs(), rss, heap });
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  };
  const looking = look();
  return async () => {
    isOver = true;
    await looking;
  };
}

/** Fewer samples allow no verdict. */
const FEWEST_SAMPLES = 40;
/** How much the minimum may rise between the quarters, as a factor and in MB. */
const MOST_RISE = 1.25;
const MOST_RISE_MB = 16;

/** A heap rises and falls with every collection; a leak shows in its minimum. */
export function judgeMemory(samples: readonly MemorySample[]): JudgedMemory {
  const half = samples.slice(Math.floor(samples.length / 2));
  const rssSlope = slope(half.map(({ inputs, rss }) => [inputs, rss]));
  const heapSlope = slope(half.map(({ inputs, heap }) => [inputs, heap]));
  const highestRss = Math.max(0, ...samples.map(({ rss }) => rss));
  const figures = { rssSlope, heapSlope, highestRss };
  if (samples.length < FEWEST_SAMPLES) return { ...figures, heapFloors: null, fault: null };
  const middle = Math.floor(half.length / 2);
  const third = floorOf(half.slice(0, middle));
  const last = floorOf(half.slice(middle));
  const isGrowing = last > third * MOST_RISE + MOST_RISE_MB;
  const fault = isGrowing ? `the heap grows: ${third.toFixed(0)} MB, then ${last.toFixed(0)} MB` : null;
  return { ...figures, heapFloors: { third, last }, fault };
}

function floorOf(samples: readonly MemorySample[]): number {
  return Math.min(...samples.map(({ heap }) => heap));
}

const PER = 100_000;

function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return below === 0 ? 0 : (above / below) * PER;
}
