import type { FastifyReply } from 'fastify';

type SentFile = { name: string; type: string; content: Buffer };

/** A file that a person has uploaded: a browser runs nothing in it, and no cache keeps it. */
export function sendFile(reply: FastifyReply, { name, type, content }: SentFile): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type(type)
    .header('content-disposition', attachment(name))
    .send(content);
}

/** RFC 6266: the plain name for old programs, the whole one encoded as RFC 8187 says. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
