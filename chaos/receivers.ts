import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { randomOf, type Random } from './random.ts';

export type ReceiverMode = 'well' | 'slow' | 'lying' | 'flapping';

/** A callback and how often it came. */
export type Arrival = { count: number; path: string; sequence: number; documentId: string; fault: string | null };

/** The receiver of one partner; the path names the organization. */
export type Receiver = {
  url: (organization: string) => string;
  /** The secret is known once the connection is set up. */
  expect: (organization: string, secret: string) => void;
  behave: (mode: ReceiverMode, random: Random) => void;
  down: () => Promise<void>;
  up: () => Promise<void>;
  /** By the id that all attempts share. */
  arrived: ReadonlyMap<string, Arrival>;
};

const SLOWEST_MS = 2_500;

export async function openReceiver(onCallback: () => void): Promise<Receiver> {
  const secrets = new Map<string, string>();
  const arrived = new Map<string, Arrival>();
  let mode: ReceiverMode = 'well';
  let random = randomOf('receiver');
  let port = 0;
  let isUp = false;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isTaken = mode !== 'flapping' || random.isSo(0.5);
      if (isTaken) {
        note(arrived, request, Buffer.concat(chunks).toString('utf8'), secrets);
        onCallback();
      }
      void answer(response, { mode, random, isTaken });
    });
  });
  const up = async (): Promise<void> => {
    if (isUp) return;
    isUp = true;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const down = async (): Promise<void> => {
    if (!isUp) return;
    isUp = false;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  await up();
  return {
    url: (organization) => `http://127.0.0.1:${port}/${organization}`,
    expect: (organization, secret) => void secrets.set(`/${organization}`, secret),
    behave: (next, drawn) => {
      mode = next;
      random = drawn;
    },
    down,
    up,
    arrived,
  };
}

async function answer(
  response: ServerResponse,
  { mode, random, isTaken }: { mode: ReceiverMode; random: Random; isTaken: boolean },
): Promise<void> {
  switch (mode) {
    case 'well':
      return void response.writeHead(200).end();
    case 'slow':
      await wait(random.whole(200, SLOWEST_MS));
      return void response.writeHead(200).end();
    case 'flapping':
      if (isTaken) return void response.writeHead(204).end();
      return void (random.isSo(0.5) ? response.destroy() : response.writeHead(503).end());
    case 'lying':
      return lie(response, random);
  }
}

/** Accepts the callback, and answers something else. */
function lie(response: ServerResponse, random: Random): void {
  const lies: (() => void)[] = [
    () => response.writeHead(500).end('taken all the same'),
    () => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    () => response.writeHead(307, { location: '/elsewhere' }).end(),
    () => response.destroy(),
    () => {
      // A content-length larger than the body.
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half of it');
      setTimeout(() => response.destroy(), 10);
    },
    () => response.writeHead(429, { 'retry-after': '1' }).end(),
  ];
  random.pick(lies)();
}

type Body = { data?: { sequence?: number; document?: { id?: string } } };

/** Every attempt must be signed, and be about the same document. */
function note(
  arrived: Map<string, Arrival>,
  { headers, url = '' }: IncomingMessage,
  text: string,
  secrets: ReadonlyMap<string, string>,
): void {
  const id = String(headers['webhook-id']);
  const { sequence = 0, document } = (JSON.parse(text) as Body).data ?? {};
  const documentId = document?.id ?? '';
  const before = arrived.get(id);
  const secret = secrets.get(url);
  const isSigned = secret !== undefined && isSignedWith(secret, { id, headers, text });
  const isSame = before === undefined || (before.documentId === documentId && before.path === url);
  const fault = isSigned ? (isSame ? null : 'differs from one attempt to the next') : 'is not signed with the secret';
  const count = (before?.count ?? 0) + 1;
  arrived.set(id, { count, path: url, sequence, documentId, fault: before?.fault ?? fault });
}

/** The age of the signature is not checked: a worker's clock may be wrong here. */
function isSignedWith(
  secret: string,
  { id, headers, text }: { id: string; headers: IncomingMessage['headers']; text: string },
): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(id, at, text));
}
