import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPrivate, lookupFor, PrivateAddress } from './addresses.ts';

export type ReceiverAnswer = { status: number; retryAfter: string | null; text: string };

/** The longest part of an answer that is kept. */
const MOST_BYTES = 1_000;

/**
 * Posts a body and gives the answer, or throws. Redirects are answers like any other. With `allowPrivate`, addresses
 * on this machine or in its network will do, and plain HTTP.
 */
export async function post(
  address: string,
  {
    headers,
    body,
    signal,
    allowPrivate,
  }: { headers: Record<string, string>; body: string; signal: AbortSignal; allowPrivate: boolean },
): Promise<ReceiverAnswer> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw new Error('The address does not start with https://.');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // An address that is no name is never looked up, so it is looked at here.
  if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) throw new PrivateAddress('The address is private.');
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answered = new Promise<IncomingMessage>((done, failed) => {
    const outgoing = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        // A connection of its own: one that is kept open would go to an address that was looked at long ago.
        agent: false,
        lookup: lookupFor({ allowPrivate }),
      },
      done,
    );
    // Several addresses were tried: the first error stands for all.
    outgoing.on('error', (error) => failed(error instanceof AggregateError ? error.errors[0] : error));
    // An answer that is none, such as 101, ends the connection and says nothing.
    outgoing.once('close', () => failed(new Error('The connection was closed without an answer.')));
    outgoing.end(body);
  });
  return readAnswer(await answered);
}

/** The status is the answer. Of the rest the first bytes are kept, or as many as came. */
async function readAnswer(incoming: IncomingMessage): Promise<ReceiverAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= MOST_BYTES) break;
    }
  } catch {
    // It was cut short, by the receiver or by the limit.
  }
  incoming.destroy();
  return {
    status: incoming.statusCode ?? 0,
    retryAfter: incoming.headers['retry-after'] ?? null,
    text: Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8').replaceAll('\0', ''),
  };
}
