import { addDurations, noDurations, quantile, type Durations } from '../../../domain/durations.ts';
import type { State } from '../../../domain/deposit.ts';
import type { Sql } from '../../../storage/database.ts';
import { readQueues, type QueueLengths } from '../../../storage/queues.ts';
import type { CallOutcome } from '../../../storage/request-log.ts';
import {
  countCalls,
  countDeliveries,
  countDeposits,
  listProblems,
  openByDay,
  sumMoney,
  type CountedCalls,
  type DeliveryState,
  type DepositCount,
  type ProblemOfPartner,
} from '../../../storage/statistics.ts';
import type { Period } from './period.ts';

export type Whose = { partnerId: string | null; organizationId: string | null };

/** Everything that a picture shows, one value for each slot of its period. */
export type Picture = {
  period: Period;
  whose: Whose;
  opens: Record<CallOutcome, number[]>;
  /** Calls that read: contract status and events. */
  reads: { succeeded: number; refused: number };
  dryRuns: number;
  typical: (number | null)[];
  slow: (number | null)[];
  /** Of all slots together. */
  overall: { typical: number | null; slow: number | null };
  money: { in: number[]; out: number[] };
  deliveries: Record<DeliveryState, number[]>;
  /** Null where it was not counted; nothing at all for a day or a partner. */
  open: (number | null)[] | null;
  /** Now. */
  deposits: ReadonlyMap<State, number>;
  queues: QueueLengths;
  problems: readonly ProblemOfPartner[];
};

const PROBLEMS_EACH = 5;

export async function readPicture(sql: Sql, period: Period, whose: Whose): Promise<Picture> {
  const extent = { ...period, ...whose };
  const calls = await countCalls(sql, extent);
  const money = await sumMoney(sql, extent);
  const deliveries = await countDeliveries(sql, extent);
  const isCountedByDay = period.span !== 'day' && whose.partnerId === null;
  const place = placesOf(period);
  const opens = calls.filter(({ kind }) => kind === 'open');
  const durations = durationsOf(opens, period, place);
  const all = noDurations();
  for (const one of durations) addDurations(all, one);
  const reads = calls.filter(({ kind }) => kind === 'read');
  const spread = <T extends { startsAt: Date }>(rows: readonly T[], value: (row: T) => number): number[] => {
    const values = period.slots.map(() => 0);
    for (const row of rows) {
      const slot = place(row.startsAt);
      if (slot !== undefined) values[slot] = (values[slot] ?? 0) + value(row);
    }
    return values;
  };
  const ended = (outcome: CallOutcome): number[] =>
    spread(
      opens.filter((row) => row.outcome === outcome),
      (row) => row.calls,
    );
  const moved = (way: 'in' | 'out'): number[] =>
    spread(
      money.filter((row) => row.way === way),
      ({ rappen }) => rappen / 100,
    );
  const delivered = (state: DeliveryState): number[] =>
    spread(
      deliveries.filter((row) => row.state === state),
      ({ count }) => count,
    );
  return {
    period,
    whose,
    opens: { success: ended('success'), skipped: ended('skipped'), errored: ended('errored') },
    reads: {
      succeeded: total(reads.filter(({ outcome }) => outcome === 'success')),
      refused: total(reads.filter(({ outcome }) => outcome !== 'success')),
    },
    dryRuns: total(calls.filter(({ kind }) => kind === 'check')),
    typical: durations.map((one) => quantile(one, 0.5)),
    slow: durations.map((one) => quantile(one, 0.95)),
    overall: { typical: quantile(all, 0.5), slow: quantile(all, 0.95) },
    money: { in: moved('in'), out: moved('out') },
    deliveries: { delivered: delivered('delivered'), failed: delivered('failed'), waiting: delivered('waiting') },
    open: isCountedByDay ? openPerSlot(period, await openByDay(sql, extent)) : null,
    deposits: await depositsNow(sql, whose.organizationId),
    queues: await readQueues(sql),
    problems: await listProblems(sql, { ...period, ...whose, mostEach: PROBLEMS_EACH }),
  };
}

function placesOf({ slots }: Period): (startsAt: Date) => number | undefined {
  const places = new Map(slots.map(({ startsAt }, place) => [startsAt.getTime(), place]));
  return (startsAt) => places.get(startsAt.getTime());
}

function total(rows: readonly CountedCalls[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

function durationsOf(
  rows: readonly CountedCalls[],
  { slots }: Period,
  place: (startsAt: Date) => number | undefined,
): Durations[] {
  const all = slots.map(() => noDurations());
  for (const { startsAt, durations } of rows) addDurations(all[place(startsAt) ?? -1] ?? [], durations);
  return all;
}

/** Of a month, what was counted on its last day that was counted. */
export function openPerSlot({ slots, toDay }: Period, byDay: ReadonlyMap<string, number>): (number | null)[] {
  const days = [...byDay.keys()].toSorted();
  return slots.map(({ day }, place) => {
    const end = slots[place + 1]?.day ?? toDay;
    const last = days.findLast((counted) => counted >= day && counted < end);
    return last === undefined ? null : (byDay.get(last) ?? null);
  });
}

const COUNTED_FOR_MS = 60_000;
const counted = new WeakMap<Sql, Map<string, { until: number; counts: Promise<DepositCount[]> }>>();

/** Counting many deposits takes a moment, so that the answer is kept for a minute. */
async function depositsNow(sql: Sql, organizationId: string | null): Promise<ReadonlyMap<State, number>> {
  const known = counted.get(sql) ?? new Map();
  counted.set(sql, known);
  const key = organizationId ?? '';
  const last = known.get(key);
  const isFresh = last !== undefined && last.until > Date.now();
  const counts: Promise<DepositCount[]> = isFresh ? last.counts : countDeposits(sql, organizationId);
  if (!isFresh) {
    known.set(key, { until: Date.now() + COUNTED_FOR_MS, counts });
    counts.catch(() => known.delete(key));
  }
  return new Map((await counts).map(({ state, deposits }) => [state, deposits]));
}
