import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  removeOwnCallback,
  rotateOwnSecret,
  setOwnCallback,
  type CallbackChanged,
} from '../../actions/partners/callbacks.ts';
import { callbackFault } from '../../callbacks/addresses.ts';
import { CALLBACK_DOCUMENTS, EVENT_TYPES } from '../../domain/document.ts';
import { PARTNERS_ROTATION_HOURS } from '../../domain/retention.ts';
import {
  listPartnerConnections,
  type OwnConnection,
  type PartnerConnection,
} from '../../storage/set-up/connections.ts';
import { invalid, notFound } from '../../web/problem.ts';
import type { SelfServiceSettings } from './route-parts.ts';
import { selfService, noCallback } from './route-parts.ts';
import { sendTestEvent } from './test-event.ts';
import { partnerAuthor, partnerIn } from './visitor.ts';
import type { FastifyRequest } from 'fastify';
import { done, noBody, typed } from '../../web/typed.ts';

const LONGEST_URL = 2_000;

const callbackInput = z.strictObject({
  url: z
    .string()
    .max(LONGEST_URL, `must not be longer than ${LONGEST_URL} characters`)
    .refine((value) => URL.canParse(value), 'is not a URL'),
  documents: z
    .array(z.enum(CALLBACK_DOCUMENTS))
    .optional()
    .describe('Only these of the documents that the path sends; without it all of them.'),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .optional()
    .describe('Which events it gets; without it `document.created` alone.'),
  inline: z.boolean().optional().describe('Send the PDF as base64; without it the link alone.'),
});

const callbackShape = {
  url: z.string(),
  documents: z.array(z.enum(CALLBACK_DOCUMENTS)).nullable().describe('Null: all that the path sends.'),
  events: z.array(z.enum(EVENT_TYPES)),
  inline: z.boolean(),
  active: z.boolean().describe('False after the receiver answered 410; setting the callback switches it on again.'),
  previousSecretUntil: z
    .string()
    .nullable()
    .describe('Until then the secret of before signs, too. Null: there is none, or the operator retires it.'),
};
const secret = z.string().describe('Shown this once.');
const ownConnectionSchema = z
  .object({
    externalOrgId: z.string().describe('What you send as `x-external-org-id`.'),
    organizationId: z.string().describe('What you send as `x-org-id`.'),
    callback: z.object(callbackShape).nullable(),
  })
  .meta({ id: 'OwnConnection' });
const setSchema = ownConnectionSchema
  .extend({ callback: z.object({ ...callbackShape, secret: secret.optional().describe('Only when it is new.') }) })
  .meta({ id: 'OwnCallbackSet' });
const rotatedSchema = ownConnectionSchema
  .extend({ callback: z.object({ ...callbackShape, secret }) })
  .meta({ id: 'OwnCallbackRotated' });
const testSchema = z
  .object({
    status: z.int().nullable().describe('What the receiver answered. Null: no answer came.'),
    durationMs: z.int(),
    answer: z.string().describe('The beginning of the answer, or in words why there was none.'),
  })
  .meta({ id: 'TestEventAnswer' });

const byName = z.object({ externalOrgId: z.string() });
const CALLBACK = '/connections/:externalOrgId/callback';

/** The organizations that a partner is connected to, and where their callbacks go. */
export function ownConnectionRoutes(scope: FastifyInstance, settings: SelfServiceSettings): void {
  const server = typed(scope);
  const { services } = settings;
  server.get(
    '/connections',
    selfService('listConnections', 'List the organizations that you are connected to, with their callbacks', {
      response: { 200: z.object({ connections: z.array(ownConnectionSchema) }) },
    }),
    async (request) => {
      const connections = await listPartnerConnections(services.database, partnerIn(request).id);
      return { connections: connections.map(connectionView) };
    },
  );
  callbackRoutes(scope, settings);
  server.post(
    '/connections/:externalOrgId/test-event',
    selfService('sendTestEvent', 'Send a test event to the callback now, and see what the receiver answers', {
      params: byName,
      body: noBody,
      response: { 200: testSchema },
    }),
    async (request) => {
      const outcome = await sendTestEvent(settings, ownOf(request));
      switch (outcome.is) {
        case 'sent': {
          const { status, durationMs, answer } = outcome;
          return { status, durationMs, answer };
        }
        case 'unknown':
          throw notFound('connection');
        case 'no_callback':
          throw noCallback();
      }
    },
  );
}

function callbackRoutes(scope: FastifyInstance, { services, callbackAllowPrivate }: SelfServiceSettings): void {
  const server = typed(scope);
  server.put(
    CALLBACK,
    selfService('setCallback', 'Set where callbacks go, or switch them on again; the secret stays', {
      params: byName,
      body: callbackInput,
      response: { 200: setSchema },
    }),
    async (request) => {
      const fault = callbackFault(request.body.url, { allowPrivate: callbackAllowPrivate });
      if (fault !== null) throw invalid('url', 'invalid', fault);
      return changed(await setOwnCallback(services, partnerAuthor(request), ownOf(request), request.body));
    },
  );
  server.post(
    `${CALLBACK}/rotate`,
    selfService('rotateSecret', `Make a new secret; for ${PARTNERS_ROTATION_HOURS} hours the older one signs, too`, {
      params: byName,
      body: noBody,
      response: { 200: rotatedSchema },
    }),
    async (request) => {
      const { callback, ...rest } = changed(await rotateOwnSecret(services, partnerAuthor(request), ownOf(request)));
      return { ...rest, callback: { ...callback, secret: callback.secret ?? '' } };
    },
  );
  server.delete(
    CALLBACK,
    selfService('removeCallback', 'Remove the callback; events can still be read', {
      params: byName,
      response: { 204: done },
    }),
    async (request, reply) => {
      const removed = await removeOwnCallback(services, partnerAuthor(request), ownOf(request));
      if (removed.is === 'unknown') throw notFound('connection');
      return reply.code(204).send();
    },
  );
}

function ownOf(request: FastifyRequest<{ Params: { externalOrgId: string } }>): OwnConnection {
  return { partnerId: partnerIn(request).id, externalOrgId: request.params.externalOrgId };
}

function changed(result: CallbackChanged): z.infer<typeof setSchema> {
  switch (result.is) {
    case 'unknown':
      throw notFound('connection');
    case 'no_callback':
      throw noCallback();
    case 'done': {
      const { callback, ...rest } = connectionView(result.connection);
      if (callback === null) throw new Error('a callback was set');
      return { ...rest, callback: { ...callback, ...(result.secret === null ? {} : { secret: result.secret }) } };
    }
  }
}

type ConnectionView = z.infer<typeof ownConnectionSchema>;

function connectionView({ externalOrgId, organizationId, callback }: PartnerConnection): ConnectionView {
  if (callback === null) return { externalOrgId, organizationId, callback };
  const { url, events, inline, active, previousUntil } = callback;
  const documents = callback.documents as NonNullable<ConnectionView['callback']>['documents'];
  const previousSecretUntil = previousUntil?.toISOString() ?? null;
  return { externalOrgId, organizationId, callback: { url, documents, events, inline, active, previousSecretUntil } };
}
