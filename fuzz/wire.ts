import { connect, type Socket } from 'node:net';

/** One request before it is encoded. */
export type Message = {
  method: string;
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  framing: Framing;
};

/**
 * How the length of the body is sent. Anything but `length`, `chunked` or `none` is malformed HTTP, or makes the
 * connection unusable for the next request.
 */
export type Framing =
  | 'none'
  | 'length'
  | 'chunked'
  | 'cut_short'
  | 'more_than_said'
  | 'length_and_chunks'
  | 'two_lengths'
  | 'no_number'
  | 'bad_chunk';

export const SOUND: ReadonlySet<Framing> = new Set(['none', 'length', 'chunked']);

/** Header values are bytes: one per character. */
export function render({ method, path, headers, body, framing }: Message): Buffer {
  const told = framingHeaders(framing, body.length);
  const lines = [...headers, ...told].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return Buffer.concat([head, framedBody(framing, body)]);
}

function framingHeaders(framing: Framing, length: number): [string, string][] {
  switch (framing) {
    case 'none':
      return [];
    case 'length':
      return [['content-length', String(length)]];
    case 'chunked':
    case 'bad_chunk':
      return [['transfer-encoding', 'chunked']];
    case 'cut_short':
      return [['content-length', String(length + 1 + (length % 700))]];
    case 'more_than_said':
      return [['content-length', String(Math.floor(length / 2))]];
    case 'length_and_chunks':
      return [
        ['content-length', String(length)],
        ['transfer-encoding', 'chunked'],
      ];
    case 'two_lengths':
      return [
        ['content-length', String(length)],
        ['content-length', String(length + 1)],
      ];
    case 'no_number':
      return [
        ['content-length', ['-1', '+5', '0x10', '1e3', '5, 5', 'ten', '99999999999999999999'][length % 7] ?? '-1'],
      ];
  }
}

function framedBody(framing: Framing, body: Buffer): Buffer {
  switch (framing) {
    case 'none':
      return Buffer.alloc(0);
    case 'chunked':
    case 'length_and_chunks':
      return inChunks(body);
    case 'bad_chunk':
      return Buffer.concat([Buffer.from('zz\r\n'), body, Buffer.from('\r\n0\r\n\r\n')]);
    case 'length':
    case 'cut_short':
    case 'more_than_said':
    case 'two_lengths':
    case 'no_number':
      return body;
  }
}

function inChunks(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 3));
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const piece = body.subarray(start, start + size);
    parts.push(Buffer.from(`${piece.length.toString(16)};x="${start}"\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

export type WireAnswer = { status: number; headers: Map<string, string>; body: Buffer };

/** An answer, or the end of the connection without one. */
export type Exchanged = { answer: WireAnswer | null; ms: number };

const PATIENCE_MS = 30_000;
const NO_ANSWER = 'no answer within 30 s';

/** One connection, reused while both sides keep it open. */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #isOver = false;

  constructor(port: number) {
    this.#port = port;
  }

  async exchange(message: Message): Promise<Exchanged> {
    const isSound = SOUND.has(message.framing);
    const wasOpen = this.#socket !== null;
    const first = await this.#attempt(message);
    // The server may have closed an idle connection just as it was reused.
    const exchanged = first.answer === null && wasOpen && isSound ? await this.#attempt(message) : first;
    const { answer } = exchanged;
    const isKept = isSound && answer !== null && answer.headers.get('connection') !== 'close';
    if (!isKept) this.close();
    return exchanged;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  async #attempt(message: Message): Promise<Exchanged> {
    const socket = this.#socket ?? this.#open();
    const bytes = render(message);
    const start = performance.now();
    // Only part of the body is sent; then this side of the connection is closed.
    if (message.framing === 'cut_short') socket.end(bytes);
    else socket.write(bytes);
    const answer = await this.#read(message.method === 'HEAD', start + PATIENCE_MS);
    return { answer, ms: performance.now() - start };
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    this.#received = Buffer.alloc(0);
    this.#isOver = false;
    const isCurrent = (): boolean => this.#socket === socket;
    socket.on('data', (data: Buffer) => {
      if (!isCurrent()) return;
      this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
      this.#wake();
    });
    const over = (): void => {
      if (!isCurrent()) return;
      this.#isOver = true;
      this.#wake();
    };
    socket.on('close', over).on('end', over).on('error', over);
    this.#socket = socket;
    return socket;
  }

  async #read(isHead: boolean, until: number): Promise<WireAnswer | null> {
    for (;;) {
      const parsed = parseAnswer(this.#received, isHead);
      if (parsed !== null) {
        this.#received = this.#received.subarray(parsed.length);
        if (parsed.answer.status >= 200) return parsed.answer;
        continue;
      }
      if (this.#isOver) {
        this.close();
        return null;
      }
      await this.#more(until);
    }
  }

  #more(until: number): Promise<void> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.close();
        fail(new Error(NO_ANSWER));
      }, until - performance.now());
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        done();
      };
    });
  }
}

const END_OF_HEAD = '\r\n\r\n';

/** The first answer in the bytes, and its length; null if it is incomplete. */
function parseAnswer(bytes: Buffer, isHead: boolean): { answer: WireAnswer; length: number } | null {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.slice(9, 12));
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = end + END_OF_HEAD.length;
  const none = { answer: { status, headers, body: Buffer.alloc(0) }, length: start };
  if (isHead || status < 200 || status === 204 || status === 304) return none;
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start, status, headers);
  const length = Number(headers.get('content-length') ?? 0);
  if (bytes.length < start + length) return null;
  return { answer: { status, headers, body: bytes.subarray(start, start + length) }, length: start + length };
}

function readChunks(
  bytes: Buffer,
  start: number,
  status: number,
  headers: Map<string, string>,
): { answer: WireAnswer; length: number } | null {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return null;
    if (size === 0) return { answer: { status, headers, body: Buffer.concat(parts) }, length: next };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
