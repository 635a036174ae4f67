import type { Services } from '../actions/services.ts';
import { makeDueStatements } from '../actions/statements/year-statements.ts';
import { startOfDay, swissDay, type Day } from '../domain/values/calendar.ts';
import { moveClockTo, serviceNow } from '../storage/database/clock.ts';
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

/**
 * Moves the clock from one due effect to the next, so that each runs at its own time, and then to the target. On
 * 31 January the account overviews of the year before are made.
 */
export async function runUntil(services: Services, target: Date, drain: () => Promise<void>): Promise<Date> {
  const { database } = services;
  const run = async (): Promise<void> => {
    await makeDueStatements(services);
    await drain();
  };
  // What was called until now has its time.
  await services.flushRequestLog();
  await drain();
  for (;;) {
    const due = await nextDue(database, target);
    const statements = nextStatementDay(await serviceNow(database));
    const next = due === null || statements < due ? statements : due;
    if (next > target) break;
    await moveClockTo(database, next);
    await (next === statements ? run() : drain());
  }
  await moveClockTo(database, target);
  await run();
  return serviceNow(database);
}

function nextStatementDay(now: Date): Date {
  const year = Number(swissDay(now).slice(0, 4));
  const [first, second] = [year, year + 1].map((one) => startOfDay(`${one}-01-31` as Day)) as [Date, Date];
  return now < first ? first : second;
}
