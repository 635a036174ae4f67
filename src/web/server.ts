import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { NOT_FOUND, sendSorry } from './error-page.ts';
import { zodValidator } from './problem.ts';
import { REQUEST_ID, requestIds } from './request-id.ts';

/** How long a stop waits for calls under way before it cuts those that do not come to an end. */
const STOP_GRACE_MS = 3_000;

/** The route of what has none: an address that there is not. */
const NO_ROUTE = 'none';

/** Longer than any call of ours may take; Node itself then ends the connection. */
const REQUEST_LIMIT_MS = 60_000;

export type ServerSettings = {
  log: Logger;
  trustProxy: boolean;
  openApi: FastifyDynamicSwaggerOptions;
  /** Told of every answer, on the way of every call: it must cost next to nothing. */
  onAnswered: (answer: Answered) => void;
  /** Told of every route before it is added; throws where it must not be. */
  onRoute: (route: string) => void;
};

/** `route` is the pattern, never the address: that may hold what opens a door. */
export type Answered = { method: string; route: string; status: number; ms: number };

export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const { log, trustProxy, openApi, onAnswered, onRoute } = settings;
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy in front of us: what it adds counts, not what the caller claims.
    trustProxy: (_address: string, hop: number) => trustProxy && hop === 0,
    // One logger for all requests; what is logged of one names it by its id.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_LIMIT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
    // An address that cannot be decoded is simply one that we do not have.
    frameworkErrors: (_error, _request, reply) => void sendNotFound(reply as unknown as FastifyReply),
  }) as unknown as FastifyInstance;
  // An expectation that we do not know is none of our concern: the call is answered all the same.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) onRoute(`${name} ${url}`);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header(REQUEST_ID, request.id);
    done(null, payload);
  });
  const isLogged = log.isLevelEnabled('info');
  server.addHook('onResponse', (request, reply, done) => {
    const answer = {
      method: request.method,
      route: request.routeOptions.url ?? NO_ROUTE,
      status: reply.raw.statusCode,
      ms: reply.elapsedTime,
    };
    onAnswered(answer);
    if (isLogged) log.info({ request: request.id, ...answer, ms: Math.round(answer.ms * 10) / 10 }, 'answered');
    done();
  });
  server.setValidatorCompiler(zodValidator);
  server.setSerializerCompiler(serializerCompiler);
  server.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  server.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error, request: request.id }, 'request failed');
    return reply.code(500).type('text/plain').send('Something went wrong on our side. Please try again.\n');
  });
  await server.register(swagger, openApi);
  return server;
}

/** A sentence for programs, a page for people. */
function sendNotFound(reply: FastifyReply): FastifyReply {
  const isForPeople = reply.request.headers.accept?.includes('text/html') === true;
  if (isForPeople && !reply.request.url.startsWith('/webhook/')) return sendSorry(reply, NOT_FOUND, 404);
  return reply.code(404).type('text/plain').send('Not found\n');
}

export async function closeServer(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), STOP_GRACE_MS);
  await server.close();
  clearTimeout(cut);
}
