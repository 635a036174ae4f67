import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecret, newSecret } from '../vault/keys.ts';

/** A cookie as it is set and looked for. Each kind of people has one of its own name. */
export type Cookie = { name: string; options: object };

/** Browsers send a `__Host-` cookie back only where it came from, and only over TLS. */
export function cookieNamed(name: string, baseUrl: string): Cookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

/** Gives the browser its session, which has a secret of its own each time. */
export function setSession(reply: FastifyReply, { name, options }: Cookie, sessionSecret: string): void {
  void reply.setCookie(name, sessionSecret, options);
}

export function clearSession(reply: FastifyReply, { name, options }: Cookie): void {
  void reply.clearCookie(name, options);
}

/** Where somebody signs in from, and the session that this ends. */
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

/** Known to the browser that asked for a link, and so the only one in which the link works. */
function browserCookie({ name, options }: Cookie): Cookie {
  return { name: `${name}-browser`, options };
}

export function browserSecretOf(request: FastifyRequest, cookie: Cookie): string | null {
  return request.cookies[browserCookie(cookie).name] ?? null;
}

/** A browser that asks twice, as in two windows, keeps its secret: both links work. */
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
