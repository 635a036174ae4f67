import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { WAITS } from '../src/callbacks/schedule.ts';
import { claimProviderDeliveries } from '../src/storage/callbacks/provider-deliveries.ts';
import { signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { advance, reach, stage, type Play, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import * as on from './support/receiver.ts';
import { openReceiver, until, type Received, type Receiver, type Reply } from './support/receiver.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

const ALLOW = { env: { CALLBACK_ALLOW_PRIVATE: 'true' } };

let service: Service;
before(async () => {
  service = await startService(ALLOW);
});
after(() => service.stop());

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

/** A bank with a receiver, and an organization whose deposits it gets. */
type Heard = { bank: ProviderVisitor; receiver: Receiver; theirs: Stage; secret: string };

async function heard(t: TestContext, at: Service, ...replies: Reply[]): Promise<Heard> {
  const receiver = await openReceiver(...replies);
  atEnd(t, receiver.close);
  const bank = await setUpProvider(at, 'bank', { callback: { url: receiver.url } });
  const theirs = await stage(at, { bankProviderId: bank.id });
  return { bank, receiver, theirs, secret: String(bank.secret) };
}

/** All have signed: the bank is asked for an account. */
async function asked({ theirs }: Heard): Promise<Play> {
  const play = await theirs.start();
  await reach('tenants', play);
  return play;
}

const verify = (secret: string, { text, headers }: Received): any =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
const statuses = ({ attempts }: any): unknown[] => attempts.map(({ status }: any) => status);

test('application.created: Standard Webhooks, signed, and nothing personal in it', async (t) => {
  const all = await heard(t, service);
  const play = await asked(all);
  const { id, createdAt, ...rest } = await on.delivery(service, play.id, on.isDelivered);
  const [application] = await all.bank.open(play.id);
  assert.deepEqual([rest.providerId, rest.event, rest.depositId], [all.bank.id, 'application.created', play.id]);
  assert.deepEqual(rest.application, { id: application.id, kind: 'account_opening' });
  const [request, ...more] = all.receiver.requests;
  assert.ok(request);
  assert.deepEqual(more, []);
  assert.deepEqual([request.method, request.headers['webhook-id']], ['POST', id]);
  assert.deepEqual(verify(all.secret, request), {
    type: 'application.created',
    timestamp: createdAt,
    data: { application: { id: application.id, kind: 'account_opening', depositId: play.id } },
  });
});

test('application.cancelled: when the deposit is withdrawn', async (t) => {
  const all = await heard(t, service);
  const play = await asked(all);
  await play.play('withdraw');
  const requests = await all.receiver.received(2);
  assert.deepEqual(
    requests.map(({ body }) => body.type),
    ['application.created', 'application.cancelled'],
  );
  assert.equal(requests[0]?.body.data.application.id, requests[1]?.body.data.application.id);
  assert.notEqual(requests[0]?.headers['webhook-id'], requests[1]?.headers['webhook-id']);
});

test('a provider without a callback gets none; the list is by provider, deposit and state', async (t) => {
  const all = await heard(t, service);
  const play = await asked(all);
  await on.delivery(service, play.id, on.isDelivered);
  const quiet = await setUpProvider(service, 'bank');
  const silent = await (await stage(service, { bankProviderId: quiet.id })).start();
  await reach('tenants', silent);
  const ids = async (query: string): Promise<string[]> =>
    (await service.operator('GET', `/deliveries?${query}`)).body.deliveries.map(({ depositId }: any) => depositId);
  assert.deepEqual(await ids(`depositId=${silent.id}`), []);
  assert.deepEqual(await ids(`providerId=${quiet.id}`), []);
  assert.deepEqual(await ids(`providerId=${all.bank.id}`), [play.id]);
  assert.deepEqual(await ids(`providerId=${all.bank.id}&state=failed`), []);
  assert.deepEqual(await ids('providerId=x'), []);
});

test('rotation: both secrets sign while both are valid, then only the newer', async (t) => {
  const all = await heard(t, service);
  const path = `/providers/${all.bank.id}/callback-secret`;
  const { secret: newer } = await created(service.operator('POST', path));
  const told = async (): Promise<Received> => {
    await on.delivery(service, (await asked(all)).id, on.isDelivered);
    return all.receiver.requests.at(-1) as Received;
  };
  const both = await told();
  for (const secret of [all.secret, newer]) assert.deepEqual(verify(secret, both), both.body);
  assert.equal((await service.operator('DELETE', path)).status, 204);
  const one = await told();
  assert.deepEqual(verify(newer, one), one.body);
  assert.throws(() => verify(all.secret, one));
  const { text } = await service.operator('GET', `/providers/${all.bank.id}`);
  assert.ok(!text.includes('whsec_'), 'a secret is shown once');
  const without = await setUpProvider(service, 'bank');
  assert.equal((await service.operator('POST', `/providers/${without.id}/callback-secret`)).status, 409);
  assert.equal((await service.operator('POST', '/providers/x/callback-secret')).status, 404);
});

test('replay: 202, the same id and body, a fresh signature', async (t) => {
  const all = await heard(t, service);
  const play = await asked(all);
  const { id } = await on.delivery(service, play.id, on.isDelivered);
  const { status, body } = await service.operator('POST', `/deliveries/${id}/replay`);
  assert.deepEqual([status, body.id, body.state, body.providerId], [202, id, 'waiting', all.bank.id]);
  const again = await on.delivery(service, play.id, (it) => on.isDelivered(it) && on.hasAttempts(2)(it));
  assert.deepEqual(statuses(again), [200, 200]);
  const [first, second] = all.receiver.requests;
  assert.ok(first && second);
  assert.deepEqual([second.headers['webhook-id'], second.body], [id, first.body]);
  assert.deepEqual(verify(all.secret, second), first.body);
});

test('410 switches the callback off, and what waits is given up; PATCH switches it on again', async (t) => {
  const all = await heard(t, service, { status: 500 }, { status: 410, body: 'gone' });
  const earlier = await asked(all);
  await on.delivery(service, earlier.id, on.hasAttempts(1));
  const play = await asked(all);
  const off = await on.delivery(service, play.id, ({ state }) => state === 'failed');
  assert.deepEqual([statuses(off), off.nextAttemptAt], [[410], null]);
  assert.equal((await on.deliveriesOf(service, earlier.id))[0].state, 'failed');
  const provider = async (): Promise<any> => (await service.operator('GET', `/providers/${all.bank.id}`)).body;
  assert.equal((await provider()).callback.active, false);
  assert.equal((await service.operator('POST', `/deliveries/${off.id}/replay`)).status, 409);
  assert.deepEqual(await on.deliveriesOf(service, (await asked(all)).id), [], 'nothing is queued while it is off');
  all.receiver.reply({});
  await service.operator('PATCH', `/providers/${all.bank.id}`, { callback: { url: all.receiver.url } });
  assert.equal((await provider()).callback.active, true);
  assert.equal((await service.operator('POST', `/deliveries/${off.id}/replay`)).status, 202);
  assert.deepEqual(statuses(await on.delivery(service, play.id, on.isDelivered)), [410, 200]);
});

test('every attempt of the schedule, then given up: in console, metrics and jobs; all with one id', async (t) => {
  const own = await startService(ALLOW);
  atEnd(t, own.stop);
  const all = await heard(t, own, { status: 503, body: 'closed' });
  const play = await asked(all);
  for (const [index, seconds] of WAITS.entries()) {
    const { attempts, state } = await on.delivery(own, play.id, on.hasAttempts(index + 1));
    assert.deepEqual([attempts.length, state], [index + 1, index + 1 === WAITS.length ? 'failed' : 'waiting']);
    assert.equal(attempts.at(-1).answer, 'closed');
    const next = WAITS[index + 1];
    if (seconds !== undefined && next !== undefined) await advance(own, `PT${Math.ceil(next * 1.2) + 1}S`);
  }
  const ids = new Set(all.receiver.requests.map(({ headers }) => headers['webhook-id']));
  assert.deepEqual([all.receiver.requests.length, ids.size], [WAITS.length, 1]);
  const operator = await signInOperator(own);
  const { text } = await operator.page('/operator/failures?show=deliveries');
  assert.match(text, /Application: Account opening/);
  assert.ok(text.includes(play.contractId));
  assert.match((await operator.page(`/operator/deposits/${play.id}`)).text, /Application: Account opening/);
  const metrics = async (): Promise<string> => (await own.call('GET', '/metrics')).text;
  await until(async () => /^depono_deliveries_failed 1$/m.test(await metrics()), 'the metric counts it');
});

test('a process that dies with a claim: another one delivers after the lease, with the same id', async (t) => {
  const database = await freshDatabase();
  atEnd(t, database.drop);
  const settings = { ...ALLOW, databaseUrl: database.url };
  const one = await startService(settings);
  const all = await heard(t, one, { instead: 'hang' });
  const play = await asked(all);
  await all.receiver.received(1);
  await one.stop();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  const claim = { most: 10, leaseSeconds: 2 };
  assert.equal((await claimProviderDeliveries(sql, claim)).length, 1);
  assert.deepEqual(await claimProviderDeliveries(sql, claim), []);
  await sql.end();
  all.receiver.reply({});
  const other = await startService(settings);
  atEnd(t, other.stop);
  const { attempts, id } = await on.delivery(other, play.id, on.isDelivered);
  assert.equal(attempts.length, 1, 'an attempt that a stop has cut short does not count');
  await wait(100);
  assert.deepEqual(
    all.receiver.requests.map(({ headers }) => headers['webhook-id']),
    [id, id],
  );
});

test('removed: a callback that is taken away leaves nothing waiting', async (t) => {
  const all = await heard(t, service, { status: 500 });
  const play = await asked(all);
  await on.delivery(service, play.id, on.hasAttempts(1));
  await service.operator('PATCH', `/providers/${all.bank.id}`, { callback: null });
  await until(async () => {
    const [it] = await on.deliveriesOf(service, play.id);
    return it.state === 'failed' ? it : null;
  }, 'given up after the next attempt');
});
