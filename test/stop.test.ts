import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
import { startService } from './support/service.ts';
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
