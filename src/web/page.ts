import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import '@fastify/swagger';
import { html, type Html } from './html.ts';

export type Page = {
  title: string;
  language: string;
  content: Html;
  navigation?: readonly (readonly [string, string])[];
};

/** No outside request, no script, no frame but our own. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(layout(page).markup);
}

function layout({ title, language, content, navigation = [] }: Page): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Depono</title>
        <link rel="stylesheet" href="/assets/depono.css" />
      </head>
      <body>
        <header class="bar">
          <div><strong>Depono</strong>${navigation.map(([name, href]) => html`<a href="${href}">${name}</a>`)}</div>
        </header>
        <main>${content}</main>
      </body>
    </html> `;
}

const STYLE = readFileSync(join(import.meta.dirname, 'assets', 'depono.css'));

export function serveAssets(server: FastifyInstance): void {
  server.get('/assets/depono.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLE),
  );
}
