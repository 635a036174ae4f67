import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { signIn } from './support/manager.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { companyPayload, payload } from './support/payload.ts';
import { startService, type Answer, type Service } from './support/service.ts';
import { runCount } from './support/depth.ts';

let service: Service;
let partner: Partner;
let keys: Record<string, string>;

before(async () => {
  service = await startService({ limits: { bodyLimitMs: 3_000 } });
  partner = await setUpPartner(service, { contractStatusEnabled: true });
  keys = { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId };
});
after(() => service.stop());

const port = (): number => Number(new URL(service.baseUrl).port);
const send = (raw: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  service.call('POST', '/webhook/custom', { raw, headers: { ...keys, ...headers } });

function isErrored({ status, body }: Pick<Answer, 'status' | 'body'>, reason: RegExp): void {
  assert.deepEqual([status, body.success, body.result], [500, false, 'errored']);
  assert.match(body.reason, reason);
}

const UNREADABLE: [name: string, raw: () => string | Buffer, reason: RegExp][] = [
  ['empty', () => '', /not valid JSON/],
  ['cut short', () => '{"a": "b"', /not valid JSON/],
  ['two objects', () => '{}{}', /not valid JSON/],
  ['a list', () => '[{}]', /not one JSON object/],
  ['null', () => 'null', /not one JSON object/],
  ['a text', () => '"x"', /not one JSON object/],
  ['not UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /UTF-8/],
  ['one byte too large', () => `{"a":"${'x'.repeat(262_144 - 7)}"}`, /larger than 262144 bytes/],
  ['10 MB', () => Buffer.alloc(10_000_000, 'x'), /larger than 262144 bytes/],
  ['deeply nested lists', () => '['.repeat(130_000) + ']'.repeat(130_000), /not one JSON object/],
  ['deep and cut short', () => '{"a":'.repeat(40_000), /not valid JSON/],
];
for (const [name, raw, reason] of UNREADABLE) {
  test(`4 a body that is ${name}: errored, in the contract's shape`, async () => isErrored(await send(raw()), reason));
}

test('4 a body of exactly 256 KiB is read', async () => {
  const sent = JSON.stringify(payload());
  const filled = `${sent.slice(0, -1)},"filler":"${'x'.repeat(262_144 - Buffer.byteLength(sent) - 12)}"}`;
  assert.equal(Buffer.byteLength(filled), 262_144);
  assert.equal((await send(filled)).status, 200);
});

test('4 any content type, a byte order mark and an identity encoding are fine; a real encoding is refused', async () => {
  const sent = (): string => JSON.stringify(payload());
  for (const type of ['text/plain', 'application/xml; charset=latin1', ';;;', 'application/json;;']) {
    assert.equal((await send(sent(), { 'content-type': type })).status, 200, type);
  }
  assert.equal((await send(`\uFEFF${sent()}`)).status, 200);
  assert.equal((await send(sent(), { 'content-encoding': 'identity' })).status, 200);
  isErrored(await send(gzipSync(sent()), { 'content-encoding': 'gzip' }), /content encoding/);
});

test('4 a body that does not arrive in time is answered, and the connection is closed', async () => {
  const socket = connect(port(), '127.0.0.1');
  const head = [`POST /webhook/custom HTTP/1.1`, 'host: x', 'content-length: 1000'];
  socket.write(
    `${[...head, ...Object.entries(keys).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n{`,
  );
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  await once(socket, 'close');
  assert.match(answer, /^HTTP\/1\.1 500 [\s\S]*"result":"errored","reason":"The body did not arrive in time"/);
});

test('4 a call without Content-Length or Transfer-Encoding is answered at once, on both code paths', async () => {
  for (const path of ['/webhook/custom', '/webhook/cust%6fm']) {
    const socket = connect(port(), '127.0.0.1');
    const head = [`POST ${path} HTTP/1.1`, 'host: x', 'connection: close', 'content-type: application/json'];
    socket.write(
      `${[...head, ...Object.entries(keys).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`,
    );
    assert.match(
      await text(socket),
      /^HTTP\/1\.1 500 [\s\S]*"result":"errored","reason":"The body is not valid JSON"/,
      path,
    );
  }
});

test('4 a caller who disconnects halfway leaves nothing behind', async () => {
  const externalContractId = 'left-early';
  const body = JSON.stringify(payload({ externalContractId }));
  const leaving = request({
    port: port(),
    method: 'POST',
    path: '/webhook/custom',
    headers: { ...keys, 'content-length': body.length + 50 },
  });
  leaving.on('error', () => undefined);
  leaving.write(body);
  await new Promise((done) => setTimeout(done, 50));
  leaving.destroy();
  assert.equal((await partner.open(payload())).status, 200);
  assert.equal(await partner.record(externalContractId), undefined);
});

test('4 a large body without Content-Length is cut off in the same way', async () => {
  const sending = request({ port: port(), method: 'POST', path: '/webhook/custom', headers: keys });
  const answered = once(sending, 'response');
  for (let n = 0; n < 40; n++) sending.write('x'.repeat(65_536));
  sending.end();
  const [response] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  isErrored({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }, /larger than/);
});

test('1 repeated headers are not accepted as key or organization', async () => {
  const raw = (headers: string[]): Promise<string> =>
    new Promise((done) => {
      const socket = connect(port(), '127.0.0.1');
      let answer = '';
      socket
        .setEncoding('utf8')
        .on('data', (text) => (answer += text))
        .on('close', () => done(answer));
      socket.write(
        `${['POST /webhook/custom HTTP/1.1', 'host: x', 'connection: close', 'content-length: 2', ...headers].join('\r\n')}\r\n\r\n{}`,
      );
    });
  const key = `x-api-key: ${partner.apiKey}`;
  const org = `x-external-org-id: ${partner.externalOrgId}`;
  assert.match(await raw([key, key, org]), /500[\s\S]*Not Authorised!/);
  assert.match(await raw([key, org, org]), /500[\s\S]*Organization with external ID [\s\S]* not found for custom/);
  assert.match(await raw([key, org]), /500[\s\S]*without external contract ID/);
});

test('2.1 odd texts: control characters are removed, lone surrogates are invalid, __proto__ is unknown', async () => {
  const sent = payload({ city: 'Zü\u0000ri\u0085ch\u001b', tenantFirstName: '\u202eLea 👩‍👩‍👧 𝒵' });
  assert.equal((await partner.open(sent)).status, 200);
  const record = await partner.record(sent['externalContractId']);
  assert.equal(record.property.city, 'Zürich');
  assert.equal(record.tenants[0].firstName, 'Lea 👩👩👧 𝒵', 'invisible characters are removed, too');
  isErrored(await partner.open(payload({ city: '\udc00' })), /\(city\)/);
  isErrored(await partner.open(payload({ externalContractId: 'x\ud800' })), /\(externalContractId\)/);
  const polluted = JSON.stringify(payload()).replace('{', '{"__proto__":{"zip":"x"},"constructor":5,');
  assert.equal((await send(polluted)).status, 200);
  assert.equal(({} as Record<string, unknown>)['zip'], undefined);
});

test('any JSON at all gives 200 or 500 in the contract’s shape, and a deposit opened is readable', async () => {
  const fields = fc.constantFrom(...Object.keys({ ...payload(), ...companyPayload() }));
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('natural', 'legal', '', null),
  );
  const changed = fc.dictionary(fc.oneof(fields, fc.string()), odd, { maxKeys: 3 }).map((changes) => payload(changes));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), changed, changed), async (body) => {
      const { status, body: answer } = await send(JSON.stringify(body));
      if (status === 200) {
        assert.deepEqual(answer, { success: true, result: 'success' });
        const id = (body as Record<string, string>)['externalContractId'] ?? '';
        assert.ok(await partner.record(id.replaceAll(/\p{Cc}/gu, '').trim()), id);
      } else {
        assert.equal(status, 500);
        assert.deepEqual(Object.keys(answer), ['success', 'result', 'reason']);
        assert.equal(answer.success, false);
        assert.ok(['skipped', 'errored'].includes(answer.result));
        assert.equal(typeof answer.reason, 'string');
      }
    }),
    { numRuns: runCount({ quick: 50, deep: 500 }) },
  );
});

test('equal calls never open two deposits, even when many are sent at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 12 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      async (count, id) => {
        const sent = payload({ externalContractId: `${id}#${Math.random()}` });
        const answers = await Promise.all(Array.from({ length: count }, () => partner.open(sent)));
        assert.equal(answers.filter(({ status }) => status === 200).length, 1);
        assert.ok(answers.every(({ status, body }) => status === 200 || body.result === 'skipped'));
      },
    ),
    { numRuns: runCount({ quick: 8, deep: 60 }) },
  );
});

test('calls refused for their data are kept for 90 days', async () => {
  const own = await setUpPartner(service);
  await own.open(payload({ zip: 'x' }));
  const [mail] = await own.mails(own.managerEmail);
  const { pathname } = new URL(mail.links[0]);
  const isKept = async () => (await (await signIn(service, own.managerEmail)).get(pathname)).status === 200;
  await service.sandbox('POST', '/clock', { advance: 'P89D' });
  assert.equal(await isKept(), true);
  await service.sandbox('POST', '/clock', { advance: 'P2D' });
  assert.equal(await isKept(), false);
});

test('after 20 failed keys a minute each further one is delayed by a second; valid keys never', async () => {
  const wrong = (): Promise<Answer> => partner.open(payload(), { 'x-api-key': 'dpk_wrong' });
  for (let n = 0; n < 20; n++) await wrong();
  const order: string[] = [];
  const slow = wrong().then(() => order.push('wrong'));
  await partner.open(payload()).then(() => order.push('right'));
  await slow;
  assert.deepEqual(order, ['right', 'wrong']);
});
