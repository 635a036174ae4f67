// Receives callbacks. Node 24 or newer: CALLBACK_SECRET=whsec_… PORT=3000 node receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

const OLDEST_SECONDS = 300;
const LARGEST = 20_000_000;
const key = Buffer.from((process.env['CALLBACK_SECRET'] ?? '').replace(/^whsec_/, ''), 'base64');
if (key.length === 0) throw new Error('CALLBACK_SECRET is missing');
const known = new Set<string>(); // in earnest: a table with a unique key

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = String(headers['webhook-id'] ?? '');
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  if (!/^[0-9]+$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > OLDEST_SECONDS) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is replaced there are two signatures: one that is right is enough.
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

async function receive(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST) return 413;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks); // as it came: it is verified before anything parses it
  if (!isGenuine(request.headers, body)) return 401;
  const id = String(request.headers['webhook-id']);
  if (!known.has(id)) {
    const { type, data } = JSON.parse(body.toString('utf8'));
    known.add(id);
    console.log(`${id} ${type} ${data.sequence ?? '-'}`); // in earnest: store it, and process it later
  }
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(process.env['PORT'] ?? 3000), () => console.log('ready'));
