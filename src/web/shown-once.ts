import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Vault } from '../vault/vault.ts';
import { html, type Content } from './html.ts';
import { notice } from './parts.ts';
import type { Cookie } from './session-cookies.ts';

/** Long enough for the browser to follow the redirect. */
const SECONDS = 60;

/** Where a secret waits for the next page: a cookie that only this session can open. */
type Keeping = { vault: Vault; cookie: Cookie; sessionId: string };

/**
 * Passes a new key to the next page in a cookie that is sealed for this session. The page that shows the key clears the
 * cookie, so that a reload neither shows it again nor issues another.
 */
export function keepForNextPage(reply: FastifyReply, { vault, cookie, sessionId }: Keeping, secret: string): void {
  const sealed = vault.seal(secret, contextOf(sessionId)).toString('base64url');
  void reply.setCookie(cookie.name, sealed, { ...cookie.options, maxAge: SECONDS });
}

/** The secret that the previous form created, if any. */
export function takeKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { vault, cookie, sessionId }: Keeping,
): string | null {
  const sealed = request.cookies[cookie.name];
  if (sealed === undefined) return null;
  void reply.clearCookie(cookie.name, cookie.options);
  try {
    return vault.unseal(Buffer.from(sealed, 'base64url'), contextOf(sessionId)).toString('utf8');
  } catch {
    return null;
  }
}

const contextOf = (sessionId: string): string => `shown once ${sessionId}`;

type ShownOnceWords = { copyNow: string; copy: string; copied: string };

/** With a button to copy it where the browser can; needs `copy.js`. */
export function secretShownOnce(what: string, secret: string | null, words: ShownOnceWords): Content {
  if (secret === null) return null;
  const button = html`<button type="button" class="second small" data-copy="${secret}" data-done="${words.copied}" hidden>${words.copy}</button>`;
  return notice(
    'good',
    html`<h2>${what}</h2>
      <p>${words.copyNow}</p>
      <p class="copy"><code>${secret}</code> ${button}</p>`,
  );
}
