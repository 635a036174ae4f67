import { addDurations, noDurations, quantile, type Durations } from '../../../domain/values/durations.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { catchUpNewest } from '../../../storage/deposit-list/catch-up.ts';
import { readQueues, type QueueLengths } from '../../../storage/effects/queues.ts';
import type { CallOutcome } from '../../../storage/request-log/request-log.ts';
import {
  addToCounters,
  openAtStartOf,
  readCounters,
  type Counted,
  type Counter,
} from '../../../storage/statistics/counters.ts';
import {
  countCalls,
  listProblemCounts,
  type CountedCalls,
  type ProblemOfPartner,
} from '../../../storage/statistics/statistics.ts';
import type { Period } from './period.ts';

export type Whose = { partnerId: string | null; organizationId: string | null };

/** Everything the page shows, with one value for each slot of the period. Amounts are in francs. */
export type Statistics = {
  period: Period;
  whose: Whose;
  /** Deposits opened. */
  opened: { byPartner: number[]; byHand: number[] };
  /** Open deposits at the end of each slot; null: the slot is in the future. */
  open: (number | null)[];
  calls: Record<CallOutcome, number[]>;
  /** Calls to contract status and events. */
  reads: { succeeded: number; refused: number };
  dryRuns: number;
  typical: (number | null)[];
  slow: (number | null)[];
  /** For the whole period. */
  overall: { typical: number | null; slow: number | null };
  money: { in: number[]; out: number[] };
  deliveries: Record<'delivered' | 'waiting' | 'failed', number[]>;
  /** Average time to arrive, in ms. */
  arrival: { perSlot: (number | null)[]; overall: number | null };
  queues: QueueLengths;
  problems: readonly ProblemOfPartner[];
};

const PROBLEMS_EACH = 5;

export async function readStatistics(sql: Sql, period: Period, whose: Whose, now: Date): Promise<Statistics> {
  // Include what was opened a moment ago and is not yet counted by the job.
  await catchUpNewest(sql);
  await addToCounters(sql);
  const extent = { ...period, ...whose };
  const calls = await countCalls(sql, extent);
  const counted = await readCounters(sql, extent);
  const openAtEnd = await openAtStartOf(sql, { ...whose, at: period.to });
  const indexOf = slotIndexOf(period);
  const opens = calls.filter(({ kind }) => kind === 'open');
  const durations = durationsOf(opens, period, indexOf);
  const all = noDurations();
  for (const one of durations) addDurations(all, one);
  const reads = calls.filter(({ kind }) => kind === 'read');
  const spread = <T extends { startsAt: Date }>(rows: readonly T[], value: (row: T) => number): number[] => {
    const values = period.slots.map(() => 0);
    for (const row of rows) {
      const slot = indexOf(row.startsAt);
      if (slot !== undefined) values[slot] = (values[slot] ?? 0) + value(row);
    }
    return values;
  };
  const ended = (outcome: CallOutcome): number[] =>
    spread(
      opens.filter((row) => row.outcome === outcome),
      (row) => row.calls,
    );
  const of = (what: Counter, value = ({ number }: Counted) => number): number[] =>
    spread(
      counted.filter((row) => row.what === what),
      value,
    );
  const inFrancs = ({ number }: Counted): number => number / 100;
  const [arrived, arrivalMs] = [of('deliveries_delivered'), of('delivery_ms')];
  return {
    period,
    whose,
    opened: { byPartner: of('opened'), byHand: of('opened_by_hand') },
    open: levels(period, { changes: of('open'), atEnd: openAtEnd, now }),
    calls: { success: ended('success'), skipped: ended('skipped'), errored: ended('errored') },
    reads: {
      succeeded: total(reads.filter(({ outcome }) => outcome === 'success')),
      refused: total(reads.filter(({ outcome }) => outcome !== 'success')),
    },
    dryRuns: total(calls.filter(({ kind }) => kind === 'check')),
    typical: durations.map((one) => quantile(one, 0.5)),
    slow: durations.map((one) => quantile(one, 0.95)),
    overall: { typical: quantile(all, 0.5), slow: quantile(all, 0.95) },
    money: { in: of('rappen_in', inFrancs), out: of('rappen_out', inFrancs) },
    deliveries: { delivered: arrived, failed: of('deliveries_failed'), waiting: of('deliveries_waiting') },
    arrival: {
      perSlot: arrived.map((count, slot) => average(arrivalMs[slot] ?? 0, count)),
      overall: average(sum(arrivalMs), sum(arrived)),
    },
    queues: await readQueues(sql),
    problems: await listProblemCounts(sql, { ...period, ...whose, mostEach: PROBLEMS_EACH }),
  };
}

function slotIndexOf({ slots }: Period): (startsAt: Date) => number | undefined {
  const indexes = new Map(slots.map(({ startsAt }, index) => [startsAt.getTime(), index]));
  return (startsAt) => indexes.get(startsAt.getTime());
}

function total(rows: readonly CountedCalls[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

function durationsOf(
  rows: readonly CountedCalls[],
  { slots }: Period,
  indexOf: (startsAt: Date) => number | undefined,
): Durations[] {
  const all = slots.map(() => noDurations());
  for (const { startsAt, durations } of rows) addDurations(all[indexOf(startsAt) ?? -1] ?? [], durations);
  return all;
}

/** Open deposits at the end of each slot: counted back from the end of the period by the changes of each later slot. */
export function levels(
  { slots }: Pick<Period, 'slots'>,
  { changes, atEnd, now }: { changes: readonly number[]; atEnd: number; now: Date },
): (number | null)[] {
  const ends: (number | null)[] = [];
  let level = atEnd;
  for (const [index, { startsAt }] of [...slots.entries()].toReversed()) {
    ends.unshift(startsAt > now ? null : level);
    level -= changes[index] ?? 0;
  }
  return ends;
}

function average(all: number, count: number): number | null {
  return count === 0 ? null : all / count;
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
