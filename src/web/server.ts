import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { requireDeclaredAccess } from './access.ts';
import { compressAnswers } from './encoding/compress.ts';
import { DirectCalls, type ConnectionLimits } from './direct.ts';
import { NOT_FOUND, sendSorry } from './error-page.ts';
import { zodValidator } from './problem.ts';
import { REQUEST_ID, requestIds } from './request-id.ts';

/** How long a stop waits for calls in progress before it closes their connections. */
const STOP_GRACE_MS = 3_000;

/** The route in logs and metrics for a path that does not exist. */
const NO_ROUTE = 'none';

type ServerSettings = {
  log: Logger;
  trustProxy: boolean;
  connectionLimits: ConnectionLimits;
  /** Whether the process was told to stop, but still serves: each connection then ends with its answer. */
  isDraining: () => boolean;
  openApi: FastifyDynamicSwaggerOptions;
  /** Called for every answer, so it must be cheap. */
  onAnswered: (answer: Answered) => void;
};

/** `route` is the pattern, never the path: that may contain a secret. */
type Answered = { method: string; route: string; status: number; ms: number };

export async function createServer(
  settings: ServerSettings,
): Promise<{ server: FastifyInstance; direct: DirectCalls }> {
  const { log, trustProxy, connectionLimits, isDraining, openApi, onAnswered } = settings;
  const isLogged = log.isLevelEnabled('info');
  const answered = (id: string, answer: Answered): void => {
    onAnswered(answer);
    if (isLogged) log.info({ request: id, ...answer, ms: Math.round(answer.ms * 10) / 10 }, 'answered');
  };
  const idOf = requestIds();
  const direct = new DirectCalls({
    log,
    trustProxy,
    isDraining,
    idOf,
    onAnswered: (route, { request, response, id }, ms) =>
      answered(id, { method: request.method ?? '', route, status: response.statusCode, ms }),
  });
  const server = fastify({
    serverFactory: (framework) => direct.before(framework, connectionLimits),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // There is one proxy in front: the address it appends counts, not what the caller claims.
    trustProxy: (_address: string, hop: number) => trustProxy && hop === 0,
    // One logger for all requests; lines name the request by its id.
    childLoggerFactory: (logger) => logger,
    genReqId: idOf,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
    // A path that cannot be decoded does not exist.
    frameworkErrors: (_error, _request, reply) => void sendNotFound(reply as unknown as FastifyReply),
  }) as unknown as FastifyInstance;
  // An unknown Expect header is ignored.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  requireDeclaredAccess(server);
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header(REQUEST_ID, request.id);
    done(null, payload);
  });
  compressAnswers(server);
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    answered(request.id, { method: request.method, route, status: reply.raw.statusCode, ms: reply.elapsedTime });
    done();
  });
  server.setValidatorCompiler(zodValidator);
  server.setSerializerCompiler(serializerCompiler);
  server.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  server.setErrorHandler((error, request, reply) => {
    // A body that cannot be read, for a path that does not exist: not found.
    if (request.is404) return sendNotFound(reply);
    // A body that no program of ours sends: too large, of another type, or damaged. That is not our failure.
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 400 && statusCode < 500) {
      return reply.code(statusCode).type('text/plain').send('The body cannot be read.\n');
    }
    request.log.error({ err: error, request: request.id }, 'request failed');
    return reply.code(500).type('text/plain').send('Something went wrong on our side. Please try again.\n');
  });
  await server.register(swagger, openApi);
  return { server, direct };
}

/** A line of text for programs, a page for people. */
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
