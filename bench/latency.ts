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
 * Peak load, a single caller and half of the peak load right after each other, because the CPU speed of a shared host
 * changes; and the CPU time that other guests took. If watched, also what happened next to calls slower than ten single
 * ones, and how fast the disk was just before.
 */
export type Round = { highest: number; lone: Load; half: Load; stolen: number | null; slow?: Slow; disk?: Disk };

/** The target: p99 relative to a single call. */
export const AIM = 10;

/** Medians of the rounds that count, with the ratio; NaN if none counts. */
export type Latency = { lone: Middle; half: Middle; ratio: number };

/** At most this many tries for each undisturbed round. */
const TRIES = 4;

/** Hosts give more CPU time to a guest that has been idle. */
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
  // Warm-up: V8 has not seen paced calls and closed connections yet.
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
 * The host takes a CPU away for 10 to 300 ms, and every call that needs it waits. If that is more than 1 % of the time,
 * summed over the CPUs, p99 may show only the host. Without data on stolen time, nothing counts as stolen.
 */
export function undisturbed<T extends { stolen: number | null }>(rounds: readonly T[], cores = cpus().length): T[] {
  return rounds.filter(({ stolen }) => (stolen ?? 0) * cores <= 0.01);
}

export function latencyOf(rounds: readonly Round[]): Latency {
  const lone = middleOf(rounds.map((round) => round.lone));
  const half = middleOf(rounds.map((round) => round.half));
  return { lone, half, ratio: middle(rounds.map((round) => round.half.p99 / round.lone.median)) };
}
