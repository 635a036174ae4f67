import { failed, NOT_SEEN, passed, type ConformanceFacts, type SeenRead, type Verdict } from './facts.ts';

const idsOf = (reads: readonly SeenRead[]): (string | null)[] => reads.map(({ requestId }) => requestId);

export function judgeStatusRead({ statusReads }: Pick<ConformanceFacts, 'statusReads'>): Verdict {
  return statusReads.length === 0 ? NOT_SEEN : passed(idsOf(statusReads));
}

/** Ten minutes; a second less, so that a reader whose calls arrive a little early or late is not accused. */
const PACE_MS = 599_000;
const MOST_READS = 10;

export function judgePace({ pacedReads, isOver }: Pick<ConformanceFacts, 'pacedReads' | 'isOver'>): Verdict {
  for (const reads of Map.groupBy(pacedReads, ({ externalContractId }) => externalContractId).values()) {
    const hurried = tooManyIn(reads.toSorted((one, other) => one.at.getTime() - other.at.getTime()));
    if (hurried !== null) return failed(idsOf(hurried));
  }
  return isOver && pacedReads.length > 0 ? passed(idsOf(pacedReads)) : NOT_SEEN;
}

/** The reads of one contract in the first ten minutes that have too many. */
function tooManyIn(reads: readonly SeenRead[]): readonly SeenRead[] | null {
  for (const [index, read] of reads.entries()) {
    // A line has one read at least: more of them are never needed.
    const next = reads.slice(index, index + MOST_READS + 1);
    const within = next.filter(({ lastAt }) => lastAt.getTime() - read.at.getTime() < PACE_MS);
    if (within.reduce((sum, { times }) => sum + times, 0) > MOST_READS) return within;
  }
  return null;
}

export function judgeCatchUp({ held, eventReads, isOver }: Pick<ConformanceFacts, 'held' | 'eventReads' | 'isOver'>) {
  if (held === null) return NOT_SEEN;
  const after = eventReads.filter(({ lastAt }) => lastAt > held.at);
  if (after.length > 0) return passed(idsOf(after));
  return isOver ? failed([held.deliveryId]) : NOT_SEEN;
}
