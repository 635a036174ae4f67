import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { enter, openDeposit, OutcomeUnknown, type OpenCall } from '../actions/open-deposit.ts';
import type { Services } from '../actions/services.ts';
import { INTEGRATIONS, type Integration } from '../domain/integration.ts';
import { Overloaded } from '../storage/gather.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { CallsUnderWay } from '../web/calls-under-way.ts';
import { headerText } from '../web/headers.ts';
import { sendJson } from '../web/send-json.ts';
import { answer, failure, overload, type Answer } from './answer.ts';
import { dryRun } from './dry-run.ts';
import { checkSchema, openSchema } from './open-schema.ts';
import type { Paths } from './paths.ts';
import { CallerGone, readBody } from './read-body.ts';

export type PartnerSettings = { services: Services; paths: Paths; failedKeys: FailedKeys; bodyLimitMs: number };

/** 4.1: `POST /webhook/<integration>`, and its dry run at `/check`. */
export function openDoor(server: FastifyInstance, settings: PartnerSettings): void {
  const calls = new CallsUnderWay();
  // A stop waits for every call that was begun, also those whose callers have gone.
  server.addHook('onClose', () => calls.end());
  for (const integration of INTEGRATIONS) {
    const url = `/webhook/${integration}`;
    server.post(url, openSchema(integration), (request, reply) =>
      calls.track(handle(settings, integration, request, reply, open)),
    );
    server.post(`${url}/check`, checkSchema(integration), (request, reply) =>
      calls.track(handle(settings, integration, request, reply, check)),
    );
    for (const path of [url, `${url}/check`]) refuseOtherMethods(server, path, 'POST');
  }
}

/** The route exists, the method does not. */
export function refuseOtherMethods(server: FastifyInstance, url: string, allowed: 'GET' | 'POST'): void {
  const method = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((name) => name !== allowed);
  server.route({
    method,
    url,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.code(405).header('allow', allowed).type('text/plain').send('Method not allowed\n'),
  });
}

type Reply = { status: number; body: object };
type Way = (settings: PartnerSettings, call: OpenCall) => Promise<Reply>;

async function open({ services, paths }: PartnerSettings, call: OpenCall): Promise<Reply> {
  return answer(call, paths[call.integration], await openDeposit(services, call));
}

/** Rows 1 to 3 answer as the real call; past them always 200. */
async function check({ services, paths }: PartnerSettings, call: OpenCall): Promise<Reply> {
  const path = paths[call.integration];
  const known = await enter(services, call);
  if (known.row !== null) return answer(call, path, known);
  return { status: 200, body: dryRun(call, path, known) };
}

async function handle(
  settings: PartnerSettings,
  integration: Integration,
  request: FastifyRequest,
  reply: FastifyReply,
  way: Way,
): Promise<FastifyReply> {
  try {
    const call: OpenCall = {
      integration,
      apiKey: headerText(request.headers, 'x-api-key'),
      externalOrgId: headerText(request.headers, 'x-external-org-id'),
      ...(await readBody(request.raw, settings.bodyLimitMs)),
    };
    if (call.body.is === 'too_slow') reply.raw.shouldKeepAlive = false;
    const { status, body } = await way(settings, call);
    if (isNotAuthorised(body)) await settings.failedKeys.slowDown(request.ip);
    return sendJson(reply, status, body);
  } catch (error) {
    return explain(error, request, reply);
  }
}

function isNotAuthorised(body: object): boolean {
  return 'reason' in body && body.reason === 'Not Authorised!';
}

function explain(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof CallerGone) return reply.hijack();
  if (error instanceof OutcomeUnknown) {
    request.log.error(
      { err: error, request: request.id },
      'the outcome of an open call is unknown; closed without an answer',
    );
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  request.log.error({ err: error, request: request.id }, 'open call failed');
  const { status, body }: Answer = error instanceof Overloaded ? overload() : failure();
  return sendJson(reply, status, body);
}
