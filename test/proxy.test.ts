import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeep } from './support/depth.ts';
import { freePort } from './support/free-port.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startProcess, type OwnProcess } from './support/process.ts';
import { missing, startCaddy, startNginx, type Proxy } from './support/proxies.ts';
import { freshDatabase } from './support/server.ts';

const PROXIES = [
  { name: 'nginx', start: startNginx, seesDeathWithinMs: 0 },
  // By its health check. Until then Caddy before 2.6.3 cannot send a body again after a refused connection.
  { name: 'caddy', start: startCaddy, seesDeathWithinMs: 2_500 },
] as const;

for (const { name, start, seesDeathWithinMs } of PROXIES) {
  const skip = isDeep ? missing(name) : 'takes long: npm run test:deep';
  describe(`packaging: two processes behind ${name}`, { skip }, () => {
    let database: Awaited<ReturnType<typeof freshDatabase>>;
    let ports: [number, number];
    let processes: OwnProcess[];
    let proxy: Proxy;
    let partner: Partner;
    const startOne = (port: number): Promise<OwnProcess> =>
      startProcess(database.url, { PORT: String(port), TRUST_PROXY: 'true', SHUTDOWN_DELAY: '3', LOG_LEVEL: 'info' });

    before(async () => {
      database = await freshDatabase({ isMigrated: true });
      ports = [await freePort(), await freePort()];
      processes = [await startOne(ports[0]), await startOne(ports[1])];
      partner = await setUpPartner(processes[0] as OwnProcess);
      proxy = await start(ports);
    });
    after(async () => {
      await proxy.stop();
      await Promise.all(processes.map((one) => one.stop()));
      await database.drop();
    });

    const open = (body = payload()) =>
      proxy.call('POST', '/webhook/custom', {
        headers: { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId },
        body: JSON.stringify(body),
      });

    test('TLS with HSTS, /metrics blocked, plain HTTP redirected, but not with an API key', async () => {
      const page = await proxy.call('GET', '/docs/api');
      assert.deepEqual([page.status, page.headers['strict-transport-security']], [200, 'max-age=31536000']);
      for (const path of ['/metrics', '/%6detrics']) assert.equal((await proxy.call('GET', path)).status, 404, path);
      const redirected = await fetch(`${proxy.plain}/docs/api?x=1`, { redirect: 'manual' });
      assert.equal(redirected.status, 301);
      assert.match(redirected.headers.get('location') ?? '', /^https:\/\/localhost\/docs\/api\?x=1$/);
      const unsafe = await fetch(`${proxy.plain}/webhook/custom`, { method: 'POST', redirect: 'manual', body: '{}' });
      assert.equal(unsafe.status, 403);
    });

    test('a body that is too large is refused by Depono, in the words of the contract', async () => {
      const { status, text } = await open({ ...payload(), note: 'x'.repeat(1_000_000) });
      assert.equal(status, 500);
      assert.equal(JSON.parse(text).result, 'errored');
    });

    test('Depono counts failed keys by the address that the proxy saw, not by one that the caller claims', async () => {
      const started = performance.now();
      const wrong = (claimed: string) =>
        proxy.call('POST', '/webhook/custom', { headers: { 'x-api-key': 'wrong', 'x-forwarded-for': claimed } });
      // Each of the two processes counts on its own.
      for (let i = 0; i < 42; i++) await wrong(`203.0.113.${i}`);
      assert.ok(performance.now() - started >= 1_000, 'from the 21st failing call of an address on, each waits');
    });

    test('a rolling restart under load: no call fails, and each is stored once', async () => {
      let isOver = false;
      const statuses = new Map<string, number>();
      const load = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const { status, text } = await open();
          const key = status === 200 ? '200' : `${status} ${text}`;
          statuses.set(key, (statuses.get(key) ?? 0) + 1);
          // Each call makes a new TLS connection.
          await wait(100);
        }
      });
      for (const [index, port] of ports.entries()) {
        const old = processes[index] as OwnProcess;
        await proxy.takeOut(port);
        old.signal('SIGTERM');
        assert.equal(await old.ended, 0);
        await old.stop();
        processes[index] = await startOne(port);
        await proxy.putBack(port);
        await wait(2_500);
      }
      isOver = true;
      await Promise.all(load);
      assert.deepEqual([...statuses.keys()], ['200'], JSON.stringify([...statuses]));
      assert.ok((statuses.get('200') ?? 0) > 50);
    });

    test('a process that dies: calls go to the other one, and the log of the proxy has no secret', async () => {
      const dead = processes[0] as OwnProcess;
      dead.signal('SIGKILL');
      await dead.ended;
      await dead.stop();
      await wait(seesDeathWithinMs);
      for (let i = 0; i < 20; i++) assert.equal((await open()).status, 200);
      processes[0] = await startOne(ports[0]);
      assert.doesNotMatch(proxy.printed(), new RegExp(partner.apiKey));
    });
  });
}
