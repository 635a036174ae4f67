/** Days are texts `YYYY-MM-DD`: they can be compared, stored and printed without conversion. */
export type Day = string & { readonly is: 'Day' };

const SHAPE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** A real calendar day, or null. Temporal alone would also accept `20261114` and the year 0000. */
export function parseDay(text: string): Day | null {
  if (!SHAPE.test(text) || text.startsWith('0000')) return null;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return text as Day;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Today in Switzerland. A day begins on a full minute, so the result is cached per minute. */
export function swissDay(now: Date): Day {
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== lastAsked.minute) lastAsked = { minute, day: dayOfMinute(minute) };
  return lastAsked.day;
}

let lastAsked: { minute: number; day: Day } = { minute: Number.NaN, day: '' as Day };

function dayOfMinute(minute: number): Day {
  return Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
    .toZonedDateTimeISO('Europe/Zurich')
    .toPlainDate()
    .toString() as Day;
}

const AGE_OF_MAJORITY = 18;

/** 2.6: at least 18. Born on 29 February: of age on 1 March. */
export function isOfAge({ born, today }: { born: Day; today: Day }): boolean {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return years > AGE_OF_MAJORITY || (years === AGE_OF_MAJORITY && today.slice(5) >= born.slice(5));
}

/** How far from today a day may be, so that calculations with it stay in range. */
export const FARTHEST_YEARS = 100;

export function isWithinReach(day: Day, today: Day): boolean {
  const distance = Number(day.slice(0, 4)) - Number(today.slice(0, 4));
  return Math.abs(distance) <= FARTHEST_YEARS;
}

/** The first moment of a day in Switzerland. */
export function startOfDay(day: Day): Date {
  if (day !== lastStarted.day) {
    lastStarted = { day, at: Temporal.PlainDate.from(day).toZonedDateTime('Europe/Zurich').epochMilliseconds };
  }
  return new Date(lastStarted.at);
}

/** The entries of a bank's file are mostly of one day. */
let lastStarted: { day: Day; at: number } = { day: '' as Day, at: Number.NaN };

export function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000);
}

/** `31.12.2026`, the Swiss format. */
export function formatDay(day: Day): string {
  return `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
}

/** `31.12.2026, 14:05`, in Swiss time. */
export function formatMoment(at: Date): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Europe/Zurich');
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${formatDay(swissDay(at))}, ${two(hour)}:${two(minute)}`;
}

/** From one day to the other; negative if that is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
