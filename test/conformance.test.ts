import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { REQUIREMENT_IDS } from '../src/domain/conformance/requirements.ts';
import { newConsoleBrowser, OPERATOR, signInOperator } from './support/operator.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { companyPayload, naturalTenant, payload } from './support/payload.ts';
import { advance, stage, type Stage } from './support/play.ts';
import { openReceiver, until } from './support/receiver.ts';
import { openLetterbox } from './support/smtp.ts';
import { PRODUCTION, startService, type Answer, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
});
after(() => service.stop());

const by =
  ({ apiKey }: Pick<Partner, 'apiKey'>, on: Service = service) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    on.call(method, `/partner/api${path}`, { headers: { 'x-api-key': apiKey }, body });

async function ok(call: Promise<Answer>, status = 200): Promise<any> {
  const answer = await call;
  assert.equal(answer.status, status, answer.text);
  return answer.body;
}

const start = (on: Partner): Promise<any> =>
  ok(by(on)('POST', '/conformance', { externalOrgId: on.externalOrgId }), 202);
const report = (on: Partner, id: string): Promise<any> => ok(by(on)('GET', `/conformance/${id}`));
const finish = (on: Partner, id: string): Promise<any> => ok(by(on)('POST', `/conformance/${id}/finish`));

/** The results that are not `not_seen`. */
const seen = ({ requirements }: any): Record<string, string> =>
  Object.fromEntries(
    requirements.filter(({ result }: any) => result !== 'not_seen').map(({ id, result }: any) => [id, result]),
  );
const resultOf = ({ requirements }: any, id: string): any => requirements.find((one: any) => one.id === id);

const contractOf = (sent: Record<string, unknown>): string => String(sent['externalContractId']);

/** Calls of a partner, each with its own id. */
let calls = 0;
async function open(on: Partner, body: unknown): Promise<string> {
  const id = `abcdef00-0000-0000-${String(++calls).padStart(12, '0')}`;
  await on.open(body, { 'x-request-id': id });
  return id;
}

async function partnerKey({ partnerId }: Partner): Promise<string> {
  return (await created(service.operator('POST', `/partners/${partnerId}/status-keys`))).apiKey;
}

const ask = (path: string, apiKey: string, { organizationId }: Partner): Promise<Answer> =>
  service.call('GET', `/webhook/${path}`, { headers: { 'x-api-key': apiKey, 'x-org-id': organizationId } });

type Message = { headers: Record<string, string>; text: string; body: any };
/** The status of an answer, in its time. */
type Receive = (message: Message, secret: string) => number | Promise<number>;

const isRight = ({ headers, text }: Message, secret: string): boolean => {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
};
const right: Receive = (message, secret) => (isRight(message, secret) ? 204 : 401);

/** A partner with a callback that answers like this, and what it received. */
async function receiving(
  receive: Receive,
  callback: object = {},
): Promise<{ partner: Stage; messages: Message[]; close: () => Promise<void> }> {
  const partner = await stage(service);
  const messages: Message[] = [];
  let secret = '';
  const server = createServer((request, response) => {
    void buffer(request).then(async (raw) => {
      const text = raw.toString('utf8');
      const message = { headers: request.headers as Record<string, string>, text, body: JSON.parse(text) };
      messages.push(message);
      response.writeHead(await receive(message, secret)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A test that fails leaves it to the end of the file.
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const set = await ok(
    by(partner)('PUT', `/connections/${partner.externalOrgId}/callback`, {
      url,
      events: ['document.created', 'deposit.state_changed'],
      ...callback,
    }),
  );
  secret = set.callback.secret;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { partner, messages, close };
}

const CALLBACKS = REQUIREMENT_IDS.filter((id) => id.startsWith('callback.'));
const areProbed = (one: any): boolean => CALLBACKS.every((id) => resultOf(one, id).result !== 'not_seen');
const ALL_PASSED = Object.fromEntries(CALLBACKS.map((id) => [id, 'passed']));

/** The report, once all probes were answered. */
const probed = (on: Partner, id: string): Promise<any> =>
  until(async () => {
    const one = await report(on, id);
    return areProbed(one) ? one : null;
  }, 'the answers to all probes');

describe('partner-kit 4: a run', () => {
  test('starts, is shown, is finished; one at a time in an organization', async () => {
    const partner = await stage(service);
    const { id, url } = await start(partner);
    assert.equal(url, `${service.baseUrl}/partner/conformance/${id}`);
    const running = await report(partner, id);
    assert.deepEqual(Object.keys(running), ['id', 'state', 'url', 'startedAt', 'finishedAt', 'requirements']);
    assert.deepEqual([running.id, running.state, running.url, running.finishedAt], [id, 'running', url, null]);
    assert.deepEqual(
      running.requirements.map((one: any) => one.id),
      REQUIREMENT_IDS,
    );
    for (const { title, section, result, evidence } of running.requirements) {
      assert.ok(title.length > 10 && section.length > 5);
      assert.deepEqual([result, evidence], ['not_seen', []]);
    }
    const second = await by(partner)('POST', '/conformance', { externalOrgId: partner.externalOrgId });
    assert.deepEqual(
      [second.status, second.headers.get('content-type')],
      [409, 'application/problem+json; charset=utf-8'],
    );
    const finished = await finish(partner, id);
    assert.deepEqual([finished.state, typeof finished.finishedAt], ['finished', 'string']);
    assert.deepEqual(await finish(partner, id), finished, 'finishing it again changes nothing');
    const next = await start(partner);
    assert.deepEqual((await ok(by(partner)('GET', '/conformance/latest'))).id, next.id);
    assert.deepEqual((await report(partner, id)).state, 'finished');
  });

  test('runs in other organizations are independent', async () => {
    const [one, other] = [await stage(service), await stage(service)];
    const runs = await Promise.all([start(one), start(other)]);
    await open(one, payload());
    assert.deepEqual(seen(await report(one, runs[0].id)), { 'open.natural': 'passed' });
    assert.deepEqual(seen(await report(other, runs[1].id)), {});
  });

  test('of two that are started at once, one is refused', async () => {
    const partner = await stage(service);
    const ways = Array.from({ length: 5 }, () =>
      by(partner)('POST', '/conformance', { externalOrgId: partner.externalOrgId }),
    );
    const statuses = (await Promise.all(ways)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [202, 409, 409, 409, 409]);
  });

  test('401, 404 and 422', async () => {
    const partner = await stage(service);
    const stranger = await stage(service);
    const { id } = await start(partner);
    const nothing = '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';
    const rows: [on: { apiKey: string }, method: string, path: string, body: object | undefined, status: number][] = [
      [{ apiKey: 'x' }, 'POST', '', { externalOrgId: partner.externalOrgId }, 401],
      [{ apiKey: 'x' }, 'GET', '/latest', undefined, 401],
      [partner, 'POST', '', {}, 422],
      [partner, 'POST', '', { externalOrgId: 7 }, 422],
      [partner, 'POST', '', { externalOrgId: partner.externalOrgId, more: 1 }, 422],
      [partner, 'POST', '', { externalOrgId: 'another' }, 404],
      [partner, 'POST', '', { externalOrgId: 'a\0b' }, 404],
      [partner, 'POST', '', { externalOrgId: stranger.externalOrgId }, 404],
      [partner, 'GET', `/${nothing}`, undefined, 404],
      [partner, 'GET', '/x', undefined, 404],
      [partner, 'POST', `/${nothing}/finish`, undefined, 404],
      [stranger, 'GET', `/${id}`, undefined, 404],
      [stranger, 'POST', `/${id}/finish`, undefined, 404],
      [stranger, 'GET', '/latest', undefined, 404],
    ];
    for (const [on, method, path, body, status] of rows) {
      const answer = await by(on)(method, `/conformance${path}`, body);
      assert.equal(answer.status, status, `${method} ${path} ${answer.text}`);
      assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
    }
    assert.equal((await report(partner, id)).state, 'running');
  });

  test('ends by itself after 24 hours of the service’s clock, and what follows does not count', async () => {
    const partner = await stage(service);
    const { id } = await start(partner);
    const { startedAt } = await report(partner, id);
    await advance(service, 'PT23H59M');
    await open(partner, payload());
    assert.deepEqual(seen(await report(partner, id)), { 'open.natural': 'passed' });
    await advance(service, 'PT1M');
    await open(partner, companyPayload());
    const ended = await report(partner, id);
    assert.equal(ended.state, 'finished');
    assert.equal(Date.parse(ended.finishedAt) - Date.parse(startedAt), 24 * 3_600_000);
    assert.deepEqual(seen(ended), { 'open.natural': 'passed', 'open.strings': 'passed' });
    await start(partner);
  });

  test('404 in production', async () => {
    const production = await startService({ env: PRODUCTION });
    try {
      const partner = await created(
        production.operator('POST', '/partners', { name: 'Partner', integration: 'custom' }),
      );
      const rows: [string, string, object?][] = [
        ['POST', '', { externalOrgId: 'x' }],
        ['GET', '/latest'],
        ['GET', '/01a1dd92-d3ef-7482-b729-aecf6a2a2cc1'],
      ];
      for (const [method, path, body] of rows) {
        assert.equal((await by(partner, production)(method, `/conformance${path}`, body)).status, 404, path);
      }
      assert.equal((await by(partner, production)('GET', '/connections')).status, 200);
      assert.equal((await production.call('GET', '/documents/conformance-probe')).status, 404);
    } finally {
      await production.stop();
    }
  });
});

describe('partner-kit 4: open calls', () => {
  test('what is opened, with the requests that show it', async () => {
    const partner = await stage(service);
    await open(partner, payload());
    const { id } = await start(partner);
    assert.deepEqual(seen(await report(partner, id)), {}, 'calls from before do not count');
    await partner.check(payload());
    assert.deepEqual(seen(await report(partner, id)), {}, 'a dry run opens nothing');
    const opened = {
      'open.natural': await open(partner, payload()),
      'open.joint': await open(partner, payload(naturalTenant('tenant2'))),
      'open.legal': await open(partner, companyPayload()),
    };
    const running = await report(partner, id);
    for (const [requirement, requestId] of Object.entries(opened)) {
      const { result, evidence } = resultOf(running, requirement);
      assert.deepEqual([result, evidence], ['passed', [requestId]], requirement);
    }
    assert.equal(resultOf(running, 'open.strings').result, 'not_seen', 'only the end shows it');
    assert.deepEqual(seen(await finish(partner, id)), {
      'open.natural': 'passed',
      'open.joint': 'passed',
      'open.legal': 'passed',
      'open.strings': 'passed',
    });
  });

  test('another partner of the same organization does not count', async () => {
    const partner = await stage(service);
    const other = await created(service.operator('POST', '/partners', { name: 'Nachbarin', integration: 'custom' }));
    const connections = `/organizations/${partner.organizationId}/connections`;
    await created(service.operator('POST', connections, { partnerId: other.id, externalOrgId: 'n' }));
    const { id } = await start(partner);
    const second = await by(other)('POST', '/conformance', { externalOrgId: 'n' });
    assert.equal(second.status, 409, 'one run in an organization');
    const opened = await service.call('POST', '/webhook/custom', {
      headers: { 'x-api-key': other.apiKey, 'x-external-org-id': 'n' },
      body: payload(),
    });
    assert.equal(opened.status, 200);
    assert.deepEqual(seen(await report(partner, id)), {});
    assert.equal((await by(other)('GET', `/conformance/${id}`)).status, 404);
  });

  test('errored, then opened with other data', async () => {
    const partner = await stage(service);
    const { id } = await start(partner);
    const contract = payload({ tenantEmail: 'lea' });
    const errored = await open(partner, contract);
    assert.deepEqual(seen(await report(partner, id)), {});
    const opened = await open(partner, { ...contract, tenantEmail: 'lea@mail.example' });
    assert.deepEqual(resultOf(await report(partner, id), 'open.corrected').evidence, [errored, opened]);
    assert.equal(resultOf(await finish(partner, id), 'open.no_loop').result, 'passed');
  });

  const loops: [name: string, body: () => Record<string, unknown>, times: number, expected: string][] = [
    ['data_invalid, four times', () => payload({ zip: '80' }), 4, 'passed'],
    ['data_invalid, five times', () => payload({ zip: '80' }), 5, 'failed'],
    ['data_missing, six times', () => payload({ zip: '' }), 6, 'failed'],
    ['without a contract id, six times', () => payload({ externalContractId: '' }), 6, 'failed'],
    ['opened, then skipped, six times', () => payload(), 6, 'failed'],
  ];
  for (const [name, body, times, expected] of loops) {
    test(`the identical payload: ${name}: ${expected}`, async () => {
      const partner = await stage(service);
      const { id } = await start(partner);
      const sent = body();
      for (let n = 0; n < times; n++) await open(partner, sent);
      assert.equal(
        resultOf(await report(partner, id), 'open.no_loop').result,
        expected === 'failed' ? 'failed' : 'not_seen',
      );
      assert.equal(resultOf(await finish(partner, id), 'open.no_loop').result, expected);
    });
  }

  test('the service’s clock counts: repeats that are hours apart are no loop, and other data is another payload', async () => {
    const partner = await stage(service);
    const { id } = await start(partner);
    const sent = payload({ zip: '80' });
    for (let n = 0; n < 6; n++) {
      await open(partner, sent);
      await open(partner, { ...sent, city: `Zürich${n}`.slice(0, 7), propertyId: String(n) });
      await advance(service, 'PT1H');
    }
    assert.equal(resultOf(await finish(partner, id), 'open.no_loop').result, 'passed');
  });

  const values: [name: string, body: Record<string, unknown>, expected: string][] = [
    ['a number', { rentalDeposit: 3560 }, 'failed'],
    ['a boolean', { allowInvestment: true }, 'failed'],
    ['a number in an unknown field', { rooms: 3 }, 'passed'],
    ['a wrong text', { rentalDeposit: 'x' }, 'passed'],
  ];
  for (const [name, body, expected] of values) {
    test(`${name} in a payload: ${expected}`, async () => {
      const partner = await stage(service);
      const { id } = await start(partner);
      const requestId = await open(partner, payload(body));
      const { result, evidence } = resultOf(await finish(partner, id), 'open.strings');
      assert.deepEqual([result, evidence], [expected, [requestId]]);
    });
  }
});

describe('partner-kit 4: reads', () => {
  test('the status of a deposit that it has opened, with either key', async () => {
    for (const isWide of [false, true]) {
      const partner = await stage(service);
      const path = `/organizations/${partner.organizationId}/status-keys`;
      const key = isWide ? await partnerKey(partner) : (await created(service.operator('POST', path))).apiKey;
      const mine = payload();
      await open(partner, mine);
      const { id } = await start(partner);
      assert.equal((await ask('contract-status?ext-contract-id=none', key, partner)).status, 404);
      assert.deepEqual(seen(await report(partner, id)), {});
      const read = await ask(`contract-status?ext-contract-id=${contractOf(mine)}`, key, partner);
      assert.equal(read.status, 200);
      const { result, evidence } = resultOf(await report(partner, id), 'status.read');
      assert.deepEqual([result, evidence], ['passed', [read.headers.get('x-request-id')]]);
      // Without a callback nobody has to read rarely.
      for (let n = 0; n < 15; n++) await ask(`contract-status?ext-contract-id=${contractOf(mine)}`, key, partner);
      assert.deepEqual(seen(await finish(partner, id)), { 'status.read': 'passed' });
    }
  });

  const paces: [name: string, times: number, everyMinutes: number, expected: string][] = [
    ['ten times at once', 10, 0, 'passed'],
    ['eleven times at once', 11, 0, 'failed'],
    ['every minute', 14, 1, 'passed'],
    ['every half minute', 14, 0.5, 'failed'],
  ];
  for (const [name, times, everyMinutes, expected] of paces) {
    test(`a contract read ${name}, with a callback and a key of the partner: ${expected}`, async () => {
      const { partner, close } = await receiving(right);
      const key = await partnerKey(partner);
      const mine = payload();
      await open(partner, mine);
      const { id } = await start(partner);
      for (let n = 0; n < times; n++) {
        await ask(`contract-status?ext-contract-id=${contractOf(mine)}`, key, partner);
        if (everyMinutes > 0) {
          // Reads within a few seconds are one line: the clock moves between two of them.
          await report(partner, id);
          await advance(service, `PT${everyMinutes * 60}S`);
        }
      }
      const running = resultOf(await report(partner, id), 'status.pace').result;
      assert.equal(running, expected === 'failed' ? 'failed' : 'not_seen');
      assert.equal(resultOf(await finish(partner, id), 'status.pace').result, expected);
      await close();
    });
  }

  test('the first delivery is held back until the events list is read', async () => {
    const { partner, messages, close } = await receiving(right);
    const key = await partnerKey(partner);
    const { id } = await start(partner);
    await probed(partner, id);
    const before = messages.length;
    await ask('events', key, partner);
    const play = await partner.start();
    await play.play('withdraw');
    // The second one is delivered at once; its answer is stored a moment later.
    const waiting = async (): Promise<any[]> => {
      const { deliveries } = (await service.operator('GET', `/deliveries?depositId=${play.id}`)).body;
      return deliveries.filter(({ state }: any) => state === 'waiting');
    };
    const isOne = async (): Promise<boolean> => messages.length === before + 1 && (await waiting()).length === 1;
    await until(isOne, 'the second delivery');
    const [held] = await waiting();
    assert.deepEqual(held.attempts, []);
    assert.equal(resultOf(await report(partner, id), 'events.catch_up').result, 'not_seen', 'read before');
    const read = await ask('events', key, partner);
    assert.equal(read.body.events.length, 2);
    const { result, evidence } = resultOf(await report(partner, id), 'events.catch_up');
    assert.deepEqual([result, evidence], ['passed', [read.headers.get('x-request-id')]]);
    await until(() => messages.length === before + 2, 'the delivery that was held back');
    // The event of the document may come before that of the state, or after it.
    assert.deepEqual(
      messages.slice(before).map(({ body }) => body.data.sequence),
      [held.sequence === 1 ? 2 : 1, held.sequence],
    );
    await finish(partner, id);
    await close();
  });

  test('what was held back is delivered at the end, and failed if nobody has read the list', async () => {
    const { partner, messages, close } = await receiving(right, { events: ['document.created'] });
    const { id } = await start(partner);
    const before = (await probed(partner, id)) && messages.length;
    const play = await partner.start();
    await play.play('withdraw');
    const [{ id: deliveryId }] = (await service.operator('GET', `/deliveries?depositId=${play.id}`)).body.deliveries;
    await wait(300);
    assert.equal(messages.length, before);
    const { result, evidence } = resultOf(await finish(partner, id), 'events.catch_up');
    assert.deepEqual([result, evidence], ['failed', [deliveryId]]);
    await until(() => messages.length === before + 1, 'the delivery');
    await close();
  });
});

describe('partner-kit 4: probes', () => {
  test('a right receiver passes all of them, and can tell what they are', async () => {
    const { partner, messages, close } = await receiving(right);
    const { id } = await start(partner);
    const passed = await probed(partner, id);
    assert.deepEqual(seen(passed), ALL_PASSED);
    assert.equal(messages.length, 10, 'sent once');
    const ids = new Set(messages.map(({ headers }) => headers['webhook-id']));
    assert.equal(ids.size, 9, 'one of them twice');
    for (const requirement of CALLBACKS) {
      const { evidence } = resultOf(passed, requirement);
      assert.ok(evidence.length > 0 && evidence.every((one: string) => ids.has(one)), requirement);
    }
    const known = messages.filter(({ body }) => body.type === 'document.created');
    assert.equal(known.length, 9);
    for (const { headers, body } of known) {
      assert.equal(headers['user-agent'], 'Depono');
      assert.match(body.data.deposit.externalContractId, /^CONFORMANCE-PROBE-/);
      assert.match(body.data.depositId, /^00000000-/);
      assert.deepEqual(
        [body.data.organizationId, body.data.externalOrgId],
        [partner.organizationId, partner.externalOrgId],
      );
      const { url, sha256 } = body.data.document;
      const document = await fetch(url.replace('//localhost:', '//127.0.0.1:'));
      const content = Buffer.from(await document.arrayBuffer());
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
      assert.match(content.toString('latin1'), /^%PDF-/);
    }
    const reversed = known.filter(({ body }) => body.data.deposit.externalContractId === 'CONFORMANCE-PROBE-order');
    assert.deepEqual(
      reversed.map(({ body }) => body.data.sequence),
      [2, 1],
    );
    assert.equal(new Set(reversed.map(({ body }) => body.data.depositId)).size, 1);
    const events = await ask('events', await partnerKey(partner), partner);
    assert.deepEqual(events.body.events, [], 'they are no events');
    assert.deepEqual(seen(await finish(partner, id)), ALL_PASSED);
    await close();
  });

  const secondOf = (seenIds: Set<string>, { headers }: Message): boolean => {
    const id = headers['webhook-id'] ?? '';
    const isSecond = seenIds.has(id);
    seenIds.add(id);
    return isSecond;
  };
  /** Each of them makes one mistake. */
  const faults: [requirement: string, receive: () => Receive][] = [
    [
      'callback.accepts',
      () => {
        let count = 0;
        return (message, secret) => (isRight(message, secret) && ++count === 1 ? 503 : right(message, secret));
      },
    ],
    [
      'callback.refuses_forged',
      () => (message, secret) => {
        const isRecent = Number(message.headers['webhook-timestamp']) > Date.now() / 1_000 - 300;
        return isRecent && message.headers['webhook-signature'] !== undefined ? 204 : right(message, secret);
      },
    ],
    [
      'callback.refuses_old',
      () => (message, secret) => {
        const {
          'webhook-timestamp': timestamp = '0',
          'webhook-id': id = '',
          'webhook-signature': given,
        } = message.headers;
        const expected = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1_000), message.text);
        return given === expected ? 204 : 401;
      },
    ],
    [
      'callback.refuses_unsigned',
      () => (message, secret) => (message.headers['webhook-signature'] === undefined ? 200 : right(message, secret)),
    ],
    [
      'callback.repeats',
      () => {
        const ids = new Set<string>();
        return (message, secret) => (secondOf(ids, message) ? 409 : right(message, secret));
      },
    ],
    [
      'callback.order',
      () => {
        const last = new Map<string, number>();
        return (message, secret) => {
          const { depositId, sequence } = message.body.data;
          if (isRight(message, secret) && sequence < (last.get(depositId) ?? 0)) return 422;
          last.set(depositId, sequence);
          return right(message, secret);
        };
      },
    ],
    [
      'callback.unknown',
      () => (message, secret) =>
        message.body.type === 'document.created' || !isRight(message, secret) ? right(message, secret) : 400,
    ],
    [
      'callback.quick',
      () => {
        let count = 0;
        return async (message, secret) => {
          if (++count === 1) await wait(5_100);
          return right(message, secret);
        };
      },
    ],
  ];
  describe('a receiver with one mistake fails there and nowhere else:', { concurrency: true }, () => {
    for (const [requirement, receive] of faults) {
      test(requirement, async () => {
        const { partner, close } = await receiving(receive());
        const { id } = await start(partner);
        assert.deepEqual(seen(await probed(partner, id)), { ...ALL_PASSED, [requirement]: 'failed' });
        await close();
      });
    }
  });

  test('a receiver that does not answer, and one that refuses all', async () => {
    const gone = await receiving(right);
    await gone.close();
    const { id } = await start(gone.partner);
    const none = await probed(gone.partner, id);
    assert.deepEqual(seen(none), Object.fromEntries(CALLBACKS.map((one) => [one, 'failed'])));
    const strict = await receiving(() => 400);
    const run = await start(strict.partner);
    const { 'callback.refuses_old': old, 'callback.accepts': accepts } = seen(await probed(strict.partner, run.id));
    assert.deepEqual([old, accepts], ['passed', 'failed']);
    await strict.close();
  });

  test('without a callback, or with one that is switched off, they stay not seen', async () => {
    const none = await stage(service);
    const { id } = await start(none);
    assert.deepEqual(seen(await finish(none, id)), {});
    const { partner, messages, close } = await receiving(right);
    await sql('update connections set callback_switched_off_at = now() where organization_id = $1', [
      partner.organizationId,
    ]);
    const run = await start(partner);
    assert.deepEqual(seen(await finish(partner, run.id)), {});
    assert.equal(messages.length, 0);
    await close();
  });

  test('a receiver that has chosen changes of state alone, and the PDF in the message', async () => {
    const changes = await receiving(right, { events: ['deposit.state_changed'] });
    const one = await start(changes.partner);
    assert.deepEqual(seen(await probed(changes.partner, one.id)), ALL_PASSED);
    const types = changes.messages.map(({ body }) => body.type);
    assert.ok(!types.includes('document.created') && types.includes('deposit.state_changed'));
    await changes.close();
    const inline = await receiving(right, { inline: true, documents: ['withdrawal'] });
    const two = await start(inline.partner);
    assert.deepEqual(seen(await probed(inline.partner, two.id)), ALL_PASSED);
    const document = inline.messages[0]?.body.data.document;
    assert.equal(document.kind, 'withdrawal');
    assert.match(Buffer.from(document.contentBase64, 'base64').toString('latin1'), /^%PDF-/);
    await inline.close();
  });

  test('finishing at once waits for the answers', async () => {
    const { partner, close } = await receiving(async (message, secret) => {
      await wait(200);
      return right(message, secret);
    });
    const { id } = await start(partner);
    assert.deepEqual(seen(await finish(partner, id)), ALL_PASSED);
    await close();
  });

  test('what a process that died has left is sent by another one', async () => {
    const { partner, messages, close } = await receiving(right);
    const { id } = await start(partner);
    await probed(partner, id);
    await sql(`update conformance_probes set sent_at = null, status = null where run_id = $1 and number in (6, 7, 8)`, [
      id,
    ]);
    await sql('update conformance_runs set probes_claimed_until = null where id = $1', [id]);
    assert.deepEqual(seen(await probed(partner, id)), ALL_PASSED);
    assert.equal(messages.length, 14, 'both messages of two requirements again');
    await close();
  });

  test('9 a private address gets none, whatever its name', async () => {
    const own = await startService();
    const receiver = await openReceiver();
    const { port } = new URL(receiver.url);
    try {
      for (const host of ['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '169.254.169.254']) {
        const partner = await stage(own);
        const set = await by(partner, own)('PUT', `/connections/${partner.externalOrgId}/callback`, {
          url: 'https://partner.example/',
        });
        assert.equal(set.status, 200);
        const address = `https://${host}:${port}/callback`;
        await sql(
          'update connections set callback_url = $2 where organization_id = $1',
          [partner.organizationId, address],
          own,
        );
        const { body } = await by(partner, own)('POST', '/conformance', { externalOrgId: partner.externalOrgId });
        const ended = await ok(by(partner, own)('POST', `/conformance/${body.id}/finish`));
        assert.equal(resultOf(ended, 'callback.accepts').result, 'failed', host);
        const { rows } = await sql('select distinct answer from conformance_probes where run_id = $1', [body.id], own);
        assert.equal(rows.length, 1);
        assert.match(rows[0].answer, /private/, host);
      }
      assert.equal(receiver.connections(), 0);
    } finally {
      await own.stop();
      await receiver.close();
    }
  });
});

describe('partner-kit 4: the report behind a connection', () => {
  const reportsOf = async (partnerId: string, on: Service = service): Promise<any[]> =>
    (await ok(on.operator('GET', `/partners/${partnerId}/conformance-reports`))).conformanceReports;

  test('a finished report without a failed requirement is noted in test; one with a failure is not', async () => {
    const partner = await stage(service);
    const { externalOrgId, organizationId } = partner;
    const none = { externalOrgId, organizationId, url: null, notedAt: null };
    assert.deepEqual(await reportsOf(partner.partnerId), [none]);
    const bad = await start(partner);
    await open(partner, payload({ rentalDeposit: 3560 }));
    await finish(partner, bad.id);
    assert.deepEqual(await reportsOf(partner.partnerId), [none]);
    const good = await start(partner);
    await open(partner, payload());
    assert.deepEqual(await reportsOf(partner.partnerId), [none], 'not before its end');
    await finish(partner, good.id);
    const [noted] = await reportsOf(partner.partnerId);
    assert.equal(noted.url, good.url);
    const worse = await start(partner);
    await open(partner, payload({ rentalDeposit: 3560 }));
    await finish(partner, worse.id);
    assert.deepEqual(await reportsOf(partner.partnerId), [noted], 'the earlier one stands');
    const operator = await signInOperator(service);
    const { text } = await operator.page(`/operator/organizations/${organizationId}/connections`);
    assert.match(text, new RegExp(`href="${good.url}"`));
    assert.doesNotMatch(text, /no report/);
  });

  test('one that ends by itself is noted, too', async () => {
    const partner = await stage(service);
    const { id, url } = await start(partner);
    await open(partner, payload());
    await advance(service, 'P1D');
    assert.equal((await report(partner, id)).state, 'finished');
    assert.equal((await reportsOf(partner.partnerId))[0].url, url);
  });

  test('calls that were logged late are judged once more', async () => {
    const partner = await stage(service);
    const { id, url } = await start(partner);
    await finish(partner, id);
    assert.equal((await reportsOf(partner.partnerId))[0].url, url);
    await open(partner, payload({ rentalDeposit: 3560 }));
    await report(partner, id);
    // As if another process had written the call only now.
    await sql('update conformance_runs set finished_at = service_now() where id = $1', [id]);
    assert.equal(resultOf(await report(partner, id), 'open.strings').result, 'failed');
    await sql('update conformance_runs set judged_until = clock_timestamp() where id = $1', [id]);
    await until(async () => (await reportsOf(partner.partnerId))[0].url === null, 'the report to be withdrawn');
    await sql(`delete from calls where organization_id = $1`, [partner.organizationId]);
    assert.equal(resultOf(await report(partner, id), 'open.strings').result, 'failed', 'kept for good');
  });

  test('the operator notes one: 201, 404, 422, and who may', async () => {
    const partner = await stage(service);
    const stranger = await stage(service);
    const note = (partnerId: string, body: unknown): Promise<Answer> =>
      service.operator('POST', `/partners/${partnerId}/conformance-report`, body);
    const url = 'https://test.depono.example/partner/conformance/01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';
    const { externalOrgId, organizationId, partnerId } = partner;
    const noted = await created(note(partnerId, { externalOrgId, url }));
    assert.deepEqual({ ...noted, notedAt: null }, { externalOrgId, organizationId, url, notedAt: null });
    assert.deepEqual(await reportsOf(partnerId), [noted]);
    const rows: [partnerId: string, body: unknown, status: number][] = [
      ['x', { externalOrgId, url }, 404],
      [stranger.partnerId, { externalOrgId, url }, 404],
      [partnerId, { externalOrgId: 'another', url }, 404],
      [partnerId, { externalOrgId }, 422],
      [partnerId, { url }, 422],
      [partnerId, { externalOrgId, url: 'x' }, 422],
      [partnerId, { externalOrgId, url: 'javascript:alert(1)' }, 422],
      [partnerId, { externalOrgId, url, more: 1 }, 422],
    ];
    for (const [id, body, status] of rows) assert.equal((await note(id, body)).status, status, JSON.stringify(body));
    const audit = await ok(service.operator('GET', '/audit?limit=20'));
    const entry = audit.entries.find(({ action }: any) => action === 'conformance_report.note');
    assert.equal(entry.subject, `partner:${partnerId}`);
  });

  test('the console of production marks a connection without one, and takes one', async () => {
    const letterbox = await openLetterbox();
    const env = { ...PRODUCTION, SMTP_URL: letterbox.url, OPERATOR_EMAILS: OPERATOR };
    const production = await startService({ env });
    try {
      const partner = await setUpPartner(production);
      const near = { ...production, baseUrl: production.address };
      const operator = newConsoleBrowser(near);
      await operator.post('/operator/sign-in', { email: OPERATOR });
      const mail = await until(() => letterbox.mails[0], 'the sign-in mail');
      const link = new URL(/https:\S+\/operator\/sign-in\/\S+/.exec(mail.email.text ?? '')?.[0] ?? '');
      assert.equal((await operator.get(link.pathname)).status, 303);
      const list = `/operator/organizations/${partner.organizationId}/connections`;
      assert.match((await operator.page(list)).text, /no report/);
      assert.match((await operator.page(`/operator/partners/${partner.partnerId}`)).text, /no report/);
      const { body } = await production.operator('GET', `/organizations/${partner.organizationId}/connections`);
      const page = `${list}/${body.connections[0].id}`;
      assert.match((await operator.page(page)).text, /This is a warning/);
      const refused = await operator.post(`${page}/conformance-report`, { reportUrl: 'javascript:alert(1)' });
      assert.equal(refused.status, 422);
      const url = 'https://test.depono.example/partner/conformance/1';
      await operator.submit(`${page}/conformance-report`, { reportUrl: url });
      const { text } = await operator.page(list);
      assert.ok(text.includes(url) && !text.includes('no report'));
      // It was only a warning.
      assert.equal((await reportsOf(partner.partnerId, production))[0].url, url);
    } finally {
      await production.stop();
      await letterbox.close();
    }
  });
});

async function sql(text: string, values: unknown[], on: Service = service): Promise<{ rows: any[] }> {
  const client = new Client({ connectionString: on.databaseUrl });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
