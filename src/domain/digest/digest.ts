import { swissDay } from '../values/calendar.ts';

/** How a member hears of deposits that a partner has opened: a mail for each, or one mail a day. */
export const NOTIFICATIONS = ['each', 'daily'] as const;
export type Notifications = (typeof NOTIFICATIONS)[number];

const HOUR = 7;

/** The next seven o'clock in the morning in Switzerland, after this moment. */
export function nextDigest(now: Date): Date {
  const today = Temporal.PlainDate.from(swissDay(now));
  for (const day of [today, today.add({ days: 1 })]) {
    const at = day.toZonedDateTime({ timeZone: 'Europe/Zurich', plainTime: Temporal.PlainTime.from({ hour: HOUR }) });
    if (at.epochMilliseconds > now.getTime()) return new Date(at.epochMilliseconds);
  }
  throw new Error('a day has seven o’clock');
}
