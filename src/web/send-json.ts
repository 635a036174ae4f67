import type { FastifyReply } from 'fastify';

import { REQUEST_ID } from './request-id.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with JSON text past the framework's own way of sending, which costs more than the answer itself. */
export function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  const text = JSON.stringify(body);
  reply.hijack();
  // A server that is being stopped lets go of its callers with their last answer.
  if (!reply.server.server.listening) reply.raw.shouldKeepAlive = false;
  const length = String(Buffer.byteLength(text));
  reply.raw.writeHead(status, ['content-type', JSON_TYPE, 'content-length', length, REQUEST_ID, reply.request.id]);
  reply.raw.end(text);
  return reply;
}
