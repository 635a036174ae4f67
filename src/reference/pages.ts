import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { marked } from 'marked';
import { html, trustedMarkup } from '../web/html.ts';
import { sendPage } from '../web/page.ts';
import { referenceContent, type OpenApiDocument } from './reference-page.ts';

const NAVIGATION = [
  ['Partner guide', '/docs/partner-guide'],
  ['API reference', '/docs/api'],
  ['openapi.json', '/openapi.json'],
] as const;

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'partner-guide.md');

/** What integrators read: the guide, the reference and the document behind it. */
export function referencePages(server: FastifyInstance): void {
  const document = (): OpenApiDocument => server.swagger() as unknown as OpenApiDocument;
  const guide = marked.parse(readFileSync(GUIDE, 'utf8'), { async: false });
  const guideContent = trustedMarkup(
    guide.replaceAll('<table>', '<div class="table"><table>').replaceAll('</table>', '</table></div>'),
  );

  server.get('/', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, {
      title: 'Rental deposits for Switzerland',
      language: 'en',
      navigation: NAVIGATION,
      content: html`<h1>Rental deposits for Switzerland</h1>
        <p class="lead">
          Opened by one JSON call, signed by manager and tenant, paid in by QR-bill, paid back when both agree.
        </p>
        <div class="card">
          <h2>Integrate</h2>
          <p>
            Start with the <a href="/docs/partner-guide">partner guide</a>: an example that works, every rule, every
            problem code. The <a href="/docs/api">API reference</a> lists all calls, and
            <a href="/openapi.json">openapi.json</a> is the same for programs.
          </p>
        </div>`,
    }),
  );
  server.get('/docs', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/partner-guide'));
  server.get('/docs/partner-guide', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, { title: 'Partner guide', language: 'en', navigation: NAVIGATION, content: guideContent }),
  );
  server.get('/docs/api', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, {
      title: 'API reference',
      language: 'en',
      navigation: NAVIGATION,
      content: referenceContent(document()),
    }),
  );
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(document()));
}
