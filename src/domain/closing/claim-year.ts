import type { Day } from '../values/calendar.ts';

/**
 * OR 257e, 77, 78: the year ends on the same date a year later (after 29 February on 28 February), or on the next working
 * day where that is a Saturday, a Sunday or a holiday.
 */
export function claimYearEnds(tenancyEnd: Day): Day {
  let end = Temporal.PlainDate.from(tenancyEnd).add({ years: 1 });
  while (!isWorkingDay(end)) end = end.add({ days: 1 });
  return end.toString() as Day;
}

/** From the day after, the tenant may demand the deposit, unless a legal claim is recorded. */
export function tenantMayClaimFrom(tenancyEnd: Day): Day {
  return addDays(claimYearEnds(tenancyEnd), 1);
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString() as Day;
}

/** Of the whole country, as far as they end the year: 1 January, 1 August and 25 December; Ascension Day moves. */
const FIXED_HOLIDAYS: ReadonlySet<string> = new Set(['01-01', '08-01', '12-25']);

export function isWorkingDay(day: Temporal.PlainDate): boolean {
  if (day.dayOfWeek >= 6 || FIXED_HOLIDAYS.has(day.toString().slice(5))) return false;
  return !day.equals(ascensionDay(day.year));
}

/** 39 days after Easter Sunday. */
function ascensionDay(year: number): Temporal.PlainDate {
  return easterSunday(year).add({ days: 39 });
}

/** By the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}
