import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { advance, reach, stage, type Play, type Stage } from './support/play.ts';
import { payload } from './support/payload.ts';
import { openReceiver, until, type Received, type Receiver } from './support/receiver.ts';
import { freePort } from './support/free-port.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';
import { PRODUCTION, startService, TOKEN, type Answer, type Service } from './support/service.ts';

const UNKNOWN = '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';

let service: Service;
let receiver: Receiver;
let ours: Stage;
let theirs: Stage;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' }, limits: { testEventMs: 700 } });
  receiver = await openReceiver();
  ours = await stage(service);
  theirs = await stage(service);
});
after(async () => {
  await service.stop();
  await receiver.close();
});

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

const by =
  ({ apiKey }: Pick<Partner, 'apiKey'>, on: Service = service): Ask =>
  (method, path, body) =>
    on.call(method, `/partner/api${path}`, { headers: { 'x-api-key': apiKey }, body });

async function ok(call: Promise<Answer>, status = 200): Promise<any> {
  const answer = await call;
  assert.equal(answer.status, status, answer.text);
  return answer.body;
}

const callbackOf = ({ externalOrgId }: Pick<Partner, 'externalOrgId'>): string =>
  `/connections/${externalOrgId}/callback`;
const setCallback = async (on: Partner, more: object = {}): Promise<any> =>
  (await ok(by(on)('PUT', callbackOf(on), { url: receiver.url, ...more }))).callback;
const tryOut = (on: Partner): Promise<any> => ok(by(on)('POST', `/connections/${on.externalOrgId}/test-event`));
const verify = (secret: string, { text, headers }: Received): any =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

/** A partner of its own, with a callback. */
async function listening(more: object = {}): Promise<Stage & { secret: string }> {
  const partner = await stage(service);
  const { secret } = await setCallback(partner, more);
  return { ...partner, secret };
}

async function withdrawn(partner: Stage): Promise<Play> {
  const play = await partner.start();
  await play.play('withdraw');
  return play;
}

describe('partner-kit 3: the door', () => {
  const rows: [name: string, headers: () => Record<string, string>][] = [
    ['no key', () => ({})],
    ['no such key', () => ({ 'x-api-key': 'dpk_abcdefghijkl_0000000000000000000000000000000000000000000' })],
    ['something else', () => ({ 'x-api-key': 'x' })],
    ['the operator’s token', () => ({ 'x-api-key': TOKEN, authorization: `Bearer ${TOKEN}` })],
    ['the key in another header', () => ({ authorization: `Bearer ${ours.apiKey}` })],
  ];
  for (const [name, headers] of rows) {
    test(`401 ${name}`, async () => {
      for (const path of ['/connections', '/calls', '/sandbox/mailbox', '/nothing']) {
        const { status, body } = await service.call('GET', `/partner/api${path}`, { headers: headers() });
        assert.deepEqual([status, body.status, typeof body.detail], [401, 401, 'string'], path);
      }
    });
  }

  test('401 for a revoked key, and for keys that read', async () => {
    const another = await created(service.operator('POST', `/partners/${ours.partnerId}/keys`));
    await ok(by(another)('GET', '/connections'));
    await service.operator('DELETE', `/partners/${ours.partnerId}/keys/${another.keyId}`);
    assert.equal((await by(another)('GET', '/connections')).status, 401);
    const wide = await created(service.operator('POST', `/partners/${ours.partnerId}/status-keys`));
    const own = await created(service.operator('POST', `/organizations/${ours.organizationId}/status-keys`));
    for (const key of [wide, own]) assert.equal((await by(key)('GET', '/connections')).status, 401);
  });

  test('an address that does not exist is 404, as a problem', async () => {
    const answer = await by(ours)('GET', '/nothing');
    assert.deepEqual([answer.status, answer.body.detail], [404, 'There is no such address.']);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
  });
});

describe('partner-kit 3: connections and callbacks', () => {
  test('a partner lists its own connections, without a secret', async () => {
    const own = await stage(service);
    const connection = { externalOrgId: own.externalOrgId, organizationId: own.organizationId };
    assert.deepEqual(await ok(by(own)('GET', '/connections')), { connections: [{ ...connection, callback: null }] });
    await setCallback(own);
    const { connections } = await ok(by(own)('GET', '/connections'));
    const callback = {
      url: receiver.url,
      documents: null,
      events: ['document.created'],
      inline: false,
      active: true,
      previousSecretUntil: null,
    };
    assert.deepEqual(connections, [{ ...connection, callback }]);
  });

  test('PUT makes a secret once; later it keeps it, and what is left out is the default again', async () => {
    const own = await stage(service);
    const first = await setCallback(own, { documents: ['pay_in'], events: ['deposit.state_changed'], inline: true });
    assert.match(first.secret, /^whsec_/);
    const { secret: _, ...shown } = first;
    assert.deepEqual(shown, {
      url: receiver.url,
      documents: ['pay_in'],
      events: ['deposit.state_changed'],
      inline: true,
      active: true,
      previousSecretUntil: null,
    });
    const again = await setCallback(own);
    assert.deepEqual(again, { ...shown, documents: null, events: ['document.created'], inline: false });
    await tryOut(own);
    verify(first.secret, receiver.requests.at(-1) as Received);
  });

  test('DELETE removes it, once more changes nothing, and a new one has a new secret', async () => {
    const own = await listening();
    for (const _ of [1, 2]) assert.equal((await by(own)('DELETE', callbackOf(own))).status, 204);
    const { connections } = await ok(by(own)('GET', '/connections'));
    assert.equal(connections[0].callback, null);
    const { secret } = await setCallback(own);
    assert.ok(typeof secret === 'string' && secret !== own.secret);
  });

  test('of two first PUTs at the same time one shows the secret, and it is the one that signs', async () => {
    const own = await stage(service);
    const made = await Promise.all([setCallback(own), setCallback(own), setCallback(own)]);
    const secrets = made.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
    assert.equal(secrets.length, 1);
    await tryOut(own);
    verify(secrets[0], receiver.requests.at(-1) as Received);
  });

  test('rotate: both secrets sign for 24 hours of the service’s clock, then only the newer', async () => {
    const own = await listening();
    const { callback } = await ok(by(own)('POST', `${callbackOf(own)}/rotate`));
    assert.notEqual(callback.secret, own.secret);
    const signed = async (): Promise<Received> => {
      await tryOut(own);
      return receiver.requests.at(-1) as Received;
    };
    const both = await signed();
    for (const secret of [own.secret, callback.secret]) verify(secret, both);
    await advance(service, 'PT23H59M');
    // A change of the address ends nothing.
    const { previousSecretUntil } = await setCallback(own, { inline: true });
    assert.equal(previousSecretUntil, callback.previousSecretUntil);
    verify(own.secret, await signed());
    // A delivery is signed like the test event.
    const before = receiver.requests.length;
    await withdrawn(own);
    const delivered = await until(
      () => receiver.requests.slice(before).find(({ body }) => body.type !== 'test'),
      'delivery',
    );
    for (const secret of [own.secret, callback.secret]) verify(secret, delivered);
    await advance(service, 'PT1M');
    const one = await signed();
    verify(callback.secret, one);
    assert.throws(() => verify(own.secret, one));
    const count = receiver.requests.length;
    await withdrawn(own);
    const later = await until(
      () => receiver.requests.slice(count).find(({ body }) => body.type !== 'test'),
      'delivery',
    );
    verify(callback.secret, later);
    assert.throws(() => verify(own.secret, later));
    const { connections } = await ok(by(own)('GET', '/connections'));
    assert.equal(connections[0].callback.previousSecretUntil, null);
  });

  test('rotate without a callback is 409', async () => {
    const own = await stage(service);
    const { status, body } = await by(own)('POST', `${callbackOf(own)}/rotate`);
    assert.deepEqual([status, body.detail], [409, 'The connection has no callback: set one first.']);
  });

  test('an operator’s new secret stays until it is retired, as before', async () => {
    const own = await listening();
    const { body } = await service.operator('GET', `/organizations/${own.organizationId}/connections`);
    const path = `/organizations/${own.organizationId}/connections/${body.connections[0].id}/callback-secret`;
    await created(service.operator('POST', path));
    await advance(service, 'P2D');
    await tryOut(own);
    verify(own.secret, receiver.requests.at(-1) as Received);
  });

  const bad: [name: string, body: unknown, field: string, code: string][] = [
    ['no address', {}, 'url', 'missing'],
    ['no URL', { url: 'depono' }, 'url', 'invalid'],
    ['another scheme', { url: 'ftp://partner.example/depono' }, 'url', 'invalid'],
    ['too long', { url: `https://partner.example/${'x'.repeat(2_000)}` }, 'url', 'too_big'],
    [
      'an unknown document',
      { url: 'https://partner.example', documents: ['agreement'] },
      'documents.0',
      'invalid_value',
    ],
    ['no events at all', { url: 'https://partner.example', events: [] }, 'events', 'too_small'],
    ['an unknown event', { url: 'https://partner.example', events: ['test'] }, 'events.0', 'invalid_value'],
    ['inline as text', { url: 'https://partner.example', inline: 'yes' }, 'inline', 'invalid_type'],
    ['a secret', { url: 'https://partner.example', secret: 'whsec_x' }, 'secret', 'unknown_member'],
  ];
  for (const [name, body, field, code] of bad) {
    test(`422 ${name}`, async () => {
      const answer = await by(ours)('PUT', callbackOf(ours), body);
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(
        answer.body.problems.map((problem: any) => [problem.field, problem.code]),
        [[field, code]],
      );
    });
  }

  test('422 a body that is no JSON, or not asked for', async () => {
    const headers = { 'x-api-key': ours.apiKey };
    const path = `/partner/api${callbackOf(ours)}`;
    assert.equal((await service.call('PUT', path, { headers, raw: '{' })).status, 422);
    const { body } = await by(ours)('POST', `${callbackOf(ours)}/rotate`, { until: 'tomorrow' });
    assert.deepEqual(
      body.problems.map(({ code }: any) => code),
      ['unknown_member'],
    );
  });
});

describe('partner-kit 3: the test event', () => {
  test('is signed, has the type test, tells of no deposit, and shows what the receiver answers', async () => {
    const own = await listening();
    receiver.reply({ status: 202, body: 'thanks' }, {});
    const { durationMs, ...said } = await tryOut(own);
    assert.deepEqual(said, { status: 202, answer: 'thanks' });
    assert.ok(Number.isInteger(durationMs) && durationMs < 700);
    const { body, headers } = verified(own.secret);
    assert.deepEqual(body, {
      type: 'test',
      timestamp: body.timestamp,
      data: { organizationId: own.organizationId, externalOrgId: own.externalOrgId },
    });
    assert.match(String(headers['webhook-id']), /^[0-9a-f-]{36}$/);
    // It is no delivery.
    assert.deepEqual((await ok(by(own)('GET', '/deliveries'))).deliveries, []);
  });

  const verified = (secret: string): Received => {
    const request = receiver.requests.at(-1) as Received;
    verify(secret, request);
    return request;
  };

  test('409 without a callback', async () => {
    const own = await stage(service);
    assert.equal((await by(own)('POST', `/connections/${own.externalOrgId}/test-event`)).status, 409);
  });

  test('404 at an organization that the partner is not connected to', async () => {
    for (const name of ['nothing', theirs.externalOrgId, '%00', '%2F', 'ä', 'x'.repeat(1_500)]) {
      const path = `/connections/${name}`;
      assert.equal((await by(ours)('POST', `${path}/test-event`)).status, 404, name);
      assert.equal((await by(ours)('PUT', `${path}/callback`, { url: receiver.url })).status, 404, name);
      assert.equal((await by(ours)('POST', `${path}/callback/rotate`)).status, 404, name);
      assert.equal((await by(ours)('DELETE', `${path}/callback`)).status, 404, name);
    }
  });

  type Row = [name: string, reply: Parameters<Receiver['reply']>[0], status: number | null, answer: RegExp];
  const rows: Row[] = [
    ['an error', { status: 500, body: 'broken' }, 500, /^broken$/],
    ['a wrong signature, it says', { status: 401, body: '{"error":"bad signature"}' }, 401, /bad signature/],
    ['gone', { status: 410 }, 410, /^$/],
    ['no answer', { instead: 'hang' }, null, /^No answer came within 0\.7 seconds\.$/],
    ['too late', { delayMs: 1_500 }, null, /^No answer came within/],
    ['closed', { instead: 'drop' }, null, /^The connection was closed without an answer\.$/],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
      302,
      /^Redirects to http:\/\/169\.254\.169\.254\/…\. A redirect is not followed\.$/,
    ],
    [
      'a long answer',
      { body: 'word '.repeat(100_000) },
      200,
      /^(?:word )+.{0,5}… \(The answer is longer: this is its beginning\.\)$/,
    ],
    [
      'a length that is not true',
      { headers: { 'content-length': '900', connection: 'close' }, body: 'short' },
      200,
      /^short \(The .+\)$/,
    ],
    ['what a terminal obeys', { body: '\u001b[31mred\u0007\n\u202Eback' }, 200, /^\[31mred back$/],
    ['what it was sent', { body: 'key dpk_abcdefghijkl_0123456789abcdefABCDEF0123456789abcdefABCDE' }, 200, /^key …$/],
  ];
  test('every answer is shown as what it is', async (t) => {
    const own = await listening();
    for (const [name, reply, status, answer] of rows) {
      await t.test(name, async () => {
        receiver.reply(reply, {});
        const said = await tryOut(own);
        assert.equal(said.status, status, said.answer);
        assert.match(said.answer, answer);
        assert.ok(said.durationMs < 1_400 && said.answer.length < 600);
      });
    }
    // What was sent late or cut off is over.
    receiver.reply({});
  });

  test('nothing listens, or there is no such name', async () => {
    const own = await listening();
    await setCallback(own, { url: `http://127.0.0.1:${await freePort()}/` });
    const refused = await tryOut(own);
    assert.deepEqual(
      [refused.status, refused.answer],
      [null, 'The connection was refused: nothing listens at this address and port.'],
    );
    await setCallback(own, { url: 'https://nowhere.invalid/' });
    const unnamed = await tryOut(own);
    assert.equal(unnamed.status, null);
    assert.match(unnamed.answer, /could not be (?:resolved|reached)|No answer came/);
  });

  test('a callback that was switched off can be tried, and stays off', async () => {
    const own = await listening();
    receiver.reply({ status: 410 });
    await withdrawn(own);
    const callback = async (): Promise<any> => (await ok(by(own)('GET', '/connections'))).connections[0].callback;
    await until(async () => !(await callback()).active, 'switched off');
    receiver.reply({});
    assert.equal((await tryOut(own)).status, 200);
    assert.equal((await callback()).active, false);
    assert.equal((await setCallback(own)).active, true);
  });
});

describe('partner-kit 3: deliveries', () => {
  test('are listed oldest first with their attempts, in pages; next goes on, also at the end', async () => {
    const own = await listening({ events: ['document.created', 'deposit.state_changed'] });
    assert.deepEqual(await ok(by(own)('GET', '/deliveries')), { deliveries: [], next: 0 });
    const play = await own.start();
    await reach('open', play);
    await until(async () => {
      const { deliveries } = await ok(by(own)('GET', '/deliveries'));
      return deliveries.length === 3 && deliveries.every(({ state }: any) => state === 'delivered');
    }, 'three deliveries');
    const all = await ok(by(own)('GET', '/deliveries'));
    assert.equal(all.next, 3);
    const [slip] = all.deliveries;
    assert.deepEqual(
      all.deliveries.map(({ event, sequence, depositId }: any) => [event, sequence, depositId]),
      [
        ['document.created', 1, play.id],
        ['document.created', 2, play.id],
        ['deposit.state_changed', 3, play.id],
      ].map((row, index) => [all.deliveries[index].event, row[1], row[2]]),
    );
    assert.deepEqual(
      [slip.externalOrgId, slip.organizationId, slip.document.kind, slip.change, slip.nextAttemptAt],
      [own.externalOrgId, own.organizationId, 'payment_slip', null, null],
    );
    assert.deepEqual(
      slip.attempts.map(({ status, answer }: any) => [status, answer]),
      [[200, '']],
    );
    const walked: any[] = [];
    let next = 0;
    for (const size of [2, 1, 0]) {
      const page = await ok(by(own)('GET', `/deliveries?after=${next}&limit=2`));
      assert.equal(page.deliveries.length, size);
      walked.push(...page.deliveries);
      next = page.next;
    }
    assert.deepEqual(walked, all.deliveries);
    await withdrawn(own);
    const { deliveries } = await ok(by(own)('GET', `/deliveries?after=${next}`));
    assert.equal(deliveries.length, 2);
  });

  test('a replay is 202 and sends the same id again; others’ and unknown ones are 404', async () => {
    const own = await listening();
    const play = await withdrawn(own);
    const delivered = (): Promise<any> =>
      until(async () => {
        const { deliveries } = await ok(by(own)('GET', '/deliveries'));
        return deliveries.find(({ state }: any) => state === 'delivered');
      }, 'delivered');
    const { id } = await delivered();
    const sent = receiver.requests.filter(({ headers }) => headers['webhook-id'] === id).length;
    const replayed = await ok(by(own)('POST', `/deliveries/${id}/replay`), 202);
    assert.deepEqual([replayed.id, replayed.depositId], [id, play.id]);
    await until(
      () => receiver.requests.filter(({ headers }) => headers['webhook-id'] === id).length > sent,
      'another attempt',
    );
    for (const [partner, one] of [
      [theirs, id],
      [own, UNKNOWN],
      [own, 'x'],
    ] as const) {
      assert.equal((await by(partner)('POST', `/deliveries/${one}/replay`)).status, 404, one);
    }
    await by(own)('DELETE', callbackOf(own));
    const { status, body } = await by(own)('POST', `/deliveries/${id}/replay`);
    assert.deepEqual([status, body.detail], [409, 'The connection has no callback that is switched on; set it first.']);
  });

  test('each is in exactly one page of a walk, however many are made meanwhile', async () => {
    const own = await listening();
    const seen: string[] = [];
    let next = 0;
    const walk = async (): Promise<void> => {
      const page = await ok(by(own)('GET', `/deliveries?after=${next}&limit=3`));
      seen.push(...page.deliveries.map(({ depositId }: any) => depositId));
      next = page.next;
    };
    let isOver = false;
    const walking = (async () => {
      while (!isOver) await walk();
    })();
    const plays = await Promise.all(Array.from({ length: 8 }, () => withdrawn(own)));
    isOver = true;
    await walking;
    for (let round = 0; round < 4; round++) await walk();
    assert.deepEqual(seen.toSorted(), plays.map(({ id }) => id).toSorted());
  });
});

describe('partner-kit 3: calls', () => {
  test('open calls and dry runs are listed with code and contract id, in pages', async () => {
    const own = await stage(service);
    assert.deepEqual(await ok(by(own)('GET', '/calls')), { calls: [], next: 0 });
    const body = payload();
    const answers = [
      await own.check(body),
      await own.open(body),
      await own.open(body),
      await own.open({ ...body, externalContractId: 'ohne-ort', city: '' }),
      await own.open({}),
      await own.open(body, { 'x-external-org-id': 'nobody' }),
    ];
    const { calls, next } = await ok(by(own)('GET', '/calls'));
    assert.equal(next, 6);
    assert.deepEqual(
      calls.map((call: any) => ({ ...call, at: null, durationMs: null })),
      answers.map((answer, index) => ({
        at: null,
        durationMs: null,
        requestId: answer.headers.get('x-request-id'),
        path: index === 0 ? '/webhook/custom/check' : '/webhook/custom',
        externalOrgId: index === 5 ? 'nobody' : own.externalOrgId,
        externalContractId: [body['externalContractId'], 'ohne-ort', null][[0, 0, 0, 1, 2, 0][index] as number],
        status: answer.status,
        code: answer.headers.get('x-depono-code'),
      })),
    );
    assert.deepEqual(
      calls.map(({ code }: any) => code),
      ['opened', 'opened', 'contract_exists', 'data_missing', 'contract_id_missing', 'organization_unknown'],
    );
    const page = await ok(by(own)('GET', '/calls?after=1&limit=2'));
    assert.deepEqual([page.calls, page.next], [calls.slice(1, 3), 3]);
    assert.deepEqual(await ok(by(own)('GET', '/calls?after=6')), { calls: [], next: 6 });
    await own.open(body);
    assert.equal((await ok(by(own)('GET', '/calls?after=6'))).calls.length, 1);
    assert.ok(
      !(await ok(by(ours)('GET', '/calls'))).calls.some(({ requestId }: any) => requestId === calls[0].requestId),
    );
  });

  test('each call is in exactly one page of a walk, however many are made meanwhile', async () => {
    const own = await stage(service);
    const seen: string[] = [];
    let next = 0;
    const walk = async (): Promise<number> => {
      const page = await ok(by(own)('GET', `/calls?after=${next}&limit=7`));
      seen.push(...page.calls.map(({ requestId }: any) => requestId));
      next = page.next;
      return page.calls.length;
    };
    let isOver = false;
    const walking = (async () => {
      while (!isOver) await walk();
    })();
    const answers = await Promise.all(Array.from({ length: 60 }, () => own.check(payload())));
    isOver = true;
    await walking;
    while ((await walk()) > 0);
    assert.deepEqual(seen.toSorted(), answers.map(({ headers }) => headers.get('x-request-id') as string).toSorted());
  });

  const rows: [query: string, field: string][] = [
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1&limit=2', 'limit'],
    [`limit=${'9'.repeat(40)}`, 'limit'],
    ['after=x', 'after'],
    ['after=', 'after'],
    ['after=-1', 'after'],
    ['after=999999999', 'after'],
  ];
  for (const [query, field] of rows) {
    test(`422 ${query.slice(0, 20)}`, async () => {
      for (const list of ['calls', 'deliveries']) {
        const answer = await by(ours)('GET', `/${list}?${query}`);
        assert.equal(answer.status, 422, answer.text);
        assert.deepEqual(
          answer.body.problems.map((problem: any) => problem.field),
          [field],
        );
      }
    });
  }
  test('a limit of 1,000 is good', async () => {
    for (const list of ['calls', 'deliveries']) await ok(by(ours)('GET', `/${list}?limit=1000`));
  });
});

describe('partner-kit 3: keys for status', () => {
  test('an issued key reads status and events of the partner’s deposits, until it is revoked', async () => {
    const play = await ours.start();
    const { keyId, apiKey } = await ok(by(ours)('POST', '/status-keys'), 201);
    const read = (organizationId: string, path: string): Promise<Answer> =>
      service.call('GET', path, { headers: { 'x-api-key': apiKey, 'x-org-id': organizationId } });
    const status = `/webhook/contract-status?ext-contract-id=${play.contractId}`;
    assert.equal((await ok(read(ours.organizationId, status))).externalContractId, play.contractId);
    await ok(read(ours.organizationId, '/webhook/events'));
    assert.equal((await read(theirs.organizationId, status)).status, 401);
    assert.equal((await by(theirs)('DELETE', `/status-keys/${keyId}`)).status, 404);
    assert.equal((await by(ours)('DELETE', `/status-keys/${keyId}`)).status, 204);
    assert.equal((await read(ours.organizationId, status)).status, 401);
    for (const id of ['x', 'abcdefghijkl']) {
      assert.equal((await by(ours)('DELETE', `/status-keys/${id}`)).status, 404, id);
    }
  });
});

describe('partner-kit 3: in production', () => {
  let letterbox: Letterbox;
  let production: Service;
  let own: Partner;
  let ask: Ask;
  before(async () => {
    letterbox = await openLetterbox();
    production = await startService({ env: { ...PRODUCTION, SMTP_URL: letterbox.url } });
    own = await setUpPartner(production);
    ask = by(own, production);
    for (const [email, role, language] of [
      ['anna@partner.example', 'admin', 'de'],
      ['bob@partner.example', 'admin', 'en'],
      ['viv@partner.example', 'viewer', 'en'],
    ]) {
      const contact = { email, name: 'Person', role, language };
      await created(production.operator('POST', `/partners/${own.partnerId}/contacts`, contact));
    }
  });
  after(async () => {
    await production.stop();
    await letterbox.close();
  });

  const entries = async (): Promise<any[]> =>
    (await ok(production.operator('GET', `/audit?actor=partner:${own.partnerId}`))).entries.toReversed();
  const url = 'https://hooks.partner.example/depono/t0ken?key=geheim';

  test('every change of a callback is audited and mailed to the admins of the partner, in their language', async () => {
    const path = callbackOf(own);
    const { callback } = await ok(ask('PUT', path, { url }));
    await ok(ask('PUT', path, { url }));
    await ok(ask('PUT', path, { url, inline: true }));
    await ok(ask('POST', `${path}/rotate`));
    for (const _ of [1, 2]) await ok(ask('DELETE', path), 204);
    const audited = await entries();
    assert.deepEqual(
      audited.map(({ action, detail }) => [action, detail.way]),
      [
        ['connection.change', 'api'],
        ['connection.change', 'api'],
        ['callback_secret.rotate', 'api'],
        ['connection.change', 'api'],
      ],
    );
    const { about, changes } = audited[0].detail;
    assert.deepEqual([about.partner, about.organization], [own.partnerId, own.organizationId]);
    assert.equal(changes['callback.url'].to, 'https://hooks.partner.example/depono/…');
    await until(() => letterbox.mails.length >= 8, 'eight mails');
    const to = (email: string): any[] => letterbox.mails.filter(({ envelope }) => envelope.includes(email));
    assert.equal(letterbox.mails.length, 8);
    assert.deepEqual(to('viv@partner.example'), []);
    const [german, english] = [to('anna@partner.example'), to('bob@partner.example')];
    for (const { email } of german) assert.equal(email.subject, 'Callback geändert: ' + organization());
    const said = english.map(({ email }) => String(email.text)).toSorted();
    for (const word of ['was set', 'was changed', 'was replaced', 'was removed']) {
      assert.equal(said.filter((text) => text.includes(word)).length, 1, word);
    }
    assert.ok(said.every((text) => text.includes('with the key of the partner')));
    for (const { raw } of letterbox.mails) {
      for (const secret of ['t0ken', 'geheim', callback.secret]) assert.ok(!raw.includes(secret));
    }
  });

  const organization = (): string => `Verwaltung ${own.domain.replaceAll(/\D/g, '')} AG`;

  test('what the operator changes is mailed, too', async () => {
    const { connections } = await ok(production.operator('GET', `/organizations/${own.organizationId}/connections`));
    const path = `/organizations/${own.organizationId}/connections/${connections[0].id}`;
    const before = letterbox.mails.length;
    await ok(production.operator('PATCH', path, { callback: { url } }));
    await ok(production.operator('POST', `${path}/callback-secret`), 201);
    await ok(production.operator('DELETE', `${path}/callback-secret`), 204);
    await until(() => letterbox.mails.length >= before + 6, 'six mails');
    for (const { envelope, email } of letterbox.mails.slice(before)) {
      if (envelope.includes('bob@partner.example')) assert.match(email.text ?? '', /operator of the service/);
    }
  });

  test('keys and replays are audited, without the key', async () => {
    const { keyId, apiKey } = await ok(ask('POST', '/status-keys'), 201);
    await ok(ask('DELETE', `/status-keys/${keyId}`), 204);
    const last = (await entries()).slice(-2);
    assert.deepEqual(
      last.map(({ action, subject }) => [action, subject]),
      [
        ['status_key.issue', `status_key:${keyId}`],
        ['status_key.revoke', `status_key:${keyId}`],
      ],
    );
    assert.ok(!JSON.stringify(last).includes(apiKey));
  });

  test('there is no sandbox, and private addresses are refused', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const paths = Object.entries<object>(body.paths).filter(([path]) => path.startsWith('/partner/api/sandbox/'));
    assert.ok(paths.length > 30);
    for (const [path, methods] of paths) {
      const address = path.slice('/partner/api'.length).replaceAll(/\{\w+\}/g, UNKNOWN);
      for (const method of Object.keys(methods)) {
        const { status, body: said } = await ask(method.toUpperCase(), address, method === 'get' ? undefined : {});
        assert.deepEqual([status, said.detail], [404, 'There is no such address.'], `${method} ${path}`);
      }
    }
    const own = (await production.call('GET', '/openapi.json')).body.paths;
    assert.deepEqual(
      Object.keys(own).filter((path) => path.startsWith('/partner/api/sandbox')),
      [],
    );
    for (const address of ['https://10.0.0.1/', 'https://localhost/', 'http://hooks.partner.example/']) {
      assert.equal((await ask('PUT', callbackOf({ externalOrgId: 'x' }), { url: address })).status, 422, address);
    }
  });

  test('another partner is as far away as in the test environment', async () => {
    const other = await setUpPartner(production);
    await ok(ask('PUT', callbackOf(own), { url }));
    const asOther = by(other, production);
    for (const [method, path, body] of [
      ['PUT', callbackOf(own), { url }],
      ['POST', `${callbackOf(own)}/rotate`],
      ['DELETE', callbackOf(own)],
      ['POST', `/connections/${own.externalOrgId}/test-event`],
    ] as const) {
      assert.equal((await asOther(method, path, body)).status, 404, `${method} ${path}`);
    }
    const { connections } = await ok(asOther('GET', '/connections'));
    assert.deepEqual(
      connections.map(({ externalOrgId }: any) => externalOrgId),
      [other.externalOrgId],
    );
    await own.open({});
    assert.deepEqual((await ok(asOther('GET', '/calls'))).calls, []);
    assert.ok((await ok(ask('GET', '/calls'))).calls.length > 0);
  });
});

test('partner-kit 3: in test, changes of a callback are audited, and nobody is mailed', async () => {
  const own = await stage(service);
  await created(
    service.operator('POST', `/partners/${own.partnerId}/contacts`, {
      email: 'still@partner.example',
      name: 'Person',
      role: 'admin',
    }),
  );
  await setCallback(own);
  const { entries } = await ok(service.operator('GET', `/audit?actor=partner:${own.partnerId}`));
  assert.deepEqual(
    entries.map(({ action }: any) => action),
    ['connection.change'],
  );
  assert.deepEqual(await own.mails('still@partner.example'), []);
});

describe('partner-kit 3: an address in a private network', () => {
  test('is refused when set, and when a name leads there', async () => {
    const guarded = await startService();
    try {
      const own = await stage(guarded);
      const ask = by(own, guarded);
      for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'http://partner.example/']) {
        const { status, body } = await ask('PUT', callbackOf(own), { url });
        assert.deepEqual([status, body.problems[0].field], [422, 'url'], url);
      }
      // A name that resolves to this machine.
      await ok(ask('PUT', callbackOf(own), { url: 'https://localhost.localdomain/' }));
      const said = await ok(ask('POST', `/connections/${own.externalOrgId}/test-event`));
      assert.equal(said.status, null);
      assert.match(said.answer, /private address\. Nothing was sent\.|could not be resolved/);
    } finally {
      await guarded.stop();
    }
  });
});
