import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { NOT_FOUND, sendSorry } from './error-page.ts';
import { zodValidator } from './problem.ts';

/** How long a stop waits for calls under way before it cuts those that do not come to an end. */
const STOP_GRACE_MS = 3_000;

/** Longer than any call of ours may take; Node itself then ends the connection. */
const REQUEST_LIMIT_MS = 60_000;

export type ServerSettings = {
  log: Logger;
  trustProxy: boolean;
  openApi: FastifyDynamicSwaggerOptions;
  /** Told of every route before it is added; throws where it must not be. */
  onRoute: (route: string) => void;
};

export async function createServer({ log, trustProxy, openApi, onRoute }: ServerSettings): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy in front of us: what it adds counts, not what the caller claims.
    trustProxy: (_address: string, hop: number) => trustProxy && hop === 0,
    // One logger for all requests; what is logged of one names it by its id.
    childLoggerFactory: (logger) => logger,
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
