import type { FastifyInstance } from 'fastify';
import { settleQualified } from '../actions/qualified-signatures.ts';
import type { Services } from '../actions/services.ts';
import { isId } from '../storage/database/ids.ts';
import { pageFor } from '../web/access.ts';
import { bearer, isToken } from '../web/bearer.ts';
import type { FailedKeys } from '../web/failed-keys.ts';

type Settings = { services: Services; failedKeys: FailedKeys; settle: () => Promise<void> };

/** The signature service tells that something has changed, also for a person who never comes back. It is then asked what. */
export function qualifiedCallback(server: FastifyInstance, { services, failedKeys, settle }: Settings): void {
  const { qualified } = services;
  if (qualified === null) return;
  server.addContentTypeParser('*', { bodyLimit: 64 * 1024, parseAs: 'string' }, (_, __, done) => done(null));
  server.post('/qualified-signatures/:id', pageFor('service_secret'), async (request, reply) => {
    if (!isToken(bearer(request) ?? '', qualified.secret)) {
      await failedKeys.slowDown(request.ip);
      return reply.code(401).send();
    }
    const { id } = request.params as { id: string };
    const asked = isId(id) ? await settleQualified(services, qualified, id, null) : null;
    await settle();
    return reply.code(asked === null ? 404 : 204).send();
  });
}
