import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { DOCUMENT_KINDS } from '../domain/document.ts';
import { REPLAYED_WITHIN_DAYS } from '../domain/retention.ts';
import {
  findDelivery,
  listDeliveries,
  replayDelivery,
  type ListedDelivery,
  type Replay,
} from '../storage/callbacks/deliveries.ts';
import { findDocument, revokeDocumentLinks } from '../storage/deposits/documents.ts';
import { isId } from '../storage/database/ids.ts';
import { HttpProblem, notFound } from '../web/problem.ts';
import { noBody } from './inputs.ts';
import { describe, done, ids, typed, type OperatorSettings } from './routes.ts';

const MOST_DELIVERIES = 200;
const STATES = ['waiting', 'delivered', 'failed'] as const;

const deliverySchema = z
  .object({
    id: z.string().describe('`webhook-id` of every attempt.'),
    organizationId: z.string(),
    depositId: z.string(),
    connectionId: z.string(),
    document: z.object({ id: z.string(), kind: z.enum(DOCUMENT_KINDS) }),
    sequence: z.int(),
    state: z.enum(STATES),
    createdAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    attempts: z.array(
      z.object({
        at: z.string(),
        status: z.int().nullable().describe('Null: no answer came.'),
        durationMs: z.int(),
        answer: z.string().describe('The first bytes of the answer, or why there was none.'),
      }),
    ),
  })
  .meta({ id: 'Delivery' });

const pdf = { description: 'The PDF.', content: { 'application/pdf': { schema: z.any().describe('The PDF.') } } };

/** Documents, and their way to the partners. */
export function deliveryRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;

  server.get(
    '/deliveries',
    describe('viewer', `List deliveries, newest first, at most ${MOST_DELIVERIES}`, {
      querystring: z.object({ depositId: z.string().optional(), state: z.enum(STATES).optional() }),
      response: { 200: z.object({ deliveries: z.array(deliverySchema) }) },
    }),
    async ({ query: { depositId = null, state = null } }) => {
      if (depositId !== null && !isId(depositId)) return { deliveries: [] };
      const deliveries = await listDeliveries(database, { depositId, state, most: MOST_DELIVERIES });
      return { deliveries: deliveries.map(deliveryView) };
    },
  );
  server.post(
    '/deliveries/:id/replay',
    describe('clerk', `Deliver again, within ${REPLAYED_WITHIN_DAYS} days: same id, fresh signature and link`, {
      params: ids('id'),
      body: noBody,
      response: { 202: deliverySchema },
    }),
    async ({ params: { id } }, reply) => {
      const replay = isId(id) ? await replayDelivery(database, id, { withinDays: REPLAYED_WITHIN_DAYS }) : 'unknown';
      if (replay !== 'queued') throw notReplayed(replay);
      const delivery = await findDelivery(database, id);
      if (delivery === null) throw notFound('delivery');
      services.wakeDeliverer();
      return reply.code(202).send(deliveryView(delivery));
    },
  );
  server.get(
    '/documents/:id',
    describe('clerk', 'Read a document', { params: ids('id'), response: { 200: pdf } }),
    async ({ params: { id } }, reply) => {
      const document = isId(id) ? await findDocument(database, id) : null;
      if (document === null || document.content === null) throw notFound('document');
      return reply.type('application/pdf').header('cache-control', 'private, no-store').send(document.content);
    },
  );
  server.delete(
    '/documents/:id/links',
    describe('clerk', 'Revoke every link to a document', { params: ids('id'), response: { 204: done } }),
    async ({ params: { id } }, reply) => {
      const document = isId(id) ? await findDocument(database, id) : null;
      if (document === null) throw notFound('document');
      await revokeDocumentLinks(database, document);
      return reply.code(204).send();
    },
  );
}

function notReplayed(why: Exclude<Replay, 'queued'>): HttpProblem {
  switch (why) {
    case 'unknown':
      return notFound('delivery');
    case 'too_old':
      return new HttpProblem(
        409,
        `The delivery is older than ${REPLAYED_WITHIN_DAYS} days; read the document instead.`,
      );
    case 'under_way':
      return new HttpProblem(409, 'An attempt is under way; wait until it has ended.');
    case 'switched_off':
      return new HttpProblem(409, 'The connection has no callback that is switched on; set it first.');
  }
}

function deliveryView(delivery: ListedDelivery): z.infer<typeof deliverySchema> {
  const { documentId, documentKind, createdAt, dueAt, finishedAt, attempts, state, ...rest } = delivery;
  return {
    ...rest,
    state,
    document: { id: documentId, kind: documentKind },
    createdAt: createdAt.toISOString(),
    nextAttemptAt: state === 'waiting' ? dueAt.toISOString() : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
