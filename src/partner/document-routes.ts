import type { FastifyInstance } from 'fastify';
import { DocumentUnreadable } from '../actions/documents/read-document.ts';
import { readOffered } from '../actions/replica/document-links.ts';
import { NotOnReplica, type ReadFrom } from '../actions/replica/read-from.ts';
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
export function documentRoutes(server: FastifyInstance, readFrom: ReadFrom): void {
  server.get<{ Params: { token: string } }>('/documents/:token', pageFor('document_link'), async (request, reply) => {
    const { token } = request.params;
    reply.headers(HEADERS).type('text/plain; charset=utf-8');
    const found = await readFrom(
      (services) => readOffered(services, token),
      (document) => document !== null,
    ).catch((error: unknown) => {
      if (error instanceof DocumentUnreadable) request.log.error({ err: error, request: request.id }, 'request failed');
      if (error instanceof DocumentUnreadable || error instanceof NotOnReplica) return 'not readable' as const;
      throw error;
    });
    if (found === 'not readable') {
      return reply.code(500).send('The document could not be read; please ask again later\n');
    }
    if (found === null || found.content === null) {
      return reply.code(404).send('This link is not valid, or no longer.\n');
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${found.kind}-${found.id}.pdf"`)
      .send(found.content);
  });
}
