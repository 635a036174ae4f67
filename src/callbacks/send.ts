import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { hostOf, isPrivate, lookupFor, PrivateAddress } from './addresses.ts';

export type ReceiverAnswer = {
  status: number;
  retryAfter: string | null;
  /** Where a redirect leads; it is not followed. */
  location: string | null;
  text: string;
  /** Of the text: all of it, its beginning, or as much as came before the receiver or the time limit cut it short. */
  read: 'whole' | 'beginning' | 'cut_short';
};

/** How much of an answer is stored. */
const MOST_BYTES = 1_000;

/**
 * Posts a body and returns the answer, or throws. Redirects are not followed. `allowPrivate` permits private addresses
 * and plain HTTP.
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
  const host = hostOf(url);
  // An IP address is never looked up, so it is checked here.
  if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) throw new PrivateAddress('The address is private.');
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answered = new Promise<IncomingMessage>((done, failed) => {
    const outgoing = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        // No keep-alive: an open connection would go to an address that was checked long ago.
        agent: false,
        lookup: lookupFor({ allowPrivate }),
      },
      done,
    );
    // Several addresses were tried: report the first error.
    outgoing.on('error', (error) => failed(error instanceof AggregateError ? error.errors[0] : error));
    // For example, a 101 closes the connection without a response.
    outgoing.once('close', () => failed(new Error('The connection was closed without an answer.')));
    outgoing.end(body);
  });
  return readAnswer(await answered);
}

/** The status is what counts. Of the body the first bytes are stored, or as many as arrived. */
async function readAnswer(incoming: IncomingMessage): Promise<ReceiverAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let read: ReceiverAnswer['read'] = 'whole';
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > MOST_BYTES) read = 'beginning';
      if (read === 'beginning') break;
    }
  } catch {
    // The receiver or the time limit cut the body short.
    read = 'cut_short';
  }
  incoming.destroy();
  return {
    status: incoming.statusCode ?? 0,
    retryAfter: incoming.headers['retry-after'] ?? null,
    location: incoming.headers.location ?? null,
    text: Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8').replaceAll('\0', ''),
    read,
  };
}
