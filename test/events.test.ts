import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { created, setUpPartner } from './support/partner.ts';
import { advance, reach, stage, type Stage } from './support/play.ts';
import { startService, type Answer, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let key: string;
before(async () => {
  service = await startService();
  // Without any callback: the events can be read all the same.
  demo = await stage(service);
  key = await statusKey(demo);
});
after(() => service.stop());

const statusKey = async ({ organizationId }: { organizationId: string }): Promise<string> =>
  (await created(service.operator('POST', `/organizations/${organizationId}/status-keys`))).apiKey;

type Ask = { apiKey?: string | null; organizationId?: string | null; query?: string };

function ask({ apiKey = key, organizationId = demo.organizationId, query = '' }: Ask = {}): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (apiKey !== null) headers['x-api-key'] = apiKey;
  if (organizationId !== null) headers['x-org-id'] = organizationId;
  return service.call('GET', `/webhook/events${query}`, { headers });
}

async function events(call: Ask = {}): Promise<any[]> {
  const { status, body, text } = await ask(call);
  assert.equal(status, 200, text);
  return body.events;
}

test('7.2 the order of errors is the one of contract status, then the number', async (t) => {
  const disabled = await setUpPartner(service);
  const disabledKey = await statusKey(disabled);
  const other = await statusKey(await stage(service));
  const unknown = '00000000-0000-7000-8000-000000000000';
  const bad = '?after=x';
  const rows: [name: string, call: Ask, status: number][] = [
    ['no key', { apiKey: null, organizationId: unknown, query: bad }, 400],
    ['no organization', { organizationId: null, query: bad }, 400],
    ['unknown organization', { organizationId: unknown, apiKey: 'wrong', query: bad }, 500],
    ['no organization id at all', { organizationId: 'x', apiKey: 'wrong', query: bad }, 500],
    ['wrong key, before the bad number', { apiKey: 'wrong', query: bad }, 401],
    ['the key for opening', { apiKey: demo.apiKey }, 401],
    ['the key of another organization', { apiKey: other }, 401],
    ['not enabled, but the key is asked first', { organizationId: disabled.organizationId, query: bad }, 401],
    ['not enabled', { organizationId: disabled.organizationId, apiKey: disabledKey, query: bad }, 500],
    ['a word', { query: bad }, 400],
    ['nothing', { query: '?after=' }, 400],
    ['a negative number', { query: '?after=-1' }, 400],
    ['a fraction', { query: '?after=1.5' }, 400],
    ['a space', { query: '?after=%201' }, 400],
    ['hexadecimal', { query: '?after=0x10' }, 400],
    ['more than a number holds', { query: `?after=${'9'.repeat(30)}` }, 400],
    ['twice', { query: '?after=1&after=1' }, 400],
  ];
  for (const [name, call, status] of rows) {
    await t.test(`${status} ${name}`, async () => {
      const answer = await ask(call);
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['error']);
    });
  }
});

test('an organization without events', async () => {
  const empty = await stage(service);
  const call = { organizationId: empty.organizationId, apiKey: await statusKey(empty) };
  assert.deepEqual((await ask(call)).body, { events: [], next: 0, more: false });
  assert.deepEqual((await ask({ ...call, query: '?after=7' })).body, {
    error: 'The query parameter after is beyond the last event',
  });
});

test('9 a whole life in events: like the callbacks, with a number; links work', async () => {
  const play = await demo.start();
  const { iban } = await reach('closed', play);
  const all = await events();
  const told = all.filter(({ type }) => type === 'document.created');
  const status = {
    externalContractId: play.contractId,
    iban,
    paidInAmount: null,
    paidOutTime: null,
    paidOutAmountTenant: null,
    product: 'bank_deposit',
    provider: 'demo_bank',
  };
  const closed = await play.status();
  const { documents } = await play.record();
  const expected = [
    ['payment_slip', { ...status, state: 'opening' }],
    ['pay_in', { ...status, state: 'open', paidInAmount: 3560 }],
    ['pay_out', closed],
  ].map(([kind, deposit], place) => {
    const { id, sha256, createdAt } = documents.find((document: any) => document.kind === kind);
    const url = told[place]?.data.document.url;
    const { sequence, number } = { ...told[place], ...told[place]?.data };
    const about = {
      sequence,
      depositId: play.id,
      organizationId: demo.organizationId,
      externalOrgId: demo.externalOrgId,
    };
    const data = { ...about, deposit, document: { id, kind, sha256, url } };
    return { number, type: 'document.created', timestamp: createdAt, data };
  });
  assert.deepEqual(told, expected);
  const places = all.map((_, index) => index + 1);
  assert.deepEqual([all.map(({ number }) => number), all.map(({ data }) => data.sequence)], [places, places]);
  for (const { data } of told) {
    const response = await fetch(data.document.url.replace('//localhost:', '//127.0.0.1:'));
    const content = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200);
    assert.equal(createHash('sha256').update(content).digest('hex'), data.document.sha256);
  }
  const [again] = await events();
  assert.notEqual(again.data.document.url, told[0]?.data.document.url, 'a fresh link each time');
});

test('9 a link is new, so it works however old the event is', async () => {
  const [old] = await events();
  await advance(service, 'P60D');
  const local = ({ data }: any): string => data.document.url.replace('//localhost:', '//127.0.0.1:');
  assert.equal((await fetch(local(old))).status, 404);
  const [fresh] = await events();
  assert.equal((await fetch(local(fresh))).status, 200);
});

test('9 numbers increase by one in the organization, across all deposits, also concurrently', async () => {
  const before = (await events()).length;
  const plays = await Promise.all(Array.from({ length: 12 }, () => demo.start()));
  await Promise.all(plays.map((play) => play.play('withdraw')));
  const after = await events();
  // Of each deposit the document and the change of state.
  assert.equal(after.length, before + 24);
  assert.deepEqual(
    after.map(({ number }) => number),
    after.map((_, place) => place + 1),
  );
  assert.deepEqual(
    after
      .slice(before)
      .filter(({ type }) => type === 'document.created')
      .map(({ data }) => data.deposit.externalContractId)
      .sort(),
    plays.map(({ contractId }) => contractId).sort(),
  );
});

test('9 oldest first, at most 100, with next and more', async () => {
  const busy = await stage(service);
  const call = { organizationId: busy.organizationId, apiKey: await statusKey(busy) };
  const play = await busy.start();
  await play.play('withdraw');
  // 203 more events of the same document.
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  await sql.query('alter table events drop constraint if exists events_organization_id_document_id_key');
  await sql.query(
    `insert into events (organization_id, number, deposit_id, connection_id, sequence, at, type, document_id, status)
     select organization_id, n, deposit_id, connection_id, n, at, type, document_id, status
     from events, generate_series(3, 205) n where organization_id = $1 and type = 'document.created'`,
    [busy.organizationId],
  );
  await sql.query('update event_numbers set last = 205 where organization_id = $1', [busy.organizationId]);
  await sql.end();
  const pages: [query: string, first: number, last: number, more: boolean][] = [
    ['', 1, 100, true],
    ['?after=0', 1, 100, true],
    ['?after=100', 101, 200, true],
    ['?after=105', 106, 205, false],
    ['?after=200', 201, 205, false],
  ];
  for (const [query, first, last, more] of pages) {
    const { body } = await ask({ ...call, query });
    const numbers = body.events.map(({ number }: any) => number);
    assert.deepEqual(
      numbers,
      Array.from({ length: last - first + 1 }, (_, place) => first + place),
      query,
    );
    assert.deepEqual([body.next, body.more], [last, more], query);
  }
  assert.deepEqual((await ask({ ...call, query: '?after=205' })).body, { events: [], next: 205, more: false });
});

test('6 events are limited to the documents of the path', async () => {
  const immotop = await stage(service, { integration: 'immotop2' });
  const call = { organizationId: immotop.organizationId, apiKey: await statusKey(immotop) };
  await reach('closed', await immotop.start());
  const withdrawn = await immotop.start();
  await withdrawn.play('withdraw');
  assert.deepEqual(
    (await events(call)).filter(({ type }) => type === 'document.created').map(({ data }) => data.document.kind),
    ['payment_slip', 'pay_in'],
  );
});

test('another organization sees none of them', async () => {
  const stranger = await stage(service);
  const call = { organizationId: stranger.organizationId, apiKey: await statusKey(stranger) };
  assert.deepEqual(await events(call), []);
  const play = await stranger.start();
  await play.play('withdraw');
  const [own, ...more] = (await events(call)).filter(({ type }) => type === 'document.created');
  assert.deepEqual([own.data.deposit.externalContractId, more], [play.contractId, []]);
  assert.equal((await ask({ apiKey: call.apiKey })).status, 401);
});

test('other methods are refused', async () => {
  const { status } = await service.call('POST', '/webhook/events', { body: {} });
  assert.ok(status === 405 || status === 404, String(status));
});
