import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { offerDocuments } from '../actions/offer-document.ts';
import { identifyReader, type ReaderRefusal } from '../actions/read-status.ts';
import type { Services } from '../actions/services.ts';
import { STATES } from '../domain/deposit.ts';
import { CALLBACK_DOCUMENTS } from '../domain/document.ts';
import { READ_PATHS } from '../domain/integration.ts';
import { lastEventNumber } from '../storage/callbacks/last-event.ts';
import { listEvents, listEventsOf, type PartnerEvent } from '../storage/callbacks/events.ts';
import { answerJson, queryString, valuesOf, type DirectCalls } from '../web/direct.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { headerText } from '../web/headers.ts';
import { begin, ended, note, recordReader } from './recorded-call.ts';
import type { RequestLog } from './request-log.ts';
import { answerReader } from './status-routes.ts';
import { statusError, statusShape } from './status-schema.ts';

export const EVENTS_PATH = READ_PATHS.events;
const MOST_EVENTS = 100;

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
  services: Services;
  failedKeys: FailedKeys;
  baseUrl: () => string;
  requestLog: RequestLog;
};

/** The events that a partner has missed. Authenticated like contract status. */
export function eventsRoutes(
  server: FastifyInstance,
  { direct, services, failedKeys, baseUrl, requestLog }: EventsSettings,
): void {
  direct.serve(server, { method: 'GET', url: EVENTS_PATH, access: 'status_key', schema }, async (exchange) => {
    const { request, id, log } = exchange;
    const begun = begin(EVENTS_PATH, id);
    const organizationId = headerText(request.headers, 'x-org-id');
    let partnerId: string | null = null;
    const send = (is: 'found' | 'bad_number' | ReaderRefusal['is'], status: number, body: object): void => {
      const reader = { organizationId, partnerId, externalContractId: null, is, status, body };
      note(exchange, () => recordReader(requestLog, ended(begun), reader));
      answerJson(exchange, status, body);
    };
    try {
      const apiKey = headerText(request.headers, 'x-api-key');
      const reader = await identifyReader(services, { apiKey, organizationId });
      if (reader.is === 'key_does_not_match') await failedKeys.slowDown(exchange.address());
      if (reader.is !== 'known') {
        const { status, body } = answerReader(reader);
        return send(reader.is, status, body);
      }
      partnerId = reader.partnerId;
      const after = readNumber(valuesOf(queryString(request), 'after'));
      if (after === null) return send('bad_number', 400, { error: 'The query parameter after is not a number' });
      if (after > (await lastEventNumber(services.database, reader.organizationId))) {
        return send('bad_number', 400, { error: 'The query parameter after is beyond the last event' });
      }
      return send('found', 200, await eventsAfter(services, reader, after, baseUrl()));
    } catch (error) {
      log.error({ err: error, request: id }, 'events failed');
      return send('failed', 500, { error: 'The events could not be read; please ask again later' });
    }
  });
}

function readNumber([after = '0', second]: readonly string[]): number | null {
  return second === undefined && /^[0-9]{1,15}$/.test(after) ? Number(after) : null;
}

async function eventsAfter(
  { database }: Services,
  { organizationId, connectionIds }: { organizationId: string; connectionIds: readonly string[] | null },
  after: number,
  baseUrl: string,
) {
  const page = { organizationId, after, most: MOST_EVENTS + 1 };
  const found =
    connectionIds === null
      ? await listEvents(database, page)
      : await listEventsOf(database, { ...page, connectionIds });
  const shown = found.slice(0, MOST_EVENTS);
  const documentIds = shown.flatMap(({ told }) => (told.type === 'document.created' ? [told.document.id] : []));
  const links = await offerDocuments(database, { organizationId, documentIds, baseUrl });
  const linkOf = new Map(documentIds.map((id, index) => [id, links[index] ?? '']));
  const events = shown.map((event) => eventView(event, linkOf));
  return { events, next: events.at(-1)?.number ?? after, more: found.length > MOST_EVENTS };
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
