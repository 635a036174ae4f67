import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { FastifyBaseLogger, FastifyInstance, HTTPMethods, RouteShorthandOptions } from 'fastify';
import type { Access } from './access.ts';
import { REQUEST_ID } from './request-id.ts';

/** A call as it comes, and what answers it. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  log: FastifyBaseLogger;
  /** Where it came from, behind a proxy too. */
  address: () => string;
};

type Handler = (exchange: Exchange) => Promise<void>;

type Route = { method: string; url: string; handle: Handler };

export type DirectSettings = {
  log: FastifyBaseLogger;
  trustProxy: boolean;
  idOf: (request: IncomingMessage) => string;
  onAnswered: (route: string, exchange: Exchange, ms: number) => void;
};

/**
 * Calls that come by the thousand a second are served past the framework, whose way costs as much as their answer. Each of
 * these is a route of the framework's too: it stands in the reference, and is found there however its address is written.
 */
export class DirectCalls {
  /** Few: one look at each costs less than to make a name of method and path, and to look that up. */
  readonly #routes: Route[] = [];
  readonly #settings: DirectSettings;

  constructor(settings: DirectSettings) {
    this.#settings = settings;
  }

  serve(
    server: FastifyInstance,
    { method, url, access, ...options }: RouteShorthandOptions & { method: HTTPMethods; url: string; access: Access },
    handle: Handler,
  ): void {
    this.#routes.push({ method: String(method), url, handle });
    server.route({
      ...options,
      config: { access },
      method,
      url,
      handler: (request, reply) => {
        reply.hijack();
        const { raw, id, log } = request;
        return handle({ request: raw, response: reply.raw, id, log, address: () => request.ip });
      },
    });
  }

  /** The server, with the framework behind it. */
  before(framework: RequestListener): Server {
    return createServer({ optimizeEmptyRequests: true }, (request, response) => {
      const route = this.#routeOf(request);
      if (route === undefined) return framework(withoutTypeOfNothing(request), response);
      void this.#run(route, request, response);
    });
  }

  #routeOf({ method, url = '' }: IncomingMessage): Route | undefined {
    for (const route of this.#routes) if (route.method === method && isPathOf(url, route.url)) return route;
    return undefined;
  }

  async #run({ url: route, handle }: Route, request: IncomingMessage, response: ServerResponse) {
    const { log, trustProxy, idOf, onAnswered } = this.#settings;
    const started = performance.now();
    const exchange = { request, response, id: idOf(request), log, address: () => addressOf(request, trustProxy) };
    try {
      await handle(exchange);
    } catch (error) {
      log.error({ err: error, request: exchange.id }, 'request failed');
      response.destroy();
    }
    onAnswered(route, exchange, performance.now() - started);
  }
}

/** Of a call that says of no body that it comes, none is ever read. The framework would wait for one that has a type. */
function withoutTypeOfNothing(request: IncomingMessage): IncomingMessage {
  if (request.readableEnded) delete request.headers['content-type'];
  return request;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function answerJson(exchange: Exchange, status: number, body: object): void {
  answerText(exchange, status, JSON.stringify(body));
}

/** JSON that was made before. */
export function answerText({ request, response, id }: Exchange, status: number, text: string): void {
  // A server that is being stopped lets go of its callers with their last answer.
  if (isStopping(request)) response.shouldKeepAlive = false;
  const length = Buffer.byteLength(text);
  response.writeHead(status, ['content-type', JSON_TYPE, 'content-length', String(length), REQUEST_ID, id]);
  // A byte for each character: plain ASCII, which is written without being encoded.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
}

function isStopping({ socket }: IncomingMessage): boolean {
  return (socket as unknown as { server?: Server }).server?.listening === false;
}

function isPathOf(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}

/** What follows the question mark. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** Each value of a parameter, in the order in which they were sent. An address is short, so none of them is left out. */
export function valuesOf(query: string, name: string): string[] {
  return [parse(query, '&', '=', { maxKeys: 0 })[name] ?? []].flat();
}

/** One proxy in front of us: what it adds counts, not what the caller claims. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? [headers['x-forwarded-for'] ?? ''].flat().join(',') : '';
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  return last === '' ? (socket.remoteAddress ?? '') : last;
}
