import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startProcess, type OwnProcess } from './support/process.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';
import { openLetterbox } from './support/smtp.ts';

test('a stop does not wait for a silent mail server, and the mail is sent after the next start', async () => {
  const callers: Socket[] = [];
  const silent = createServer((socket) => void callers.push(socket.on('error', () => undefined)));
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const { url: databaseUrl, drop } = await freshDatabase();
  const letterbox = await openLetterbox();
  try {
    const { port } = silent.address() as AddressInfo;
    const hanging = await startService({ databaseUrl, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    const partner = await setUpPartner(hanging);
    await partner.open(payload());
    while (callers.length === 0) await wait(10);
    await hanging.stop();

    const service = await startService({ databaseUrl, env: { SMTP_URL: letterbox.url } });
    while (letterbox.mails.length === 0) await wait(10);
    await service.stop();
    assert.deepEqual(
      letterbox.mails.map(({ envelope }) => envelope),
      [[partner.managerEmail]],
    );
  } finally {
    for (const socket of callers) socket.destroy();
    silent.close();
    await letterbox.close();
    await drop();
  }
});

describe('SHUTDOWN_DELAY', () => {
  const readyz = async ({ baseUrl }: Service) => {
    const { status, headers } = await fetch(`${baseUrl}/readyz`);
    return [status, headers.get('connection')];
  };

  /** Started with time to drain, told to stop, and seen to drain. */
  async function draining(
    seconds: string,
  ): Promise<{ service: OwnProcess; partner: Partner; drop: () => Promise<void> }> {
    const { url, drop } = await freshDatabase({ isMigrated: true });
    const service = await startProcess(url, { SHUTDOWN_DELAY: seconds });
    const partner = await setUpPartner(service);
    assert.deepEqual(await readyz(service), [200, 'keep-alive']);
    service.signal('SIGTERM');
    while ((await readyz(service))[0] === 200) await wait(5);
    return { service, partner, drop };
  }

  test('/readyz is 503 at once, calls are served and end their connection, and a second signal ends the wait', async () => {
    const { service, partner, drop } = await draining('300');
    try {
      assert.deepEqual(await readyz(service), [503, 'close']);
      assert.equal((await service.call('GET', '/healthz')).status, 200);
      const opened = await partner.open(payload());
      assert.deepEqual([opened.status, opened.headers.get('connection')], [200, 'close']);
      await wait(300);
      service.signal('SIGTERM');
      assert.equal(await service.ended, 0);
    } finally {
      await service.stop();
      await drop();
    }
  });

  test('after the wait it stops by itself', async () => {
    const { service, drop } = await draining('1');
    try {
      assert.equal(await service.ended, 0);
    } finally {
      await service.stop();
      await drop();
    }
  });
});
