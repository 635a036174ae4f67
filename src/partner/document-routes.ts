import type { FastifyInstance } from 'fastify';
import { homeAddress } from '../actions/cells/home-address.ts';
import { DocumentUnreadable, withContent, type ReadDocument } from '../actions/documents/read-document.ts';
import { findOffered, organizationOfOffered } from '../actions/replica/document-links.ts';
import { NotOnReplica, type ReadFrom } from '../actions/replica/read-from.ts';
import type { Services } from '../actions/services.ts';
import { pageFor } from '../web/access.ts';
import { sameElsewhere } from '../web/page.ts';

/** The link alone gives access to the document, so neither may be cached or leaked by a referrer. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

type Answer = { document: ReadDocument | null; address: string | null };

/** Where its organization has moved away, the other cell knows whether the link is still valid. Throws `DocumentUnreadable`. */
async function findDocument(services: Services, token: string): Promise<Answer> {
  const found = await findOffered(services, token);
  const organizationId = found?.organizationId ?? organizationOfOffered(services, token);
  const address = await homeAddress(services, organizationId);
  return { address, document: address === null ? await withContent(services, found) : null };
}

/** `GET /documents/<token>`: the document link of a callback. The token is the only credential. */
export function documentRoutes(server: FastifyInstance, readFrom: ReadFrom): void {
  server.get<{ Params: { token: string } }>('/documents/:token', pageFor('document_link'), async (request, reply) => {
    const { token } = request.params;
    reply.headers(HEADERS).type('text/plain; charset=utf-8');
    const found = await readFrom(
      (services) => findDocument(services, token),
      (answer) => answer.document !== null || answer.address !== null,
    ).catch((error: unknown) => {
      if (error instanceof DocumentUnreadable) request.log.error({ err: error, request: request.id }, 'request failed');
      if (error instanceof DocumentUnreadable || error instanceof NotOnReplica) return 'not readable' as const;
      throw error;
    });
    if (found === 'not readable') {
      return reply.code(500).send('The document could not be read; please ask again later\n');
    }
    if (found.address !== null) return sameElsewhere(request, reply, found.address);
    const { document } = found;
    if (document === null || document.content === null) {
      return reply.code(404).send('This link is not valid, or no longer.\n');
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });
}
