import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { problemAt, readForm } from './support/form.ts';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { advance, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant, visitLink } from './support/tenant.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
});
after(() => service.stop());

const links = async (email: unknown): Promise<any[]> =>
  (await demo.mails(String(email))).filter(({ kind }) => kind === 'tenant_link');
const ask = async (email: string) => {
  const body = new URLSearchParams({ email });
  const headers = { 'accept-language': 'fr-CH,fr;q=0.9' };
  const answer = await fetch(`${service.baseUrl}/t/new-link`, { method: 'POST', body, headers, redirect: 'manual' });
  const location = answer.headers.get('location');
  const page = location === null ? answer : await fetch(new URL(location, service.baseUrl));
  return { status: answer.status, location, text: await page.text() };
};

test('a link of an earlier round says so, and offers a new one to the known address', async () => {
  const it = await demo.start({ tenantLanguage: 'en' });
  const tenant = String(it.sent['tenantEmail']);
  const lea = await openTenant(it, tenant);
  await it.play('edit', { rentalDeposit: 1200 });
  const during = await lea.get();
  assert.deepEqual([during.status, /is being edited/.test(during.text)], [200, true]);
  assert.equal((await lea.post('/renew')).status, 303);
  await ask(tenant);
  assert.deepEqual(await links(tenant), [], 'until it is sent again, who the tenants are is open');
  await it.play('resend');
  for (const answer of [await lea.get(), await lea.post('/sign'), await lea.get('/agreement.pdf')]) {
    assert.equal(answer.status, 410);
    assert.match(answer.text, /no longer valid/);
    assert.match(answer.text, /m•••@m•••\.example/);
    assert.ok(!answer.text.includes(tenant));
  }
  const renewed = await lea.post('/renew');
  assert.deepEqual([renewed.status, renewed.location], [303, `${lea.path}?sent`]);
  assert.match((await lea.get('?sent')).text, /A new link is on its way to m•••@m•••\.example/);
  const [mail] = await links(tenant);
  const fresh = await visitLink(service, new URL(mail.links[0]).pathname);
  assert.match((await fresh.get()).text, /Please sign your rental deposit/);
});

test('a link of a replaced tenant reveals nothing about the new one, and sends them nothing', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 'geht@mail.example' });
  const [stays, goes] = [await openTenant(it, it.sent['tenantEmail']), await openTenant(it, 'geht@mail.example')];
  await it.play('edit');
  const path = `/manager/deposits/${it.id}/correct`;
  const clara = await signIn(service, demo.managerEmail);
  const form = readForm((await clara.page(path)).text, path);
  const comes = { tenant2FirstName: 'Nina', tenant2LastName: 'Zbinden', tenant2Email: 'kommt@anderswo.example' };
  assert.equal((await clara.post(path, { ...form, ...comes })).status, 303);
  const during = await goes.get();
  assert.deepEqual([during.status, during.text.includes('Zbinden')], [404, false]);
  await it.play('resend');
  for (const answer of [await goes.get(), await goes.post('/renew'), await goes.post('/sign')]) {
    assert.equal(answer.status, 404);
    assert.doesNotMatch(answer.text, /Zbinden|k•••/);
  }
  assert.deepEqual(await links('kommt@anderswo.example'), []);
  assert.equal((await stays.get()).status, 410);
  // After another edit, the link of the new tenant is outdated like any other.
  const nina = await openTenant(it, 'kommt@anderswo.example');
  await it.play('edit');
  await it.play('resend');
  assert.match((await nina.get()).text, /k•••@a•••\.example/);
});

test('an expired link offers a new one: at most one in five minutes, and earlier ones keep their expiry', async () => {
  const it = await demo.start({ tenantLanguage: 'it' });
  const tenant = it.sent['tenantEmail'];
  const lea = await openTenant(it, tenant);
  assert.equal((await lea.post('/renew')).location, lea.path, 'a good link needs no other');
  assert.deepEqual(await links(tenant), []);
  await advance(service, 'P61D');
  const old = await openTenant(it, tenant, { kind: 'tenant_sign' });
  const { status, text } = await old.get();
  assert.equal(status, 410);
  assert.match(text, /Questo link è scaduto/);
  for (const _ of [1, 2, 3]) assert.equal((await old.post('/renew')).status, 303);
  assert.equal((await links(tenant)).length, 1);
  await advance(service, 'PT6M');
  await old.post('/renew');
  const sent = await links(tenant);
  assert.equal(sent.length, 2);
  for (const {
    links: [link],
  } of sent) {
    assert.equal((await (await visitLink(service, new URL(link).pathname)).get()).status, 200);
  }
  assert.equal((await old.get()).status, 410);
});

test('an unknown link: explained in the browser’s language, the others at the foot', async () => {
  for (const path of ['/t/abc', `/t/${'A'.repeat(54)}`, '/t/abc/slip.svg', '/t/abc/documents/x']) {
    const nobody = await visitLink(service, path);
    const { status, text } = await nobody.get('', { 'accept-language': 'rm, fr-CH;q=0.9, en;q=0.8' });
    assert.equal(status, 404, path);
    assert.match(text, /<html lang="fr">[\s\S]*Ce lien n’est pas valable/);
    for (const language of ['de', 'it', 'en']) assert.match(text, new RegExp(`\\?lang=${language}"`));
    assert.match(text, /action="\/t\/new-link\?lang=fr"/);
  }
  const german = await (await visitLink(service, '/t/abc')).get();
  assert.match(german.text, /Dieser Link ist ungültig/);
  for (const part of ['/sign', '/renew', '/consent']) {
    assert.equal((await (await visitLink(service, '/t/abc')).post(part)).status, 404);
  }
});

test('a new link by address: the same answer to everyone', async () => {
  const it = await demo.start();
  const tenant = String(it.sent['tenantEmail']);
  const known = await ask(tenant.toUpperCase());
  const unknown = await ask('niemand@mail.example');
  assert.deepEqual(known, unknown);
  assert.deepEqual([known.status, known.location], [303, '/t/new-link?lang=fr&sent']);
  assert.match(known.text, /Si nous connaissons cette adresse/);
  assert.equal((await links(tenant)).length, 1);
  assert.deepEqual(await ask(tenant), known);
  assert.equal((await links(tenant)).length, 1, 'at most one in five minutes');
  assert.deepEqual(await links('niemand@mail.example'), []);
  const none = await ask('niemand');
  assert.equal(none.status, 422);
  assert.match(problemAt(none.text, 'email') ?? '', /adresse e-mail valable/);
  assert.match(none.text, /value="niemand"/);
  const page = await fetch(`${service.baseUrl}/t/new-link?lang=en`);
  assert.deepEqual([page.status, /Get a new link/.test(await page.text())], [200, true]);
});

test('a new link by address: for what was sent, and for the five newest at most', async () => {
  const email = 'viele@mail.example';
  const waiting = await stage(service);
  await waiting.start({ tenantEmail: email });
  await ask(email);
  assert.deepEqual(await links(email), [], 'what no tenant knows of yet stays unknown');
  for (let n = 0; n < 3; n++) {
    // One address for both tenants of each.
    await demo.start({ tenantEmail: email, ...naturalTenant('tenant2'), tenant2Email: email });
  }
  await ask(email);
  assert.equal((await links(email)).length, 5);
});
