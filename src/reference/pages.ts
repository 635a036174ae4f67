import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { marked } from 'marked';
import { trustedMarkup, type Html } from '../web/html.ts';
import { sendPage } from '../web/page.ts';
import { referenceContent } from './reference-page.ts';
import { pageFor } from '../web/access.ts';
import { documentRoutesOf, documentsOf, type DocumentSettings } from './document-routes.ts';

/** Written as Markdown in `docs`, served as pages. */
const GUIDES = [
  { title: 'Partner guide', path: '/docs/partner-guide', file: 'partner-guide.md', isForTests: false },
  { title: 'Callbacks', path: '/docs/callbacks', file: 'callbacks.md', isForTests: false },
  { title: 'Conformance', path: '/docs/conformance', file: 'conformance.md', isForTests: false },
  { title: 'Provider guide', path: '/docs/provider-guide', file: 'provider-guide.md', isForTests: false },
  { title: 'Sandbox', path: '/docs/sandbox', file: 'sandbox.md', isForTests: true },
] as const;

const FOLDER = join(import.meta.dirname, '..', '..', 'docs');

/** The documentation for integrators: guides, API reference and OpenAPI document. */
export function referencePages(server: FastifyInstance, settings: DocumentSettings): void {
  const { hasSandbox } = settings;
  const documents = documentsOf(server, settings);
  documentRoutesOf(server, documents, settings);
  const guides = GUIDES.filter(({ isForTests }) => hasSandbox || !isForTests);
  const navigation = [
    ...guides.map(({ title, path }) => [title, path] as const),
    ['API reference', '/docs/api'] as const,
    ['openapi.json', '/openapi.json'] as const,
  ];

  server.get('/docs', pageFor('anyone'), async (_request, reply) => reply.redirect('/docs/partner-guide'));
  for (const { title, path, file } of guides) {
    const content = guideOf(file);
    server.get(path, pageFor('anyone'), async (_request, reply) =>
      sendPage(reply, { title, language: 'en', navigation, content }),
    );
  }
  let reference: Html | null = null;
  server.get('/docs/api', pageFor('anyone'), async (_request, reply) =>
    sendPage(reply, {
      title: 'API reference',
      language: 'en',
      navigation,
      content: (reference ??= referenceContent(documents.whole())),
    }),
  );
}

const known = new Map<string, Html>();

/** Made once for all services of a process. */
function guideOf(file: string): Html {
  const content = known.get(file) ?? contentOf(file);
  known.set(file, content);
  return content;
}

function contentOf(file: string): Html {
  const content = marked.parse(readFileSync(join(FOLDER, file), 'utf8'), { async: false });
  return trustedMarkup(
    content
      // Focusable, so that wide content can be scrolled with the keyboard.
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<table>', '<div class="table" tabindex="0" role="group"><table>')
      .replaceAll('</table>', '</table></div>'),
  );
}
