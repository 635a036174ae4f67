import { countDuration, noDurations } from '../domain/values/durations.ts';
import type { Read } from './read-lines.ts';
import type { ReadCount } from './request-log-batch.ts';

const HOUR_MS = 3_600_000;

/**
 * How many reads were answered and how fast, by path, organization and hour. The counts are written together with the
 * lines of the same reads: seconds later, or hours later if the database is away.
 */
export class ReadCounts {
  /** By path, then by organization: the counts of the latest hour. */
  readonly #current = new Map<string, Map<string, ReadCount>>();
  #all: ReadCount[] = [];

  add({ path, organizationId, startedAt, durationMs }: Read): void {
    let ofPath = this.#current.get(path);
    if (ofPath === undefined) this.#current.set(path, (ofPath = new Map()));
    let count = ofPath.get(organizationId);
    if (count === undefined || hourOf(count.startedAt) !== hourOf(startedAt)) {
      count = { path, organizationId, startedAt, durations: noDurations() };
      ofPath.set(organizationId, count);
      this.#all.push(count);
    }
    countDuration(count.durations, durationMs);
  }

  /** Returns the counts since the last call. */
  take(): ReadCount[] {
    const taken = this.#all;
    this.#all = [];
    this.#current.clear();
    return taken;
  }
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}
