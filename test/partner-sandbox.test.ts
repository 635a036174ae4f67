import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { created } from './support/partner.ts';
import { advance, reach, stage, type Play, type Stage } from './support/play.ts';
import { payload } from './support/payload.ts';
import { startService, type Answer, type Service } from './support/service.ts';

let service: Service;
let ours: Stage;
let theirs: Stage;
before(async () => {
  service = await startService();
  ours = await stage(service);
  theirs = await stage(service);
});
after(() => service.stop());

const SANDBOX = '/partner/api/sandbox';

const by =
  ({ apiKey }: { apiKey: string }) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.call(method, `${SANDBOX}${path}`, { headers: { 'x-api-key': apiKey }, body });

const mailsOf = async (partner: { apiKey: string }, to?: string): Promise<any[]> => {
  const { status, body, text } = await by(partner)('GET', `/mailbox${to === undefined ? '' : `?to=${to}`}`);
  assert.equal(status, 200, text);
  return body.mails;
};

const movesOf = (paths: object, prefix: string): string[] =>
  Object.entries(paths)
    .filter(([path]) => path.startsWith(prefix))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path.slice(prefix.length)}`))
    .toSorted();

/** Another partner that is connected to the same organization. */
async function neighbour({ organizationId }: Stage): Promise<{ apiKey: string; externalOrgId: string }> {
  const { id: partnerId, apiKey } = await created(
    service.operator('POST', '/partners', { name: 'Nachbarin', integration: 'rimo-r5' }),
  );
  const externalOrgId = `n-${partnerId}`;
  await created(service.operator('POST', `/organizations/${organizationId}/connections`, { partnerId, externalOrgId }));
  return { apiKey, externalOrgId };
}

describe('partner-kit 3: in test, everything that the sandbox can play', () => {
  test('a whole life with the partner’s key alone', async () => {
    const { id } = await ours.start();
    let record: any;
    for (const [move, body] of [
      ['manager-signs'],
      ['tenant-signs', { product: 'bank_deposit' }],
      ['account-opened'],
      ['payment'],
      ['start-closing', { by: 'tenant' }],
      ['consent', { by: 'manager' }],
      ['payout-completed'],
    ] as [string, object?][]) {
      const answer = await by(ours)('POST', `/deposits/${id}/${move}`, body);
      assert.equal(answer.status, 200, `${move}: ${answer.text}`);
      record = answer.body;
    }
    assert.equal(record.state, 'closed');
  });

  test('the calls are those of the operator’s sandbox', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const own = movesOf(body.paths, `${SANDBOX}/deposits/`);
    assert.ok(own.length > 30);
    assert.deepEqual(own, movesOf(body.paths, '/sandbox/api/deposits/'));
    assert.deepEqual(
      movesOf(body.paths, SANDBOX).filter((call) => !call.includes('/deposits/')),
      ['get /mailbox', 'post /payments'],
    );
    for (const [path, methods] of Object.entries<any>(body.paths)) {
      if (!path.startsWith(SANDBOX)) continue;
      for (const { security } of Object.values<any>(methods)) assert.deepEqual(security, [{ apiKey: [] }], path);
    }
  });

  test('another partner’s deposit is 404 in every call, whatever the body, and stays as it is', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const play = await theirs.start();
    const file = { name: 'a.pdf', contentBase64: btoa('%PDF-1.7') };
    const { body: kept } = await service.sandbox('POST', `/deposits/${play.id}/files`, file);
    const { id: own } = await ours.start();
    const before = await play.record();
    for (const call of movesOf(body.paths, `${SANDBOX}/deposits/`)) {
      const [method = '', path = ''] = call.split(' ');
      for (const id of [play.id, '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1', 'x']) {
        const address = `/deposits${`/${path}`.replace('{id}', id).replace('{fileId}', kept.id)}`;
        for (const input of [{}, { amount: 'much', unknown: true }]) {
          const answer = await by(ours)(method.toUpperCase(), address, input);
          assert.deepEqual([answer.status, answer.body?.detail], [404, 'There is no such deposit.'], `${call} ${id}`);
        }
      }
    }
    assert.equal((await by(ours)('PATCH', `/deposits/${own}/files/${kept.id}`, { shared: true })).status, 404);
    assert.deepEqual(await play.record(), before);
  });

  test('bad input and moves that are not possible are refused as under /sandbox/api', async () => {
    const { id } = await ours.start();
    const refused = async (move: string, body?: object): Promise<[number, string]> => {
      const own = await by(ours)('POST', `/deposits/${id}/${move}`, body);
      const operator = await service.sandbox('POST', `/deposits/${id}/${move}`, body);
      assert.deepEqual([own.status, own.body], [operator.status, operator.body]);
      return [own.status, own.body.detail];
    };
    assert.equal((await refused('consent', { by: 'manager' }))[0], 409);
    assert.equal((await refused('counter', { by: 'nobody', amount: 1 }))[0], 422);
  });

  test('payments: the reference of an own deposit, and no other', async () => {
    const [own, other] = [await ours.start(), await theirs.start()];
    for (const play of [own, other]) await reach('account', play);
    const referenceOf = async (play: Play): Promise<string> => (await play.record()).paymentReference;
    const reference = await referenceOf(own);
    const { status, body } = await by(ours)('POST', '/payments', { reference, amount: 100 });
    assert.deepEqual([status, body], [200, { depositId: own.id }]);
    assert.equal((await own.record()).paidInTotal, 100);
    const before = await other.record();
    for (const wrong of [await referenceOf(other), '000000000000000000000000000', 'RF18539007547034', 'anything']) {
      const answer = await by(ours)('POST', '/payments', { reference: wrong, amount: 100 });
      assert.deepEqual([answer.status, answer.body.detail], [404, 'There is no such deposit.'], wrong);
    }
    assert.deepEqual(await other.record(), before);
    assert.equal((await by(ours)('POST', '/payments', { reference, amount: 'much' })).status, 422);
  });

  test('the clock is 403: it is everybody’s', async () => {
    const { status, body } = await by(ours)('POST', '/clock', { advance: 'PT1H' });
    assert.deepEqual([status, body.status], [403, 403]);
    assert.match(body.detail, /operator/);
  });

  test('mandates are the operator’s', async () => {
    assert.equal((await by(ours)('POST', '/mandates', {})).status, 404);
  });
});

describe('partner-kit 3: the mailbox', () => {
  test('has the mails to managers and tenants of own deposits, with their links', async () => {
    const own = await stage(service);
    const play = await own.start();
    await reach('signed', play);
    await (await theirs.start()).play('manager-signs');
    const mails = await mailsOf(own);
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['deposit_sent', 'tenant_sign', 'deposit_imported'].filter((kind) => mails.some((mail) => mail.kind === kind)),
    );
    const [sign, ...others] = await mailsOf(own, String(play.sent['tenantEmail']));
    assert.deepEqual([sign.kind, others], ['tenant_sign', []]);
    assert.match(sign.links[0], /\/t\//);
    assert.deepEqual(await mailsOf(own, theirs.managerEmail), []);
  });

  test('has the mails about calls that were refused, and no sign-in mails', async () => {
    const own = await stage(service);
    await own.open(payload({ city: '' }));
    const form = new URLSearchParams({ email: own.managerEmail });
    await fetch(`${service.address}/manager/sign-in`, { method: 'POST', body: form, redirect: 'manual' });
    const all = (await own.mails(own.managerEmail)).map(({ kind }) => kind);
    assert.deepEqual(all.toSorted(), ['import_error', 'sign_in']);
    assert.deepEqual(
      (await mailsOf(own)).map(({ kind }) => kind),
      ['import_error'],
    );
  });

  test('of an organization with another partner, only what concerns own deposits and calls', async () => {
    const own = await stage(service);
    const other = await neighbour(own);
    const play = await own.start();
    const refused = await own.open(payload({ city: '' }));
    assert.equal(refused.status, 500);
    assert.deepEqual(await mailsOf(other), []);
    assert.deepEqual((await mailsOf(own)).map(({ kind }) => kind).toSorted(), ['deposit_imported', 'import_error']);
    assert.equal((await by(other)('POST', `/deposits/${play.id}/manager-signs`)).status, 404);
  });

  test('does not have what only operators get', async () => {
    const own = await stage(service);
    const play = await own.start();
    await reach('closed', play);
    await by(own)('POST', `/deposits/${play.id}/payout-returned`, { to: 'tenant' });
    const about = await mailsOf(own);
    assert.ok(about.some(({ kind, to }) => kind === 'payout_returned' && to === play.sent['tenantEmail']));
    assert.ok(about.every(({ to }) => to === own.managerEmail || to === play.sent['tenantEmail']));
  });
});

test('partner-kit 3: a deposit that came by mandate belongs to the only partner of its new organization', async () => {
  const [from, to, shared] = [await stage(service), await stage(service), await stage(service)];
  const other = await neighbour(shared);
  const play = await from.start();
  await reach('open', play);
  const move = async (one: Stage, another: Stage): Promise<void> => {
    const { body } = await service.sandbox('POST', '/mandates', {
      from: one.organizationId,
      to: another.organizationId,
      deposits: [play.id],
    });
    for (const { organizationId } of [one, another]) {
      const { status, text } = await service.sandbox('POST', `/mandates/${body.id}/agree`, { organizationId });
      assert.equal(status, 200, text);
    }
  };
  const statusFor = async (partner: { apiKey: string }): Promise<number> =>
    (await by(partner)('POST', `/deposits/${play.id}/account-opened`)).status;
  assert.deepEqual([await statusFor(from), await statusFor(to)], [409, 404]);
  await move(from, to);
  assert.deepEqual([await statusFor(from), await statusFor(to)], [404, 409]);
  await advance(service, 'PT1H');
  await move(to, shared);
  assert.deepEqual([await statusFor(to), await statusFor(shared), await statusFor(other)], [404, 404, 404]);
});
