import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecret, newSecret } from '../vault/keys.ts';

/** The session cookie of managers or of operators. */
export type Cookie = { name: string; options: object };

/** Browsers return a `__Host-` cookie only to the host that set it, and only over TLS. */
export function cookieNamed(name: string, baseUrl: string): Cookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

export function setSession(reply: FastifyReply, { name, options }: Cookie, sessionSecret: string): void {
  void reply.setCookie(name, sessionSecret, options);
}

export function clearSession(reply: FastifyReply, { name, options }: Cookie): void {
  void reply.clearCookie(name, options);
}

/** Where a person signs in from, and the session that the new one replaces. */
export function originOf(
  { name }: Cookie,
  request: FastifyRequest,
): { browser: string | null; address: string; sessionBefore: string | null } {
  return {
    browser: request.headers['user-agent'] ?? null,
    address: request.ip,
    sessionBefore: request.cookies[name] ?? null,
  };
}

/** A sign-in link works only in the browser that asked for it, which this cookie recognizes. */
function browserCookie({ name, options }: Cookie): Cookie {
  return { name: `${name}-browser`, options };
}

export function browserSecretOf(request: FastifyRequest, cookie: Cookie): string | null {
  return request.cookies[browserCookie(cookie).name] ?? null;
}

/** A browser that asks twice, for example in two windows, keeps its secret, so that both links work. */
export function keepBrowserSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, minutes }: { cookie: Cookie; minutes: number },
): string {
  const kept = browserSecretOf(request, cookie);
  const secret = kept !== null && isSecret(kept) ? kept : newSecret();
  const { name, options } = browserCookie(cookie);
  void reply.setCookie(name, secret, { ...options, maxAge: minutes * 60 });
  return secret;
}
