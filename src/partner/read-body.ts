import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Body, BodyFault } from '../domain/open-call.ts';

/** 256 KiB. */
export const LARGEST_BODY = 262_144;

/** The caller went away before the body was whole: there is nobody to answer. */
export class CallerGone extends Error {}

export type ReadBody = { body: Body; payload: Buffer };

/** Reads at most `LARGEST_BODY` bytes within the time limit; what comes beyond is let through unread. */
export async function readBody(request: IncomingMessage, limitMs: number): Promise<ReadBody> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return refused(request, 'encoded');
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return refused(request, 'too_large');
  // A call that says of no body that it comes ends with its headers, and is never told to have ended.
  const payload = request.readableEnded ? Buffer.alloc(0) : await collect(request, limitMs);
  return Buffer.isBuffer(payload) ? { body: parseBody(payload), payload } : refused(request, payload);
}

function collect(request: IncomingMessage, limitMs: number): Promise<Buffer | BodyFault> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const end = (result: Buffer | BodyFault): void => {
      isOver = true;
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => end('too_slow'), limitMs);
    request.on('data', (chunk: Buffer) => {
      if (isOver) return;
      size += chunk.length;
      if (size > LARGEST_BODY) end('too_large');
      else chunks.push(chunk);
    });
    request.on('end', () => {
      if (!isOver) end(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    });
    const gone = (): void => {
      if (isOver) return;
      clearTimeout(timer);
      reject(new CallerGone('the caller closed the connection'));
    };
    request.on('close', gone).on('error', gone);
  });
}

/** The rest still has to flow, so that the caller gets to read the answer. */
function refused(request: IncomingMessage, fault: BodyFault): ReadBody {
  request.resume();
  return { body: { is: fault }, payload: Buffer.alloc(0) };
}

const BYTE_ORDER_MARK = '\uFEFF';

export function parseBody(payload: Buffer): Body {
  if (!isUtf8(payload)) return { is: 'not_utf8' };
  const text = payload.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return { is: 'not_json' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { is: 'not_an_object' };
  return { is: 'object', fields: value as Record<string, unknown> };
}
