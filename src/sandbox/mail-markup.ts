import type { FastifyReply } from 'fastify';
import { renderMail } from '../mail/render.ts';
import { PAGE_HEADERS } from '../web/page.ts';
import type { KeptMail } from '../storage/effects/effects.ts';

/** A mail as its reader sees it, for a frame of a page. */
export function sendMailMarkup(reply: FastifyReply, { mail, brand }: KeptMail, baseUrl: string): FastifyReply {
  return (
    reply
      .headers(PAGE_HEADERS)
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(baseUrl).origin}; frame-ancestors 'self'`,
      )
      // Links open in a new tab, as from a mail program, and with the cookies of their own page.
      .send(renderMail(mail, baseUrl, brand).html.replace('<head>', '<head><base target="_blank" />'))
  );
}

/** A document that is attached to a mail. */
export function sendAttachment(reply: FastifyReply, content: Buffer): FastifyReply {
  return reply.headers(PAGE_HEADERS).type('application/pdf').send(content);
}
