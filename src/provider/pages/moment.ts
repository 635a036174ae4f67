import { formatDay, swissDay } from '../../domain/values/calendar.ts';

/** `15.11.2026, 14:05`, in Swiss time. */
export function swissMoment(at: Date): string {
  const time = at.toLocaleTimeString('de-CH', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Zurich' });
  return `${formatDay(swissDay(at))}, ${time}`;
}
