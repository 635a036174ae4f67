import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEqual, sha256 } from '../vault/vault.ts';
import { pageFor } from '../web/access.ts';
import { bearer } from '../web/bearer.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import type { Metrics } from './metrics.ts';

/** Without a token, only requests from this machine are answered, and none that a proxy on it forwards. */
type MetricsAccess = { token: string | null; failedKeys: FailedKeys };

export function metricsRoute(server: FastifyInstance, metrics: Metrics, { token, failedKeys }: MetricsAccess): void {
  const wanted = token === null ? null : sha256(token);
  server.get('/metrics', pageFor('metrics_token'), async (request, reply) => {
    if (wanted === null ? isLocal(request) : isGiven(request, wanted)) {
      const { contentType, text } = await metrics.page();
      return reply.header('content-type', contentType).send(text);
    }
    await failedKeys.slowDown(request.ip);
    const why =
      wanted === null
        ? 'Without METRICS_TOKEN, the metrics can only be read from this machine.'
        : 'Send the METRICS_TOKEN as "Authorization: Bearer …".';
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send(`${why}\n`);
  });
}

function isGiven(request: FastifyRequest, wanted: Buffer): boolean {
  const given = bearer(request);
  return given !== null && isEqual(sha256(given), wanted);
}

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Behind a proxy on this machine, every request has a local address. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && PROXY_HEADERS.every((name) => headers[name] === undefined);
}
