import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecret, LINK_MINUTES, newSecret, type Origin } from '../../actions/sign-in.ts';
import { sessionCookie } from '../app.ts';

/** Gives the browser its session, which has a secret of its own each time. */
export function setSession(reply: FastifyReply, baseUrl: string, sessionSecret: string): void {
  const { name, options } = sessionCookie(baseUrl);
  void reply.setCookie(name, sessionSecret, options);
}

export function clearSession(reply: FastifyReply, baseUrl: string): void {
  const { name, options } = sessionCookie(baseUrl);
  void reply.clearCookie(name, options);
}

/** Where somebody signs in from, and the session that this ends. */
export function originOf(baseUrl: string, request: FastifyRequest): Origin {
  return {
    browser: request.headers['user-agent'] ?? null,
    address: request.ip,
    sessionBefore: request.cookies[sessionCookie(baseUrl).name] ?? null,
  };
}

/** Known to the browser that asked for a link, and so the only one in which the link works. */
function browserCookie(baseUrl: string): { name: string; options: object } {
  const { name, options } = sessionCookie(baseUrl);
  return { name: `${name}-browser`, options: { ...options, maxAge: LINK_MINUTES * 60 } };
}

export function browserSecretOf(request: FastifyRequest, baseUrl: string): string | null {
  return request.cookies[browserCookie(baseUrl).name] ?? null;
}

/** A browser that asks twice, as in two windows, keeps its secret: both links work. */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const kept = browserSecretOf(request, baseUrl);
  const secret = kept !== null && isSecret(kept) ? kept : newSecret();
  const { name, options } = browserCookie(baseUrl);
  void reply.setCookie(name, secret, options);
  return secret;
}
