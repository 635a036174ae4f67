import type { FastifyReply } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with JSON text past the framework's own way of sending, which costs more than the answer itself. */
export function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  const text = JSON.stringify(body);
  reply.hijack();
  reply.raw.writeHead(status, ['content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text))]);
  reply.raw.end(text);
  return reply;
}
