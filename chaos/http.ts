import { Agent, request } from 'node:http';

/** A complete answer. */
export type Said = { status: number; type: string; text: string; json: unknown };

export type Question = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  limitMs?: number;
};

/** Null if no complete answer came in time. */
export type Ask = (question: Question) => Promise<Said | null>;

const LIMIT_MS = 20_000;

/** Calls to one local address over reused connections. */
export function asker(port: number, agent = new Agent({ keepAlive: true, maxSockets: 64 })): Ask & { end: () => void } {
  const ask: Ask = ({ method, path, headers = {}, body, limitMs = LIMIT_MS }) =>
    new Promise((done) => {
      const text = body === undefined ? null : JSON.stringify(body);
      const content = text === null ? {} : { 'content-type': 'application/json', 'content-length': length(text) };
      const call = request(
        { host: '127.0.0.1', port, method, path, agent, headers: { ...content, ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', () => done(null));
          answer.on('close', () => done(null));
          answer.on('end', () => {
            const said = Buffer.concat(chunks).toString('utf8');
            const type = answer.headers['content-type'] ?? '';
            done(
              answer.complete ? { status: answer.statusCode ?? 0, type, text: said, json: parsed(type, said) } : null,
            );
          });
        },
      );
      call.setTimeout(limitMs, () => call.destroy());
      const deadline = setTimeout(() => call.destroy(), limitMs);
      call.on('error', () => done(null));
      call.on('close', () => {
        clearTimeout(deadline);
        done(null);
      });
      call.end(text ?? undefined);
    });
  return Object.assign(ask, { end: () => agent.destroy() });
}

function length(text: string): string {
  return String(Buffer.byteLength(text));
}

function parsed(type: string, text: string): unknown {
  if (!/json/.test(type)) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
