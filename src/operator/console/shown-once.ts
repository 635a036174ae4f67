import { html, type Content } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';
import { cookieNamed, type Cookie } from '../../web/session-cookies.ts';
import type { ConsoleSettings, ConsoleVisit } from './app.ts';

/** Long enough for the browser to follow the redirect. */
const SECONDS = 60;

/**
 * Passes a new key to the next page in a cookie that is sealed for this session. The page that shows the key clears the
 * cookie, so that a reload neither shows it again nor issues another.
 */
export function showOnNextPage(app: ConsoleSettings, { operator, reply }: ConsoleVisit, secret: string): void {
  const { name, options } = cookie(app);
  const sealed = app.services.vault.seal(secret, contextOf(operator.session.id)).toString('base64url');
  void reply.setCookie(name, sealed, { ...options, maxAge: SECONDS });
}

/** The secret that the previous form created, if any. */
export function takeShown(app: ConsoleSettings, { operator, request, reply }: ConsoleVisit): string | null {
  const { name, options } = cookie(app);
  const sealed = request.cookies[name];
  if (sealed === undefined) return null;
  void reply.clearCookie(name, options);
  try {
    const context = contextOf(operator.session.id);
    return app.services.vault.unseal(Buffer.from(sealed, 'base64url'), context).toString('utf8');
  } catch {
    return null;
  }
}

export function shownOnce(what: string, secret: string | null): Content {
  if (secret === null) return null;
  const button = html`<button type="button" class="second small" data-copy="${secret}" data-done="Copied" hidden>Copy</button>`;
  return notice(
    'good',
    html`<h2>${what}</h2>
      <p>Copy it now. It is shown only once and cannot be looked up later.</p>
      <p class="copy"><code>${secret}</code> ${button}</p>`,
  );
}

function cookie({ baseUrl }: ConsoleSettings): Cookie {
  return cookieNamed('depono-shown', baseUrl());
}

const contextOf = (sessionId: string): string => `shown once ${sessionId}`;
