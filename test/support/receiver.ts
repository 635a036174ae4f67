import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { created } from './partner.ts';
import { stage, type Stage } from './play.ts';
import type { Service } from './service.ts';

export type Received = {
  /** By the real clock, in milliseconds. */
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: any;
};

/** How to answer a request: 200 by default. `hang` never answers, `drop` closes the connection. */
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
  /** Answers only after this. */
  when?: Promise<unknown>;
  instead?: 'hang' | 'drop';
};

export type Receiver = {
  url: string;
  requests: Received[];
  /** The number of connections, whatever their outcome. */
  connections: () => number;
  /** The next replies in order; the last one repeats. */
  reply: (...replies: Reply[]) => void;
  /** Waits for this many requests. */
  received: (count: number) => Promise<Received[]>;
  close: () => Promise<void>;
};

/** Where a partner takes its callbacks: a real HTTP server on a free port. */
export async function openReceiver(...first: Reply[]): Promise<Receiver> {
  const requests: Received[] = [];
  let replies: readonly Reply[] = first;
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { method = '', url: path = '', headers } = request;
      requests.push({ at: Date.now(), method, path, headers, text, body: parsed(text) });
      const [next = {}, ...later] = replies;
      if (later.length > 0) replies = later;
      void answer(response, next);
    });
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    requests,
    connections: () => connections,
    reply: (...next) => (replies = next),
    received: async (count) => {
      await until(() => requests.length >= count, `${count} requests`);
      return requests;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', delayMs = 0, when, instead }: Reply,
) {
  await when;
  if (delayMs > 0) await wait(delayMs);
  if (instead === 'hang') return;
  if (instead === 'drop') return response.destroy();
  response.writeHead(status, headers).end(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const PATIENCE_MS = 60_000;

/** No call waits for deliveries, so tests poll. */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within ${PATIENCE_MS / 1000} seconds: ${what}`);
    await wait(25);
  }
}

/** A stage whose connection has a callback. */
export type Listening = Stage & {
  /** As it was shown. */
  secret: string;
  connection: () => Promise<any>;
  setCallback: (callback: object | null) => Promise<any>;
  rotate: () => Promise<string>;
  retire: () => Promise<void>;
};

/** An organization whose documents go to an address. */
export async function listening(
  service: Service,
  { url, documents }: { url: string; documents?: string[] },
  settings: Record<string, unknown> = {},
): Promise<Listening> {
  const partner = await stage(service, settings);
  const connections = `/organizations/${partner.organizationId}/connections`;
  const { body } = await service.operator('GET', connections);
  const path = `${connections}/${body.connections[0].id}`;
  const setCallback = async (next: object | null): Promise<any> => {
    const answer = await service.operator('PATCH', path, { callback: next });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const { secret } = (await setCallback({ url, documents })).callback;
  return {
    ...partner,
    secret,
    connection: async () => (await service.operator('GET', path)).body,
    setCallback,
    rotate: async () => (await created(service.operator('POST', `${path}/callback-secret`))).secret,
    retire: async () => {
      assert.equal((await service.operator('DELETE', `${path}/callback-secret`)).status, 204);
    },
  };
}

/** The deliveries of a deposit, in the order of their events. */
export async function deliveriesOf(service: Service, depositId: string): Promise<any[]> {
  const { status, body, text } = await service.operator('GET', `/deliveries?depositId=${depositId}`);
  assert.equal(status, 200, text);
  return body.deliveries.toReversed();
}

/** The only delivery of a deposit, once the condition holds. */
export async function delivery(service: Service, depositId: string, isSo: (delivery: any) => boolean): Promise<any> {
  let last: any;
  return until(async () => {
    [last] = await deliveriesOf(service, depositId);
    return last !== undefined && isSo(last) ? last : null;
  }, `the delivery ${isSo.toString()}`);
}

export const isDelivered = ({ state }: any): boolean => state === 'delivered';
export const hasAttempts =
  (count: number) =>
  ({ attempts }: any): boolean =>
    attempts.length >= count;
