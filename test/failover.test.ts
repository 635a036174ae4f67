import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECT_LIMIT_MS, openDatabase, type Database, type Sql } from '../src/storage/database/database.ts';
import { holdAfterFailover, liftHold, readHold, setHold } from '../src/storage/money/bank-hold.ts';
import { depono, settingsOf } from './support/depono.ts';
import { IN_DEPTH } from './support/depth.ts';
import { signInOperator } from './support/operator.ts';
import { debianPostgres, startOwnPostgres, type OwnPostgres } from './support/own-postgres.ts';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
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

const reasonOf = async (database: Sql): Promise<string | null> => (await readHold(database))?.why ?? null;
const noticed = (database: Database) => database.transaction(holdAfterFailover);
const openAt = (databaseUrl: string): Promise<Database> => openDatabase(databaseUrl, () => undefined);

test('many-machines, details: a new timeline sets the hold once, another server does not', async () => {
  const { url, drop } = await freshDatabase({ isMigrated: true });
  const database = await openAt(url);
  try {
    assert.equal(await noticed(database), null, 'seen for the first time');
    assert.equal(await noticed(database), null, 'the same');
    await database.query('update bank_timeline set timeline = timeline + 4');
    assert.match(
      (await noticed(database))?.why ?? '',
      /^another database server has taken over \(timeline \d became \d\), so /,
    );
    await liftHold(database);
    assert.equal(await noticed(database), null);
    assert.equal(await reasonOf(database), null, 'lifted, it stays lifted');
    await setHold(database, 'a backup was restored');
    await database.query('update bank_timeline set timeline = timeline + 4');
    const both = await Promise.all([noticed(database), noticed(database)]);
    assert.equal(both.filter((hold) => hold !== null).length, 1, 'by one of two processes');
    assert.match((await reasonOf(database)) ?? '', /^a backup was restored; another database server has taken over /);
    await liftHold(database);
    await database.query(`update bank_timeline set timeline = timeline + 4, system_identifier = '1'`);
    assert.equal(await noticed(database), null, 'restored to another server: the restore sets the hold');
    const undone = database.transaction(async (sql) => {
      await sql.query('update bank_timeline set timeline = timeline + 4');
      await holdAfterFailover(sql);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.equal(await reasonOf(database), null, 'remembered in the transaction that it guards, or not at all');
  } finally {
    await database.end();
    await drop();
  }
});

test('many-machines, details: the hold after a failover in console, doctor, call and command, and two people lift it', async () => {
  const service = await startService({
    env: { FOUR_EYES: 'true', OPERATOR_EMAILS: 'ada@depono.example,bo@depono.example' },
  });
  const database = await openAt(service.databaseUrl);
  try {
    await noticed(database);
    await database.query('update bank_timeline set timeline = timeline + 4');
    const called = await service.operator('POST', '/bank/export');
    assert.equal(called.status, 409);
    assert.match(called.body.detail, /are held since .*: another database server has taken over .*depono bank release/);
    const [ada, bo] = [
      await signInOperator(service, 'ada@depono.example'),
      await signInOperator(service, 'bo@depono.example'),
    ];
    assert.match((await ada.page('/operator/bank')).text, /another database server has taken over \(timeline/);
    const { output } = await depono(settingsOf(service), 'doctor');
    assert.match(output, /payment files: on hold since .*: another database server has taken over/);
    const held = await depono(settingsOf(service), 'bank', 'hold', 'looked at');
    assert.match(held.output, /They were on hold already: another database server has taken over/);
    const asked = await ada.post('/operator/bank/release');
    assert.equal(await reasonOf(database), 'looked at', 'one person does not lift it');
    await bo.submit(`${(asked.location ?? '').split('?')[0]}/approve`);
    assert.equal(await reasonOf(database), null);
  } finally {
    await database.end();
    await service.stop();
  }
});

test('many-machines, details: a promoted standby holds payment files, a planned switchover too', IN_DEPTH, (t) =>
  withServers(t, async (binaries, kept) => {
    const primary = kept(await startOwnPostgres(binaries));
    const standby = kept(await primary.follow());
    const databaseUrl = both(primary, standby);
    const service = kept(await startService({ databaseUrl, limits: { databaseConnectMs: CONNECT_LIMIT_MS } }));
    const database = await openAt(databaseUrl);
    kept({ stop: () => database.end() });
    const isSeen = async (): Promise<boolean> => (await database.query('select from bank_timeline')).rowCount === 1;
    while (!(await isSeen().catch(() => false))) await wait(50);
    assert.equal(await reasonOf(database), null);
    await wait(500);
    primary.halt();
    standby.promote();
    const since = Date.now();
    while ((await reasonOf(database).catch(() => null)) === null) {
      assert.ok(Date.now() - since < LIMIT_MS, 'not held within 20 seconds');
      await wait(100);
    }
    assert.match((await reasonOf(database)) ?? '', /timeline 1 became 2/);
    const called = await service.operator('POST', '/bank/export');
    assert.equal(called.status, 409, called.text);
  }),
);
