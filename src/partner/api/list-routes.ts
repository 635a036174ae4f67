import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { readOwnCalls } from '../../actions/partners/calls.ts';
import { readOwnDeliveries, replayOwnDelivery } from '../../actions/partners/deliveries.ts';
import { STATES as STATES_OF_DEPOSITS } from '../../domain/deposit.ts';
import { DOCUMENT_KINDS, EVENT_TYPES } from '../../domain/document.ts';
import { REPLAYED_WITHIN_DAYS } from '../../domain/retention.ts';
import type { Replay } from '../../storage/callbacks/delivery-queue.ts';
import type { OwnCall } from '../../storage/request-log/partner-calls.ts';
import type { PartnerDelivery } from '../../storage/callbacks/partner-deliveries.ts';
import { HttpProblem, notFound } from '../../web/problem.ts';
import type { SelfServiceSettings } from './route-parts.ts';
import { selfService, nextSchema, pageOf, pageQuery } from './route-parts.ts';
import { partnerAuthor, partnerIn } from './visitor.ts';
import { noBody, typed } from '../../web/typed.ts';

const deliverySchema = z
  .object({
    id: z.string().describe('`webhook-id` of every attempt.'),
    externalOrgId: z.string(),
    organizationId: z.string(),
    depositId: z.string(),
    event: z.enum(EVENT_TYPES),
    sequence: z.int(),
    document: z
      .object({ id: z.string(), kind: z.enum(DOCUMENT_KINDS) })
      .nullable()
      .describe('Of `document.created`.'),
    change: z
      .object({ from: z.enum(STATES_OF_DEPOSITS), to: z.enum(STATES_OF_DEPOSITS) })
      .nullable()
      .describe('Of `deposit.state_changed`.'),
    state: z.enum(['waiting', 'delivered', 'failed']),
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
  .meta({ id: 'OwnDelivery' });

const callSchema = z
  .object({
    requestId: z.string().describe('`x-request-id` of the answer.'),
    at: z.string(),
    path: z.string().describe('Of the address.'),
    externalOrgId: z.string().nullable(),
    externalContractId: z.string().nullable(),
    status: z.int().nullable().describe('Null: the connection was closed without an answer.'),
    code: z.string().nullable().describe('`x-depono-code` of the answer; more may be added.'),
    durationMs: z.number(),
  })
  .meta({ id: 'OwnCall' });

/** What a partner was told, and what it has sent. */
export function ownListRoutes(scope: FastifyInstance, settings: SelfServiceSettings): void {
  const server = typed(scope);
  const { services, requestLog } = settings;
  server.get(
    '/deliveries',
    selfService('listDeliveries', 'List the callbacks to you with their attempts, oldest first', {
      querystring: pageQuery,
      response: { 200: z.object({ deliveries: z.array(deliverySchema), next: nextSchema }) },
    }),
    async (request) => {
      const { entries, next } = pageOf(await readOwnDeliveries(services, partnerIn(request).id, request.query));
      return { deliveries: entries.map(deliveryView), next };
    },
  );
  server.post(
    '/deliveries/:id/replay',
    selfService(
      'replayDelivery',
      `Deliver again, within ${REPLAYED_WITHIN_DAYS} days: same id, new signature and link`,
      {
        params: z.object({ id: z.string() }),
        body: noBody,
        response: { 202: deliverySchema },
      },
    ),
    async (request, reply) => {
      const own = { partnerId: partnerIn(request).id, id: request.params.id };
      const replayed = await replayOwnDelivery(services, partnerAuthor(request), own);
      if (replayed.is !== 'queued') throw notReplayed(replayed.is);
      return reply.code(202).send(deliveryView(replayed.delivery));
    },
  );
  server.get(
    '/calls',
    selfService('listCalls', 'List what you have sent, open calls and dry runs, oldest first', {
      querystring: pageQuery,
      response: { 200: z.object({ calls: z.array(callSchema), next: nextSchema }) },
    }),
    async (request) => {
      // Calls are written a moment after their answers.
      await requestLog.flush();
      const { entries, next } = pageOf(await readOwnCalls(services, partnerIn(request).id, request.query));
      return { calls: entries.map(ownCallAnswer), next };
    },
  );
}

function ownCallAnswer({ requestId, at, path, externalOrgId, externalContractId, status, code, durationMs }: OwnCall) {
  return {
    requestId,
    at: at.toISOString(),
    path,
    externalOrgId,
    externalContractId,
    status,
    code,
    durationMs,
  };
}

function notReplayed(why: Exclude<Replay, 'queued'>): HttpProblem {
  switch (why) {
    case 'unknown':
      return notFound('delivery');
    case 'too_old':
      return new HttpProblem(409, `The delivery is older than ${REPLAYED_WITHIN_DAYS} days; read the events instead.`);
    case 'under_way':
      return new HttpProblem(409, 'An attempt is under way; wait until it has ended.');
    case 'switched_off':
      return new HttpProblem(409, 'The connection has no callback that is switched on; set it first.');
  }
}

function deliveryView(delivery: Omit<PartnerDelivery, 'number'>): z.infer<typeof deliverySchema> {
  const { id, externalOrgId, organizationId, depositId, type: event, sequence, document, change, state } = delivery;
  const { createdAt, dueAt, finishedAt, attempts } = delivery;
  return {
    id,
    externalOrgId,
    organizationId,
    depositId,
    event,
    sequence,
    document,
    change,
    state,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: state === 'waiting' ? dueAt.toISOString() : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
