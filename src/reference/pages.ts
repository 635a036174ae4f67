import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageFor } from '../web/access.ts';
import { html, type Html } from '../web/html.ts';
import { sendPage } from '../web/page.ts';
import { addressIn } from './address.ts';
import { operationsOf } from './document/types.ts';
import { documentRoutesOf, documentsOf, type Documents, type DocumentSettings } from './document-routes.ts';
import { EXAMPLE_ADDRESS } from './document/whole-document.ts';
import { collectionOf } from './collection.ts';
import { documentationPage } from './guide-page.ts';
import { API_REFERENCE, COLLECTION, GUIDES, MOVED, SEARCH, type Guide } from './guides.ts';
import { readGuide, renderGuide, type Rendered } from './markdown.ts';
import { madeForReader, readerNotice, type GuideReader } from './reader.ts';
import { callAnchor, referenceContent } from './reference-page.ts';
import type { Entry } from './search.ts';
import { searchContent } from './search-page.ts';

type ReferenceSettings = DocumentSettings & {
  /** The partner's contact who is signed in. Null: nobody is, or it cannot be told. */
  readerOf: (request: FastifyRequest) => Promise<GuideReader | null>;
};

/** The guides that are served, and the Markdown of each by its file. */
type Shelf = { guides: readonly Guide[]; texts: ReadonlyMap<string, string> };

/** The documentation for integrators: guides, search, API reference and OpenAPI documents. */
export async function referencePages(server: FastifyInstance, settings: ReferenceSettings): Promise<void> {
  await server.register(cookie);
  const guides = GUIDES.filter(({ isForTests }) => settings.hasSandbox || isForTests !== true);
  // Read now: an upgrade may replace the files while this process runs.
  const shelf = { guides, texts: new Map(guides.map((guide) => [guide.file, readGuide(guide)])) };
  const documents = documentsOf(server, settings);
  documentRoutesOf(server, documents, settings);
  for (const [from, to] of Object.entries(MOVED)) {
    server.get(from, pageFor('anyone'), async (_request, reply) => reply.redirect(to, 301));
  }
  guideRoutes(server, shelf, settings);
  referenceRoute(server, guides, documents);
  searchRoute(server, shelf, documents);
  collectionRoute(server, documents, settings);
}

function collectionRoute(server: FastifyInstance, documents: Documents, settings: ReferenceSettings): void {
  server.get(COLLECTION, pageFor('anyone'), async (request, reply) => {
    const reader = await settings.readerOf(request);
    const known = reader && {
      externalOrgId: reader.connection?.externalOrgId ?? '',
      orgId: reader.connection?.organizationId ?? '',
      path: reader.integration,
    };
    const text = JSON.stringify(collectionOf(documents.partner(), known), null, 2);
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="depono.postman_collection.json"')
      .send(text.replaceAll(EXAMPLE_ADDRESS, addressIn(request, settings)));
  });
}

function guideRoutes(server: FastifyInstance, shelf: Shelf, settings: ReferenceSettings): void {
  for (const guide of shelf.guides) {
    const { title, path } = guide;
    server.get(path, pageFor('anyone'), async (request, reply) => {
      const { content } = rendered(guide, shelf);
      const reader = guide.group === 'Partners' ? await settings.readerOf(request) : null;
      const own = madeForReader(content, addressIn(request, settings), reader);
      const notice = guide.group === 'Partners' && readerNotice(reader);
      return sendPage(reply, documentationPage(shelf.guides, { title, path, content: html`${own} ${notice}` }));
    });
  }
}

function referenceRoute(server: FastifyInstance, guides: readonly Guide[], documents: Documents): void {
  let reference: Html | null = null;
  const shown = { title: 'API reference', path: API_REFERENCE };
  server.get(API_REFERENCE, pageFor('anyone'), async (_request, reply) => {
    reference ??= referenceContent(documents.whole());
    return sendPage(reply, documentationPage(guides, { ...shown, content: reference }));
  });
}

function searchRoute(server: FastifyInstance, shelf: Shelf, documents: Documents): void {
  let entries: readonly Entry[] | null = null;
  server.get(SEARCH, pageFor('anyone'), async (request, reply): Promise<FastifyReply> => {
    const { q } = request.query as { q?: unknown };
    const query = typeof q === 'string' ? q.slice(0, LONGEST_QUERY) : '';
    entries ??= entriesOf(shelf, documents);
    const shown = { title: 'Search', path: SEARCH, content: searchContent(entries, query) };
    return sendPage(reply, documentationPage(shelf.guides, shown, query));
  });
}

const LONGEST_QUERY = 200;

function entriesOf(shelf: Shelf, documents: Documents): Entry[] {
  const parts = shelf.guides.flatMap((guide) =>
    rendered(guide, shelf).sections.map(({ id, title, text }) => ({
      page: guide.title,
      title,
      href: id === '' ? guide.path : `${guide.path}#${id}`,
      text,
    })),
  );
  const calls = operationsOf(documents.whole().paths).map(({ path, method, operation }) => ({
    page: 'API reference',
    title: `${method.toUpperCase()} ${path}`,
    href: `${API_REFERENCE}#${callAnchor(operation)}`,
    text: [operation.summary, operation.description].filter(Boolean).join('. '),
  }));
  return [...parts, ...calls];
}

/** By what is served, because links depend on it. Made once for all services of a process. */
const known = new Map<string, Rendered>();

function rendered(guide: Guide, { guides, texts }: Shelf): Rendered {
  const key = `${guides.length} ${guide.file}`;
  const content = known.get(key) ?? renderGuide(guide, texts.get(guide.file) ?? '', guides);
  known.set(key, content);
  return content;
}
