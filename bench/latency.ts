import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { diskAlone, type Disk } from './disk.ts';
import type { Load } from './load.ts';
import { middle, middleOf, type Middle } from './show.ts';
import type { Side } from './side.ts';
import { slowCalls, type Slow } from './slow/groups.ts';
import type { Answered } from './slow/types.ts';
import type { Watch } from './slow/watch.ts';
import { watchStolen } from './stolen.ts';

/**
 * The highest load, a lone caller and half of the highest load right after each other, since how fast the processors are
 * changes from one minute to the next; and what others on the host took of them meanwhile. Where it was watched, also what was
 * seen beside calls that took longer than ten lone ones, and how quick the disk was by itself right before.
 */
export type Round = { highest: number; lone: Load; half: Load; stolen: number | null; slow?: Slow; disk?: Disk };

/** How many times a lone call one in a hundred may take. */
export const AIM = 10;

/** Of the rounds that count, with the ratio that is asked for; NaN where none counts. */
export type Latency = { lone: Middle; half: Middle; ratio: number };

/** For each round that is wanted, so many are tried at most until it is one that others have left alone. */
const TRIES = 4;

/** Others on a host take least from one that has rested. */
export const REST_MS = 4_000;

export async function latencies(
  side: Side,
  {
    rounds,
    seconds,
    onRound = () => undefined,
    watch,
  }: { rounds: number; seconds: number; onRound?: (round: Round) => void; watch?: Watch },
): Promise<Round[]> {
  const measure = async (): Promise<Round> => {
    await wait(REST_MS);
    const disk = watch && diskAlone(watch.folder, seconds / 4);
    const stolen = watchStolen();
    const highest = await side.highest(seconds);
    const lone = await side.lone(seconds);
    const watching = await watch?.start();
    const answered: Answered[] = [];
    const onAnswer = (at: number, ms: number): void => void answered.push({ at: performance.timeOrigin + at, ms });
    const half = await side.paced(highest / 2, seconds * 2, watching && onAnswer);
    const round = { highest, lone, half, stolen: stolen() };
    if (watching === undefined || disk === undefined) return round;
    return { ...round, disk, slow: slowCalls(answered, lone.median * AIM, await watching.stop()) };
  };
  // An engine compiles for the calls it has seen: these are paced in another way, and hung up on, for the first time.
  await measure();
  const all: Round[] = [];
  while (undisturbed(all).length < rounds && all.length < rounds * TRIES) {
    const round = await measure();
    all.push(round);
    onRound(round);
  }
  return all;
}

/**
 * A processor that is taken away comes back after 10 to 300 ms, and every call that needs it waits as long. Where that is
 * more than a hundredth of the time, summed over the processors, the slowest call in a hundred may tell of the host alone. A
 * system that does not say what was taken is believed to have taken nothing.
 */
export function undisturbed<T extends { stolen: number | null }>(rounds: readonly T[], cores = cpus().length): T[] {
  return rounds.filter(({ stolen }) => (stolen ?? 0) * cores <= 0.01);
}

export function latencyOf(rounds: readonly Round[]): Latency {
  const lone = middleOf(rounds.map((round) => round.lone));
  const half = middleOf(rounds.map((round) => round.half));
  return { lone, half, ratio: middle(rounds.map((round) => round.half.p99 / round.lone.median)) };
}
