import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { post, type ReceiverAnswer } from './send.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
type Row = [what: string, answer: string, expected: Partial<ReceiverAnswer> | RegExp];
/** On a busy machine even a quick answer takes a while; only what never comes is cut off soon. */
const PATIENT_MS = 20_000;
const NEVER_COMES = /never comes|no answer is/;
const rows: Row[] = [
  ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, text: '' }],
  [
    'early hints come before an answer',
    `HTTP/1.1 103 Early Hints\r\n\r\n${OK}content-length: 2\r\n\r\nok`,
    { status: 200, text: 'ok' },
  ],
  [
    'redirects are answers',
    'HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n',
    { status: 301 },
  ],
  [
    'a wish for more time',
    'HTTP/1.1 503 Busy\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n',
    { status: 503, retryAfter: '7' },
  ],
  [
    'the first bytes of a long answer',
    `${OK}content-length: 5000\r\n\r\n${'x'.repeat(5000)}`,
    { text: 'x'.repeat(1000) },
  ],
  ['zero bytes are left out', `${OK}content-length: 3\r\n\r\na\0b`, { text: 'ab' }],
  [
    'an answer whose rest never comes is one all the same',
    `${OK}content-length: 100\r\n\r\nbegun`,
    { status: 200, text: 'begun' },
  ],
  [
    'another protocol is no answer',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    /without an answer/,
  ],
  ['an answer that is not HTTP is an error', 'hello\r\n\r\n', /Parse Error/],
  ['no answer is an error', '', /abort/],
];
for (const [what, text, expected] of rows) {
  test(what, async () => {
    const answered = postTo(text, NEVER_COMES.test(what) ? 2_000 : PATIENT_MS);
    if (expected instanceof RegExp) await assert.rejects(answered, expected);
    else assert.partialDeepStrictEqual(await answered, expected);
  });
}

test('only https, and http if private addresses are allowed', async () => {
  const to = (address: string, allowPrivate: boolean) =>
    post(address, { headers: {}, body: '', signal: AbortSignal.timeout(PATIENT_MS), allowPrivate });
  await assert.rejects(to('http://8.8.8.8/', false), /https/);
  await assert.rejects(to('ftp://127.0.0.1/', true), /https/);
  await assert.rejects(to('http://localhost:1/', true), /ECONNREFUSED/);
});

async function postTo(answer: string, limitMs: number): Promise<ReceiverAnswer> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}', signal, allowPrivate: true });
  } finally {
    server.close();
  }
}
