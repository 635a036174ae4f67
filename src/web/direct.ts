import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { FastifyBaseLogger, FastifyInstance, HTTPMethods, RouteShorthandOptions } from 'fastify';
import type { Access } from './access.ts';
import { REQUEST_ID } from './request-id.ts';

/** A request and its response, outside of the framework. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  log: FastifyBaseLogger;
  /** The caller's address, also behind a proxy. */
  address: () => string;
};

type Handler = (exchange: Exchange) => Promise<void>;

type Route = { method: string; url: string; handle: Handler };

type DirectSettings = {
  log: FastifyBaseLogger;
  trustProxy: boolean;
  isDraining: () => boolean;
  idOf: (request: IncomingMessage) => string;
  onAnswered: (route: string, exchange: Exchange, ms: number) => void;
};

/**
 * Serves the most frequent routes without the framework, whose overhead is as large as the work itself. Each of them is
 * also registered with the framework: for the API reference, and for unusual spellings of the path.
 */
export class DirectCalls {
  /** So few that comparing each is cheaper than building a key and looking it up. */
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

  /** The HTTP server, which passes all other requests to the framework. */
  before(framework: RequestListener, limits: ConnectionLimits): Server {
    return createServer({ ...OPTIONS, ...limits }, (request, response) => {
      if (hasTwoHosts(request)) return refuse(response);
      // Routed like GET. The response was made for HEAD, so Node sends its headers and no body.
      if (request.method === 'HEAD') request.method = 'GET';
      if (this.#settings.isDraining()) response.shouldKeepAlive = false;
      const route = this.#routeOf(request);
      if (route === undefined) return framework(withoutTypeIfEmpty(request), response);
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

const OPTIONS = { optimizeEmptyRequests: true, requireHostHeader: true } as const;

/** How long a connection may stay without a complete request, in milliseconds; for `createServer` of Node. */
export type ConnectionLimits = {
  /** From the start of the connection, or the first byte of a request, to the end of the headers. */
  headersTimeout: number;
  /** To the end of the body. */
  requestTimeout: number;
  /** Between two requests. */
  keepAliveTimeout: number;
  /** How often the two first are checked: a connection may stay open longer by so much. */
  connectionsCheckingInterval: number;
};

/**
 * A connection that stays silent, or does not complete its request, is closed after these times and at most one check
 * later. Node's own defaults add up to six minutes.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // Longer than proxies keep an unused connection: the side that sends must be the one that closes.
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
};

/** RFC 9112, 3.2. Node itself refuses a request of HTTP/1.1 without Host; of several it would take the first. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function refuse(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('Two Host headers\n');
}

/** A request without Content-Length or Transfer-Encoding has no body. With a content type, the framework would wait for one. */
function withoutTypeIfEmpty(request: IncomingMessage): IncomingMessage {
  if (request.readableEnded) delete request.headers['content-type'];
  return request;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function answerJson(exchange: Exchange, status: number, body: object, headers: readonly string[] = []): void {
  answerText(exchange, status, JSON.stringify(body), headers);
}

/** Answers with JSON text. `headers`: names and values in turn. */
export function answerText(
  { request, response, id }: Exchange,
  status: number,
  text: string,
  headers: readonly string[] = [],
): void {
  // A stopping server closes each connection after its last answer.
  if (isStopping(request)) response.shouldKeepAlive = false;
  const length = Buffer.byteLength(text);
  response.writeHead(status, ['content-type', JSON_TYPE, 'content-length', String(length), REQUEST_ID, id, ...headers]);
  // One byte per character: ASCII, which needs no encoding.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
}

function isStopping({ socket }: IncomingMessage): boolean {
  return (socket as unknown as { server?: Server }).server?.listening === false;
}

function isPathOf(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}

/** The part after the question mark. */
export function queryString({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** All values of a parameter, in their order. Without a limit on parameters: Node limits the length of the URL. */
export function valuesOf(query: string, name: string): string[] {
  return [parse(query, '&', '=', { maxKeys: 0 })[name] ?? []].flat();
}

/** There is one proxy in front: the address it appends counts, not what the caller claims. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? [headers['x-forwarded-for'] ?? ''].flat().join(',') : '';
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  return last === '' ? (socket.remoteAddress ?? '') : last;
}
