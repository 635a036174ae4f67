import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEqual, sha256 } from '../vault/vault.ts';
import { declareAccess } from './access.ts';
import type { FailedKeys } from './failed-keys.ts';
import { HttpProblem } from './problem.ts';

/** All requests of a scope need the operator token. */
export function requireToken(server: FastifyInstance, token: string, failedKeys: FailedKeys): void {
  const wanted = sha256(token);
  declareAccess(server, 'operator_token');
  server.addHook('onRequest', async (request) => {
    const given = bearer(request);
    if (given !== null && isEqual(sha256(given), wanted)) return;
    await failedKeys.slowDown(request.ip);
    throw new HttpProblem(
      401,
      given === null ? 'Send the operator token as "Authorization: Bearer …".' : 'The operator token is wrong.',
    );
  });
}

export function bearer(request: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** For pages: the browser asks for a password, which is the token. */
export function isTokenPassword(request: FastifyRequest, token: string): boolean {
  const encoded = /^Basic +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return false;
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return isEqual(sha256(password.join(':')), sha256(token));
}
