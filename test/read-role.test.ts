import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { packagedBinaries } from '../src/storage/embedded/binaries.ts';
import { databaseUser } from '../src/storage/embedded/system-user.ts';
import { IN_DEPTH } from './support/depth.ts';
import { debianPostgres, startOwnPostgres, type OwnPostgres } from './support/own-postgres.ts';
import { created, setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { reach, stage } from './support/play.ts';
import { startService, type Answer, type Service } from './support/service.ts';

// A process that only reads, on a streaming replica.

const urlOf = ({ superuser, password, port }: OwnPostgres): string =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;

async function ask(url: string, text: string): Promise<any[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

type Kept = <T extends { stop: () => void | Promise<void> }>(one: T) => T;

async function withStops(work: (kept: Kept) => Promise<void>): Promise<void> {
  const stops: (() => void | Promise<void>)[] = [];
  try {
    await work((one) => {
      stops.push(() => one.stop());
      return one;
    });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

type Reading = { status: (contract: unknown) => Promise<Answer>; get: (path: string) => Promise<Answer> };

async function readAll(binaries: string): Promise<void> {
  await withStops(async (kept) => {
    const primary = kept(await startOwnPostgres(binaries));
    const service = kept(await startService({ databaseUrl: urlOf(primary) }));
    const play = await stage(service, { contractStatusEnabled: true });
    const deposit = await play.start();
    await reach('closed', deposit);
    const { apiKey } = await created(service.operator('POST', `/organizations/${play.organizationId}/status-keys`));
    await play.open(payload({ externalContractId: 'R-1' }));
    const standby = kept(await primary.follow());
    await caughtUp(primary, standby);

    // Any of several hosts, the first of which is away.
    const replicaUrl = urlOf(standby).replace('@127', '@127.0.0.1:1,127');
    const read = (env: Record<string, string>) =>
      startService({ databaseUrl: replicaUrl, env: { ROLE: 'read', READ_LAG: '3', LOG_LEVEL: 'silent', ...env } });
    const alone = kept(await read({ BASE_URL: service.baseUrl }));
    const helped = kept(await read({ BASE_URL: service.baseUrl, PRIMARY_DATABASE_URL: urlOf(primary) }));
    const askIn = (one: Service, keys: Record<string, string>, path: string): Promise<Answer> =>
      one.call('GET', path, { headers: keys });
    const statusKeys = { 'x-api-key': apiKey, 'x-org-id': play.organizationId };
    const partnerKeys = { 'x-api-key': play.apiKey, 'x-external-org-id': play.externalOrgId };
    const of = (one: Service): Reading => ({
      status: (contract) =>
        askIn(one, statusKeys, `/webhook/contract-status?ext-contract-id=${encodeURIComponent(String(contract))}`),
      get: (path) => askIn(one, path.startsWith('/webhook/deposits') ? partnerKeys : statusKeys, path),
    });
    const readers = { alone: of(alone), helped: of(helped), service: of(service) };

    for (const one of [readers.alone, readers.helped]) {
      const [asked, expected] = [
        await one.status(deposit.contractId),
        await readers.service.status(deposit.contractId),
      ];
      assert.deepEqual([asked.status, asked.body], [200, expected.body]);
    }
    await sameEvents(readers, service);
    await sameDeposits(readers);
    await opensNothing([alone, helped], play.apiKey, play.externalOrgId);
    await serves(alone);
    await serves(helped);
    await unknownThings(readers, alone, helped);

    // Idle for longer than the lag that is allowed: the heartbeat keeps it fresh.
    await wait(4_000);
    assert.equal((await readers.alone.status('R-1')).status, 200, 'an idle primary is not a lagging replica');

    await ask(urlOf(standby), 'select pg_wal_replay_pause()');
    await play.open(payload({ externalContractId: 'R-2' }));
    assert.equal((await readers.helped.status('R-2')).body.state, 'opening', 'unknown on the replica');
    await wait(4_000);
    const late = await readers.alone.status('R-1');
    assert.deepEqual(
      [late.status, late.body],
      [500, { error: 'The status could not be read; please ask again later' }],
    );
    const lateList = await readers.alone.get('/webhook/deposits');
    assert.match(lateList.body.error, /^The deposits could not be read/);
    assert.equal((await readers.helped.status('R-1')).status, 200, 'the primary is asked');
    assert.equal((await alone.call('GET', '/readyz')).status, 200);
    await ask(urlOf(standby), 'select pg_wal_replay_resume()');
    await caughtUp(primary, standby);
    await wait(1_500);
    assert.equal((await readers.alone.status('R-2')).status, 200, 'caught up');

    // Nothing that the readers did was written on the primary by the one that knows no primary.
    primary.halt();
    await wait(500);
    assert.equal((await readers.helped.status('R-1')).status, 200, 'the replica is fresh, and needs no primary');
    await wait(4_000);
    assert.equal((await readers.alone.status('R-1')).status, 500, 'cut off: equal positions do not make it fresh');
    standby.promote();
    await wait(500);
    assert.equal((await readers.alone.status('R-1')).status, 200, 'promoted');
  });
}

async function caughtUp(primary: OwnPostgres, standby: OwnPostgres): Promise<void> {
  const [{ lsn }] = await ask(urlOf(primary), 'select pg_current_wal_lsn()::text as lsn');
  const behind = `select pg_last_wal_replay_lsn() < '${lsn}'::pg_lsn as is_behind`;
  while ((await ask(urlOf(standby), behind))[0].is_behind !== false) await wait(50);
}

type Readers = Record<'alone' | 'helped' | 'service', Reading>;

const withoutLinks = (body: any) => ({
  ...body,
  events: body.events.map((event: any) => ({
    ...event,
    data: { ...event.data, document: event.data.document && { ...event.data.document, url: '' } },
  })),
});

async function sameEvents(readers: Readers, service: Service): Promise<void> {
  const expected = (await readers.service.get('/webhook/events')).body;
  for (const one of [readers.alone, readers.helped]) {
    const { body } = await one.get('/webhook/events');
    assert.deepEqual(withoutLinks(body), withoutLinks(expected));
    const documents = body.events.filter(({ type }: any) => type === 'document.created');
    assert.ok(documents.length >= 3);
    // Signed by the reader, without a row, and served by every process.
    for (const { data } of documents) {
      const path = new URL(data.document.url).pathname;
      const answer = await service.call('GET', path);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
      const forged = await service.call('GET', `${path.slice(0, -3)}${path.endsWith('AAA') ? 'BBB' : 'AAA'}`);
      assert.equal(forged.status, 404);
    }
  }
  // Revoking the links of a document ends the signed ones as well, and new ones work.
  const revoked = (await readers.alone.get('/webhook/events')).body.events.find(
    ({ type }: any) => type === 'document.created',
  ).data.document;
  const { pathname } = new URL(revoked.url);
  assert.equal((await service.call('GET', pathname)).status, 200);
  await wait(1_100);
  assert.equal((await service.operator('DELETE', `/documents/${revoked.id}/links`)).status, 204);
  assert.equal((await service.call('GET', pathname)).status, 404);
  await wait(1_100);
  const [again] = (await readers.alone.get('/webhook/events')).body.events.filter(
    ({ type }: any) => type === 'document.created',
  );
  assert.equal((await service.call('GET', new URL(again.data.document.url).pathname)).status, 200);
}

async function sameDeposits(readers: Readers): Promise<void> {
  const first = (await readers.service.get('/webhook/deposits')).body;
  assert.ok(first.deposits.length >= 2);
  await wait(2_500);
  for (const one of [readers.alone, readers.helped]) {
    assert.deepEqual((await one.get('/webhook/deposits')).body, first);
    const { body } = await one.get(`/webhook/deposits?after=${first.next}`);
    assert.deepEqual(body, { deposits: [], next: first.next });
  }
}

async function opensNothing(services: readonly Service[], apiKey: string, externalOrgId: string): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId };
  for (const service of services) {
    for (const path of ['/webhook/custom', '/webhook/custom/check', '/webhook/abaimmo']) {
      const answer = await service.call('POST', path, { headers, body: payload() });
      assert.equal(answer.status, 500);
      assert.deepEqual(Object.keys(answer.body), ['success', 'result', 'reason']);
      assert.deepEqual([answer.body.success, answer.body.result], [false, 'errored']);
      assert.match(answer.body.reason, /Nothing was created/);
      assert.equal(answer.headers.get('x-depono-code'), 'unavailable');
      assert.equal(answer.headers.get('x-depono-next'), 'resend_later');
    }
    assert.equal((await service.call('GET', '/webhook/custom')).status, 405);
  }
}

/** Health and metrics, and nothing else. */
async function serves(service: Service): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal((await service.call('GET', path)).status, 200, path);
  }
  assert.match((await service.call('GET', '/metrics')).text, /^depono_info\{[^}]*role="read"/m);
  for (const path of ['/', '/manager', '/operator', '/operator/api/partners', '/t/x', '/partner', '/provider']) {
    assert.equal((await service.call('GET', path)).status, 404, path);
  }
}

/** A replica may not know them yet: the primary decides, or nobody. */
async function unknownThings(readers: Readers, alone: Service, helped: Service): Promise<void> {
  const foreign = {
    'x-api-key': `dsk_${'a'.repeat(12)}_${'a'.repeat(43)}`,
    'x-org-id': '01900000-0000-7000-8000-000000000000',
  };
  const rows: [what: string, ask: (one: Service, reading: Reading) => Promise<Answer>, withPrimary: number][] = [
    ['contract', (_, reading) => reading.status('nowhere'), 404],
    ['cursor of events', (_, reading) => reading.get('/webhook/events?after=99999'), 400],
    ['cursor of deposits', (_, reading) => reading.get('/webhook/deposits?after=99999'), 400],
    ['organization', (one) => one.call('GET', '/webhook/contract-status?ext-contract-id=x', { headers: foreign }), 500],
    [
      'key',
      (one) =>
        one.call('GET', '/webhook/deposits', {
          headers: { 'x-api-key': `dpk_${'a'.repeat(12)}_${'a'.repeat(43)}`, 'x-external-org-id': 'x' },
        }),
      401,
    ],
    ['link', (one) => one.call('GET', `/documents/${'a'.repeat(54)}`), 404],
  ];
  for (const [what, call, withPrimary] of rows) {
    const [without, asked] = [await call(alone, readers.alone), await call(helped, readers.helped)];
    assert.equal(without.status, 500, `${what}: ${without.text}`);
    assert.match(without.text, /could not be read; please ask again later/, what);
    assert.equal(asked.status, withPrimary, `${what}: ${asked.text}`);
    assert.doesNotMatch(asked.text, /could not be read/, what);
  }
  // What a caller has got wrong is told at once.
  assert.equal((await readers.alone.get('/webhook/events?after=x')).status, 400);
  assert.equal((await readers.alone.status('')).status, 400);
}

test(
  'many-machines, roles: status, events, lists and documents from a replica',
  { ...IN_DEPTH, timeout: 120_000 },
  () => readAll(debianPostgres() ?? packagedBinaries(databaseUser())),
);

test('many-machines, roles: the same on the packaged PostgreSQL', { ...IN_DEPTH, timeout: 120_000 }, () =>
  readAll(packagedBinaries(databaseUser())),
);

test('many-machines, roles: what a reader answers, and that it writes nothing', () =>
  withStops(async (kept) => {
    const service = kept(await startService());
    const play = await stage(service, { contractStatusEnabled: true });
    const deposit = await play.start();
    await reach('closed', deposit);
    const { apiKey } = await created(service.operator('POST', `/organizations/${play.organizationId}/status-keys`));
    const { databaseUrl, baseUrl } = service;
    const readers = { ROLE: 'read', BASE_URL: baseUrl, LOG_LEVEL: 'silent' };
    const alone = kept(await startService({ databaseUrl, env: readers }));
    const helped = kept(await startService({ databaseUrl, env: { ...readers, PRIMARY_DATABASE_URL: databaseUrl } }));
    const of = (one: Service): Reading => {
      const status = { 'x-api-key': apiKey, 'x-org-id': play.organizationId };
      const partner = { 'x-api-key': play.apiKey, 'x-external-org-id': play.externalOrgId };
      const get = (path: string) =>
        one.call('GET', path, { headers: path.startsWith('/webhook/deposits') ? partner : status });
      return { get, status: (id) => get(`/webhook/contract-status?ext-contract-id=${encodeURIComponent(String(id))}`) };
    };
    const reading = { alone: of(alone), helped: of(helped), service: of(service) };
    const expected = (await reading.service.status(deposit.contractId)).body;
    assert.deepEqual((await reading.alone.status(deposit.contractId)).body, expected);
    const never = await reading.alone.get('/webhook/deposits');
    assert.equal(never.status, 500, 'nobody has numbered the list yet, and a reader does not');
    const numbered = (await reading.service.get('/webhook/deposits')).body;
    assert.deepEqual((await reading.alone.get('/webhook/deposits')).body, numbered);
    const links = 'select count(*)::integer as count from document_links';
    const before = await ask(databaseUrl, links);
    await sameEvents(reading, service);
    const [after] = await ask(databaseUrl, links);
    // Those of the call that was compared with, and the mark of the revocation.
    assert.equal(after.count - before[0].count, 3 + 1);
    await opensNothing([alone, helped], play.apiKey, play.externalOrgId);
    await serves(alone);
    await serves(helped);
    await unknownThings(reading, alone, helped);
  }));

test('many-machines, roles: a reader leaves the database as it is, and needs one that is set up', async () => {
  await assert.rejects(
    startService({ databaseUrl: '', env: { ROLE: 'read', DATABASE_URL: '' } }),
    /ROLE is "read", but DATABASE_URL is not set/,
  );
  await assert.rejects(startService({ env: { ROLE: 'read', READ_LAG: 'soon' } }), /READ_LAG is "soon"/);
  await assert.rejects(
    startService({ env: { ROLE: 'read', PRIMARY_DATABASE_URL: 'http://x' } }),
    /PRIMARY_DATABASE_URL/,
  );
});

test('many-machines, roles: calls on a reader are logged on the primary, if it is known', IN_DEPTH, () =>
  withStops(async (kept) => {
    const primary = kept(await startOwnPostgres(debianPostgres() ?? packagedBinaries(databaseUser())));
    const service = kept(await startService({ databaseUrl: urlOf(primary) }));
    const partner = await setUpPartner(service, { contractStatusEnabled: true });
    const { apiKey } = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
    await partner.open(payload({ externalContractId: 'L-1' }));
    const standby = kept(await primary.follow());
    await caughtUp(primary, standby);
    const headers = { 'x-api-key': apiKey, 'x-org-id': partner.organizationId };
    const env = { ROLE: 'read', PRIMARY_DATABASE_URL: urlOf(primary) };
    const reader = await startService({ databaseUrl: urlOf(standby), env });
    assert.equal((await reader.call('GET', '/webhook/contract-status?ext-contract-id=L-1', { headers })).status, 200);
    await reader.stop();
    const [{ count }] = await ask(urlOf(primary), 'select count(*)::integer as count from call_reads');
    assert.equal(count, 1);
    const [{ used }] = await ask(
      urlOf(primary),
      `select count(*)::integer as used from key_uses where key_id = '${apiKey.slice(4, 16)}'`,
    );
    assert.equal(used, 1);
  }),
);
