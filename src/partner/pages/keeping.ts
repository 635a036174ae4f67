import { cookieNamed } from '../../web/session-cookies.ts';
import type { takeKept } from '../../web/shown-once.ts';
import type { PartnerApp, PartnerVisit } from './app.ts';

/** Where a new key, or the secret of a callback, waits for the next page. */
export function keepingOf(
  { services, baseUrl }: PartnerApp,
  { session }: PartnerVisit,
  what: 'key' | 'secret',
): Parameters<typeof takeKept>[2] {
  const cookie = cookieNamed(`depono-partner-${what}`, baseUrl());
  return { vault: services.vault, cookie, sessionId: session.id };
}
