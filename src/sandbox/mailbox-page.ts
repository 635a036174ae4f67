import { readDocument } from '../actions/documents/read-document.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderMail } from '../mail/render.ts';
import { sendAttachment, sendMailMarkup } from './mail-markup.ts';
import { listMails, type KeptMail } from '../storage/effects/effects.ts';
import { pageFor } from '../web/access.ts';
import { isTokenPassword } from '../web/bearer.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { html, type Html } from '../web/html.ts';
import { sendPage } from '../web/page.ts';
import type { SandboxSettings } from './settings.ts';

const MOST_SHOWN = 200;

/** The mails of the test environment as pages. The browser asks for the operator token as password. */
export function mailboxPage(
  server: FastifyInstance,
  settings: SandboxSettings & { operatorToken: string; failedKeys: FailedKeys },
): void {
  const { services, drain } = settings;
  const at = settings.baseUrl;

  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isTokenPassword(request, settings.operatorToken)) return;
    if (request.headers.authorization !== undefined) await settings.failedKeys.slowDown(request.ip);
    return reply
      .code(401)
      .header(
        'www-authenticate',
        'Basic realm="Depono mailbox: any name, the operator token as password", charset="UTF-8"',
      )
      .type('text/plain')
      .send('Sign in with any name and the operator token as password.\n');
  });

  server.get('/sandbox/mailbox', pageFor('mailbox_password'), async (_request, reply) => {
    await drain();
    const mails = await listMails(services.database, services.vault, { to: null, most: MOST_SHOWN });
    const content = listContent(mails, at());
    return sendPage(reply, { title: 'Mailbox', language: 'en', content });
  });

  type One = { Params: { id: string } };
  const find = async (id: string) =>
    (await listMails(services.database, services.vault, { to: null, most: MOST_SHOWN })).find((mail) => mail.id === id);

  server.get<One>('/sandbox/mailbox/:id', pageFor('mailbox_password'), async (request, reply) => {
    const kept = await find(request.params.id);
    if (kept === undefined) return reply.callNotFound();
    const { subject, content } = mailContent(kept, at());
    return sendPage(reply, { title: subject, language: 'en', content });
  });

  type Attached = { Params: { id: string; documentId: string } };
  const attachment = '/sandbox/mailbox/:id/attachments/:documentId';
  server.get<Attached>(attachment, pageFor('mailbox_password'), async (request, reply) => {
    const { id, documentId } = request.params;
    const isAttached = (await find(id))?.mail.attachments?.some((one) => one.documentId === documentId) === true;
    const document = isAttached ? await readDocument(services, documentId) : null;
    if (document === null || document.content === null) return reply.callNotFound();
    return sendAttachment(reply, document.content);
  });

  server.get<One>('/sandbox/mailbox/:id/html', pageFor('mailbox_password'), async (request, reply) => {
    const kept = await find(request.params.id);
    if (kept === undefined) return reply.callNotFound();
    return sendMailMarkup(reply, kept, at());
  });
}

function listContent(mails: readonly KeptMail[], baseUrl: string): Html {
  const rows = mails.map(
    ({ id, at: time, mail, brand }) =>
      html`<tr>
        <td>${time.toISOString().slice(0, 16).replace('T', ' ')}</td>
        <td><code>${mail.facts.kind}</code></td>
        <td>${mail.to.email}${mail.cc !== null && html`<br /><span class="soft">cc ${mail.cc.email}</span>`}</td>
        <td><a href="/sandbox/mailbox/${id}">${renderMail(mail, baseUrl, brand).subject}</a></td>
      </tr>`,
  );
  return html`<h1>Mailbox</h1>
    ${
      rows.length === 0
        ? html`<p class="lead">No mails yet. Open a deposit to see its first mail here.</p>`
        : html`<div class="table" tabindex="0" role="group">
            <table class="mails">
              <thead>
                <tr>
                  <th>Time (UTC)</th>
                  <th>Kind</th>
                  <th>To</th>
                  <th>Subject</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }`;
}

function mailContent(kept: KeptMail, baseUrl: string): { subject: string; content: Html } {
  const { subject, text, links } = renderMail(kept.mail, baseUrl, kept.brand);
  const content = html`<p><a href="/sandbox/mailbox">All mails</a></p>
    <h1>${subject}</h1>
    <dl>
      <dt>To</dt>
      <dd>${kept.mail.to.name} &lt;${kept.mail.to.email}&gt;</dd>
      ${
        kept.mail.cc !== null &&
        html`<dt>Cc</dt>
          <dd>${kept.mail.cc.email}</dd>`
      }
      <dt>Kind</dt>
      <dd><code>${kept.mail.facts.kind}</code></dd>
      ${
        kept.mail.attachments !== undefined &&
        html`<dt>Attached</dt>
          ${kept.mail.attachments.map(
            ({ documentId, name, sha256 }) =>
              html`<dd>
                <a href="/sandbox/mailbox/${kept.id}/attachments/${documentId}">${name}</a><br />
                <span class="soft">SHA-256 <code>${sha256}</code></span>
              </dd>`,
          )}`
      }
      <dt>Link</dt>
      <dd>${links.map((link) => html`<a href="${link}">${link}</a>`)}</dd>
    </dl>
    <iframe
      title="The mail as it looks"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      src="/sandbox/mailbox/${kept.id}/html"></iframe>
    <h2>As text</h2>
    <pre tabindex="0"><code>${text}</code></pre>`;
  return { subject, content };
}
