import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { notRevokedIn as notRevokedInWords, tellKey } from '../../actions/cells/tell-news.ts';
import { issueOwnStatusKey, revokeOwnStatusKey } from '../../actions/partners/status-keys.ts';
import { notFound } from '../../web/problem.ts';
import type { SelfServiceSettings } from './route-parts.ts';
import { selfService } from './route-parts.ts';
import { partnerAuthor, partnerIn } from './visitor.ts';
import { done, noBody, typed } from '../../web/typed.ts';

const issuedSchema = z.object({
  keyId: z.string(),
  apiKey: z.string().describe('Shown this once.'),
  notYetIn: z
    .array(z.string())
    .optional()
    .describe('Cells of the service that do not know it yet, and are told again.'),
});

const revokedHereSchema = z
  .object({
    keyId: z.string(),
    notRevokedIn: z.array(z.string()).describe('The cells in which reads with it still succeed. They are told again.'),
    detail: z.string(),
  })
  .describe(
    'Revoked where you have called, and not yet in other cells of the service. Ask again to learn whether it is.',
  );

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
        response: { 201: issuedSchema },
      },
    ),
    async (request, reply) => {
      const key = await issueOwnStatusKey(services, partnerAuthor(request), partnerIn(request).id);
      const notYetIn = await tellKey({ services }, 'partner_status_key', key.keyId);
      return reply.code(201).send(notYetIn.length === 0 ? key : { ...key, notYetIn });
    },
  );
  server.delete(
    '/status-keys/:keyId',
    selfService('revokeStatusKey', 'Revoke such a key', {
      params: z.object({ keyId: z.string() }),
      response: { 202: revokedHereSchema, 204: done },
    }),
    async (request, reply) => {
      const own = { partnerId: partnerIn(request).id, keyId: request.params.keyId };
      if (!(await revokeOwnStatusKey(services, partnerAuthor(request), own))) throw notFound('key');
      const notRevokedIn = await tellKey({ services }, 'partner_status_key', own.keyId);
      if (notRevokedIn.length === 0) return reply.code(204).send();
      return reply.code(202).send({ keyId: own.keyId, notRevokedIn, detail: notRevokedInWords(notRevokedIn) });
    },
  );
}
