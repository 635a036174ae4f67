import { formatDay, parseDay, startOfDay, swissDay, type Day } from '../../../domain/values/calendar.ts';

export const SPANS = ['day', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];

type Slot = { startsAt: Date; day: Day; label: string; name: string };

/** A day by hours, a month by days or a year by months, in Swiss time. */
export type Period = {
  span: Span;
  name: string;
  /** Length of a slot. */
  slot: 'hour' | 'day' | 'month';
  fromDay: Day;
  /** Not included. */
  toDay: Day;
  from: Date;
  to: Date;
  slots: readonly Slot[];
  previous: Day;
  /** Null: the next period is in the future. */
  next: Day | null;
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const HOUR_MS = 3_600_000;

/** The period that contains a day; today's if the day is missing, malformed or in the future. */
export function periodOf(span: Span, wished: string, today: Day): Period {
  const asked = parseDay(wished) ?? today;
  const day = Temporal.PlainDate.from(asked > today ? today : asked);
  const first = span === 'day' ? day : span === 'month' ? day.with({ day: 1 }) : day.with({ day: 1, month: 1 });
  const step = span === 'day' ? { days: 1 } : span === 'month' ? { months: 1 } : { years: 1 };
  const [fromDay, toDay] = [first.toString() as Day, first.add(step).toString() as Day];
  const [from, to] = [startOfDay(fromDay), startOfDay(toDay)];
  return {
    span,
    name: nameOf(span, first),
    slot: span === 'day' ? 'hour' : span === 'month' ? 'day' : 'month',
    fromDay,
    toDay,
    from,
    to,
    slots: span === 'day' ? hours(from, to) : days(first, step, span),
    previous: first.subtract(step).toString() as Day,
    next: toDay > today ? null : toDay,
  };
}

function nameOf(span: Span, first: Temporal.PlainDate): string {
  if (span === 'day') return formatDay(first.toString() as Day);
  return span === 'month' ? `${MONTHS[first.month - 1]} ${first.year}` : String(first.year);
}

/** 24 hours; 23 or 25 on the days of a clock change. */
function hours(from: Date, to: Date): Slot[] {
  const count = Math.round((to.getTime() - from.getTime()) / HOUR_MS);
  return Array.from({ length: count }, (_, index) => {
    const startsAt = new Date(from.getTime() + index * HOUR_MS);
    const label = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
      .toZonedDateTimeISO('Europe/Zurich')
      .hour.toString();
    return { startsAt, day: swissDay(from), label, name: `${label.padStart(2, '0')}:00` };
  });
}

function days(first: Temporal.PlainDate, step: { months?: number; years?: number }, span: 'month' | 'year'): Slot[] {
  const end = first.add(step);
  const slots: Slot[] = [];
  const stride = span === 'month' ? { days: 1 } : { months: 1 };
  for (let day = first; Temporal.PlainDate.compare(day, end) < 0; day = day.add(stride)) {
    const text = day.toString() as Day;
    const month = MONTHS[day.month - 1] as string;
    slots.push({
      startsAt: startOfDay(text),
      day: text,
      label: span === 'month' ? String(day.day) : month,
      name: span === 'month' ? formatDay(text) : `${month} ${day.year}`,
    });
  }
  return slots;
}
