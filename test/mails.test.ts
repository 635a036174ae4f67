import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { RETRY_AFTER_SECONDS } from '../src/jobs/effect-runner.ts';
import { created, setUpPartner } from './support/partner.ts';
import { newBrowser, signIn } from './support/manager.ts';
import { naturalTenant, payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

let service: Service;
let letterbox: Letterbox;

before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { SMTP_URL: letterbox.url, MAIL_FROM: 'Depono <deposits@depono.example>' } });
});
after(async () => {
  await service.stop();
  await letterbox.close();
});

const WORDS = {
  de: ['Neue Mietkaution zur Prüfung', 'Mietkaution nicht importiert', 'Ihre Mietkaution für'],
  fr: ['Nouvelle garantie de loyer à vérifier', 'Garantie de loyer non importée', 'Votre garantie de loyer pour'],
  it: [
    'Nuovo deposito di garanzia da verificare',
    'Deposito di garanzia non importato',
    'Il suo deposito di garanzia per',
  ],
  en: ['New rental deposit to check', 'Rental deposit not imported', 'Your rental deposit for'],
};

for (const [language, [imported, error]] of Object.entries(WORDS)) {
  test(`6 imported and import error over SMTP in ${language}, text and HTML, the assistant in copy`, async () => {
    const partner = await setUpPartner(service);
    const email = `manager-${language}@${partner.domain}`;
    const person = { email, firstName: 'Zoë', lastName: 'Müller <x>', language };
    await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, person));
    const people = {
      propertyManagerEmail: email,
      assistentEmail: `assist-${language}@mail.example`,
      assistentLastName: 'Ass',
    };
    const good = payload({ ...people, tenantLastName: 'Łukasiewicz & <b>Söhne</b>' });
    const bad = payload({ ...people, zip: 'x', city: '' });
    await partner.open(good);
    await partner.open(bad);
    await partner.mails();
    const got = letterbox.mails.filter(({ envelope }) => envelope.includes(email));
    assert.equal(got.length, 2);
    for (const { envelope, email: mail, raw } of got) {
      assert.deepEqual(envelope, [email, `assist-${language}@mail.example`]);
      assert.equal(mail.from?.address, 'deposits@depono.example');
      assert.equal(mail.to?.[0]?.name, 'Zoë Müller <x>');
      assert.match(raw, new RegExp(`^Content-Language: ${language}`, 'mi'));
      assert.ok(mail.text && mail.html);
      assert.doesNotMatch(mail.html, /<b>|<x>/, 'what people send is escaped');
      assert.match(mail.html, new RegExp(`lang="${language}"`));
    }
    const subjects = got.map(({ email: mail }) => mail.subject ?? '');
    assert.ok(
      subjects.some((subject) => subject.startsWith(imported as string)),
      String(subjects),
    );
    const refusal = got.find(({ email: mail }) => mail.subject?.startsWith(error as string));
    assert.match(refusal?.email.text ?? '', /\(zip\)[\s\S]*\(city\)/);
  });
}

test('1 pre-signed: the tenants get it at once, each with their own link, and the manager gets a mail', async () => {
  const partner = await setUpPartner(service, { preSigned: true });
  const sent = payload({ ...naturalTenant('tenant2'), tenant2Email: 'zweite@mail.example', tenantLanguage: 'fr' });
  await partner.open(sent);
  assert.deepEqual(
    (await partner.mails(partner.managerEmail)).map(({ kind }) => kind),
    ['deposit_sent'],
  );
  const record = await partner.record(sent['externalContractId']);
  assert.equal(record.step, 'awaiting_tenant_signatures');
  assert.deepEqual(
    record.history.map(({ event }: { event: string }) => event),
    ['opened', 'signed_for_manager', 'sent_to_tenants'],
  );
  const links = [];
  for (const to of ['lea@mail.example', 'zweite@mail.example']) {
    const [mail] = await partner.mails(to);
    assert.deepEqual([mail.kind, mail.language, mail.cc], ['tenant_sign', 'fr', []]);
    links.push(...mail.links);
  }
  assert.equal(new Set(links).size, 2);
  for (const link of links) {
    const { status, text } = await service.call('GET', new URL(link).pathname);
    assert.equal(status, 200);
    assert.match(text, /lang="fr"[\s\S]*Votre garantie de loyer[\s\S]*En attente de la signature des locataires/);
  }
  assert.equal((await service.call('GET', `${new URL(links[0]).pathname}x`)).status, 404);
  await service.sandbox('POST', '/clock', { advance: 'P61D' });
  assert.equal((await service.call('GET', new URL(links[0]).pathname)).status, 410, 'links expire');
});

test('1 send delay: no mail before it is over, then all', async () => {
  const partner = await setUpPartner(service, { preSigned: true, sendDelayMinutes: 90 });
  const sent = payload({ tenantEmail: 'warten@mail.example' });
  await partner.open(sent);
  assert.equal((await partner.record(sent['externalContractId'])).step, 'awaiting_send');
  await service.sandbox('POST', '/clock', { advance: 'PT89M' });
  assert.deepEqual(await partner.mails('warten@mail.example'), []);
  assert.deepEqual(await partner.mails(partner.managerEmail), []);
  await service.sandbox('POST', '/clock', { advance: 'PT1M' });
  const record = await partner.record(sent['externalContractId']);
  assert.equal(record.step, 'awaiting_tenant_signatures');
  const [tenant] = await partner.mails('warten@mail.example');
  const [manager] = await partner.mails(partner.managerEmail);
  assert.deepEqual([tenant.kind, manager.kind], ['tenant_sign', 'deposit_sent']);
  const minutes = (new Date(manager.at).getTime() - new Date(record.createdAt).getTime()) / 60_000;
  assert.ok(minutes >= 90 && minutes < 91, 'it was sent when it fell due');
});

test('6 links of managers lead to the deposit after sign-in, and show nothing before', async () => {
  const partner = await setUpPartner(service);
  const named = { propertyManagerFirstName: 'Nora', propertyManagerLastName: 'Neu' };
  const email = `neu@${partner.domain}`;
  await partner.open(payload({ propertyManagerEmail: email, ...named }));
  await partner.open(payload({ zip: 'x' }));
  const mails = [...(await partner.mails(email)), ...(await partner.mails(partner.managerEmail))];
  assert.deepEqual(mails.map(({ kind }) => kind).sort(), ['deposit_imported', 'import_error', 'invitation']);
  const stranger = newBrowser(service);
  const member = await signIn(service, email);
  for (const { links, kind } of mails) {
    const { pathname } = new URL(links[0]);
    const { status, location, text } = await stranger.get(pathname);
    assert.deepEqual([status, location?.startsWith('/manager/sign-in?next=')], [303, true], kind);
    assert.doesNotMatch(text, /Brunner|lea@mail/);
    const page = await member.get(pathname);
    if (kind === 'invitation') assert.deepEqual([page.status, page.location], [303, '/manager/start']);
    else assert.equal(page.status, 200, kind);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
});

test('8 the import-error mail: once in 24 hours per contract id, however many calls race', async () => {
  const partner = await setUpPartner(service);
  const errors = async () =>
    (await partner.mails(partner.managerEmail)).filter(({ kind }) => kind === 'import_error').length;
  const bad = payload({ externalContractId: 'x'.repeat(200) });
  const sameCut = { ...bad, externalContractId: `${'x'.repeat(128)}${'y'.repeat(20)}` };
  await Promise.all(Array.from({ length: 10 }, (_, n) => partner.open(n % 2 ? bad : sameCut)));
  assert.equal(await errors(), 1);
  await service.sandbox('POST', '/clock', { advance: 'PT23H59M' });
  await partner.open(bad);
  assert.equal(await errors(), 1);
  await service.sandbox('POST', '/clock', { advance: 'PT1M' });
  await Promise.all([partner.open(bad), partner.open(bad)]);
  assert.equal(await errors(), 2);
  await partner.open(payload({ zip: '' }));
  assert.equal(await errors(), 3, 'another contract has its own');
});

test('6 a mail that is not accepted is retried, with growing waits', async () => {
  const partner = await setUpPartner(service);
  letterbox.refuse(2);
  await partner.open(payload());
  const state = async () => (await partner.mails(partner.managerEmail))[0].state;
  assert.equal(await state(), 'waiting');
  await service.sandbox('POST', '/clock', { advance: 'PT1M' });
  assert.equal(await state(), 'waiting');
  await service.sandbox('POST', '/clock', { advance: 'PT5M' });
  assert.equal(await state(), 'done');
  assert.equal(letterbox.mails.filter(({ envelope }) => envelope.includes(partner.managerEmail)).length, 1);
});

test('6 a mail that finally fails is kept, with the reason', async () => {
  const partner = await setUpPartner(service);
  letterbox.refuse(1000);
  await partner.open(payload());
  await service.sandbox('POST', '/clock', { advance: 'P2D' });
  letterbox.refuse(0);
  assert.equal((await partner.mails(partner.managerEmail))[0].state, 'failed');
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const { rows } = await sql.query(
    `select attempts, last_error, content is not null as kept from effects where state = 'failed'`,
  );
  await sql.end();
  assert.deepEqual(
    rows.map(({ attempts, kept }) => [attempts, kept]),
    [[RETRY_AFTER_SECONDS.length + 1, true]],
  );
  assert.match(rows[0].last_error, /not now/);
});

test('no key, payload or mail is readable in the database', async () => {
  const partner = await setUpPartner(service);
  const secret = 'Zwetschgenwähe';
  await partner.open(payload({ zip: 'x', tenantFirstName: secret }));
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const { rows } = await sql.query(
    `select (select string_agg(r::text, '') from refused_calls r) || (select string_agg(e::text, '') from effects e)
         || (select string_agg(k::text, '') from partner_keys k) as everything`,
  );
  await sql.end();
  const hex = Buffer.from(secret).toString('hex');
  // dpk_, the public id, _, and the secret, in which there may be another _.
  const key = partner.apiKey.split('_').slice(2).join('_');
  assert.equal(key.length, 43);
  for (const plain of [secret, hex, partner.managerEmail, Buffer.from(partner.managerEmail).toString('hex'), key]) {
    assert.ok(!rows[0].everything.includes(plain), plain);
  }
});
