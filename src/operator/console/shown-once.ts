import { html, type Content } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';
import { cookieNamed, type Cookie } from '../../web/session-cookies.ts';
import type { ConsoleSettings, ConsoleVisit } from './app.ts';

/** Long enough for a browser to follow us to the next page. */
const SECONDS = 60;

/**
 * A key goes with the browser to the page that shows it, sealed for this session. The
 * page that shows it takes it away, so that reloading shows nothing and issues nothing.
 */
export function showOnNextPage(app: ConsoleSettings, { operator, reply }: ConsoleVisit, secret: string): void {
  const { name, options } = cookie(app);
  const sealed = app.services.vault.seal(secret, placeOf(operator.session.id)).toString('base64url');
  void reply.setCookie(name, sealed, { ...options, maxAge: SECONDS });
}

/** The secret that was made by the form before, if there is one. */
export function takeShown(app: ConsoleSettings, { operator, request, reply }: ConsoleVisit): string | null {
  const { name, options } = cookie(app);
  const sealed = request.cookies[name];
  if (sealed === undefined) return null;
  void reply.clearCookie(name, options);
  try {
    const place = placeOf(operator.session.id);
    return app.services.vault.unseal(Buffer.from(sealed, 'base64url'), place).toString('utf8');
  } catch {
    return null;
  }
}

export function shownOnce(what: string, secret: string | null): Content {
  if (secret === null) return null;
  return notice(
    'good',
    html`<h2>${what}</h2>
      <p>Copy it now. It is shown only once and cannot be looked up later.</p>
      <p class="copy"><code>${secret}</code></p>`,
  );
}

function cookie({ baseUrl }: ConsoleSettings): Cookie {
  return cookieNamed('depono-shown', baseUrl());
}

const placeOf = (sessionId: string): string => `shown once ${sessionId}`;
