import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { PRODUCTION, startService, TOKEN, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

let service: Service;
let letterbox: Letterbox;

before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { ...PRODUCTION, SMTP_URL: letterbox.url } });
});
after(async () => {
  await service.stop();
  await letterbox.close();
});

test('production has no sandbox, with or without the token', async () => {
  const sandbox = await startService();
  const known = await sandbox.call('GET', '/openapi.json');
  await sandbox.stop();
  const paths = Object.entries<object>(known.body.paths).filter(([path]) => path.startsWith('/sandbox/'));
  assert.ok(paths.length >= 16);
  for (const [path, methods] of paths) {
    for (const method of Object.keys(methods)) {
      const address = path.replace('{id}', '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1');
      const body = method === 'post' ? {} : undefined;
      assert.equal((await service.call(method.toUpperCase(), address, { body })).status, 404, path);
      const headers = { authorization: `Bearer ${TOKEN}` };
      assert.equal((await service.call(method.toUpperCase(), address, { headers, body })).status, 404, path);
    }
  }
  for (const page of ['/sandbox/mailbox', '/docs/sandbox']) assert.equal((await service.call('GET', page)).status, 404);
  const { body } = await service.call('GET', '/openapi.json');
  assert.deepEqual(
    Object.keys(body.paths).filter((path) => path.startsWith('/sandbox')),
    [],
  );
});

test('production seeds no demo', async () => {
  assert.deepEqual((await service.operator('GET', '/partners')).body.partners, []);
});

test('production removes a mail’s content once it is sent', async () => {
  const partner = await setUpPartner(service);
  await partner.open(payload());
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const state = async () => (await sql.query(`select state, content from effects where kind = 'mail'`)).rows;
  while ((await state()).some((row) => row.state === 'waiting')) await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(await state(), [{ state: 'done', content: null }]);
  assert.equal(letterbox.mails.length, 1);
  await sql.end();
});
