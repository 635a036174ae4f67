import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const OLDEST_SECONDS = 300;

/** Whether a message comes from the service, is unchanged, and is recent: Standard Webhooks. */
export function isGenuine(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  if (signatures === '') return false;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= OLDEST_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is being replaced there are two.
  return signatures.split(' ').some((signature) => isSame(signature, expected));
}

function isSame(signature: string, expected: Buffer): boolean {
  const [version, value = ''] = signature.split(',');
  const given = Buffer.from(value, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}
