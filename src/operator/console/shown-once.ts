import type { Content } from '../../web/html.ts';
import { cookieNamed } from '../../web/session-cookies.ts';
import { keepForNextPage, secretShownOnce, takeKept } from '../../web/shown-once.ts';
import type { ConsoleSettings, ConsoleVisit } from './app.ts';

/** Passes a new key to the next page. */
export function showOnNextPage(app: ConsoleSettings, visit: ConsoleVisit, secret: string): void {
  keepForNextPage(visit.reply, keepingOf(app, visit), secret);
}

/** The secret that the previous form created, if any. */
export function takeShown(app: ConsoleSettings, visit: ConsoleVisit): string | null {
  return takeKept(visit.request, visit.reply, keepingOf(app, visit));
}

export function shownOnce(what: string, secret: string | null): Content {
  const copyNow = 'Copy it now. It is shown only once and cannot be looked up later.';
  return secretShownOnce(what, secret, { copyNow, copy: 'Copy', copied: 'Copied' });
}

function keepingOf({ services, baseUrl }: ConsoleSettings, { operator }: ConsoleVisit): Parameters<typeof takeKept>[2] {
  const cookie = cookieNamed('depono-shown', baseUrl());
  return { vault: services.vault, cookie, sessionId: operator.session.id };
}
