import { readDocument } from '../actions/documents/read-document.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { APPLICATION_KINDS } from '../domain/application.ts';
import { STATES as STATES_OF_DEPOSITS } from '../domain/deposit.ts';
import { DOCUMENT_KINDS } from '../domain/document.ts';
import { EVENT_TYPES } from '../domain/document.ts';
import { REPLAYED_WITHIN_DAYS } from '../domain/retention.ts';
import {
  findAnyDelivery,
  isToProvider,
  listAllDeliveries,
  type AnyDelivery,
} from '../storage/callbacks/all-deliveries.ts';
import { replayDelivery, type Replay } from '../storage/callbacks/delivery-queue.ts';
import { findDocument, revokeDocumentLinks } from '../storage/deposits/documents.ts';
import { isId } from '../storage/database/ids.ts';
import { HttpProblem, notFound } from '../web/problem.ts';
import { describe, ids, type OperatorSettings } from './routes.ts';
import { done, noBody, typed } from '../web/typed.ts';

const MOST_DELIVERIES = 200;
const STATES = ['waiting', 'delivered', 'failed'] as const;

const shared = {
  id: z.string().describe('`webhook-id` of every attempt.'),
  organizationId: z.string(),
  depositId: z.string(),
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
};
const toPartnerSchema = z
  .object({
    ...shared,
    connectionId: z.string(),
    event: z.enum(EVENT_TYPES),
    document: z
      .object({ id: z.string(), kind: z.enum(DOCUMENT_KINDS) })
      .nullable()
      .describe('Of `document.created`.'),
    change: z
      .object({ from: z.enum(STATES_OF_DEPOSITS), to: z.enum(STATES_OF_DEPOSITS) })
      .nullable()
      .describe('Of `deposit.state_changed`.'),
    sequence: z.int(),
  })
  .meta({ id: 'Delivery' });
const toProviderSchema = z
  .object({
    ...shared,
    providerId: z.string(),
    event: z.enum(['application.created', 'application.cancelled']),
    application: z.object({ id: z.string(), kind: z.enum(APPLICATION_KINDS) }),
  })
  .meta({ id: 'ProviderDelivery' });
/** To a partner about a document or a state, or to a provider about an application. */
const deliverySchema = z.union([toPartnerSchema, toProviderSchema]);

const pdf = { description: 'The PDF.', content: { 'application/pdf': { schema: z.any().describe('The PDF.') } } };

/** Documents, and the callbacks to partners and providers. */
export function deliveryRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;

  server.get(
    '/deliveries',
    describe('viewer', `List callbacks to partners and providers, newest first, at most ${MOST_DELIVERIES}`, {
      querystring: z.object({
        depositId: z.string().optional(),
        providerId: z.string().optional().describe('Those to this provider alone.'),
        state: z.enum(STATES).optional(),
      }),
      response: { 200: z.object({ deliveries: z.array(deliverySchema) }) },
    }),
    async ({ query: { depositId = null, providerId = null, state = null } }) => {
      if ([depositId, providerId].some((id) => id !== null && !isId(id))) return { deliveries: [] };
      const deliveries = await listAllDeliveries(database, { depositId, providerId, state, most: MOST_DELIVERIES });
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
      const delivery = await findAnyDelivery(database, id);
      if (delivery === null) throw notFound('delivery');
      services.wakeDeliverer();
      return reply.code(202).send(deliveryView(delivery));
    },
  );
  server.get(
    '/documents/:id',
    describe('clerk', 'Read a document', { params: ids('id'), response: { 200: pdf } }),
    async ({ params: { id } }, reply) => {
      const document = isId(id) ? await readDocument(services, id) : null;
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
        `The delivery is older than ${REPLAYED_WITHIN_DAYS} days; read the document or the application instead.`,
      );
    case 'under_way':
      return new HttpProblem(409, 'An attempt is under way; wait until it has ended.');
    case 'switched_off':
      return new HttpProblem(409, 'The receiver has no callback that is switched on; set it first.');
  }
}

function deliveryView(delivery: AnyDelivery): z.infer<typeof deliverySchema> {
  if (isToProvider(delivery)) {
    const { providerId, event, applicationId, applicationKind } = delivery;
    return { ...sharedView(delivery), providerId, event, application: { id: applicationId, kind: applicationKind } };
  }
  const { connectionId, type: event, document, change, sequence } = delivery;
  return { ...sharedView(delivery), connectionId, event, document, change, sequence };
}

function sharedView(delivery: AnyDelivery) {
  const { id, organizationId, depositId, state, createdAt, dueAt, finishedAt, attempts } = delivery;
  return {
    id,
    organizationId,
    depositId,
    state,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: state === 'waiting' ? dueAt.toISOString() : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
