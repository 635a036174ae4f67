import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { depono, settingsOf, startDeponoCommand } from './support/depono.ts';
import { created } from './support/partner.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { listening, openReceiver, until, type Listening, type Received, type Receiver } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Receiver;
let local: Receiver;
let withCallback: Listening;
let without: Stage;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  partner = await openReceiver();
  local = await openReceiver();
  withCallback = await listening(service, { url: partner.url, documents: ['payment_slip', 'pay_in'] });
  without = await stage(service);
});
after(async () => {
  await service.stop();
  await partner.close();
  await local.close();
});

type Listener = { objects: () => any[]; errors: () => string; stop: () => Promise<number | null> };

/** Started, and listening. */
async function listen(args: string[], env: Record<string, string> = settingsOf(service)): Promise<Listener> {
  const child: ChildProcessWithoutNullStreams = startDeponoCommand(env, 'listen', ...args, '--json');
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  const ended = once(child, 'close');
  const objects = (): any[] =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  await until(() => {
    if (child.exitCode !== null) throw new Error(errors);
    return objects().some(({ listening: is }) => is === true);
  }, 'it listens');
  return {
    objects,
    errors: () => errors,
    stop: async () => {
      child.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
  };
}

const told = ({ objects }: Listener): any[] => objects().filter(({ message }) => message !== undefined);
const isVerified = ({ text, headers }: Received, secret: string): boolean => {
  new Webhook(secret).verify(text, headers as Record<string, string>);
  return true;
};
const withoutLink = ({ body }: Received): any => {
  const { url: _, ...document } = body.data.document;
  return { ...body, data: { ...body.data, document } };
};

test('events are forwarded like the callback: same body, headers and secret, with its own link', async () => {
  const old = await withCallback.start();
  await reach('account', old);
  await partner.received(1);
  const it = await listen(['--org', withCallback.organizationId, '--forward', local.url]);
  const play = await withCallback.start();
  await reach('open', play);
  const [slip, payIn] = (await local.received(2)) as [Received, Received];
  const real = (await partner.received(3)).slice(1);
  assert.deepEqual(
    [slip, payIn].map(withoutLink),
    real.map(withoutLink).toSorted((a, b) => a.data.sequence - b.data.sequence),
  );
  assert.ok(isVerified(slip, withCallback.secret));
  assert.deepEqual(
    Object.keys(slip.headers).toSorted(),
    Object.keys((real[0] as Received).headers).toSorted(),
    'the same headers',
  );
  const link = new URL(slip.body.data.document.url);
  assert.equal((await service.call('GET', link.pathname)).status, 200, 'the link works');
  const [first, second] = await until(() => (told(it).length === 2 ? told(it) : null), 'both are printed');
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.ok(first.durationMs >= 0);
  assert.equal(first.message.data.deposit.externalContractId, play.contractId);
  assert.equal(await it.stop(), 0);
});

test('without a callback it signs with a printed, stable secret; --after starts earlier; answers are shown', async () => {
  const play = await without.start();
  await reach('account', play);
  const before = local.requests.length;
  local.reply({ status: 503 }, {});
  const it = await listen(['--org', without.organizationId, '--forward', local.url, '--after', '0']);
  const received = (await local.received(before + 1))[before] as Received;
  const { secret } = it.objects().find((one) => 'secret' in one);
  assert.ok(isVerified(received, secret));
  const [first] = await until(() => (told(it).length > 0 ? told(it) : null), 'it is printed');
  assert.equal(first.status, 503);
  assert.equal(await it.stop(), 0);
  const again = await listen(['--org', without.organizationId, '--forward', local.url]);
  assert.equal(again.objects().find((one) => 'secret' in one).secret, secret);
  await again.stop();
  assert.equal(told(again).length, 0, 'from now on');
});

test('an unreachable receiver is reported, and it goes on', async () => {
  const it = await listen(['--org', without.organizationId, '--forward', 'http://127.0.0.1:9/', '--after', '0']);
  const [first] = await until(() => (told(it).length > 0 ? told(it) : null), 'it is printed');
  assert.equal(first.status, null);
  assert.match(first.error, /ECONNREFUSED/);
  assert.equal(await it.stop(), 0);
});

test('from a remote service, with only a status key', async () => {
  const { apiKey } = await created(service.operator('POST', `/organizations/${without.organizationId}/status-keys`));
  const env = { DEPONO_STATUS_KEY: apiKey };
  const before = local.requests.length;
  const where = ['--url', service.baseUrl, '--org', without.organizationId];
  const it = await listen([...where, '--forward', local.url], env);
  const play = await without.start();
  await reach('open', play);
  const received = (await local.received(before + 2)).slice(before);
  const { secret } = it.objects().find((one) => 'secret' in one);
  for (const one of received) {
    assert.ok(isVerified(one, secret));
    assert.equal(one.body.data.deposit.externalContractId, play.contractId, 'from now on');
  }
  assert.equal(await it.stop(), 0);
  const wrong = await depono({ DEPONO_STATUS_KEY: 'dsk_wrong' }, 'listen', ...where);
  assert.equal(wrong.code, 2);
  assert.match(wrong.errors, /401/);
});

const wrong: [what: string, args: string[], says: RegExp][] = [
  ['an invalid address', ['--forward', 'localhost:3000'], /http:\/\//],
  ['an invalid number', ['--after', 'x'], /number of an event/],
  ['a service without an organization', ['--url', 'http://localhost:1'], /--org must be the id/],
];
for (const [what, args, says] of wrong) {
  test(`refused: ${what}`, async () => {
    const { code, errors } = await depono(settingsOf(service), 'listen', ...args);
    assert.equal(code, 2);
    assert.match(errors, says);
  });
}
