import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn, tokenIn, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { created } from './support/partner.ts';
import { companyPayload, payload } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(async () => {
  await verified(service);
  await service.stop();
});

/** An organization with its default manager signed in. */
async function office(settings: Record<string, unknown> = {}): Promise<{ on: Stage; clara: ManagerBrowser }> {
  const on = await stage(service, { language: 'en', ...settings });
  const members = (await service.operator('GET', `/organizations/${on.organizationId}/members`)).body.members;
  await service.operator('PATCH', `/organizations/${on.organizationId}/members/${members[0].id}`, { language: 'en' });
  return { on, clara: await signIn(service, on.managerEmail) };
}

const pathOf = (it: Play): string => `/manager/deposits/${it.id}`;

/** The hidden fields of the form that leads to an address. */
function hiddenIn({ text }: ManagerAnswer, action: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
  return Object.fromEntries(
    [...form.matchAll(/name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

test('check and sign: the terms shown are signed, with person, time and origin', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  const page = await clara.page(pathOf(it));
  for (const shown of [it.contractId, 'Lea Brunner', 'Seestrasse 12a', '3’560.00', '04.03.1990', 'Erika Besitzerin']) {
    assert.ok(page.text.includes(shown), shown);
  }
  const done = await clara.submit(`${pathOf(it)}/sign`, hiddenIn(page, `${pathOf(it)}/sign`));
  assert.match(done.text, /Signed and sent to the tenants/);
  const record = await it.record();
  assert.equal(record.step, 'awaiting_tenant_signatures');
  const entry = record.history.find(({ event }: any) => event === 'manager_signed');
  assert.deepEqual([entry.detail.email, entry.detail.name], [on.managerEmail, 'Clara Chefin']);
  assert.match(entry.detail.from, /127\.0\.0\.1|::1/);
  assert.deepEqual(await it.kinds(String(it.sent['tenantEmail'])), ['tenant_sign']);
});

test('a deposit that changed after it was shown is not signed', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  const page = await clara.page(pathOf(it));
  const fields = hiddenIn(page, `${pathOf(it)}/sign`);
  const form = hiddenIn(await clara.page(`${pathOf(it)}/correct`), `${pathOf(it)}/correct`);
  await clara.submit(`${pathOf(it)}/correct`, {
    ...form,
    ...(it.sent as Record<string, string>),
    rentalDeposit: '4000',
  });
  const refused = await clara.post(`${pathOf(it)}/sign`, fields);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /has changed since you opened this page/);
  assert.equal((await it.record()).step, 'awaiting_manager_signature');
});

test('a colleague signs: the signature is the colleague’s', async () => {
  const { on } = await office();
  const email = `luc@${on.domain}`;
  await created(
    service.operator('POST', `/organizations/${on.organizationId}/members`, {
      email,
      firstName: 'Luc',
      lastName: 'Favre',
      language: 'fr',
    }),
  );
  const luc = await signIn(service, email);
  const it = await on.start();
  const page = await luc.page(pathOf(it));
  assert.match(page.text, /<html lang="fr">/);
  await luc.submit(`${pathOf(it)}/sign`, hiddenIn(page, `${pathOf(it)}/sign`));
  const entry = (await it.record()).history.find(({ event }: any) => event === 'manager_signed');
  assert.equal(entry.detail.email, email);
});

test('edit, correct and send again: signatures start over', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  await reach('tenants', it);
  const confirm = await clara.page(`${pathOf(it)}/edit`);
  assert.match(confirm.text, /no longer count/);
  assert.match((await clara.submit(`${pathOf(it)}/edit`)).text, /You can change the data now/);
  assert.equal((await it.record()).state, 'draft_editing');
  const path = `${pathOf(it)}/correct`;
  const form = await clara.page(path);
  await clara.submit(path, {
    ...hiddenIn(form, path),
    ...(it.sent as Record<string, string>),
    rentalDeposit: '2000.02',
  });
  const page = await clara.page(pathOf(it));
  assert.match(page.text, /Rounded to 0\.05/);
  await clara.submit(`${pathOf(it)}/resend`, hiddenIn(page, `${pathOf(it)}/resend`));
  const record = await it.record();
  assert.deepEqual(
    [record.step, record.rentalDeposit, record.tenants[0].signedAt],
    ['awaiting_tenant_signatures', 2000, null],
  );
});

test('withdraw: confirmed, done once, and then no actions are left', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  await clara.page(`${pathOf(it)}/withdraw`);
  const page = await clara.submit(`${pathOf(it)}/withdraw`);
  assert.match(page.text, /The deposit is cancelled/);
  assert.match(page.text, /nothing more to do here/);
  assert.equal((await clara.post(`${pathOf(it)}/withdraw`)).status, 409);
  assert.equal((await clara.get(`${pathOf(it)}/withdraw`)).status, 404);
});

test('propose a split, answer a counter-proposal: only the one that was shown', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  await reach('open', it);
  const wrong = await clara.post(`${pathOf(it)}/close`, { amountLandlord: '9999', tenancyEnd: '2027-13-01' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /At most the amount[\s\S]*valid date/);
  assert.ok(wrong.text.includes('value="9999"'), 'what was typed is kept');
  await clara.submit(`${pathOf(it)}/close`, {
    amountLandlord: '560.50',
    tenancyEnd: '2027-03-31',
    reason: 'Parkett <b>',
    confirmed: 'yes',
  });
  const [mail] = await it.mails(String(it.sent['tenantEmail']), 'closing_consent');
  assert.match(mail.text, /560\.50[\s\S]*/);
  const own = { proposals: '1', confirmed: 'yes' };
  assert.equal((await clara.post(`${pathOf(it)}/consent`, own)).status, 409, 'their own');
  await it.play('counter', { by: 'tenant', amountLandlord: 100 });
  const page = await clara.page(pathOf(it));
  assert.match(page.text, /Proposed by the tenants/);
  const shown = await clara.page(`${pathOf(it)}/consent`);
  await it.play('counter', { by: 'tenant', amountLandlord: 50 });
  const old = await clara.post(`${pathOf(it)}/consent`, hiddenIn(shown, `${pathOf(it)}/consent`));
  assert.equal(old.status, 409);
  const unseen = await clara.post(`${pathOf(it)}/consent`, { proposals: '3' });
  assert.deepEqual([unseen.status, unseen.location], [303, `${pathOf(it)}/consent`], 'one click shows it first');
  const now = await clara.page(`${pathOf(it)}/consent`);
  assert.match(now.text, /CHF[\s\S]*50\.00[\s\S]*final/);
  await clara.submit(`${pathOf(it)}/consent`, hiddenIn(now, `${pathOf(it)}/consent`));
  const { closing, state } = await it.record();
  assert.deepEqual([state, closing.release.ground, closing.release.amountLandlord], ['closing', 'consent', 50]);
});

test('1 the manager confirms or disputes the end, uploads proof of a claim, and replaces the own proposal', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  await reach('open', it);
  await it.play('start-closing', { by: 'tenant', tenancyEnd: '2027-05-31' });
  assert.match((await clara.page(pathOf(it))).text, /31\.05\.2027/);
  const same = await clara.post(`${pathOf(it)}/dispute-end`, { day: '2027-05-31' });
  assert.equal(same.status, 422);
  assert.match(same.text, /Name another day than the tenants/);
  await clara.submit(`${pathOf(it)}/dispute-end`, { day: '2027-06-30', reason: 'keys on 30 June' });
  assert.equal((await it.record()).closing.end.state, 'disputed');
  assert.equal((await clara.post(`${pathOf(it)}/confirm-end`)).status, 409);
  const token = tokenIn((await clara.page(`${pathOf(it)}/claim`)).text) ?? '';
  const upload = async (content: string): Promise<ManagerAnswer> => {
    const form = new FormData();
    form.set('token', token);
    form.set('proof', new Blob([content]), 'Klage.pdf');
    const body = new Response(form);
    const headers = { 'content-type': body.headers.get('content-type') ?? '' };
    return clara.send(`${pathOf(it)}/claim`, { method: 'POST', body: Buffer.from(await body.arrayBuffer()), headers });
  };
  assert.match((await upload('<html>')).text, /neither PDF nor JPEG nor PNG/);
  assert.equal((await upload('%PDF-1.7 Klage')).status, 303);
  const { claim } = (await it.record()).closing;
  assert.deepEqual([claim.state, claim.name], ['waiting', 'Klage.pdf']);
  await it.play('counter', { by: 'manager', amountLandlord: 10 });
  assert.match((await clara.page(pathOf(it))).text, /Change your own proposal/);
});

test('a counter-proposal of the manager, and a reminder at most once an hour', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  await reach('open', it);
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  const page = await clara.page(`${pathOf(it)}/counter`);
  const form = hiddenIn(page, `${pathOf(it)}/counter`);
  assert.match(page.text, /name="amountLandlord"[^>]*value=""/, 'the form starts empty');
  const review = await clara.post(`${pathOf(it)}/counter`, { ...form, amountLandlord: '200' });
  assert.match(review.text, /200\.00[\s\S]*•••• 8009/);
  await clara.submit(`${pathOf(it)}/counter`, hiddenIn(review, `${pathOf(it)}/counter`));
  const to = String(it.sent['tenantEmail']);
  assert.equal((await it.mails(to, 'closing_consent')).length, 1);
  const clicks = await Promise.all([1, 2, 3].map(() => clara.post(`${pathOf(it)}/remind`)));
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [303, 409, 409]);
  assert.match((await clara.post(`${pathOf(it)}/remind`)).text, /Reminded a short while ago/);
  assert.equal((await it.mails(to, 'closing_consent')).length, 2);
  const entry = (await it.record()).history.at(-1);
  assert.deepEqual([entry.actor, entry.event], ['manager', 'asked_again']);
});

test('sign many at once: reviewed, each on its own, and changed ones are named', async () => {
  const { on, clara } = await office();
  const deposits = [await on.start(), await on.start(), await on.start()];
  const [first, second, third] = deposits as [Play, Play, Play];
  const review = await clara.post('/manager/sign-many', { id: deposits.map(({ id }) => id) });
  assert.equal(review.status, 200);
  assert.match(review.text, /check these 3 deposits[\s\S]*10’680\.00/);
  const sign = [...review.text.matchAll(/name="sign" value="([^"]+)"/g)].map(([, value]) => value as string);
  assert.equal(sign.length, 3);
  await second.play('withdraw');
  const done = await clara.post('/manager/sign-many/confirm', { sign });
  assert.match(done.text, /2 deposits signed[\s\S]*One was not signed/);
  assert.equal((await first.record()).step, 'awaiting_tenant_signatures');
  assert.equal((await third.record()).step, 'awaiting_tenant_signatures');
  const again = await clara.post('/manager/sign-many', { id: deposits.map(({ id }) => id) });
  assert.match(again.text, /no longer wait for a signature/);
  assert.equal((await clara.post('/manager/sign-many', {})).status, 422);
});

test('the list: action needed first, search, counts, tabs, and a CSV with the same rows', async () => {
  const { on, clara } = await office();
  const waiting = await on.start({ tenantLastName: 'Müller', street: 'Rosengasse' });
  const gone = await on.start({ tenantLastName: 'Bernasconi' });
  await reach('open', gone);
  const all = await clara.page('/manager/deposits');
  assert.ok(all.text.indexOf(waiting.contractId) < all.text.indexOf(gone.contractId));
  assert.match(all.text, /To do\s*<span class="count">1</);
  for (const words of ['mueller', 'rosen', waiting.contractId.slice(0, 5)]) {
    const found = await clara.page(`/manager/deposits?q=${encodeURIComponent(words)}`);
    assert.ok(found.text.includes(waiting.contractId), words);
  }
  const open = await clara.page('/manager/deposits?state=open');
  assert.ok(open.text.includes(gone.contractId) && !open.text.includes(waiting.contractId));
  const none = await clara.page('/manager/deposits?q=nothinglikethis');
  assert.match(none.text, /Nothing found/);
  const csv = await clara.get('/manager/deposits.csv?state=open');
  assert.match(csv.headers.get('content-type') ?? '', /text\/csv/);
  assert.ok(csv.text.includes(gone.contractId) && !csv.text.includes(waiting.contractId));
});

test('my own tasks come before a colleague’s', async () => {
  const { on, clara } = await office();
  const email = `luc@${on.domain}`;
  const person = { email, firstName: 'Luc', lastName: 'Favre', language: 'en' };
  await created(service.operator('POST', `/organizations/${on.organizationId}/members`, person));
  const hers = await on.start();
  const his = await on.start({ propertyManagerEmail: email });
  const { text } = await clara.page('/manager/deposits');
  assert.ok(text.indexOf(hers.contractId) < text.indexOf(his.contractId), 'though his is newer');
  assert.match(text, /Waits for you[\s\S]*Waits for Luc Favre/);
  assert.match(text, /For me\s*<span class="count">1<[\s\S]*To do\s*<span class="count">2</);
  assert.equal(text.split(`>${hers.contractId}<`).length, 2, 'once');
});

test('problems are shown: the bank’s refusal, and differences to the register', async () => {
  const { on, clara } = await office();
  const it = await on.start({}, companyPayload);
  await reach('tenants', it);
  await it.operator('refused', { reason: 'Ausweis <i>fehlt</i>' });
  const page = await clara.page(pathOf(it));
  assert.match(page.text, /The bank has refused[\s\S]*Ausweis &lt;i&gt;fehlt/);
  const problems = await clara.page('/manager/deposits?show=problems');
  assert.ok(problems.text.includes(it.contractId));
});

test('documents: of this deposit, only for its members', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  const record = await reach('open', it);
  const { id } = record.documents.find(({ kind }: any) => kind === 'pay_in');
  const pdf = await clara.get(`${pathOf(it)}/documents/${id}`);
  assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
  const other = await on.start();
  assert.equal((await clara.get(`${pathOf(other)}/documents/${id}`)).status, 404);
  const { clara: stranger } = await office();
  assert.equal((await stranger.get(`${pathOf(it)}/documents/${id}`)).status, 404);
});

test('another organization’s deposit is not found, for reading or acting', async () => {
  const { on } = await office();
  const { clara: stranger } = await office();
  const it = await on.start();
  const paths = ['', '/edit', '/withdraw', '/correct'].map((path) => pathOf(it) + path);
  for (const path of paths) assert.equal((await stranger.get(path)).status, 404, path);
  for (const what of ['sign', 'edit', 'resend', 'withdraw', 'close', 'counter', 'consent', 'remind', 'correct']) {
    const fields = { amountLandlord: '0', tenancyEnd: '2027-01-01', seen: 'x' };
    assert.equal((await stranger.post(`${pathOf(it)}/${what}`, fields)).status, 404, what);
  }
  const review = await stranger.post('/manager/sign-many', { id: it.id });
  assert.ok(!review.text.includes(it.contractId));
  assert.ok(!(await stranger.page(`/manager/deposits?q=${it.contractId}`)).text.includes(`>${it.contractId}<`));
  assert.equal((await it.record()).history.length, 1);
});

test('a member of a sub-organization sees what they are responsible for, the parent sees all', async () => {
  const { on, clara } = await office();
  const sub = await created(
    service.operator('POST', '/organizations', {
      name: 'Filiale',
      language: 'en',
      emailDomain: on.domain,
      address: { street: 'S', streetNumber: '1', zip: '3000', city: 'Bern' },
      parentId: on.organizationId,
    }),
  );
  const email = `bea@${on.domain}`;
  const person = { email, firstName: 'Bea', lastName: 'Bern', language: 'en', defaultPropertyManager: true };
  await created(service.operator('POST', `/organizations/${sub.id}/members`, person));
  const bea = await signIn(service, email);
  const hers = await on.start({ propertyManagerEmail: email });
  const other = await on.start();
  const list = await bea.page('/manager/deposits');
  assert.ok(list.text.includes(hers.contractId) && !list.text.includes(other.contractId));
  assert.equal((await bea.get(pathOf(other))).status, 404);
  const form = await bea.page(`${pathOf(hers)}/correct`);
  assert.ok(form.text.includes(email));
  assert.ok(!form.text.includes(on.managerEmail), 'who is in the organization above is none of her business');
  const page = await bea.page(pathOf(hers));
  await bea.submit(`${pathOf(hers)}/sign`, hiddenIn(page, `${pathOf(hers)}/sign`));
  assert.equal((await hers.record()).step, 'awaiting_tenant_signatures');
  assert.ok((await clara.page('/manager/deposits')).text.includes(hers.contractId));
});

test('a tenant’s closing shows when it would be ordered automatically', async () => {
  const { on, clara } = await office();
  const it = await on.start();
  await reach('open', it);
  await it.play('start-closing', { by: 'tenant', tenancyEnd: '2026-11-30' });
  const { text: shown } = await clara.page(pathOf(it));
  assert.match(shown, /01\.12\.2027<\/time>\s*Without an agreement, the payout is ordered automatically/);
  await advance(service, 'PT1S');
});

test('markup from a partner is text on every page', async () => {
  const { on, clara } = await office();
  const evil = '<script>alert(1)</script>"\'><img src=x>';
  const it = await on.start(
    { tenantLastName: evil, street: evil, ownerName: evil, city: evil, propertyId: evil },
    payload,
  );
  for (const path of ['/manager/deposits', pathOf(it), `${pathOf(it)}/withdraw`, `${pathOf(it)}/correct`]) {
    const { text } = await clara.page(path);
    assert.ok(!text.includes('<script>alert') && !text.includes('<img src=x'), path);
    assert.ok(text.includes('&lt;script&gt;alert(1)'), path);
  }
});
