import { cpus } from 'node:os';
import { noUses, USERS, type Answered, type Gap, type Sample, type Seen, type Uses } from './types.ts';

/** In this order: a group of slow calls counts for the first cause present. */
export const CAUSES = ['host', 'away', 'autovacuum', 'collector', 'log file', 'disk', 'processors', 'unknown'] as const;
export type Cause = (typeof CAUSES)[number];

/** Calls that were slow at the same time. */
export type Group = { from: number; to: number; calls: number };

/** Sums of groups: calls, duration, CPU time by process, and time spent waiting for the disk or without a CPU. */
export type Sum = { groups: number; calls: number; ms: number; ran: Uses; queued: Uses; disk: number; away: number };

/** Calls slower than a limit in milliseconds, out of all; and whether missing CPUs were recorded. */
export type Slow = {
  than: number;
  calls: number;
  of: number;
  causes: Partial<Record<Cause, Sum>>;
  all: Sum;
  probed: boolean;
};

export function slowCalls(answered: readonly Answered[], than: number, { samples, gaps }: Seen): Slow {
  const slow = answered.filter(({ ms }) => ms > than);
  const causes: Slow['causes'] = {};
  for (const group of groupsOf(slow)) {
    const during = samples.filter(({ at }) => at >= group.from && at <= group.to);
    const away = awayIn(group, gaps ?? []);
    const cause = causeOf(group, during, away);
    causes[cause] = added(causes[cause] ?? nothing(), group, during, away);
  }
  const [first, last] = [samples[0], samples.at(-1)];
  const whole = { from: first?.at ?? 0, to: last?.at ?? 0, calls: answered.length };
  const all = added(nothing(), whole, samples, awayIn(whole, gaps ?? []));
  return { than, calls: slow.length, of: answered.length, causes, all, probed: gaps !== null };
}

/** Milliseconds, summed over the CPUs. */
export function awayIn({ from, to }: Gap, gaps: readonly Gap[]): number {
  return gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)), 0);
}

/** Those that waited at the same time, from when the first was sent to when the last was answered. */
export function groupsOf(slow: readonly Answered[]): Group[] {
  const groups: Group[] = [];
  for (const { at, ms } of slow.toSorted((one, other) => one.at - one.ms - (other.at - other.ms))) {
    const group = groups.at(-1);
    if (group === undefined || at - ms > group.to) groups.push({ from: at - ms, to: at, calls: 1 });
    else {
      group.to = Math.max(group.to, at);
      group.calls++;
    }
  }
  return groups;
}

/**
 * What happened during a group. Garbage-collector threads run for a tenth of the time in a minor collection, and for more
 * than half while the heap is marked. `processors`: the service's thread had no pause, or all CPUs were in use.
 */
export function causeOf({ from, to }: Gap, during: readonly Sample[], away: number, cores = cpus().length): Cause {
  const time = to - from;
  const sum = (of: (sample: Sample) => number): number => during.reduce((total, sample) => total + of(sample), 0);
  if (sum(({ stolen }) => stolen) >= time * 0.1) return 'host';
  if (away >= time * 0.2) return 'away';
  if (sum(({ ran }) => ran.autovacuum) >= time * 0.1) return 'autovacuum';
  if (sum(({ ran }) => ran.collector) >= time * 0.3) return 'collector';
  if (sum(({ logFiles }) => logFiles) > 0) return 'log file';
  if (sum(({ disk }) => disk) >= time * 0.4) return 'disk';
  const inUse = sum(({ ran }) => USERS.reduce((total, user) => total + ran[user], 0));
  const busy = sum(({ ran, queued }) => ran.service + queued.service);
  return busy >= time * 0.85 || inUse >= time * cores * 0.8 ? 'processors' : 'unknown';
}

function nothing(): Sum {
  return { groups: 0, calls: 0, ms: 0, ran: noUses(), queued: noUses(), disk: 0, away: 0 };
}

function added(sum: Sum, { from, to, calls }: Group, samples: readonly Sample[], away: number): Sum {
  const more = (before: Uses, of: (sample: Sample) => Uses): Uses => {
    const after = { ...before };
    for (const sample of samples) for (const user of USERS) after[user] += of(sample)[user];
    return after;
  };
  return {
    groups: sum.groups + 1,
    calls: sum.calls + calls,
    ms: sum.ms + to - from,
    ran: more(sum.ran, ({ ran }) => ran),
    queued: more(sum.queued, ({ queued }) => queued),
    disk: samples.reduce((total, { disk }) => total + disk, sum.disk),
    away: sum.away + away,
  };
}
