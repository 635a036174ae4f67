import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { after, before, describe, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { WAITS } from '../src/callbacks/schedule.ts';
import { claimDeliveries } from '../src/storage/callbacks/deliveries.ts';
import { insertEvent } from '../src/storage/callbacks/events.ts';
import { insertDocument } from '../src/storage/deposits/documents.ts';
import { IN_DEPTH, test } from './support/depth.ts';
import { created } from './support/partner.ts';
import { advance, reach, stage, type Play, type Stage } from './support/play.ts';
import * as on from './support/receiver.ts';
import { openReceiver, until, type Listening, type Received, type Receiver, type Reply } from './support/receiver.ts';
import { freshDatabase } from './support/server.ts';
import { startService, TOKEN, type Service } from './support/service.ts';
import { freePort } from './support/free-port.ts';

const ALLOW = { env: { CALLBACK_ALLOW_PRIVATE: 'true' } };
const PDF = /^%PDF-/;

/** The quickest way to a document: a deposit that is withdrawn at once. */
async function withdrawn(partner: Stage): Promise<Play> {
  const play = await partner.start();
  await play.play('withdraw');
  return play;
}

const undone = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** At the end of the test, however it ends; in reverse order. */
function atEnd(t: TestContext, undo: () => Promise<void>): void {
  const known = undone.get(t);
  if (known !== undefined) return void known.push(undo);
  const undos = [undo];
  undone.set(t, undos);
  t.after(async () => {
    for (const one of undos.toReversed()) await one();
  });
}

async function startFor(t: TestContext, settings: Parameters<typeof startService>[0] = ALLOW): Promise<Service> {
  const service = await startService(settings);
  atEnd(t, service.stop);
  return service;
}

async function receiverFor(t: TestContext, ...replies: Reply[]): Promise<Receiver> {
  const receiver = await openReceiver(...replies);
  atEnd(t, receiver.close);
  return receiver;
}

async function clientFor(t: TestContext, { databaseUrl }: Service): Promise<Client> {
  const sql = new Client({ connectionString: databaseUrl });
  await sql.connect();
  atEnd(t, () => sql.end());
  return sql;
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const verify = (secret: string, { text, headers }: Received): any =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

async function read(url: string): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const response = await fetch(url.replace('//localhost:', '//127.0.0.1:'));
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

/** Without the link, which is new each time. */
function withoutLink({ body }: Received): object {
  const { url: _url, ...document } = body.data.document;
  return { ...body, data: { ...body.data, document } };
}

const ROOT = join(import.meta.dirname, '..');

function finished(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((done) => child.on('close', (code) => done({ stdout, stderr, code })));
}

// Each group has a service of its own, because some move the clock; they run side by side, because some must wait.
describe('callbacks', { concurrency: true }, () => {
  describe('a delivery', { concurrency: false }, () => {
    let service: Service;
    let receiver: Receiver;
    let partner: Listening;
    before(async () => {
      service = await startService(ALLOW);
      receiver = await openReceiver();
      partner = await on.listening(service, receiver);
    });
    after(async () => {
      await service.stop();
      await receiver.close();
    });

    test('9 the body: type, time, sequence, the eight fields of 2.8 and the document', async () => {
      const play = await partner.start();
      const { iban, documents } = await reach('account', play);
      const { id } = await on.delivery(service, play.id, on.isDelivered);
      const [request] = receiver.requests;
      assert.ok(request);
      assert.deepEqual([request.method, request.path], ['POST', '/callback']);
      assert.match(String(request.headers['content-type']), /^application\/json/);
      assert.equal(request.headers['webhook-id'], id);
      const slip = documents.find(({ kind }: any) => kind === 'payment_slip');
      const { url } = request.body.data.document;
      assert.deepEqual(request.body, {
        type: 'document.created',
        timestamp: slip.createdAt,
        data: {
          sequence: 1,
          depositId: play.id,
          organizationId: partner.organizationId,
          externalOrgId: partner.externalOrgId,
          deposit: {
            externalContractId: play.contractId,
            state: 'opening',
            iban,
            paidInAmount: null,
            paidOutTime: null,
            paidOutAmountTenant: null,
            product: 'bank_deposit',
            provider: 'demo_bank',
          },
          document: { id: slip.id, kind: 'payment_slip', sha256: slip.sha256, url },
        },
      });
      assert.deepEqual(request.body.data.deposit, await play.status());
      assert.ok(url.startsWith(`${service.baseUrl}/documents/`));
    });

    test('9 the signature verifies with the library and by hand, with the real time', async () => {
      const play = await withdrawn(partner);
      const { id } = await on.delivery(service, play.id, on.isDelivered);
      const request = receiver.requests.at(-1) as Received;
      assert.deepEqual(verify(partner.secret, request), request.body);
      assert.throws(() => verify(partner.secret, { ...request, text: `${request.text} ` }));
      const timestamp = Number(request.headers['webhook-timestamp']);
      assert.ok(Math.abs(timestamp - request.at / 1000) < 5);
      assert.match(partner.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      const key = Buffer.from(partner.secret.slice('whsec_'.length), 'base64');
      const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${request.text}`).digest('base64');
      assert.equal(request.headers['webhook-signature'], `v1,${hmac}`);
    });

    test('9 inline: the PDF as base64 if the connection asks for it, with the stated hash', async () => {
      await partner.setCallback({ url: receiver.url, inline: true });
      const play = await withdrawn(partner);
      await on.delivery(service, play.id, on.isDelivered);
      const { document } = (receiver.requests.at(-1) as Received).body.data;
      const content = Buffer.from(document.contentBase64, 'base64');
      assert.equal(sha256(content), document.sha256);
      assert.match(content.subarray(0, 8).toString('latin1'), PDF);
      assert.deepEqual((await read(document.url)).content, content);
      await partner.setCallback({ url: receiver.url });
    });

    test('9 rotation: both secrets sign while both are valid, then only the newer', async () => {
      const newer = await partner.rotate();
      assert.notEqual(newer, partner.secret);
      const deliver = async (): Promise<Received> => {
        await on.delivery(service, (await withdrawn(partner)).id, on.isDelivered);
        return receiver.requests.at(-1) as Received;
      };
      const both = await deliver();
      assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2);
      for (const secret of [partner.secret, newer]) assert.deepEqual(verify(secret, both), both.body);
      await partner.retire();
      const one = await deliver();
      assert.equal(String(one.headers['webhook-signature']).split(' ').length, 1);
      assert.deepEqual(verify(newer, one), one.body);
      assert.throws(() => verify(partner.secret, one));
      assert.ok(!JSON.stringify(await partner.connection()).includes('whsec_'), 'a secret is shown once');
      partner.secret = newer;
    });

    test('9 replay after delivered: 202, a new attempt, the same id, a fresh signature and link', async () => {
      const play = await withdrawn(partner);
      const first = await on.delivery(service, play.id, on.isDelivered);
      const sent = receiver.requests.at(-1) as Received;
      await wait(1_100 - (Date.now() % 1_000));
      const { status, body } = await service.operator('POST', `/deliveries/${first.id}/replay`);
      assert.deepEqual([status, body.id, body.state, body.finishedAt], [202, first.id, 'waiting', null]);
      const { attempts } = await on.delivery(service, play.id, (it) => on.isDelivered(it) && on.hasAttempts(2)(it));
      assert.deepEqual(
        attempts.map((attempt: any) => attempt.status),
        [200, 200],
      );
      const again = receiver.requests.at(-1) as Received;
      assert.equal(again.headers['webhook-id'], first.id);
      assert.ok(Number(again.headers['webhook-timestamp']) > Number(sent.headers['webhook-timestamp']));
      assert.notEqual(again.headers['webhook-signature'], sent.headers['webhook-signature']);
      assert.deepEqual(verify(partner.secret, again), again.body);
      assert.deepEqual(withoutLink(again), withoutLink(sent));
      assert.notEqual(again.body.data.document.url, sent.body.data.document.url);
    });

    test('9 replay of a delivery that does not exist: 404', async () => {
      for (const id of ['01a1dd05-cfa0-79e1-bc29-1f237eea32ff', 'x']) {
        assert.equal((await service.operator('POST', `/deliveries/${id}/replay`)).status, 404);
      }
    });

    test('9 links need no header, send no referrer, are revocable, and cannot be guessed', async () => {
      const plays = [await withdrawn(partner), await withdrawn(partner)];
      for (const { id } of plays) await on.delivery(service, id, on.isDelivered);
      const [one, other] = plays.map(({ contractId }) => {
        const isIts = ({ body }: Received): boolean => body.data.deposit.externalContractId === contractId;
        return receiver.requests.find(isIts)?.body.data.document;
      });
      const { status, headers, content } = await read(one.url);
      assert.deepEqual([status, sha256(content)], [200, one.sha256]);
      assert.deepEqual(
        ['content-type', 'cache-control', 'referrer-policy', 'x-content-type-options', 'x-robots-tag'].map((name) =>
          headers.get(name),
        ),
        ['application/pdf', 'private, no-store', 'no-referrer', 'nosniff', 'noindex'],
      );
      assert.match(headers.get('content-disposition') ?? '', /^inline; filename="withdrawal-[0-9a-f-]+\.pdf"$/);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);

      const token = one.url.slice(one.url.lastIndexOf('/') + 1);
      assert.ok(Buffer.from(token, 'base64url').length >= 32);
      for (let place = 0; place < token.length; place += 4) {
        const wrong = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
        const refused = await read(one.url.replace(token, wrong));
        assert.deepEqual([refused.status, refused.headers.get('cache-control')], [404, 'private, no-store']);
      }
      for (const path of ['', 'x', token.slice(1), `${token}A`, one.id]) {
        assert.equal((await read(one.url.replace(token, path))).status, 404, path);
      }

      assert.equal((await service.operator('DELETE', `/documents/${one.id}/links`)).status, 204);
      assert.equal((await read(one.url)).status, 404);
      assert.equal((await read(other.url)).status, 200);
      assert.equal((await service.operator('GET', `/documents/${one.id}`)).status, 200, 'the document stays');
      assert.equal((await service.operator('DELETE', `/documents/${one.contractId}/links`)).status, 404);
    });

    const all = ['payment_slip', 'pay_in', 'pay_out', 'withdrawal', 'certificate'];
    const rows: [integration: string, narrowed: string[] | null, expected: string[]][] = [
      ['custom', null, all],
      ['garaio-rem', null, all],
      ['rimo-r5', null, ['payment_slip', 'pay_in', 'pay_out']],
      ['immotop2', null, ['payment_slip', 'pay_in']],
      ['abaimmo', null, all],
      ['custom', ['pay_in', 'withdrawal'], ['pay_in', 'withdrawal']],
      ['immotop2', ['pay_in', 'withdrawal'], ['pay_in']],
      ['custom', ['certificate'], ['certificate']],
      ['rimo-r5', ['pay_in', 'certificate'], ['pay_in']],
      ['custom', [], []],
    ];
    for (const [integration, documents, expected] of rows) {
      const narrowed = documents === null ? '' : `, narrowed to [${documents.join(', ')}]`;
      test(`6 ${integration}${narrowed}: ${expected.join(', ') || 'nothing'}; never the agreement`, async (t) => {
        const own = await receiverFor(t);
        const callback = { url: own.url, ...(documents === null ? {} : { documents }) };
        const listener = await on.listening(service, callback, { integration });
        const closed = await listener.start();
        const record = await reach('closed', closed);
        assert.deepEqual(record.documents.map(({ kind }: any) => kind).sort(), [
          'agreement',
          'pay_in',
          'pay_out',
          'payment_slip',
        ]);
        await withdrawn(listener);
        await reach('open', await listener.start(), 'insurance');
        await own.received(expected.length);
        await wait(50);
        const got = own.requests.map(({ body }) => body.data);
        assert.deepEqual(got.map(({ document }) => document.kind).sort(), [...expected].sort());
        // The sequence counts all events of the deposit, even if the connection gets only some of them.
        const ofClosed = got.filter(({ depositId }) => depositId === closed.id);
        const inOrder = ofClosed.toSorted((one, other) => one.sequence - other.sequence);
        const order = ['payment_slip', 'pay_in', 'pay_out'].filter((kind) => expected.includes(kind));
        assert.deepEqual(
          inOrder.map(({ document }) => document.kind),
          order,
        );
      });
    }

    test('8 for an insurance only the certificate or the withdrawal is sent', async () => {
      const play = await partner.start();
      await reach('closed', play, 'insurance');
      const sent = await on.deliveriesOf(service, play.id);
      assert.deepEqual(
        sent.map((one: any) => one.document.kind),
        ['certificate'],
      );
      const other = await partner.start();
      await reach('tenants', other, 'insurance');
      await other.play('withdraw');
      const { document, event } = await on.delivery(service, other.id, on.isDelivered);
      assert.deepEqual([document.kind, event], ['withdrawal', 'document.created']);
    });

    test('9 the snapshot is of its moment, and the sequence says which is newer', async () => {
      const play = await partner.start();
      await reach('closed', play);
      const isIts = ({ body }: Received): boolean => body.data.deposit.externalContractId === play.contractId;
      await until(() => receiver.requests.filter(isIts).length === 3, 'three documents');
      const got = receiver.requests.filter(isIts).map(({ body }) => body.data);
      got.sort((one, other) => one.sequence - other.sequence);
      assert.deepEqual(
        got.map(({ deposit }) => [deposit.state, deposit.paidInAmount]),
        [
          ['opening', null],
          ['open', 3560],
          ['closed', null],
        ],
      );
    });

    test('9 a slow document does not report an older state under a higher sequence', async (t) => {
      const play = await withdrawn(partner);
      const sql = await clientFor(t, service);
      const id = '01a1dd05-cfa0-79e1-bc29-1f237eea32ff';
      const key = { organizationId: partner.organizationId, depositId: play.id };
      const at = new Date('2026-01-01T00:00:00Z');
      await insertDocument(sql, {
        ...key,
        id,
        kind: 'pay_in',
        year: null,
        amendment: null,
        language: 'de',
        createdAt: at,
        content: Buffer.from(''),
      });
      const told = { ...key, type: 'document.created' as const, change: null };
      await insertEvent(sql, { ...told, subjectId: id, at, status: { ...(await play.status()), state: 'opening' } });
      const { rows: events } = await sql.query('select sequence, status from events where deposit_id = $1 order by 1', [
        play.id,
      ]);
      assert.deepEqual(
        events.map(({ sequence, status }) => [sequence, status.state]),
        [
          [1, 'withdrawn'],
          [2, 'withdrawn'],
          [3, 'withdrawn'],
        ],
      );
    });
  });

  test('9 events of two concurrent processes get consecutive numbers and sequences', IN_DEPTH, async (t) => {
    const service = await startFor(t);
    const partner = await stage(service);
    const play = await withdrawn(partner);
    const key = { organizationId: partner.organizationId, depositId: play.id };
    const at = new Date();
    const status = await play.status();
    const write = async (sql: Client, id: string): Promise<void> => {
      const content = Buffer.from(id);
      await insertDocument(sql, {
        ...key,
        id,
        kind: 'pay_in',
        year: null,
        amendment: null,
        language: 'de',
        createdAt: at,
        content,
      });
      const told = { ...key, type: 'document.created' as const, change: null };
      await insertEvent(sql, { ...told, subjectId: id, at, status });
    };
    const [one, other] = await Promise.all(
      [1, 2].map(async () => {
        const sql = await clientFor(t, service);
        await sql.query('begin');
        return sql;
      }),
    );
    assert.ok(one && other);
    await write(one, '01a1dd05-cfa0-79e1-bc29-1f237eea32f1');
    const second = write(other, '01a1dd05-cfa0-79e1-bc29-1f237eea32f2');
    await wait(200);
    await one.query('commit');
    await second;
    await other.query('commit');
    const { rows } = await one.query('select number, sequence from events where deposit_id = $1 order by number', [
      play.id,
    ]);
    assert.deepEqual(
      rows.map(({ number, sequence }) => [Number(number), sequence]),
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
    );
  });

  describe('a receiver that does not accept it', { concurrency: false }, () => {
    let service: Service;
    before(async () => (service = await startService(ALLOW)));
    after(() => service.stop());

    const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

    /** The first attempt at a receiver with this reply. */
    async function firstAttempt(t: TestContext, reply: Reply): Promise<{ waits: number; attempt: any; delivery: any }> {
      const receiver = await receiverFor(t, reply);
      const play = await withdrawn(await on.listening(service, receiver));
      const delivery = await on.delivery(service, play.id, on.hasAttempts(1));
      const [attempt] = delivery.attempts;
      const waits = seconds(attempt.at, delivery.nextAttemptAt) - attempt.durationMs / 1000;
      return { waits, attempt, delivery };
    }

    test('9 an attempt is logged with time, status, duration and the first bytes of the answer', async (t) => {
      const { attempt, delivery, waits } = await firstAttempt(t, {
        status: 503,
        body: 'Wartung '.repeat(500),
        delayMs: 300,
      });
      assert.equal(delivery.state, 'waiting');
      assert.deepEqual(Object.keys(attempt).sort(), ['answer', 'at', 'durationMs', 'status']);
      assert.equal(attempt.status, 503);
      assert.equal(attempt.answer, 'Wartung '.repeat(500).slice(0, 1000));
      assert.ok(attempt.durationMs >= 290 && attempt.durationMs < 15_000, `${attempt.durationMs} ms`);
      assert.ok(Math.abs(Date.now() - Date.parse(attempt.at)) < 30_000);
      assert.ok(waits >= 4.9 && waits <= 6.1, `${waits} s`);
    });

    test('9 no answer is logged with the reason', async (t) => {
      const { attempt, delivery } = await firstAttempt(t, { instead: 'drop' });
      assert.deepEqual([delivery.state, attempt.status, attempt.answer], ['waiting', null, 'socket hang up']);
    });

    const wishes: [name: string, retryAfter: () => string, least: number, most: number][] = [
      ['seconds', () => '120', 119.9, 120.1],
      ['a date', () => new Date(Date.now() + 600_000).toUTCString(), 560, 601],
      ['fewer seconds than the schedule', () => '1', 4.9, 6.1],
    ];
    for (const [name, retryAfter, least, most] of wishes) {
      test(`9 Retry-After: ${name}`, async (t) => {
        const { waits } = await firstAttempt(t, { status: 429, headers: { 'retry-after': retryAfter() } });
        assert.ok(waits >= least && waits <= most, `${waits} s`);
      });
    }

    test('9 a redirect is a failure and is not followed', async (t) => {
      const elsewhere = await receiverFor(t);
      for (const status of [301, 302, 303, 307, 308]) {
        const { attempt, delivery } = await firstAttempt(t, { status, headers: { location: elsewhere.url } });
        assert.deepEqual([attempt.status, delivery.state], [status, 'waiting']);
      }
      assert.equal(elsewhere.connections(), 0);
    });

    test('9 410 switches the address off; PATCH switches it on again', async (t) => {
      const receiver = await receiverFor(t, { status: 500 }, { status: 410, body: 'gone' });
      const partner = await on.listening(service, receiver);
      const earlier = await withdrawn(partner);
      await on.delivery(service, earlier.id, on.hasAttempts(1));
      const play = await withdrawn(partner);
      const off = await on.delivery(service, play.id, ({ state }) => state === 'failed');
      assert.deepEqual([off.attempts.length, off.attempts[0].status, off.nextAttemptAt], [1, 410, null]);
      assert.equal((await partner.connection()).callback.active, false);
      const [given] = await on.deliveriesOf(service, earlier.id);
      assert.equal(given.state, 'failed', 'what waits for it is given up');

      const refused = await service.operator('POST', `/deliveries/${off.id}/replay`);
      assert.deepEqual([refused.status, /switched on/.test(refused.body.detail)], [409, true]);
      const missed = await withdrawn(partner);
      assert.deepEqual(await on.deliveriesOf(service, missed.id), []);

      receiver.reply({ status: 204 });
      const { callback } = await partner.setCallback({ url: receiver.url });
      assert.deepEqual([callback.active, callback.secret], [true, undefined]);
      assert.equal((await service.operator('POST', `/deliveries/${off.id}/replay`)).status, 202);
      const replayed = await on.delivery(service, play.id, on.isDelivered);
      assert.deepEqual(
        replayed.attempts.map(({ status }: any) => status),
        [410, 204],
      );
      const request = receiver.requests.at(-1) as Received;
      assert.deepEqual([request.headers['webhook-id'], verify(partner.secret, request)], [off.id, request.body]);
      await on.delivery(service, (await withdrawn(partner)).id, on.isDelivered);
    });

    test('9 410 from several attempts at once, and from an address that was replaced', async (t) => {
      const { promise: allThere, resolve: answer } = Promise.withResolvers<void>();
      const receiver = await receiverFor(t, { status: 410, when: allThere });
      const partner = await on.listening(service, receiver);
      const plays = await Promise.all([1, 2, 3, 4].map(() => withdrawn(partner)));
      await receiver.received(4);
      answer();
      for (const { id } of plays) {
        const { attempts } = await on.delivery(service, id, (it) => it.state === 'failed' && on.hasAttempts(1)(it));
        assert.equal(attempts[0].status, 410);
      }
      const { promise: moved, resolve: answerLater } = Promise.withResolvers<void>();
      receiver.reply({ status: 410, when: moved });
      await partner.setCallback({ url: receiver.url });
      const play = await withdrawn(partner);
      await receiver.received(5);
      await partner.setCallback({ url: `${receiver.url}/new` });
      answerLater();
      const { state } = await on.delivery(service, play.id, on.hasAttempts(1));
      assert.deepEqual([state, (await partner.connection()).callback.active], ['waiting', true]);
    });

    test('9 a removed callback: waiting deliveries fail with the reason', async (t) => {
      const receiver = await receiverFor(t, { status: 500, headers: { 'retry-after': '6' } });
      const partner = await on.listening(service, receiver);
      const play = await withdrawn(partner);
      await on.delivery(service, play.id, on.hasAttempts(1));
      await partner.setCallback(null);
      const { attempts } = await on.delivery(service, play.id, ({ state }) => state === 'failed');
      assert.deepEqual([attempts.length, attempts[1].status], [2, null]);
      assert.match(attempts[1].answer, /switched off or removed/);
      assert.equal(receiver.requests.length, 1);
    });
  });

  test('9 a hanging receiver has 15 seconds, and delays no one else', async (t) => {
    const service = await startFor(t);
    const [slow, quick] = [await receiverFor(t, { instead: 'hang' }), await receiverFor(t)];
    // Two organizations with one address, and more documents than the limit of parallel deliveries.
    const hanging = [await on.listening(service, slow), await on.listening(service, slow)];
    const prompt = await on.listening(service, quick);
    const waiting = await Promise.all([...hanging, ...hanging, ...hanging].map(withdrawn));
    const start = ((await slow.received(4)) as [Received])[0].at;
    for (let round = 0; round < 2; round++) {
      const { attempts } = await on.delivery(service, (await withdrawn(prompt)).id, on.isDelivered);
      assert.ok(attempts[0].durationMs < 10_000);
    }
    assert.ok(Date.now() - start < 14_000, 'the quick one did not wait for the slow one');
    assert.equal(slow.requests.length, 4, 'a slow receiver is not asked for more at once');
    const tried = await until(async () => {
      const [found] = (await Promise.all(waiting.map(({ id }) => on.deliveriesOf(service, id))))
        .flat()
        .filter(on.hasAttempts(1));
      return found;
    }, 'the end of an attempt');
    const [{ status, durationMs, answer }] = tried.attempts;
    assert.deepEqual([status, answer, tried.state], [null, 'No answer within 15 seconds.', 'waiting']);
    assert.ok(durationMs >= 14_900 && durationMs < 20_000, `${durationMs} ms`);
  });

  test('9 ten attempts, the waits between them, one id, then failed; replay for 90 days', async (t) => {
    const service = await startFor(t);
    const receiver = await receiverFor(t, { status: 500, body: 'no' });
    const partner = await on.listening(service, receiver);
    const play = await withdrawn(partner);
    for (const [place, next] of WAITS.slice(1).entries()) {
      const { state, attempts, nextAttemptAt } = await on.delivery(service, play.id, on.hasAttempts(place + 1));
      assert.deepEqual([state, attempts.length], ['waiting', place + 1]);
      const { at, durationMs } = attempts[place];
      const waits = (Date.parse(nextAttemptAt) - Date.parse(at) - durationMs) / 1000;
      assert.ok(waits >= next - 0.01 && waits <= next * 1.2 + 0.2, `${waits} s instead of ${next}`);
      if (next === 300) {
        await advance(service, 'PT280S');
        await wait(1_200);
        assert.equal(receiver.requests.length, place + 1, 'not before its time');
      }
      await advance(service, `PT${Math.ceil(next * 1.2)}S`);
    }
    const failed = await on.delivery(service, play.id, ({ state }) => state === 'failed');
    assert.deepEqual([failed.attempts.length, failed.nextAttemptAt], [10, null]);
    assert.ok(failed.finishedAt);
    await advance(service, 'P2D');

    assert.equal(receiver.requests.length, 10);
    const [first] = receiver.requests as [Received];
    for (const request of receiver.requests) {
      assert.equal(request.headers['webhook-id'], failed.id);
      assert.deepEqual(withoutLink(request), withoutLink(first));
      assert.deepEqual(verify(partner.secret, request), request.body, 'the time is the real one, whatever the clock');
    }
    const urls = receiver.requests.map(({ body }) => body.data.document.url);
    assert.equal(new Set(urls).size, 10);
    const times = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    assert.ok((times.at(-1) as number) > (times[0] as number));

    receiver.reply({});
    assert.equal((await service.operator('POST', `/deliveries/${failed.id}/replay`)).status, 202);
    const replayed = await on.delivery(service, play.id, on.isDelivered);
    assert.equal(replayed.attempts.length, 11);
    const last = receiver.requests.at(-1) as Received;
    assert.equal(last.headers['webhook-id'], failed.id);

    const { url } = last.body.data.document;
    await advance(service, 'P29DT23H');
    assert.equal((await read(url)).status, 200);
    await advance(service, 'PT1H');
    assert.equal((await read(url)).status, 404, 'a link is good for 30 days');

    await advance(service, 'P50D');
    assert.equal((await service.operator('POST', `/deliveries/${failed.id}/replay`)).status, 202);
    const { attempts } = await on.delivery(service, play.id, (it) => on.isDelivered(it) && on.hasAttempts(12)(it));
    assert.equal(attempts.length, 12);
    assert.equal((await read((receiver.requests.at(-1) as Received).body.data.document.url)).status, 200);
    await advance(service, 'P8D');
    const late = await service.operator('POST', `/deliveries/${failed.id}/replay`);
    assert.deepEqual([late.status, /90 days/.test(late.body.detail)], [409, true]);
    assert.equal(receiver.requests.length, 12);
  });

  test('docs/callbacks.md: every command and every code sample runs, on real deliveries', IN_DEPTH, async (t) => {
    const service = await startFor(t);
    const folder = mkdtempSync(join(tmpdir(), 'depono-callbacks-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const guide = readFileSync(join(ROOT, 'docs', 'callbacks.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```(ts|sh|json|text)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
      kind,
      text,
    }));
    const run = new Set<unknown>();
    /** The only block of a kind that contains a word, and the block after it. */
    const block = (kind: string, word: string): { text: string; next: string } => {
      const [found, ...more] = blocks.filter((one) => one.kind === kind && one.text?.includes(word));
      assert.ok(found?.text && more.length === 0, word);
      run.add(found);
      return { text: found.text, next: blocks[blocks.indexOf(found) + 1]?.text ?? '' };
    };

    const partner = await stage(service);
    const { body } = await service.operator('GET', `/organizations/${partner.organizationId}/connections`);
    const status = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
    const port = await freePort();
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      BASE_URL: service.baseUrl.replace('localhost', '127.0.0.1'),
      OPERATOR_TOKEN: TOKEN,
      ORG_ID: partner.organizationId,
      CONNECTION_ID: body.connections[0].id,
      STATUS_KEY: status.apiKey,
      CALLBACK_URL: `http://127.0.0.1:${port}/depono`,
      PORT: String(port),
    };
    const sh = async (script: string, more: NodeJS.ProcessEnv = {}): Promise<string> => {
      const { stdout, stderr, code } = await finished(
        spawn('sh', ['-c', script], { cwd: folder, env: { ...env, ...more } }),
      );
      assert.equal(code, 0, `${script}\n${stderr}`);
      return stdout;
    };
    const keysOf = (value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .map(([name, member]) => [name, keysOf(member)])
              .sort(),
          )
        : Array.isArray(value) && typeof value[0] === 'object'
          ? value.slice(0, 1).map(keysOf)
          : null;
    const alike = (answer: string, shown: string): any => {
      assert.deepEqual(keysOf(JSON.parse(answer)), keysOf(JSON.parse(shown)));
      return JSON.parse(answer);
    };

    // Registering, and the receiver with the library.
    const register = block('sh', 'PATCH');
    const { callback } = alike(await sh(register.text), register.next);
    writeFileSync(join(folder, 'receiver.ts'), block('ts', 'createServer').text);
    const receiver = spawn(process.execPath, ['receiver.ts'], {
      cwd: folder,
      env: { ...env, CALLBACK_SECRET: callback.secret },
    });
    const receiving = finished(receiver);
    t.after(() => receiver.kill());
    const forged = {
      method: 'POST',
      body: '{}',
      headers: { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
    };
    const refused = await until(() => fetch(env['CALLBACK_URL'] as string, forged).catch(() => null), 'the receiver');
    assert.equal(refused.status, 401);
    const play = await withdrawn(partner);
    const { id } = await on.delivery(service, play.id, on.isDelivered);
    const replayed = await sh(block('sh', '/replay').text, { DEPOSIT_ID: play.id, DELIVERY_ID: id });
    assert.match(replayed, /"deliveries":[\s\S]*"state":"waiting"/);
    await on.delivery(service, play.id, (it) => on.isDelivered(it) && on.hasAttempts(2)(it));
    receiver.kill();
    // The change of state is an event, too, before or after.
    assert.match(
      (await receiving).stdout,
      new RegExp(`^${play.contractId} [12] withdrawn withdrawal\n$`),
      'taken once, though it came twice',
    );

    // The event, and the secrets.
    const told = block('sh', '/webhook/events');
    const list = JSON.parse(await sh(told.text));
    list.events = list.events.filter(({ type }: any) => type === 'document.created');
    alike(JSON.stringify(list), told.next);
    const rotate = block('sh', '-X POST "$BASE_URL/operator/api/organizations');
    const { secret: newer } = alike(await sh(rotate.text), rotate.next);

    // By hand, with a message that both secrets sign.
    const recorder = await receiverFor(t);
    const patched = await service.operator(
      'PATCH',
      `/organizations/${partner.organizationId}/connections/${env['CONNECTION_ID']}`,
      { callback: { url: recorder.url } },
    );
    assert.equal(patched.status, 200);
    await withdrawn(partner);
    const [message] = (await recorder.received(1)) as [Received];
    writeFileSync(join(folder, 'verify.ts'), block('ts', 'isGenuine').text);
    const { isGenuine } = await import(pathToFileURL(join(folder, 'verify.ts')).href);
    const openssl = block('sh', 'openssl');
    const judge = (secret: string, text: string, headers: Received['headers']): Promise<string> => {
      writeFileSync(join(folder, 'body.json'), text);
      return sh(openssl.text, {
        CALLBACK_SECRET: secret,
        WEBHOOK_ID: String(headers['webhook-id']),
        WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
        WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
      });
    };
    const { text, headers } = message;
    for (const secret of [callback.secret, newer]) {
      assert.equal(isGenuine(secret, headers, text), true);
      assert.equal(await judge(secret, text, headers), openssl.next);
    }
    const stranger = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const wrong: [what: string, secret: string, text: string, headers: Received['headers']][] = [
      ['another secret', stranger, text, headers],
      ['another body', newer, text.replace('withdrawn', 'open'), headers],
      ['another id', newer, text, { ...headers, 'webhook-id': 'x' }],
      [
        'another time',
        newer,
        text,
        { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
      ],
      ['no signature', newer, text, { ...headers, 'webhook-signature': 'v1,' }],
    ];
    for (const [what, secret, changed, its] of wrong) {
      assert.equal(isGenuine(secret, its, changed), false, what);
      assert.equal(await judge(secret, changed, its), 'forged\n', what);
    }
    const old = String(Math.floor(Date.now() / 1000) - 301);
    const signed = new Webhook(newer).sign('x', new Date(Number(old) * 1000), text);
    const late = { 'webhook-id': 'x', 'webhook-timestamp': old, 'webhook-signature': signed };
    assert.equal(isGenuine(newer, late, text), false, 'too old');

    assert.equal(await sh(block('sh', '-X DELETE').text), '');
    const left = blocks.filter((one) => (one.kind === 'ts' || one.kind === 'sh') && !run.has(one));
    assert.deepEqual(left, []);
  });

  describe('private addresses', { concurrency: false }, () => {
    let service: Service;
    let receiver: Receiver;
    before(async () => {
      service = await startService();
      receiver = await openReceiver();
    });
    after(async () => {
      await service.stop();
      await receiver.close();
    });

    const PRIVATE = [
      'localhost',
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f000001',
      '2130706433',
      '0177.1',
      '[::]',
      '10.1.2.3',
      '169.254.169.254',
    ];

    test('9 are refused at set-up, in any notation', async () => {
      const partner = await on.listening(service, { url: 'https://partner.example/' });
      const { id } = await partner.connection();
      const connections = `/organizations/${partner.organizationId}/connections`;
      for (const host of PRIVATE) {
        const callback = { url: `https://${host}/callback` };
        for (const { status, body } of [
          await service.operator('POST', connections, { partnerId: partner.partnerId, externalOrgId: 'b', callback }),
          await service.operator('PATCH', `${connections}/${id}`, { callback }),
        ]) {
          assert.deepEqual([status, body.problems[0].field], [422, 'callback.url'], host);
          assert.match(body.problems[0].message, /private address/, host);
        }
      }
    });

    test('9 are refused on connecting: entered before, or a name that leads to one', async () => {
      const { port } = new URL(receiver.url);
      for (const host of PRIVATE) {
        const partner = await on.listening(service, { url: 'https://partner.example/' });
        await store(partner.organizationId, `https://${host}:${port}/callback`);
        const play = await withdrawn(partner);
        const { attempts, state } = await on.delivery(service, play.id, on.hasAttempts(1));
        assert.deepEqual([state, attempts[0].status], ['waiting', null], host);
        assert.match(attempts[0].answer, /private/, host);
      }
      assert.equal(receiver.connections(), 0);
    });

    /** As an older version may have stored it. */
    async function store(organizationId: string, url: string): Promise<void> {
      const sql = new Client({ connectionString: service.databaseUrl });
      await sql.connect();
      await sql.query('update connections set callback_url = $2 where organization_id = $1', [organizationId, url]);
      await sql.end();
    }

    test('9 an address that does not start with https:// is refused at set-up', async () => {
      const {
        partnerId,
        organizationId,
        setCallback: _,
        ...partner
      } = await on.listening(service, { url: 'https://partner.example/' });
      for (const url of [
        'http://partner.example/',
        'http://127.0.0.1/',
        'ftp://partner.example/',
        'file:///etc/passwd',
        'x',
      ]) {
        const callback = { url };
        const connections = `/organizations/${organizationId}/connections`;
        const { id } = await partner.connection();
        for (const { status, body } of [
          await service.operator('POST', connections, { partnerId, externalOrgId: 'another', callback }),
          await service.operator('PATCH', `${connections}/${id}`, { callback }),
        ]) {
          assert.deepEqual([status, body.problems[0].field], [422, 'callback.url'], url);
        }
      }
      assert.equal((await partner.connection()).callback.url, 'https://partner.example/');
    });
  });

  test('9 a process stops or dies during an attempt: it is retried, never lost', IN_DEPTH, async (t) => {
    const database = await freshDatabase();
    atEnd(t, database.drop);
    const settings = { ...ALLOW, databaseUrl: database.url };
    const one = await startService(settings);
    const receiver = await receiverFor(t, { instead: 'hang' });
    const partner = await on.listening(one, receiver);
    const play = await withdrawn(partner);
    await receiver.received(1);
    await one.stop();

    // Another process takes over at once, and dies.
    const sql = new Client({ connectionString: database.url });
    await sql.connect();
    const claimed = await claimDeliveries(sql, { most: 10, leaseSeconds: 2 });
    assert.equal(claimed.length, 1);
    const diedAt = Date.now();
    assert.deepEqual(await claimDeliveries(sql, { most: 10, leaseSeconds: 2 }), []);
    await sql.end();

    receiver.reply({});
    const other = await startFor(t, settings);
    const { attempts } = await on.delivery(other, play.id, on.isDelivered);
    assert.equal(attempts.length, 1);
    const [first, second, ...more] = receiver.requests;
    assert.ok(first && second);
    assert.ok(second.at - diedAt > 1_500);
    assert.deepEqual(second.headers['webhook-id'], first.headers['webhook-id']);
    assert.deepEqual(withoutLink(second), withoutLink(first));
    assert.deepEqual(more, []);
  });

  test('9 two processes on one database make each attempt once', IN_DEPTH, async (t) => {
    const one = await startFor(t);
    const other = await startFor(t, { ...ALLOW, databaseUrl: one.databaseUrl });
    // An hour, so that nothing is retried while the test waits.
    const refusal = { status: 500, delayMs: 100, headers: { 'retry-after': '3600' } };
    const receivers = await Promise.all([1, 2, 3].map(() => receiverFor(t, refusal)));
    const partners = await Promise.all(receivers.map((receiver, n) => on.listening(n % 2 ? other : one, receiver)));
    const plays = await Promise.all(Array.from({ length: 24 }, (_, n) => withdrawn(partners[n % 3] as Listening)));
    const attempted = (count: number) =>
      Promise.all(plays.map(({ id }) => on.delivery(one, id, on.hasAttempts(count))));
    const counts = (): number[] => {
      const ids = receivers.flatMap(({ requests }) => requests.map(({ headers }) => headers['webhook-id']));
      return [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length);
    };
    await attempted(1);
    assert.deepEqual(counts(), Array(24).fill(1));
    for (const receiver of receivers) receiver.reply({ delayMs: 50 });
    await advance(one, 'PT61M');
    for (const { state, attempts } of await attempted(2)) assert.deepEqual([state, attempts.length], ['delivered', 2]);
    assert.deepEqual(counts(), Array(24).fill(2));
  });
});
