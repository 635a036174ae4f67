import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { randomOf, type Random } from './random.ts';

export type ReceiverMode = 'well' | 'slow' | 'lying' | 'flapping';

/** A callback and how often it came. `about`: the id of its document or application; empty for a change of state. */
export type Arrival = {
  count: number;
  path: string;
  type: string;
  depositId: string;
  sequence: number;
  about: string;
  fault: string | null;
};

/** The receiver of one partner; the path names the organization. */
export type Receiver = {
  url: (organization: string) => string;
  /** A secret is known once the connection is set up; a rotated one signs besides the one before. */
  expect: (organization: string, secret: string) => void;
  /** A new secret is not known, because the answer to its rotation was lost: what it signs alone cannot be checked. */
  doubt: (organization: string, isInDoubt: boolean) => void;
  behave: (mode: ReceiverMode, random: Random) => void;
  down: () => Promise<void>;
  up: () => Promise<void>;
  /** By the id that all attempts share. */
  arrived: ReadonlyMap<string, Arrival>;
  /** Test events, which tell of nothing. */
  tests: () => number;
};

const SLOWEST_MS = 2_500;

export async function openReceiver(onCallback: () => void): Promise<Receiver> {
  const secrets = new Map<string, string[]>();
  const doubted = new Set<string>();
  let tests = 0;
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
        const text = Buffer.concat(chunks).toString('utf8');
        if (isTest(text)) tests++;
        else note(arrived, request, text, { secrets, doubted });
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
    expect: (organization, secret) =>
      void secrets.set(`/${organization}`, [...(secrets.get(`/${organization}`) ?? []), secret]),
    doubt: (organization, isInDoubt) =>
      void (isInDoubt ? doubted.add(`/${organization}`) : doubted.delete(`/${organization}`)),
    behave: (next, drawn) => {
      mode = next;
      random = drawn;
    },
    down,
    up,
    arrived,
    tests: () => tests,
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

type Body = {
  type?: string;
  data?: {
    sequence?: number;
    depositId?: string;
    document?: { id?: string };
    application?: { id?: string; depositId?: string };
  };
};

function isTest(text: string): boolean {
  return (JSON.parse(text) as Body).type === 'test';
}

/** Every attempt must be signed, and be about the same. */
function note(
  arrived: Map<string, Arrival>,
  { headers, url = '' }: IncomingMessage,
  text: string,
  { secrets, doubted }: { secrets: ReadonlyMap<string, readonly string[]>; doubted: ReadonlySet<string> },
): void {
  const id = String(headers['webhook-id']);
  const { type = '', data = {} } = JSON.parse(text) as Body;
  const { sequence = 0, document, application } = data;
  const about = document?.id ?? application?.id ?? '';
  const depositId = data.depositId ?? application?.depositId ?? '';
  const before = arrived.get(id);
  const isSigned =
    doubted.has(url) || (secrets.get(url) ?? []).some((secret) => isSignedWith(secret, { id, headers, text }));
  const isSame = before === undefined || (before.about === about && before.type === type && before.path === url);
  const fault = isSigned ? (isSame ? null : 'differs from one attempt to the next') : 'is not signed with the secret';
  const count = (before?.count ?? 0) + 1;
  arrived.set(id, { count, path: url, type, depositId, sequence, about, fault: before?.fault ?? fault });
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
