import { moveClockTo, serviceNow } from '../storage/database/clock.ts';
import type { Database } from '../storage/database/database.ts';
import { nextDue } from '../storage/effects/effects.ts';

export const LONGEST_ADVANCE_YEARS = 50;

/** `now` plus `advance` on the Swiss calendar; null if it is not a duration or does not lead forward. */
export function timeAhead(now: Date, advance: string): Date | null {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Zurich');
    const duration = Temporal.Duration.from(advance);
    const target = start.add(duration);
    const limit = start.add({ years: LONGEST_ADVANCE_YEARS });
    if (duration.sign < 0 || Temporal.ZonedDateTime.compare(target, limit) > 0) return null;
    return new Date(target.epochMilliseconds);
  } catch {
    return null;
  }
}

/** Moves the clock from one due effect to the next, so that each runs at its own time, and then to the target. */
export async function runUntil(database: Database, target: Date, drain: () => Promise<void>): Promise<Date> {
  await drain();
  for (;;) {
    const due = await nextDue(database, target);
    if (due === null) break;
    await moveClockTo(database, due);
    await drain();
  }
  await moveClockTo(database, target);
  return serviceNow(database);
}
