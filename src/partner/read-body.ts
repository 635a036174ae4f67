import type { IncomingMessage } from 'node:http';
import { parseBody } from '../actions/parse-body.ts';
import type { Body, BodyFault } from '../domain/open-call.ts';

/** 256 KiB. */
export const LARGEST_BODY = 262_144;

/** The caller closed the connection before the body was complete. */
export class CallerGone extends Error {}

type ReadBody = { body: Body; payload: Buffer };

/** Reads at most `LARGEST_BODY` bytes within the time limit; the rest is discarded. */
export async function readBody(request: IncomingMessage, limitMs: number): Promise<ReadBody> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return refused(request, 'encoded');
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return refused(request, 'too_large');
  // A request without Content-Length or Transfer-Encoding has no body and emits no `end`: do not wait for one.
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

/** The rest of the body is discarded as it arrives: a caller that is still sending would not read the answer. */
function refused(request: IncomingMessage, fault: BodyFault): ReadBody {
  request.resume();
  return { body: { is: fault }, payload: Buffer.alloc(0) };
}
