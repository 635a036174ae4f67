import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { issueOwnStatusKey, revokeOwnStatusKey } from '../../actions/partners/status-keys.ts';
import { notFound } from '../../web/problem.ts';
import type { SelfServiceSettings } from './route-parts.ts';
import { selfService } from './route-parts.ts';
import { partnerAuthor, partnerIn } from './visitor.ts';
import { done, noBody, typed } from '../../web/typed.ts';

const keySchema = z.object({ keyId: z.string(), apiKey: z.string().describe('Shown this once.') });

/** Keys that read the status of a partner's deposits in all of its organizations. */
export function ownStatusKeyRoutes(scope: FastifyInstance, { services }: SelfServiceSettings): void {
  const server = typed(scope);
  server.post(
    '/status-keys',
    selfService(
      'issueStatusKey',
      'Issue a key for status and events of your deposits, in every connected organization',
      {
        body: noBody,
        response: { 201: keySchema },
      },
    ),
    async (request, reply) =>
      reply.code(201).send(await issueOwnStatusKey(services, partnerAuthor(request), partnerIn(request).id)),
  );
  server.delete(
    '/status-keys/:keyId',
    selfService('revokeStatusKey', 'Revoke such a key', {
      params: z.object({ keyId: z.string() }),
      response: { 204: done },
    }),
    async (request, reply) => {
      const own = { partnerId: partnerIn(request).id, keyId: request.params.keyId };
      if (!(await revokeOwnStatusKey(services, partnerAuthor(request), own))) throw notFound('key');
      return reply.code(204).send();
    },
  );
}
