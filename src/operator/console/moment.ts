import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { html, type Html } from '../../web/html.ts';

/** `15.11.2026, 14:05`, in Swiss time. */
export function shownTime(at: Date): string {
  const time = at.toLocaleTimeString('de-CH', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Zurich' });
  return `${formatDay(swissDay(at))}, ${time}`;
}

/** The same, with the exact instant as `datetime`. */
export function time(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${shownTime(at)}</time>`;
}
