import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS, answerJson, DirectCalls, queryString, valuesOf } from './direct.ts';

const answered: string[] = [];
const errors: string[] = [];
const log = { error: (_: object, what: string) => errors.push(what) } as unknown as FastifyBaseLogger;
let server: FastifyInstance;
let address: string;

before(async () => {
  const direct = new DirectCalls({
    log,
    trustProxy: true,
    isDraining: () => false,
    idOf: () => 'direct',
    onAnswered: (route, { response }) => answered.push(`${route} ${response.statusCode}`),
  });
  server = fastify({
    genReqId: () => 'framework',
    serverFactory: (framework) => direct.before(framework, CONNECTION_LIMITS),
  });
  direct.serve(server, { method: 'GET', url: '/hot', access: 'anyone' }, async (exchange) => {
    const query = queryString(exchange.request);
    if (query === 'fails') throw new Error('unexpected');
    answerJson(exchange, 200, { ids: valuesOf(query, 'id'), from: exchange.address() });
  });
  server.post('/cold', async ({ body }) => ({ body: body ?? 'none' }));
  address = await server.listen({ port: 0, host: '127.0.0.1' });
});
after(() => server.close());

test('both ways answer alike: directly, and by the framework for other spellings of the path', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  for (const [path, by] of [
    ['/hot?id=a%20b&id=c', 'direct'],
    ['/h%6ft?id=a%20b&id=c', 'framework'],
  ] as const) {
    const answer = await fetch(`${address}${path}`, { headers });
    assert.equal(answer.headers.get('x-request-id'), by);
    const body = (await answer.json()) as { ids: string[]; from: string };
    assert.deepEqual(body.ids, ['a b', 'c'], path);
    if (by === 'direct') assert.equal(body.from, '198.51.100.7', 'what the nearest proxy has added');
  }
  assert.deepEqual(answered, ['/hot 200']);
});

test('HEAD answers like GET, without a body', async () => {
  const [get, head] = [await fetch(`${address}/hot?id=a`), await fetch(`${address}/hot?id=a`, { method: 'HEAD' })];
  const length = get.headers.get('content-length');
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, length, '']);
  assert.deepEqual(answered.splice(-2), ['/hot 200', '/hot 200']);
});

test('other methods and paths go to the framework', async () => {
  for (const [method, path] of [
    ['POST', '/hot'],
    ['HEAD', '/hot/'],
    ['GET', '/hot/../cold'],
  ] as const) {
    assert.equal((await fetch(`${address}${path}`, { method })).status, 404, `${method} ${path}`);
  }
});

for (const [what, headers, status] of [
  ['no content type', [], 200],
  ['a content type without a body', ['content-type: application/json'], 200],
  ['a content type and an empty body', ['content-type: application/json', 'content-length: 0'], 400],
  ['an unknown content type, and no body', ['content-type: made/up'], 200],
] as const) {
  test(`a call to the framework with ${what} is answered`, async () => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.end(['POST /cold HTTP/1.1', `host: ${hostname}`, 'connection: close', ...headers, '', ''].join('\r\n'));
    const answer = await text(socket);
    assert.equal(answer.slice(0, 12), `HTTP/1.1 ${status}`, answer);
    if (status === 200) assert.match(answer, /\{"body":"none"\}$/);
  });
}

test('if a handler throws, its caller gets no answer and the server goes on', async () => {
  await assert.rejects(fetch(`${address}/hot?fails`));
  assert.deepEqual(errors, ['request failed']);
  assert.equal((await fetch(`${address}/hot`)).status, 200);
});

test('no parameter is left out, however many there are', () => {
  const many = `${'a=b&'.repeat(1_500)}id=1&id=2`;
  assert.deepEqual(valuesOf(many, 'id'), ['1', '2']);
});
