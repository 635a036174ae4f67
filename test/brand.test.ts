import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { depono, settingsOf } from './support/depono.ts';
import { signIn, tokenIn, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { readPdf } from './support/pdf.ts';
import { png } from './support/png.ts';
import { stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
});
after(() => service.stop());

const LOGO = png(200, 60, (x) => [20, x % 255, 120, x < 100 ? 0 : 255]);
const base64 = LOGO.toString('base64');

const organization = (id: string, brand: object) => service.operator('PATCH', `/organizations/${id}`, { brand });
const settings = (changes: object) => service.operator('PATCH', '/settings', changes);
const back = { name: null, logo: null, colour: null, senderName: null, replyTo: null, footer: null };

describe('pages.md 28: what is refused', () => {
  for (const [what, brand, field] of [
    ['a colour that is too light for white text', { colour: '#7fbfff' }, 'brand.colour'],
    ['no colour', { colour: 'teal' }, 'brand.colour'],
    ['a file that is no picture', { logo: Buffer.from('<svg onload="alert(1)"/>').toString('base64') }, 'brand.logo'],
    ['a damaged picture', { logo: LOGO.subarray(0, 70).toString('base64') }, 'brand.logo'],
    ['a picture with too many pixels', { logo: png(1_200, 10, () => [0, 0, 0, 255]).toString('base64') }, 'brand.logo'],
    ['no base64', { logo: '*' }, 'brand.logo'],
    ['a malformed address', { replyTo: 'nobody' }, 'brand.replyTo'],
    ['a line break in the name of the sender', { senderName: 'A\r\nBcc: evil@evil.example' }, 'brand.senderName'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'brand.name'],
    ['an unknown field', { font: 'Comic Sans' }, 'brand'],
  ] as const) {
    test(`${what}, with a sentence`, async () => {
      for (const call of [settings({ brand }), organization((await stage(service)).organizationId, brand)]) {
        const { status, body } = await call;
        assert.equal(status, 422, JSON.stringify(body));
        assert.ok(body.problems[0].field.startsWith(field), JSON.stringify(body.problems));
        assert.ok(body.problems[0].message.length > 10);
      }
    });
  }
});

/** The mails to tenants, newest first. */
async function mailsTo(email: string): Promise<any[]> {
  return (await service.sandbox('GET', `/mailbox?to=${encodeURIComponent(email)}`)).body.mails;
}

test('pages.md 28: an organization has its brand on pages, mails and documents; a sub-organization inherits it', async () => {
  const partner = await stage(service);
  const id = partner.organizationId;
  const parent = await service.operator('POST', '/organizations', {
    name: 'Gruppe AG',
    language: 'de',
    emailDomain: 'gruppe.example',
    address: { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich' },
  });
  assert.equal(parent.status, 201);
  const parentId = parent.body.id as string;
  const brand = { name: 'Haus & Hof', colour: '#7A1F4B', footer: 'Ein Unternehmen der Gruppe AG', logo: base64 };
  const changed = await organization(parentId, brand);
  assert.equal(changed.status, 200, changed.text);
  const { logo } = changed.body.brand;
  assert.deepEqual({ ...changed.body.brand, logo: 0 }, { ...back, ...brand, colour: '#7a1f4b', logo: 0 });
  assert.deepEqual([logo.type, logo.width, logo.height], ['image/png', 200, 60]);
  assert.equal((await service.operator('PATCH', `/organizations/${id}`, { parentId })).status, 200);

  // The picture and the colour come from our own address.
  const picture = await fetch(`${service.address}${logo.path}`);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.match(picture.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(picture.headers.get('x-content-type-options'), 'nosniff');
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), LOGO);
  const style = await (await fetch(`${service.address}/brand/colour/7a1f4b.css`)).text();
  assert.match(style, /--brand:#7a1f4b/);
  assert.match(style, /prefers-color-scheme: dark/);
  for (const path of ['/brand/colour/7fbfff.css', '/brand/colour/x.css', `/brand/logo/${'0'.repeat(64)}.png`]) {
    assert.equal((await fetch(`${service.address}${path}`)).status, 404, path);
  }

  const chief = await signIn(service, partner.managerEmail);
  const { text } = await chief.page('/manager/deposits');
  assert.ok(text.includes(`src="${logo.path}"`));
  assert.ok(text.includes('alt="Haus &amp; Hof"'));
  assert.ok(text.includes('/brand/colour/7a1f4b.css'));
  assert.ok(text.includes('Ein Unternehmen der Gruppe AG'));
  assert.match(text, /<title>[^<]* · Haus &amp; Hof<\/title>/);
});

test('pages.md 28: mails and documents of a deposit; a document keeps the brand of its moment', async () => {
  const partner = await stage(service);
  const id = partner.organizationId;
  const replyTo = 'empfang@haus.example';
  assert.equal(
    (await organization(id, { name: 'Haus & Hof', senderName: 'Haus & Hof', replyTo, footer: 'Seit 1901' })).status,
    200,
  );
  const it = await partner.start();
  await it.play('manager-signs');
  const [mail] = await mailsTo(String(it.sent['tenantEmail']));
  assert.match(mail.text, /-- \n[\s\S]*Haus & Hof\nSeit 1901\n$/);
  assert.doesNotMatch(mail.text, /via Depono/);
  const link = new URL(mail.links[0]).pathname;
  const page = await (await fetch(`${service.address}${link}`)).text();
  assert.match(page, /<span class="brand">Haus &amp; Hof<\/span>/);
  const before = await draft(link);
  assert.ok(before.includes('Haus & Hof'));
  assert.ok(before.includes('Seit 1901'));
  await it.play('tenant-signs');
  await it.play('account-opened');
  await organization(id, back);
  const now = await (await fetch(`${service.address}${link}`)).text();
  assert.match(now, /Depono/);
  // The slip was made before, the page shows one of now.
  const [stored] = [...now.matchAll(new RegExp(`href="(${link}/documents/[0-9a-f-]+)`, 'g'))].map((found) => found[1]);
  const pdf = await fetch(`${service.address}${stored}`);
  assert.equal(pdf.status, 200);
  assert.ok((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).text.includes('Haus & Hof'));
});

async function draft(link: string): Promise<string> {
  const answer = await fetch(`${service.address}${link}/agreement.pdf`);
  assert.equal(answer.status, 200);
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text;
}

test('pages.md 28: the operator’s brand is on everything public, and its name in our texts', async () => {
  const imprint = { name: 'Kaution Plus AG', address: 'Weg 1\n8000 Zürich', phone: '+41 44 123 45 67' };
  const changed = await settings({ brand: { name: 'Kaution Plus', colour: '#14507a' }, imprint });
  assert.equal(changed.status, 200, changed.text);
  try {
    const signInPage = await (await fetch(`${service.address}/manager/sign-in?lang=de`)).text();
    assert.ok(signInPage.includes('Kaution Plus'));
    assert.ok(!signInPage.includes('Depono'));
    assert.ok(signInPage.includes('/brand/colour/14507a.css'));
    assert.ok(signInPage.includes('href="tel:+41441234567"'));
    const missing = await fetch(`${service.address}/nowhere`, { headers: { accept: 'text/html' } });
    assert.ok((await missing.text()).includes('Kaution Plus'));
    const partner = await stage(service);
    const chief = await signIn(service, partner.managerEmail);
    const [mail] = await mailsTo(partner.managerEmail);
    assert.match(mail.text, /Kaution Plus/);
    assert.doesNotMatch(mail.text, /Depono/);
    assert.ok((await chief.page('/manager/deposits')).text.includes('Kaution Plus'));
  } finally {
    await settings({ brand: back, imprint: { name: null, address: null, phone: null } });
  }
  assert.ok((await (await fetch(`${service.address}/manager/sign-in`)).text()).includes('Depono'));
});

async function upload(
  browser: ManagerBrowser,
  path: string,
  fields: Record<string, string>,
  logo: Buffer | null,
): Promise<{ status: number; location: string | null; text: string }> {
  const form = new FormData();
  form.set('token', tokenIn((await browser.page(path)).text) ?? '');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (logo !== null) form.set('logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  return browser.send(path, { method: 'POST', body: form });
}

const FIELDS = { name: 'Haus & Hof', colour: '#14507a', senderName: '', replyTo: '', footer: '' };

test('pages.md 28: administrators set it on their page; a member cannot, nor another organization', async () => {
  const partner = await stage(service);
  const path = `/manager/organization/${partner.organizationId}/brand`;
  const chief = await signIn(service, partner.managerEmail);
  const saved = await upload(chief, path, FIELDS, LOGO);
  assert.equal(saved.status, 303, saved.text);
  const page = (await chief.page(saved.location ?? '')).text;
  assert.match(page, /Der Auftritt ist gespeichert/);
  assert.match(page, /\/brand\/logo\/[0-9a-f]{64}\.png/);
  const refused = await upload(chief, path, { ...FIELDS, colour: '#ffee00' }, null);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /zu hell/);
  const noPicture = await upload(chief, path, FIELDS, Buffer.from('GIF89a'));
  assert.equal(noPicture.status, 422);
  assert.match(noPicture.text, /kein Bild/);
  const removed = await upload(chief, path, { ...FIELDS, removeLogo: 'yes', colour: '' }, null);
  assert.equal(removed.status, 303);
  const { brand } = (await service.operator('GET', `/organizations/${partner.organizationId}`)).body;
  assert.deepEqual(brand, { ...back, name: 'Haus & Hof' });
  const other = await signIn(service, (await stage(service)).managerEmail);
  assert.equal((await other.get(path)).status, 404);
});

test('pages.md 28: the console sets both, and notes it', async () => {
  const desk = await signInOperator(service);
  const saved = await upload(desk, '/operator/settings', { ...FIELDS, 'imprint-phone': '+41 44 000 00 00' }, LOGO);
  assert.equal(saved.status, 303, saved.text);
  assert.match((await desk.page(saved.location ?? '')).text, /Saved\./);
  const bad = await upload(desk, '/operator/settings', { ...FIELDS, 'imprint-email': 'x' }, null);
  assert.equal(bad.status, 422);
  const { id } = (await service.operator('GET', '/organizations')).body.organizations[0] ?? (await stage(service));
  const own = await upload(desk, `/operator/organizations/${id}/brand`, { ...FIELDS, name: 'Eigen' }, null);
  assert.equal(own.status, 303, own.text);
  const log = (await service.operator('GET', '/audit')).body.entries as any[];
  assert.ok(log.some(({ action }) => action === 'service_settings.change'));
  assert.ok(!JSON.stringify(log).includes(base64.slice(0, 60)));
  await settings({ brand: back, imprint: { phone: null } });
});

test('pages.md 28: the command line sets both; a file that is no picture is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-brand-'));
  try {
    const [good, bad] = [join(folder, 'logo.png'), join(folder, 'logo.gif')];
    writeFileSync(good, LOGO);
    writeFileSync(bad, 'GIF89a');
    const env = settingsOf(service);
    const changed = await depono(env, 'settings', 'change', 'brand.name=42', 'imprint.phone=+41 44 1', '--logo', good);
    assert.equal(changed.code, 0, changed.errors);
    assert.match(changed.output, /brand\.name/);
    const shown = JSON.parse((await depono(env, 'settings', 'show', '--json')).output);
    assert.deepEqual([shown.brand.name, shown.imprint.phone, shown.brand.logo.width], ['42', '+41 44 1', 200]);
    const refused = await depono(env, 'settings', 'change', '--logo', bad);
    assert.equal(refused.code === 0, false);
    assert.match(refused.errors, /not a PNG or JPEG/);
    const light = await depono(env, 'settings', 'change', 'brand.colour=#ffee00');
    assert.match(light.errors, /too light/);
    const { organizationId } = await stage(service);
    const own = await depono(env, 'org', 'change', organizationId, 'brand.footer=Seit 1901', '--logo', good);
    assert.equal(own.code, 0, own.errors);
    assert.match((await depono(env, 'org', 'show', organizationId)).output, /Seit 1901/);
    await depono(env, 'settings', 'change', 'brand.name=', 'imprint.phone=', '--logo', 'none');
    const reset = JSON.parse((await depono(env, 'settings', 'show', '--json')).output);
    assert.deepEqual(reset.brand, back);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
