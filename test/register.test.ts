import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SIMULATED_COMPANIES } from '../src/sandbox/simulated-register.ts';
import { readForm } from './support/form.ts';
import { signIn } from './support/manager.ts';
import { companyPayload, naturalTenant, payload } from './support/payload.ts';
import { advance, stage, verified, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service);
});
after(() => service.stop());

test('2.6 a company that matches the register has no difference', async () => {
  const it = await demo.start({}, companyPayload);
  await demo.mails();
  const { registerCheck, history } = await it.record();
  assert.deepEqual(registerCheck.differences, []);
  assert.equal(history.at(-1).event, 'register_checked');
  await verified(service);
});

test('2.6 differences to the register are shown to operator and manager, and block nothing', async () => {
  const manager = await signIn(service, demo.managerEmail);
  for (const { uid, name } of SIMULATED_COMPANIES.slice(1, 4)) {
    const it = await demo.start({ tenantZefixUid: uid }, companyPayload);
    const [mail] = await it.mails(demo.managerEmail, 'deposit_imported');
    const { registerCheck } = await it.record();
    assert.equal(registerCheck.differences.length, 1, name);
    const { pathname, search } = new URL(mail.links[0]);
    const { text } = await manager.page(`${pathname}${search}`);
    assert.match(text, /Abweichung vom Handelsregister/);
    assert.equal((await it.play('manager-signs')).step, 'awaiting_tenant_signatures');
  }
  const unknown = await demo.start({ tenantZefixUid: 'CHE-116.281.710' }, companyPayload);
  await demo.mails();
  assert.equal((await unknown.record()).registerCheck.differences[0].field, 'company');
});

test('people, and companies without a number, are not looked up', async () => {
  const person = await demo.start({}, payload);
  const club = await demo.start({ tenantLegalForm: 'association', tenantZefixUid: '' }, companyPayload);
  await demo.mails();
  for (const it of [person, club]) assert.equal((await it.record()).registerCheck, null);
});

test('an unavailable register is asked again later, without affecting the open call', async () => {
  let isAway = true;
  const register: Server = createServer((request, response) => {
    assert.match(request.headers.authorization ?? '', /^Basic /);
    response.writeHead(isAway ? 503 : 404).end('{}');
  });
  await new Promise<void>((done) => register.listen(0, '127.0.0.1', done));
  const { port } = register.address() as AddressInfo;
  const env = { ZEFIX_URL: `http://127.0.0.1:${port}`, ZEFIX_USER: 'u', ZEFIX_PASSWORD: 'p' };
  const asking = await startService({ env });
  try {
    const theirs = await stage(asking);
    const it = await theirs.start({}, companyPayload);
    await theirs.mails();
    assert.equal((await it.record()).registerCheck, null);
    isAway = false;
    await advance(asking, 'PT2M');
    assert.equal((await it.record()).registerCheck.differences[0].field, 'company');
  } finally {
    await asking.stop();
    register.close();
  }
});

test('the register’s answer about a company corrected meanwhile is discarded', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const register: Server = createServer((_request, response) => {
    asked.resolve();
    void answered.promise.then(() => response.writeHead(404).end('{}'));
  });
  await new Promise<void>((done) => register.listen(0, '127.0.0.1', done));
  const { port } = register.address() as AddressInfo;
  const env = { ZEFIX_URL: `http://127.0.0.1:${port}`, ZEFIX_USER: 'u', ZEFIX_PASSWORD: 'p' };
  const asking = await startService({ env });
  try {
    const theirs = await stage(asking);
    const manager = await signIn(asking, theirs.managerEmail);
    const it = await theirs.start({}, companyPayload);
    await asked.promise;
    const path = `/manager/deposits/${it.id}/correct`;
    const form = readForm((await manager.page(path)).text, path);
    // It answers once mails and checks are done, so the register is released before.
    const correction = manager.post(path, { ...form, ...naturalTenant('tenant') });
    while ((await it.record()).tenants[0].type !== 'natural') await wait(20);
    answered.resolve();
    assert.equal((await correction).status, 303);
    assert.equal((await it.record()).registerCheck, null);
  } finally {
    answered.resolve();
    await asking.stop();
    register.close();
  }
});
