import type { FastifyInstance } from 'fastify';
import type { Services } from '../actions/services.ts';
import { findByDocumentLink } from '../storage/deposits/documents.ts';
import { organizationOfToken } from '../vault/keys.ts';
import { pageFor } from '../web/access.ts';

/** The link alone gives access to the document, so neither may be cached or leaked by a referrer. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** `GET /documents/<token>`: the document link of a callback. The token is the only credential. */
export function documentRoutes(server: FastifyInstance, { database }: Services): void {
  server.get<{ Params: { token: string } }>('/documents/:token', pageFor('document_link'), async (request, reply) => {
    const { token } = request.params;
    const organizationId = organizationOfToken(token);
    const document = organizationId === null ? null : await findByDocumentLink(database, { organizationId, token });
    reply.headers(HEADERS);
    if (document === null || document.content === null) {
      return reply.code(404).type('text/plain; charset=utf-8').send('This link is not valid, or no longer.\n');
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });
}
