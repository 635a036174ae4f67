import { countDuration, noDurations } from '../domain/durations.ts';
import type { Read } from './read-lines.ts';
import type { Tally } from './request-log-batch.ts';

const HOUR_MS = 3_600_000;

/**
 * How many reads were answered and how fast, of each path and organization. Every hour has its own: they are written with
 * the lines of the same reads, which may be seconds later, or hours where the database is away.
 */
export class Tallies {
  /** By path, and then by organization: those of the hour that was counted last. */
  readonly #current = new Map<string, Map<string, Tally>>();
  #all: Tally[] = [];

  count({ path, organizationId, startedAt, durationMs }: Read): void {
    let ofPath = this.#current.get(path);
    if (ofPath === undefined) this.#current.set(path, (ofPath = new Map()));
    let tally = ofPath.get(organizationId);
    if (tally === undefined || hourOf(tally.startedAt) !== hourOf(startedAt)) {
      tally = { path, organizationId, startedAt, durations: noDurations() };
      ofPath.set(organizationId, tally);
      this.#all.push(tally);
    }
    countDuration(tally.durations, durationMs);
  }

  /** All that was counted since they were last taken. */
  take(): Tally[] {
    const taken = this.#all;
    this.#all = [];
    this.#current.clear();
    return taken;
  }
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}
