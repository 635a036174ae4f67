import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RegisterEntry } from '../domain/register-check.ts';
import { openRegister } from './zefix.ts';

const UID = 'CHE-109.322.551';
const COMPANY = {
  name: 'Exemple SA',
  ehraid: 348639,
  uid: 'CHE109322551',
  chid: 'CH40030163378',
  legalSeatId: 6621,
  legalSeat: 'Genève',
  legalForm: { id: 3, uid: '0106', name: { de: 'Aktiengesellschaft' }, shortName: { de: 'AG' } },
  status: 'ACTIVE',
  deletionDate: null,
  translation: ['Beispiel AG'],
  someNewMember: 1,
};
const ENTRY: RegisterEntry = {
  uid: UID,
  name: 'Exemple SA',
  otherNames: ['Beispiel AG'],
  seat: 'Genève',
  legalForm: 'ag',
  status: 'active',
};
const LARGE = JSON.stringify([{ ...COMPANY, purpose: 'x'.repeat(256 * 1024) }]);

type Answer = (response: ServerResponse) => void;
const json = (body: unknown, status = 200): Answer => {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const ANSWERS: [what: string, answer: Answer, entry: RegisterEntry | null][] = [
  ['a company', json([COMPANY]), ENTRY],
  ['404', json({ error: { type: 'NOT_FOUND', message: 'none' } }, 404), null],
  ['404 without a body', (response) => response.writeHead(404).end(), null],
  ['an empty list', json([]), null],
  ['a UID with punctuation', json([{ ...COMPANY, uid: UID }]), ENTRY],
  ['in liquidation', json([{ ...COMPANY, status: 'BEING_CANCELLED' }]), { ...ENTRY, status: 'dissolving' }],
  ['deleted', json([{ ...COMPANY, status: 'CANCELLED' }]), { ...ENTRY, status: 'deleted' }],
  ['a legal form we do not support', json([{ ...COMPANY, legalForm: { uid: '0105' } }]), { ...ENTRY, legalForm: null }],
  ['no form', json([{ ...COMPANY, legalForm: null }]), { ...ENTRY, legalForm: null }],
  ['no translations', json([{ ...COMPANY, translation: null }]), { ...ENTRY, otherNames: [] }],
  ['an old entry first', json([{ ...COMPANY, name: 'Old', status: 'CANCELLED' }, COMPANY]), ENTRY],
  ['another company first', json([{ ...COMPANY, name: 'Branch', uid: 'CHE116281710' }, COMPANY]), ENTRY],
];
for (const [what, answer, entry] of ANSWERS) {
  test(`Zefix answers with ${what}`, async () => {
    await using server = await serve((_request, response) => answer(response));
    assert.deepEqual(await server.register.find(UID), entry);
  });
}

const FAILURES: [what: string, answer: Answer, sentence: RegExp][] = [
  ['401', (response) => response.writeHead(401).end(), /refused our user and password \(401\)\.$/],
  ['403', (response) => response.writeHead(403).end(), /refused our user and password \(403\)\.$/],
  ['400', json({ error: { type: 'INVALID_REQUEST_DATA' } }, 400), /status 400\.$/],
  ['429', (response) => response.writeHead(429).end(), /status 429\.$/],
  ['500', (response) => response.writeHead(500).end('oops'), /status 500\.$/],
  ['204', (response) => response.writeHead(204).end(), /status 204\.$/],
  ['a cut', (response) => response.destroy(), /cannot be reached\.$/],
  ['too much', (response) => response.writeHead(200).end(LARGE), /larger than 256 KiB\.$/],
  [
    'too much, packed',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LARGE)),
    /larger than 256 KiB\.$/,
  ],
  ['HTML', (response) => response.writeHead(200).end('<html>'), /is not JSON\.$/],
  ['no list', json(COMPANY), /unexpected shape: the whole\.$/],
  ['no name', json([{ ...COMPANY, name: undefined }]), /unexpected shape: 0\.name\.$/],
  ['an unknown status', json([{ ...COMPANY, status: 'NEW' }]), /unexpected shape: 0\.status\.$/],
  ['another company', json([{ ...COMPANY, uid: 'CHE116281710' }]), /another company\.$/],
];
for (const [what, answer, sentence] of FAILURES) {
  test(`Zefix answers with ${what}: to be retried`, async () => {
    await using server = await serve((_request, response) => answer(response));
    await assert.rejects(server.register.find(UID), { name: 'Error', message: sentence });
  });
}

const TOO_LATE: [what: string, answer: Answer][] = [
  ['nothing in time', () => undefined],
  ['half an answer in time', (response) => response.writeHead(200).write('[{')],
];
for (const [what, answer] of TOO_LATE) {
  test(`Zefix answers with ${what}: to be retried`, async () => {
    await using server = await serve((_request, response) => answer(response), { timeoutMs: 200 });
    await assert.rejects(server.register.find(UID), { message: /did not answer within 0\.2 seconds\.$/ });
  });
}

test('a redirect is not followed', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/elsewhere') json([COMPANY])(response);
    else response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await assert.rejects(server.register.find(UID), { message: /a redirect \(302\), which we do not follow\.$/ });
  assert.equal(server.requests.length, 1);
});

test('the request has the UID without punctuation, and user and password', async () => {
  await using server = await serve((_request, response) => json([])(response));
  for (const uid of [UID, 'CHE109322551']) await server.register.find(uid);
  assert.deepEqual(
    server.requests.map(({ method, url }) => `${method} ${url}`),
    Array.from({ length: 2 }, () => 'GET /ZefixPublicREST/api/v1/company/uid/CHE109322551'),
  );
  const [, encoded = ''] = server.requests[0]?.headers.authorization?.split('Basic ') ?? [];
  assert.equal(Buffer.from(encoded, 'base64').toString('utf8'), 'me@example.ch:pässword:1');
});

test('the register is not queried for an invalid UID', async () => {
  await using server = await serve((_request, response) => json([])(response));
  await assert.rejects(server.register.find('../../etc'), { message: /The UID is invalid/ });
  assert.equal(server.requests.length, 0);
});

test('a register that cannot be reached', async () => {
  const server = await serve(() => undefined);
  await server[Symbol.asyncDispose]();
  await assert.rejects(server.register.find(UID), { message: 'The commercial register cannot be reached.' });
});

/** A local register and a client for it, with a time limit that suits a busy machine. */
async function serve(listener: RequestListener, { timeoutMs = 30_000 } = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ZefixPublicREST/`;
  const register = openRegister({ url, user: 'me@example.ch', password: 'pässword:1', timeoutMs });
  return {
    requests,
    register,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}
