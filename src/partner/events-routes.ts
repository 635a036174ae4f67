import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { MOST_EVENTS, readEvents, type EventsOutcome } from '../actions/events/read-events.ts';
import { knowsIt, NotOnReplica, type ReadFrom } from '../actions/replica/read-from.ts';
import { STATES } from '../domain/deposit.ts';
import { CALLBACK_DOCUMENTS } from '../domain/document.ts';
import { READ_PATHS } from '../domain/integration.ts';
import type { PartnerEvent } from '../storage/callbacks/events.ts';
import { answerJson, queryString, valuesOf, type DirectCalls } from '../web/direct.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { headerText } from '../web/headers.ts';
import { begin, ended, note, recordReader } from './recorded-call.ts';
import type { RequestLog } from './request-log.ts';
import { answerReader } from './status-routes.ts';
import { statusError, statusShape } from './status-schema.ts';

export const EVENTS_PATH = READ_PATHS.events;

const shared = {
  number: z.int().describe('Counts per organization without a gap: the cursor.'),
  timestamp: z.string(),
};
const about = {
  sequence: z.int().describe('Counts per deposit.'),
  depositId: z.string(),
  organizationId: z.string(),
  externalOrgId: z.string().nullable().describe('Null: no partner has sent the deposit.'),
  deposit: statusShape,
};
const stateChanged = z
  .strictObject({
    ...shared,
    type: z.literal('deposit.state_changed'),
    data: z.strictObject({ ...about, from: z.enum(STATES), to: z.enum(STATES) }),
  })
  .meta({ id: 'StateEvent' });
const documentCreated = z
  .strictObject({
    ...shared,
    type: z.literal('document.created'),
    data: z.strictObject({
      ...about,
      document: z.strictObject({
        id: z.string(),
        kind: z.enum(CALLBACK_DOCUMENTS),
        sha256: z.string(),
        url: z.string().describe('Good for 30 days.'),
      }),
    }),
  })
  .meta({ id: 'Event' });

const schema = {
  tags: ['Partner'],
  operationId: 'events',
  summary: `Read the events after a number, oldest first, at most ${MOST_EVENTS}`,
  security: [{ statusKey: [] }],
  headers: z.object({ 'x-org-id': z.string().describe('The organization id issued by the service.') }),
  querystring: z.object({ after: z.string().optional().describe('The last number that is known; without it from 0.') }),
  response: {
    200: z.strictObject({
      events: z.array(z.union([documentCreated, stateChanged])),
      next: z.int().describe('What to ask for next time.'),
      more: z.boolean().describe('Whether there are more already.'),
    }),
    400: statusError,
    401: statusError,
    500: statusError,
  },
};

type EventsSettings = {
  direct: DirectCalls;
  readFrom: ReadFrom;
  failedKeys: FailedKeys;
  baseUrl: () => string;
  requestLog: RequestLog;
};

/** The events that a partner has missed. Authenticated like contract status. */
export function eventsRoutes(
  server: FastifyInstance,
  { direct, readFrom, failedKeys, baseUrl, requestLog }: EventsSettings,
): void {
  direct.serve(server, { method: 'GET', url: EVENTS_PATH, access: 'status_key', schema }, async (exchange) => {
    const { request, id, log } = exchange;
    const begun = begin(EVENTS_PATH, id);
    const organizationId = headerText(request.headers, 'x-org-id');
    const call = {
      apiKey: headerText(request.headers, 'x-api-key'),
      organizationId,
      after: readNumber(valuesOf(queryString(request), 'after')),
      baseUrl: baseUrl(),
    };
    const outcome = await readFrom((services) => readEvents(services, call), knowsIt).catch((error: unknown) => {
      if (!(error instanceof NotOnReplica)) log.error({ err: error, request: id }, 'events failed');
      return { is: 'failed' } as const;
    });
    if (outcome.is === 'key_does_not_match') await failedKeys.slowDown(exchange.address());
    const { status, body } = answer(outcome, call.after ?? 0);
    const partnerId = 'partnerId' in outcome ? outcome.partnerId : null;
    const reader = { organizationId, partnerId, externalContractId: null, is: outcome.is, status, body };
    note(exchange, () => recordReader(requestLog, ended(begun), reader));
    answerJson(exchange, status, body);
  });
}

function answer(outcome: EventsOutcome, after: number): { status: number; body: object } {
  switch (outcome.is) {
    case 'found': {
      const events = outcome.events.map((event) => eventView(event, outcome.linkOf));
      return { status: 200, body: { events, next: events.at(-1)?.number ?? after, more: outcome.more } };
    }
    case 'bad_number':
      return { status: 400, body: { error: 'The query parameter after is not a number' } };
    case 'beyond_last':
      return { status: 400, body: { error: 'The query parameter after is beyond the last event' } };
    case 'failed':
      return { status: 500, body: { error: 'The events could not be read; please ask again later' } };
    case 'header_missing':
    case 'organization_unknown':
    case 'key_does_not_match':
    case 'not_enabled':
      return answerReader(outcome);
  }
}

function readNumber([after = '0', second]: readonly string[]): number | null {
  return second === undefined && /^[0-9]{1,15}$/.test(after) ? Number(after) : null;
}

function eventView(event: PartnerEvent, linkOf: ReadonlyMap<string, string>) {
  const { number, at, sequence, depositId, organizationId, externalOrgId, status: deposit, told } = event;
  const timestamp = at.toISOString();
  const about = { sequence, depositId, organizationId, externalOrgId, deposit };
  if (told.type === 'deposit.state_changed') {
    return { number, type: told.type, timestamp, data: { ...about, from: told.from, to: told.to } };
  }
  const document = { ...told.document, url: linkOf.get(told.document.id) };
  return { number, type: told.type, timestamp, data: { ...about, document } };
}
