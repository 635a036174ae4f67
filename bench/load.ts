import { connect, type Socket } from 'node:net';

/** One kind of call. `ID` in the body or the path is replaced by each call's own id, of the same width. */
export type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** From the number of the call; without it all calls are the same. */
  idOf?: (n: number) => string;
};

/** Placeholder for the id in a path or body, as wide as every id. */
export const ID = '@@@@@@@@@@@@@@@@';

export type How = {
  connections: number;
  seconds: number;
  /** Calls per second, whether or not earlier ones were answered; without it each connection calls again when answered. */
  rate?: number;
  /** Called for each answer: when it came (since the start of the process), and how long it took, in milliseconds. */
  onAnswer?: (at: number, ms: number) => void;
  /** All answers must begin with this; default `HTTP/1.1 2`. */
  expect?: string;
};

/** Milliseconds. Waiting for a free connection counts too. */
export type Load = { perSecond: number; median: number; p99: number; count: number; refused: number };

/**
 * Calls over plain sockets with prepared requests. A load generator shares the machine with what it measures; this one takes
 * a fraction of an HTTP client's CPU time.
 */
export async function drive(url: string, call: Call, how: How): Promise<Load> {
  const { hostname, port } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error('The load generator calls 127.0.0.1 only.');
  const request = requestsOf(call, `${hostname}:${port}`);
  const sockets = await Promise.all(Array.from({ length: how.connections }, () => opened(hostname, Number(port))));
  try {
    return await run(sockets, request, how);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function run(sockets: readonly Socket[], request: (n: number) => Buffer, how: How): Promise<Load> {
  const { seconds, rate, onAnswer = () => undefined, expect = 'HTTP/1.1 2' } = how;
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  let refused = 0;
  let underWay = 0;
  return new Promise((resolve, reject) => {
    const free: ((arrived: number) => void)[] = [];
    const waiting: number[] = [];
    const finish = (): void => {
      clearInterval(pace);
      const over = (performance.now() - start) / 1000;
      resolve({ ...figures(times), perSecond: times.length / over, count: times.length, refused });
    };
    const answered = (send: (arrived: number) => void, isGood: boolean, since: number): void => {
      const now = performance.now();
      underWay--;
      if (!isGood) refused++;
      times.push(now - since);
      onAnswer(now, now - since);
      if (now >= end) return void (underWay === 0 && finish());
      if (rate === undefined) return send(now);
      const first = waiting.shift();
      if (first === undefined) free.push(send);
      else send(first);
    };
    for (const socket of sockets) {
      let since = 0;
      let isBusy = false;
      const send = (arrived: number): void => {
        since = arrived;
        isBusy = true;
        underWay++;
        socket.write(request(sent++));
      };
      socket.on(
        'data',
        reader(expect, (isGood) => {
          isBusy = false;
          answered(send, isGood, since);
        }),
      );
      socket.on('error', reject);
      // A finished connection may be closed while others still wait.
      socket.on('close', () => {
        if (isBusy || performance.now() < end) reject(new Error('the service closed a connection'));
      });
      if (rate === undefined) send(performance.now());
      else free.push(send);
    }
    let due = 0;
    const pace = setInterval(() => {
      const now = performance.now();
      if (now >= end) return void (underWay === 0 && finish());
      if (rate === undefined) return;
      for (; due < ((now - start) / 1000) * rate; due++) {
        const send = free.pop();
        if (send === undefined) waiting.push(now);
        else send(now);
      }
    }, 1);
  });
}

function requestsOf({ method, path, headers = {}, body = '', idOf }: Call, host: string): (n: number) => Buffer {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (method === 'POST') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  const template = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const place = template.indexOf(ID);
  if (idOf === undefined) return () => template;
  if (place < 0) throw new Error('A call with idOf needs ID in its path or body.');
  return (n) => {
    const copy = Buffer.from(template);
    copy.write(idOf(n), place, ID.length, 'latin1');
    return copy;
  };
}

/** Detects when an answer is complete, and whether it is as expected. */
function reader(expect: string, onAnswer: (isGood: boolean) => void): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
    const head = bytes.indexOf('\r\n\r\n');
    const size = head < 0 ? Number.NaN : lengthOf(bytes.toString('latin1', 0, head));
    if (head < 0 || bytes.length < head + 4 + size) rest = bytes;
    else {
      rest = null;
      onAnswer(bytes.toString('latin1', 0, expect.length) === expect);
    }
  };
}

function lengthOf(head: string): number {
  const size = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (size === undefined) throw new Error('An answer has no content-length.');
  return Number(size);
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket.off('error', reject)));
    socket.on('error', reject);
  });
}

export function figures(times: readonly number[]): { median: number; p99: number } {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}
