import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEqual, sha256 } from '../vault/vault.ts';
import { pageFor } from '../web/access.ts';
import { bearer } from '../web/bearer.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import type { Metrics } from './metrics.ts';

/** Null: only who asks from this very machine, and not through a proxy on it. */
export type MetricsAccess = { token: string | null; failedKeys: FailedKeys };

export function metricsRoute(server: FastifyInstance, metrics: Metrics, { token, failedKeys }: MetricsAccess): void {
  const wanted = token === null ? null : sha256(token);
  server.get('/metrics', pageFor('metrics_token'), async (request, reply) => {
    if (wanted === null ? isFromHere(request) : isGiven(request, wanted)) {
      const { contentType, text } = await metrics.page();
      return reply.header('content-type', contentType).send(text);
    }
    await failedKeys.slowDown(request.ip);
    const why =
      wanted === null
        ? 'Without METRICS_TOKEN the metrics are read on this machine alone.'
        : 'Send the METRICS_TOKEN as "Authorization: Bearer …".';
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send(`${why}\n`);
  });
}

function isGiven(request: FastifyRequest, wanted: Buffer): boolean {
  const given = bearer(request);
  return given !== null && isEqual(sha256(given), wanted);
}

const SIGNS_OF_A_PROXY = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Behind a proxy on this machine everyone seems to be here. */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && SIGNS_OF_A_PROXY.every((name) => headers[name] === undefined);
}
