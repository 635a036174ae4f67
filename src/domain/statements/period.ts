import { parseDay, type Day } from '../values/calendar.ts';

/** Why a day or a month cannot be reported on. */
export type PeriodProblem = 'invalid' | 'future';
type NoPeriod = { problem: PeriodProblem };

/** A day that has begun; today if none is given. */
export function readPastDay(text: string | null, today: Day): { on: Day } | NoPeriod {
  if (text === null) return { on: today };
  const day = parseDay(text);
  if (day === null) return { problem: 'invalid' };
  return day > today ? { problem: 'future' } : { on: day };
}

/** From its first day until before `until`. */
export type Month = { from: Day; until: Day };

/** A month that has begun, as `YYYY-MM`. */
export function readPastMonth(text: string, today: Day): Month | NoPeriod {
  const from = parseDay(`${text}-01`);
  if (from === null) return { problem: 'invalid' };
  if (from > today) return { problem: 'future' };
  return { from, until: Temporal.PlainDate.from(from).add({ months: 1 }).toString() as Day };
}
