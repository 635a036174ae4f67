import type { FastifyInstance } from 'fastify';
import {
  lookUpCall,
  openDeposit,
  OutcomeUnknown,
  type OpenCall,
  type OpenCallOutcome,
} from '../actions/open-deposit.ts';
import type { Services } from '../actions/services.ts';
import { INTEGRATIONS, type Integration } from '../domain/integration.ts';
import { decideOpenCall } from '../domain/open-call.ts';
import { Overloaded } from '../storage/database/batch.ts';
import { pageFor } from '../web/access.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { CallsInProgress } from '../web/calls-in-progress.ts';
import { answerJson, type DirectCalls, type Exchange } from '../web/direct.ts';
import { headerText } from '../web/headers.ts';
import { answer, failure, overload, type Answer } from './answer.ts';
import { codeHeaders, codeOf } from './codes.ts';
import { dryRun, wouldBe } from './dry-run.ts';
import { checkSchema, openSchema } from './open-schema.ts';
import type { Path, Paths } from './paths.ts';
import { CallerGone, readBody } from './read-body.ts';
import { begin, ended, failedCall, note, openCall } from './recorded-call.ts';
import type { RequestLog } from './request-log.ts';

type PartnerSettings = {
  direct: DirectCalls;
  services: Services;
  paths: Paths;
  failedKeys: FailedKeys;
  bodyLimitMs: number;
  requestLog: RequestLog;
};

/** Every path that opens deposits, and its dry run. */
export const OPEN_PATHS = INTEGRATIONS.flatMap((integration) => [
  `/webhook/${integration}`,
  `/webhook/${integration}/check`,
]);

/** 4.1: `POST /webhook/<integration>`, and its dry run at `/check`. */
export function openRoutes(server: FastifyInstance, settings: PartnerSettings): void {
  const calls = new CallsInProgress();
  // A stop waits for every call that has begun, even if its caller has closed the connection.
  server.addHook('onClose', () => calls.end());
  for (const integration of INTEGRATIONS) {
    const url = `/webhook/${integration}`;
    const ways = [
      { url, schema: openSchema(integration), way: open },
      { url: `${url}/check`, schema: checkSchema(integration), way: check },
    ];
    for (const { url: path, schema, way } of ways) {
      settings.direct.serve(server, { method: 'POST', url: path, access: 'partner_key', ...schema }, (exchange) =>
        calls.track(handle(settings, { integration, path, way }, exchange)),
      );
      refuseOtherMethods(server, path, 'POST');
    }
  }
}

export function refuseOtherMethods(server: FastifyInstance, url: string, allowed: 'GET' | 'POST'): void {
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((name) => name !== allowed);
  server.route({
    method,
    url,
    ...pageFor('anyone'),
    handler: async (_request, reply) =>
      reply.code(405).header('allow', allowed).type('text/plain').send('Method not allowed\n'),
  });
}

/** `said`: what the request log keeps; for a dry run, the answer of the real call. */
type Reply = { status: number; body: object; outcome: OpenCallOutcome; said: Answer['body'] };
type Way = (settings: PartnerSettings, call: OpenCall) => Promise<Reply>;

async function open({ services, paths }: PartnerSettings, call: OpenCall): Promise<Reply> {
  return replyTo(call, paths[call.integration], await openDeposit(services, call));
}

function replyTo(call: OpenCall, path: Path, outcome: OpenCallOutcome): Reply {
  const { status, body } = answer(call, path, outcome);
  return { status, body, outcome, said: body };
}

/** An unknown caller or organization is answered as in the real call, everything else with 200. */
async function check({ services, paths }: PartnerSettings, call: OpenCall): Promise<Reply> {
  const path = paths[call.integration];
  const facts = await lookUpCall(services, call);
  if ('refused' in facts) return replyTo(call, path, facts);
  const decision = decideOpenCall(facts, call.body);
  const body = dryRun(call, path, decision);
  return { status: 200, body, outcome: wouldBe(decision), said: body.body };
}

async function handle(
  settings: PartnerSettings,
  { integration, path, way }: { integration: Integration; path: string; way: Way },
  exchange: Exchange,
): Promise<void> {
  const { request, response, id } = exchange;
  const begun = begin(path, id, { isOpen: way === open });
  const headers = {
    integration,
    apiKey: headerText(request.headers, 'x-api-key'),
    externalOrgId: headerText(request.headers, 'x-external-org-id'),
  };
  let call: OpenCall | null = null;
  try {
    call = { ...headers, ...(await readBody(request, settings.bodyLimitMs)) };
    if (call.body.is === 'too_slow') response.shouldKeepAlive = false;
    const { status, body, outcome, said } = await way(settings, call);
    const done = call;
    note(exchange, () => settings.requestLog.record(openCall(ended(begun), done, { status, outcome, said })));
    if ('refused' in outcome && outcome.refused === 'unauthorized')
      await settings.failedKeys.slowDown(exchange.address());
    answerJson(exchange, status, body, codeHeaders(codeOf(outcome)));
  } catch (error) {
    const given = explain(error, exchange);
    const failed: OpenCall = call ?? { ...headers, body: { is: 'too_slow' }, payload: NOTHING };
    note(exchange, () => settings.requestLog.record(failedCall(ended(begun), failed, given)));
    if ('body' in given) answerJson(exchange, given.status, given.body, codeHeaders('unavailable'));
    else given.leave(exchange);
  }
}

const NOTHING = Buffer.alloc(0);

/** The answer to a call without an outcome. Status null: none is sent. */
type Given = Answer | { status: null; reason: string; leave: (exchange: Exchange) => void };

function explain(error: unknown, { id, log }: Exchange): Given {
  if (error instanceof CallerGone) {
    const reason = 'The caller closed the connection before the body was whole';
    return { status: null, reason, leave: () => undefined };
  }
  if (error instanceof OutcomeUnknown) {
    log.error({ err: error, request: id }, 'the outcome of an open call is unknown; closed without an answer');
    const reason = 'It is unknown whether the deposit was stored; closed without an answer';
    return { status: null, reason, leave };
  }
  log.error({ err: error, request: id }, 'open call failed');
  return error instanceof Overloaded ? overload() : failure();
}

function leave({ request }: Exchange): void {
  request.socket.destroy();
}
