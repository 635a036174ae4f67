import type { FastifyRequest } from 'fastify';
import { isEqual, sha256 } from '../vault/vault.ts';

/** Takes as long for a wrong token as for the right one. */
export function isToken(given: string, token: string): boolean {
  return isEqual(sha256(given), sha256(token));
}

export function bearer(request: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** For pages: the browser asks for a password, which is the token. */
export function isTokenPassword(request: FastifyRequest, token: string): boolean {
  const encoded = /^Basic +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return false;
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return isToken(password.join(':'), token);
}
