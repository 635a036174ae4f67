import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

let service: Service;
let letterbox: Letterbox;

before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { ENVIRONMENT: 'production', SMTP_URL: letterbox.url } });
});
after(async () => {
  await service.stop();
  await letterbox.close();
});

test('production has no sandbox, with or without the token', async () => {
  for (const [method, path] of [
    ['GET', '/mailbox'],
    ['POST', '/clock'],
    ['POST', '/payments'],
  ] as const) {
    assert.equal((await service.sandbox(method, path, method === 'POST' ? {} : undefined)).status, 404);
    assert.equal((await service.call(method, `/sandbox/api${path}`)).status, 404);
  }
  assert.equal((await service.call('GET', '/sandbox/mailbox')).status, 404);
  const { body } = await service.call('GET', '/openapi.json');
  assert.deepEqual(
    Object.keys(body.paths).filter((path) => path.startsWith('/sandbox')),
    [],
  );
});

test('production seeds no demo', async () => {
  assert.deepEqual((await service.operator('GET', '/partners')).body.partners, []);
});

test('production forgets a mail’s content once it is sent', async () => {
  const partner = await setUpPartner(service);
  await partner.open(payload());
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const state = async () => (await sql.query('select state, content from effects')).rows;
  while ((await state()).some((row) => row.state === 'waiting')) await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(await state(), [{ state: 'done', content: null }]);
  assert.equal(letterbox.mails.length, 1);
  await sql.end();
});
