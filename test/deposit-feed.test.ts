import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { created } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { startService, type Answer, type Service } from './support/service.ts';

let service: Service;
let ours: Stage;
before(async () => {
  service = await startService();
  ours = await stage(service);
});
after(() => service.stop());

type Ask = { apiKey?: string | null; externalOrgId?: string | null; query?: string };

function ask(partner: Stage, { query = '', ...headers }: Ask = {}): Promise<Answer> {
  const { apiKey = partner.apiKey, externalOrgId = partner.externalOrgId } = headers;
  return service.call('GET', `/webhook/deposits${query}`, {
    headers: {
      ...(apiKey !== null && { 'x-api-key': apiKey }),
      ...(externalOrgId !== null && { 'x-external-org-id': externalOrgId }),
    },
  });
}

async function page(partner: Stage, query = ''): Promise<{ deposits: any[]; next: number }> {
  const { status, body, text } = await ask(partner, { query });
  assert.equal(status, 200, text);
  return body;
}

/** All pages from the beginning, with something done between two of them. */
async function walk(partner: Stage, limit: number, between: () => Promise<unknown> = async () => null): Promise<any[]> {
  const seen: any[] = [];
  for (let after = 0; ; await between()) {
    const { deposits, next } = await page(partner, `?after=${after}&limit=${limit}`);
    if (deposits.length === 0) return seen;
    seen.push(...deposits);
    after = next;
  }
}

test('partner-kit.md 2: an organization without deposits', async () => {
  const empty = await stage(service);
  assert.deepEqual(await page(empty), { deposits: [], next: 0 });
  assert.deepEqual(await page(empty, '?after=0'), { deposits: [], next: 0 });
});

test('partner-kit.md 2: the eight fields, once the call has answered; what changes moves to the end', async () => {
  const partner = await stage(service);
  const [first, second] = [await partner.start(), await partner.start()];
  const { deposits, next } = await page(partner);
  assert.deepEqual(
    deposits.map((one) => one.depositId),
    [first.id, second.id],
  );
  const { depositId: _, changedAt, ...fields } = deposits[0];
  assert.deepEqual(fields, await first.status());
  assert.ok(!Number.isNaN(Date.parse(changedAt)));
  assert.deepEqual(await page(partner, `?after=${next}`), { deposits: [], next });
  await reach('open', first);
  const later = await page(partner, `?after=${next}`);
  assert.deepEqual(
    later.deposits.map((one) => [one.depositId, one.state, one.iban === null, one.paidInAmount]),
    [[first.id, 'open', false, 3560]],
  );
  assert.deepEqual(
    (await walk(partner, 1)).map((one) => one.depositId),
    [second.id, first.id],
  );
});

test('partner-kit.md 2: a walk from 0 meets each deposit, however many are opened meanwhile', async () => {
  const partner = await stage(service);
  const opened = new Set<string>();
  const open = async (): Promise<void> => {
    const sent = payload();
    assert.equal((await partner.open(sent)).status, 200);
    opened.add(String(sent['externalContractId']));
  };
  for (let n = 0; n < 5; n++) await open();
  let left = 6;
  const seen = await walk(partner, 2, async () => {
    if (left-- > 0) await Promise.all([open(), open(), open()]);
  });
  assert.deepEqual(new Set(seen.map((one) => one.externalContractId)), opened);
  assert.equal(seen.length, opened.size, 'none was met twice: none has changed');
});

test('partner-kit.md 2: readers at once agree on the order', async () => {
  const partner = await stage(service);
  await Promise.all(Array.from({ length: 12 }, () => partner.open(payload())));
  const walks = await Promise.all([walk(partner, 5), walk(partner, 7), walk(partner, 1_000)]);
  const ids = walks.map((all) => all.map((one) => one.depositId));
  assert.equal(ids[0]?.length, 12);
  assert.deepEqual(ids[1], ids[0]);
  assert.deepEqual(ids[2], ids[0]);
});

test('partner-kit.md 2: only what this partner has opened there', async () => {
  const partner = await stage(service);
  await partner.start();
  const other = await created(service.operator('POST', '/partners', { name: 'Other', integration: 'custom' }));
  await created(
    service.operator('POST', `/organizations/${partner.organizationId}/connections`, {
      partnerId: other.id,
      externalOrgId: 'theirs',
    }),
  );
  const theirs: Ask = { apiKey: other.apiKey, externalOrgId: 'theirs' };
  assert.deepEqual((await ask(partner, theirs)).body.deposits, []);
  assert.equal((await page(partner)).deposits.length, 1);
});

test('partner-kit.md 2: errors, in the order of contract status', async (t) => {
  const last = (await page(ours)).next;
  const rows: [name: string, call: Ask, status: number][] = [
    ['no key', { apiKey: null, externalOrgId: 'no', query: '?after=x' }, 400],
    ['no organization', { externalOrgId: null, query: '?after=x' }, 400],
    ['a wrong key', { apiKey: 'wrong', externalOrgId: 'no', query: '?after=x' }, 401],
    ['an unknown organization', { externalOrgId: 'no', query: '?after=x' }, 404],
    ['after: a word', { query: '?after=x' }, 400],
    ['after: negative', { query: '?after=-1' }, 400],
    ['after: nothing', { query: '?after=' }, 400],
    ['after: twice', { query: '?after=0&after=0' }, 400],
    ['after: beyond the end', { query: `?after=${last + 1}` }, 400],
    ['limit: a word', { query: '?limit=x' }, 400],
    ['limit: zero', { query: '?limit=0' }, 400],
    ['limit: too large', { query: '?limit=1001' }, 400],
    ['limit: the most', { query: '?limit=1000' }, 200],
  ];
  for (const [name, call, status] of rows) {
    await t.test(`${status} ${name}`, async () => {
      const answer = await ask(ours, call);
      assert.equal(answer.status, status, answer.text);
      if (status !== 200) assert.deepEqual(Object.keys(answer.body), ['error']);
    });
  }
  assert.equal((await service.call('POST', '/webhook/deposits')).status, 405);
});

test('partner-kit.md 2: a key for the status of all deposits of a partner', async (t) => {
  const partner = await stage(service);
  const play = await partner.start();
  const at = `/partners/${partner.partnerId}/status-keys`;
  const { keyId, apiKey } = await created(service.operator('POST', at));
  const other = await stage(service);
  const read = (path: string, organizationId = partner.organizationId): Promise<Answer> =>
    service.call('GET', path, { headers: { 'x-api-key': apiKey, 'x-org-id': organizationId } });
  const status = `/webhook/contract-status?ext-contract-id=${play.contractId}`;
  await reach('open', play);
  await t.test('reads contract status', async () => {
    assert.deepEqual((await read(status)).body, await play.status());
  });
  await t.test('reads the events', async () => {
    const { body } = await read('/webhook/events');
    assert.deepEqual(body.events.map((one: any) => one.type).sort(), [
      'deposit.state_changed',
      'document.created',
      'document.created',
    ]);
  });
  await t.test('not in an organization of another partner', async () => {
    assert.equal((await read(status, other.organizationId)).status, 401);
  });
  await t.test('not a deposit that the partner has not opened', async () => {
    assert.equal((await read('/webhook/contract-status?ext-contract-id=NONE')).status, 404);
  });
  await t.test('400 without a contract id, and 500 for an unknown organization', async () => {
    assert.equal((await read('/webhook/contract-status')).status, 400);
    assert.equal((await read(status, '00000000-0000-7000-8000-000000000000')).status, 500);
  });
  await t.test('401 once it is revoked; an unknown key is 404', async () => {
    assert.equal((await service.operator('DELETE', `${at}/${keyId}`)).status, 204);
    assert.equal((await read(status)).status, 401);
    assert.equal((await service.operator('DELETE', `${at}/aaaaaaaaaaaa`)).status, 404);
  });
});

test('partner-kit.md 2: deposit.state_changed is in the list of events; not for the opening', async () => {
  const partner = await stage(service);
  const { apiKey } = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const play = await partner.start();
  await reach('open', play);
  await play.play('start-closing', { by: 'tenant' });
  const events = async (query = ''): Promise<Answer> =>
    service.call('GET', `/webhook/events${query}`, {
      headers: { 'x-api-key': apiKey, 'x-org-id': partner.organizationId },
    });
  const { body } = await events();
  const changes = body.events.filter((one: any) => one.type === 'deposit.state_changed');
  assert.deepEqual(
    changes.map(({ data }: any) => [data.from, data.to, data.deposit.state]),
    [
      ['opening', 'open', 'open'],
      ['open', 'closing', 'closing'],
    ],
  );
  for (const { data } of body.events) {
    const { depositId, organizationId, externalOrgId } = data;
    assert.deepEqual(
      [depositId, organizationId, externalOrgId],
      [play.id, partner.organizationId, partner.externalOrgId],
    );
  }
  assert.deepEqual(
    body.events.map(({ data }: any) => data.sequence),
    body.events.map((_: unknown, index: number) => index + 1),
  );
  assert.equal((await events(`?after=${body.next}`)).status, 200);
  assert.equal((await events(`?after=${body.next + 1}`)).status, 400);
});
