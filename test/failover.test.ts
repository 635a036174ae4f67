import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECT_LIMIT_MS } from '../src/storage/database/database.ts';
import { IN_DEPTH } from './support/depth.ts';
import { debianPostgres, startOwnPostgres, type OwnPostgres } from './support/own-postgres.ts';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService } from './support/service.ts';

// A new primary takes over behind one address, as HAProxy with Patroni gives it.

const LIMIT_MS = 20_000;

type Switch = {
  port: number;
  turnTo: (port: number) => void;
  cut: () => void;
  freeze: () => void;
  stop: () => Promise<void>;
};

async function startSwitch(first: number): Promise<Switch> {
  let target = first;
  let isFrozen = false;
  const open = new Set<[Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const pair: [Socket, Socket] = [client, upstream];
    open.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    for (const socket of pair) socket.on('close', () => pair.forEach((one) => one.destroy()));
    if (!isFrozen) client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => open.forEach((pair) => pair.forEach((socket) => socket.destroy()));
  return {
    port: (server.address() as AddressInfo).port,
    turnTo: (port) => {
      target = port;
      isFrozen = false;
    },
    cut,
    // Connections stay, and nothing passes any more.
    freeze: () => {
      isFrozen = true;
      for (const [client, upstream] of open) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

const WAYS: [what: string, fail: (line: Switch) => void][] = [
  ['the old primary dies', (line) => line.cut()],
  ['the old primary freezes', (line) => line.freeze()],
];

/** Starts servers and services, and stops them in the reverse order. */
async function withServers(
  t: TestContext,
  work: (binaries: string, kept: <T extends { stop: () => void | Promise<void> }>(one: T) => T) => Promise<void>,
): Promise<void> {
  const binaries = debianPostgres();
  if (binaries === null) return t.skip('needs Debian’s PostgreSQL');
  const stops: (() => void | Promise<void>)[] = [];
  try {
    await work(binaries, (one) => {
      stops.push(() => one.stop());
      return one;
    });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

const both = (one: OwnPostgres, other: OwnPostgres): string =>
  `postgres://${one.superuser}:${one.password}@127.0.0.1:${one.port},127.0.0.1:${other.port}/postgres`;

test('many-machines, finding 2: of two servers in DATABASE_URL the one that accepts writes is used', IN_DEPTH, (t) =>
  withServers(t, async (binaries, kept) => {
    const primary = kept(await startOwnPostgres(binaries));
    const standby = kept(await primary.follow());
    const databaseUrl = both(standby, primary);
    const service = kept(await startService({ databaseUrl, limits: { databaseConnectMs: CONNECT_LIMIT_MS } }));
    const partner = await setUpPartner(service);
    const before = payload();
    assert.equal((await partner.open(before)).status, 200);
    primary.halt();
    // Until the service knows that its connections are gone: of a statement on one of them nobody knows what became.
    await wait(500);
    const during = await partner.open(payload());
    assert.deepEqual([during.status, during.body.result], [500, 'errored']);
    assert.match(during.body.reason, /Nothing was created/, 'finding 3: nothing was sent, and the answer says so');
    standby.promote();
    const since = Date.now();
    while ((await partner.open(payload()).catch(() => null))?.status !== 200) {
      assert.ok(Date.now() - since < LIMIT_MS, 'not within 20 seconds');
      await wait(100);
    }
    assert.match((await partner.open(before)).text, /already exists/);
  }),
);

test('many-machines, finding 1: nothing cached of a primary is served after a failover that lost it', IN_DEPTH, (t) =>
  withServers(t, async (binaries, kept) => {
    const primary = kept(await startOwnPostgres(binaries));
    const line = kept(await startSwitch(primary.port));
    const databaseUrl = `postgres://${primary.superuser}:${primary.password}@127.0.0.1:${line.port}/postgres`;
    const service = kept(await startService({ databaseUrl, limits: { databaseConnectMs: CONNECT_LIMIT_MS } }));
    const partner = await setUpPartner(service, { contractStatusEnabled: true });
    const { body: statusKey } = await service.operator('POST', `/organizations/${partner.organizationId}/status-keys`);
    const sent = payload();
    assert.equal((await partner.open(sent)).status, 200);
    const standby = kept(await primary.follow());
    standby.promote();
    // What the new primary will not have: a state, a deposit, a key, a connection.
    const { id } = await partner.record(sent['externalContractId']);
    assert.equal((await service.sandbox('POST', `/deposits/${id}/withdraw`)).status, 200);
    const lost = payload();
    assert.equal((await partner.open(lost)).status, 200);
    const { body: lostKey } = await service.operator('POST', `/partners/${partner.partnerId}/keys`);
    const { status: connected } = await service.operator(
      'POST',
      `/organizations/${partner.organizationId}/connections`,
      {
        partnerId: partner.partnerId,
        externalOrgId: 'lost',
      },
    );
    assert.equal(connected, 201);
    const openWith = (headers: Record<string, string>) => partner.open(payload(), headers);
    const read = (contract: unknown) =>
      service.call('GET', `/webhook/contract-status?ext-contract-id=${String(contract)}`, {
        headers: { 'x-api-key': statusKey.apiKey, 'x-org-id': partner.organizationId },
      });
    for (let n = 0; n < 2; n++) {
      assert.equal((await openWith({ 'x-api-key': lostKey.apiKey })).status, 200);
      assert.equal((await openWith({ 'x-external-org-id': 'lost' })).status, 200);
      assert.equal((await read(lost['externalContractId'])).status, 200);
      assert.equal((await read(sent['externalContractId'])).body.state, 'withdrawn');
    }
    line.turnTo(standby.port);
    line.cut();
    while ((await partner.open(payload()).catch(() => null))?.status !== 200) await wait(100);
    assert.equal((await read(sent['externalContractId'])).body.state, 'opening');
    assert.equal((await read(lost['externalContractId'])).status, 404);
    assert.equal((await openWith({ 'x-api-key': lostKey.apiKey })).status, 500);
    assert.equal((await openWith({ 'x-external-org-id': 'lost' })).status, 500);
  }),
);

for (const [what, fail] of WAYS) {
  test(`${what}: calls work within 20 s after a new primary accepts writes`, IN_DEPTH, async (t: TestContext) => {
    const binaries = debianPostgres();
    if (binaries === null) return t.skip('needs Debian’s PostgreSQL');
    const stops: (() => void | Promise<void>)[] = [];
    const kept = <T extends { stop: () => void | Promise<void> }>(one: T): T => {
      stops.push(() => one.stop());
      return one;
    };
    try {
      const primary: OwnPostgres = kept(await startOwnPostgres(binaries));
      const line = kept(await startSwitch(primary.port));
      const databaseUrl = `postgres://${primary.superuser}:${primary.password}@127.0.0.1:${line.port}/postgres`;
      const service = kept(await startService({ databaseUrl, limits: { databaseConnectMs: CONNECT_LIMIT_MS } }));
      const partner = await setUpPartner(service);
      const before = payload();
      assert.equal((await partner.open(before)).status, 200);
      const standby = kept(await primary.follow());
      fail(line);
      // A call in the meantime does not hang for good.
      const during = partner.open(payload()).catch(() => null);
      standby.promote();
      line.turnTo(standby.port);
      const since = Date.now();
      for (;;) {
        const answer = await partner.open(payload()).catch(() => null);
        if (answer?.status === 200) break;
        assert.ok(Date.now() - since < LIMIT_MS, 'not within 20 seconds');
        await wait(100);
      }
      assert.ok(Date.now() - since < LIMIT_MS, `${Date.now() - since} ms`);
      t.diagnostic(`${Date.now() - since} ms`);
      await during;
      const again = await partner.open(before);
      assert.match(again.text, /already exists/, 'what was acknowledged before is there');
    } finally {
      for (const stop of stops.toReversed()) await stop();
    }
  });
}
