import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { ManagerAnswer, ManagerBrowser } from './support/manager.ts';
import { signInLinks, tokenIn } from './support/manager.ts';
import { companyPayload } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import {
  addContact,
  newContactBrowser,
  setUpProvider,
  signInContact,
  type ProviderVisitor,
} from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

// provider-api.md: "Provider's own pages at /provider".

let service: Service;
let database: pg.Client;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let theirs: Stage;
let clerk: ManagerBrowser;
let viewer: ManagerBrowser;
let insuring: ManagerBrowser;
let stranger: ManagerBrowser;

before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  database = new pg.Client(service.databaseUrl);
  await database.connect();
  bank = await setUpProvider(service, 'bank');
  insurer = await setUpProvider(service, 'insurer');
  theirs = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
  clerk = await signInContact(service, await addContact(service, bank, 'clerk', 'Carla Clerc'));
  viewer = await signInContact(service, await addContact(service, bank, 'viewer', 'Vito Leser'));
  insuring = await signInContact(service, await addContact(service, insurer, 'clerk', 'Ines Sicher'));
  stranger = await signInContact(service, await addContact(service, await setUpProvider(service, 'bank'), 'clerk'));
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

let accounts = 0;
/** Valid IBANs that no other deposit has. */
function newIban(): string {
  const account = `0483501234${String(++accounts).padStart(7, '0')}`;
  const check = 98n - (BigInt(`${account}121700`) % 97n);
  return `CH${String(check).padStart(2, '0')}${account}`;
}

async function signed(product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Promise<{ play: Play; id: string }> {
  const play = await theirs.start();
  await reach('tenants', play, product);
  const [application] = await (product === 'bank_deposit' ? bank : insurer).open(play.id);
  return { play, id: application.id };
}

const pathOf = (id: string): string => `/provider/applications/${id}`;

/** The entries of the audit log that name an application, oldest first. */
async function auditOf(id: string): Promise<any[]> {
  const { rows } = await database.query(
    `select actor, way, verb from audit_log where thing = 'application' and changes::text like $1 and way = 'pages'
     order by at, id`,
    [`%${id}%`],
  );
  return rows;
}

/** As a browser sends a form with a file. */
async function upload(
  browser: ManagerBrowser,
  path: string,
  { fields, file }: { fields: Record<string, string>; file: Buffer },
): Promise<{ status: number; text: string; location: string | null }> {
  const body = new FormData();
  const token = tokenIn((await browser.get('/provider')).text) ?? '';
  for (const [name, value] of Object.entries({ token, ...fields })) body.set(name, value);
  body.set('certificate', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'police.pdf');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const options = { method: 'POST', body, redirect: 'manual', headers: { cookie } } as const;
  const response = await fetch(new URL(path, service.baseUrl), options);
  return { status: response.status, text: await response.text(), location: response.headers.get('location') };
}

test('sign-in: the link works once, and only in the browser that asked', async () => {
  const email = await addContact(service, bank, 'clerk');
  const browser = newContactBrowser(service);
  const asked = await browser.post('/provider/sign-in', { email }, { 'accept-language': 'fr-CH' });
  assert.deepEqual([asked.status, asked.location], [303, '/provider/sign-in/sent?lang=fr']);
  const { body } = await service.sandbox('GET', `/mailbox?to=${encodeURIComponent(email)}`);
  assert.match(body.mails[0].text, /Ce lien/, 'the mail has the language of the browser');
  const [link = ''] = await signInLinks(service, email);
  assert.equal((await newContactBrowser(service).get(link)).status, 410, 'another browser');
  assert.deepEqual([(await browser.get(link)).status, (await browser.get('/provider')).status], [303, 200]);
  browser.cookies.delete('depono-provider');
  assert.equal((await browser.get(link)).status, 410, 'a second time');
  assert.match((await browser.get('/provider')).location ?? '', /^\/provider\/sign-in\?next=/);
});

test('sign-in: an unknown address gets the same answer and no mail', async () => {
  const browser = newContactBrowser(service);
  const asked = await browser.post('/provider/sign-in', { email: 'nobody@bank.example' });
  assert.deepEqual([asked.status, asked.location], [303, '/provider/sign-in/sent?lang=de']);
  assert.deepEqual(await signInLinks(service, 'nobody@bank.example'), []);
  const wrong = await browser.post('/provider/sign-in', { email: 'kein mensch' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /value="kein mensch"/);
});

test('sign-in: a session or link of managers opens nothing here, and the reverse', async () => {
  const contact = [...clerk.cookies].find(([name]) => name === 'depono-provider')?.[1] ?? '';
  const other = newContactBrowser(service);
  other.cookies.set('depono', contact);
  other.cookies.set('depono-operator', contact);
  for (const path of ['/manager/deposits', '/operator']) assert.equal((await other.get(path)).status, 303, path);
  assert.equal((await clerk.get('/manager/deposits')).status, 303);
});

test('sign-out ends the session, and a removed contact loses access at once, also if the address is used again', async () => {
  const email = await addContact(service, bank, 'clerk');
  const browser = await signInContact(service, email);
  const kept = new Map(browser.cookies);
  await browser.submit('/provider/sign-out');
  for (const [name, value] of kept) browser.cookies.set(name, value);
  assert.equal((await browser.get('/provider')).status, 303);
  const again = await signInContact(service, email);
  const { body } = await service.operator('GET', `/providers/${bank.id}/contacts`);
  const { id, signedInAt } = body.contacts.find((one: any) => one.email === email);
  assert.ok(signedInAt !== null);
  assert.equal((await service.operator('DELETE', `/providers/${bank.id}/contacts/${id}`)).status, 204);
  assert.equal((await again.get('/provider')).status, 303);
  await service.operator('POST', `/providers/${insurer.id}/contacts`, { email, name: 'Other', role: 'clerk' });
  assert.equal((await again.get('/provider')).status, 303);
});

test('the queue: what is open, oldest first, with kind, amount, holder and age; by state; in four languages', async () => {
  const { id } = await signed();
  const { text } = await clerk.page('/provider');
  const { body } = await bank.call('GET', `/applications/${id}`);
  assert.ok(text.includes(body.holder.name) && text.includes(`/provider/applications/${id}`));
  assert.match(text, /Kontoeröffnung/);
  assert.match(text, /heute/);
  for (const [language, word] of [
    ['fr-CH', /Ouverture de compte/],
    ['it-CH', /Apertura del conto/],
    ['en', /Account opening/],
  ] as const) {
    assert.match((await clerk.get('/provider', { 'accept-language': language })).text, word);
  }
  await bank.answer(id, 'acknowledge', { reference: 'A-17' });
  assert.ok(!(await clerk.page('/provider')).text.includes(id));
  assert.match((await clerk.page('/provider?state=acknowledged')).text, new RegExp(`${id}[^]*A-17`));
  assert.ok((await clerk.page('/provider?state=all')).text.includes(id));
  assert.equal((await clerk.get('/provider?state=nonsense&after=x&before=y')).status, 200);
});

test('the queue: pages of 50, forwards and backwards', async () => {
  const lone = await setUpProvider(service, 'bank');
  const person = await signInContact(service, await addContact(service, lone, 'viewer'));
  const { play, id } = await signed();
  const { organization_id: organizationId } = (
    await database.query('select organization_id from applications where id = $1', [id])
  ).rows[0];
  // Ids grow with time: these are 120, one after the other.
  await database.query(
    `insert into applications (organization_id, id, deposit_id, provider_id, kind, state, created_at)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, 'change', 'open', service_now()
     from generate_series(1, 120) n`,
    [organizationId, play.id, lone.id],
  );
  const idsOn = (text: string): string[] =>
    [...text.matchAll(/href="\/provider\/applications\/([0-9a-f-]{36})"/g)].map(([, one]) => one ?? '');
  const next = (text: string, name: 'after' | 'before'): string | null =>
    new RegExp(`href="(/provider\\?${name}=[^"]+)"`).exec(text)?.[1] ?? null;
  const first = (await person.page('/provider')).text;
  const second = (await person.page(next(first, 'after') ?? '')).text;
  const third = (await person.page(next(second, 'after') ?? '')).text;
  assert.deepEqual([idsOn(first).length, idsOn(second).length, idsOn(third).length], [50, 50, 20]);
  assert.deepEqual([next(first, 'before'), next(third, 'after')], [null, null]);
  assert.deepEqual(idsOn((await person.page(next(third, 'before') ?? '')).text), idsOn(second));
  const back = (await person.page(next(second, 'before') ?? '')).text;
  assert.deepEqual([idsOn(back), next(back, 'before')], [idsOn(first), null]);
  assert.deepEqual([...idsOn(first), ...idsOn(second), ...idsOn(third)].toSorted(), [
    ...idsOn(first),
    ...idsOn(second),
    ...idsOn(third),
  ]);
  await database.query('delete from applications where provider_id = $1', [lone.id]);
});

test('several at once are taken in hand; one that someone was quicker with spoils no other and keeps its number', async () => {
  const [one, two, three] = [await signed(), await signed(), await signed()];
  await bank.answer(two.id, 'account', { iban: newIban() });
  await bank.answer(three.id, 'acknowledge', { reference: 'KEEP-1' });
  const shown = await clerk.submit('/provider/acknowledge', { id: [one.id, two.id, three.id, 'x'], state: 'open' });
  assert.match(shown.text, /2 Anträge sind in Arbeit\. Einer war bereits/);
  const { body } = await bank.call('GET', `/applications/${three.id}`);
  assert.deepEqual([body.state, body.reference], ['acknowledged', 'KEEP-1']);
  assert.match((await clerk.submit('/provider/acknowledge', {})).text, /mindestens einen Antrag/);
  assert.match((await clerk.page(pathOf(one.id))).text, /In Arbeit genommen[^]*Carla Clerc/);
});

test('CSV: what is open, formulas are text, and the ids are in the audit log', async () => {
  const play = await theirs.start({ tenantFirstName: '=1+1' });
  await reach('tenants', play);
  const [application] = await bank.open(play.id);
  const answer = await viewer.get('/provider/applications.csv');
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
  const line = answer.text.split('\r\n').find((one) => one.startsWith(application.id));
  assert.match(line ?? '', /;Kontoeröffnung;Offen;/);
  assert.match(line ?? '', /;'=1\+1 /);
  assert.ok((await auditOf(application.id)).some(({ verb }) => verb === 'read'));
  await play.play('withdraw', {});
  assert.ok(!(await viewer.get('/provider/applications.csv')).text.includes(application.id));
});

test('one application: what is asked, with holder, signatures and papers; each read is audited', async () => {
  const { id, play } = await signed();
  const { text } = await viewer.page(pathOf(id));
  for (const shown of [play.sent['tenantEmail'], 'Vereinbarung', 'Unterschriften', 'Antrag gestellt']) {
    assert.ok(text.includes(String(shown)), String(shown));
  }
  const [, document = ''] = /href="(\/provider\/applications\/[^"]+\/documents\/[^"]+)"/.exec(text) ?? [];
  const pdf = await viewer.get(document);
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  assert.match(pdf.text, /^%PDF-/);
  const entries = await auditOf(id);
  assert.deepEqual(
    entries.map(({ verb, way }) => [verb, way]),
    [
      ['read', 'pages'],
      ['read', 'pages'],
    ],
  );
  assert.match(entries[0].actor, /^provider bank_\d+, viewer-.*@/);
  for (const path of [pathOf(id), document, pathOf('x'), `${pathOf(id)}/documents/x`]) {
    assert.equal((await stranger.get(path)).status, 404, path);
  }
  assert.equal((await stranger.post(`${pathOf(id)}/account`, { iban: newIban() })).status, 404);
  assert.equal((await stranger.post(`${pathOf(id)}/account`, {})).status, 404, 'also with wrong input');
  assert.equal((await auditOf(id)).length, 2);
});

test('a company: with signatories, signature rule and what the register said', async () => {
  const play = await theirs.start({}, companyPayload);
  await reach('tenants', play);
  const [application] = await bank.open(play.id);
  const { text } = await clerk.page(pathOf(application.id));
  assert.match(text, /Zeichnungsberechtigte Person 1/);
  assert.ok(text.includes(application.holder.company.name) && text.includes('Rechtsform'));
});

test('a viewer sees no form, and every form is 403 and in the audit log', async () => {
  const { id } = await signed();
  const { text } = await viewer.page(pathOf(id));
  assert.doesNotMatch(text, /action="\/provider\/applications/);
  assert.match(text, /nur Lesezugriff/);
  assert.doesNotMatch((await viewer.page('/provider')).text, /name="id"/);
  for (const form of ['acknowledge', 'account', 'cover', 'ended', 'paid', 'done', 'refused']) {
    assert.equal((await viewer.post(`${pathOf(id)}/${form}`, { iban: newIban() })).status, 403, form);
  }
  assert.equal((await viewer.post('/provider/acknowledge', { id })).status, 403);
  assert.equal((await bank.call('GET', `/applications/${id}`)).body.state, 'open');
  const { rows } = await database.query(`select from audit_log where verb = 'be refused' and way = 'pages'`);
  assert.equal(rows.length, 8);
});

test('account: the slip goes to the tenant, under the name of the clerk; a second clerk reads who was first', async () => {
  const { play, id } = await signed();
  const second = await signInContact(service, await addContact(service, bank, 'clerk', 'Zoe Zweite'));
  const iban = newIban();
  const grouped = iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const page = await clerk.submit(`${pathOf(id)}/account`, {
    iban: ` ${grouped} `,
    qrIban: '',
    openedOn: '2026-11-17',
  });
  assert.match(page.text, /Das Konto ist eingetragen/);
  assert.ok(page.text.includes(grouped) && page.text.includes('17.11.2026'));
  assert.deepEqual([(await play.record()).iban, (await play.record()).step], [iban, 'awaiting_payment']);
  assert.equal((await play.mails(String(play.sent['tenantEmail']), 'tenant_payment')).length, 1);
  const { body } = await bank.call('GET', `/applications/${id}`);
  assert.deepEqual([body.state, body.answeredBy], ['answered', 'Carla Clerc']);
  assert.ok((await auditOf(id)).some(({ verb, actor }) => verb === 'answer' && actor.includes('clerk-')));
  const late = await second.post(`${pathOf(id)}/account`, { iban: newIban() });
  assert.equal(late.status, 409);
  assert.match(late.text, /Carla Clerc hat am .+ bereits geantwortet: Konto eröffnet/);
  const same = await second.post(`${pathOf(id)}/account`, { iban, openedOn: '2026-11-17' });
  assert.equal(same.status, 303, 'the same answer changes nothing');
});

test('two clerks at the same moment: one answer counts', async () => {
  const { id } = await signed();
  const second = await signInContact(service, await addContact(service, bank, 'clerk'));
  const answers = await Promise.all(
    [clerk, second].map((one) => one.post(`${pathOf(id)}/account`, { iban: newIban() })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 409]);
});

const WRONG: [name: string, form: string, fields: Record<string, string>, at: string, words: RegExp][] = [
  ['no IBAN', 'account', { iban: '' }, 'account-iban', /Bitte füllen Sie dieses Feld aus/],
  ['a foreign IBAN', 'account', { iban: 'DE89370400440532013000' }, 'account-iban', /keine gültige IBAN der Schweiz/],
  [
    'a QR-IBAN of another country',
    'account',
    { iban: 'CH5604835012345678009', qrIban: 'LI3530810000000000000' },
    'account-qrIban',
    /keine gültige QR-IBAN/,
  ],
  [
    'an impossible day',
    'account',
    { iban: 'CH5604835012345678009', openedOn: '2026-02-30' },
    'account-openedOn',
    /gültiges Datum/,
  ],
  ['no ground', 'refused', { code: '', reason: 'x' }, 'refused-code', /wählen Sie einen Grund/],
  ['no reason', 'refused', { code: 'risk', reason: ' ' }, 'refused-reason', /füllen Sie dieses Feld aus/],
  ['a long number', 'acknowledge', { reference: 'x'.repeat(101) }, 'acknowledge-reference', /höchstens 100 Zeichen/],
];
test('wrong input is shown at its field, and kept', async () => {
  const { id } = await signed();
  for (const [name, form, fields, at, words] of WRONG) {
    const answer: ManagerAnswer = await clerk.post(`${pathOf(id)}/${form}`, fields);
    assert.equal(answer.status, 422, name);
    assert.match(answer.text, new RegExp(`id="${at}-problem">[^<]*${words.source}`), name);
    assert.match(answer.text, new RegExp(`href="#${at}"`), name);
    for (const value of Object.values(fields)) {
      if (value.trim() !== '') assert.ok(answer.text.includes(value), `${name} keeps ${value}`);
    }
  }
  assert.equal((await bank.call('GET', `/applications/${id}`)).body.state, 'open');
});

test('an account of another deposit is refused at its field', async () => {
  const [one, two] = [await signed(), await signed()];
  const iban = newIban();
  await clerk.submit(`${pathOf(one.id)}/account`, { iban });
  const taken = await clerk.post(`${pathOf(two.id)}/account`, { iban });
  assert.equal(taken.status, 409);
  assert.match(taken.text, /id="account-iban-problem">Dieses Konto gehört schon/);
});

test('refused: manager is told, and an account may follow', async () => {
  const { play, id } = await signed();
  const refused = await clerk.submit(`${pathOf(id)}/refused`, { code: 'identity', reason: 'Ausweis <fehlt>' });
  assert.match(refused.text, /Der Antrag ist abgelehnt[^]*Ausweis &lt;fehlt&gt;/);
  assert.equal((await play.record()).refusal.reason, 'Ausweis <fehlt>');
  assert.doesNotMatch(refused.text, /\/acknowledge"|\/refused"/);
  const agreed = await clerk.submit(`${pathOf(id)}/account`, { iban: newIban() });
  assert.match(agreed.text, /Konto eröffnet[^]*Abgelehnt[^]*Antrag gestellt/, 'newest first');
});

test('a cancelled application takes no answer, but an account that is open is recorded', async () => {
  const { play, id } = await signed();
  await play.play('withdraw', {});
  assert.match((await clerk.page(pathOf(id))).text, /Annulliert: wird nicht mehr gebraucht/);
  const late = await clerk.post(`${pathOf(id)}/refused`, { code: 'risk', reason: 'nein' });
  assert.equal(late.status, 409);
  assert.match(late.text, /inzwischen annulliert/);
  const recorded = await clerk.submit(`${pathOf(id)}/account`, { iban: newIban() });
  assert.match(recorded.text, /Das Konto ist bei der Kaution festgehalten/);
  const [closing] = await bank.open(play.id);
  const asked = await clerk.page(pathOf(closing.id));
  assert.match(asked.text, /Kontoschliessung[^]*nur die Namen/);
  assert.ok(!asked.text.includes(String(play.sent['tenantEmail'])), 'names only');
  await clerk.submit(`${pathOf(closing.id)}/ended`, { on: '2026-11-20' });
});

test('an answer that does not fit the kind is 409, and changes nothing', async () => {
  const { id } = await signed();
  const answer = await clerk.post(`${pathOf(id)}/paid`, { amount: '5' });
  assert.equal(answer.status, 409);
  assert.match(answer.text, /Es wurde nichts geändert/);
});

test('insurance: cover with a certificate, claim, end of cover', async () => {
  const { play, id } = await signed('insurance');
  const pdf = Buffer.from('%PDF-1.4\nminimal\n%%EOF');
  const path = `${pathOf(id)}/cover`;
  const wrong = await upload(insuring, path, { fields: { policyNumber: 'P-1', premium: 'viel' }, file: pdf });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /id="cover-premium-problem">[^<]*142\.40/);
  assert.match(wrong.text, /id="cover-certificate-problem">[^<]*noch einmal/);
  assert.match(wrong.text, /value="P-1"/);
  for (const file of [Buffer.from('no pdf'), Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])]) {
    const refused = await upload(insuring, path, { fields: { policyNumber: 'P-1' }, file });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="cover-certificate-problem">[^<]*PDF-Datei/);
  }
  assert.equal((await upload(insuring, path, { fields: {}, file: Buffer.alloc(9 * 1024 * 1024) })).status, 413);
  const done = await upload(insuring, path, { fields: { policyNumber: 'P-1', premium: '1’142.40' }, file: pdf });
  assert.deepEqual([done.status, done.location], [303, `${pathOf(id)}?done=cover`]);
  const { body } = await insurer.call('GET', `/applications/${id}`);
  assert.deepEqual([body.answer.policyNumber, body.answer.premium, body.answeredBy], ['P-1', 1142.4, 'Ines Sicher']);
  assert.match(body.answer.certificate, /^[0-9a-f]{64}$/);
  assert.equal((await play.record()).state, 'open');

  await play.play('start-closing', { by: 'tenant', amountLandlord: 250 });
  await play.play('consent', { by: 'manager' });
  const [claim] = await insurer.open(play.id);
  assert.match((await insuring.page('/provider')).text, /Forderung CHF 250\.00/);
  assert.match((await insuring.page(pathOf(claim.id))).text, /id="paid-amount"[^>]*value="250\.00"/);
  await insuring.submit(`${pathOf(claim.id)}/paid`, { amount: '240.50', on: '2026-11-18' });
  const [end] = await insurer.open(play.id);
  await insuring.submit(`${pathOf(end.id)}/ended`, {});
  const record = await play.record();
  assert.deepEqual([record.state, record.paidOutAmountLandlord], ['closed', 240.5]);
});

test('a form without its token, or of another session, changes nothing; a lost file is asked for again', async () => {
  const { id } = await signed('insurance');
  const path = `${pathOf(id)}/cover`;
  const forged = await insuring.post(path, { token: 'wrong', policyNumber: 'P-9' });
  assert.equal(forged.status, 403);
  assert.match(forged.text, /name="policyNumber" value="P-9"/);
  const pdf = Buffer.from('%PDF-1.4\n%%EOF');
  const old = await upload(insuring, path, { fields: { token: 'wrong', policyNumber: 'P-9' }, file: pdf });
  assert.equal(old.status, 403);
  assert.match(old.text, /name="fileMissing" value="yes"/);
  const again = await insuring.post(path, { policyNumber: 'P-9', fileMissing: 'yes' });
  assert.equal(again.status, 422);
  assert.match(again.text, /id="cover-certificate-problem"/);
  const broken = await insuring.post(path, {}, { 'content-type': 'multipart/form-data; boundary=x' });
  assert.equal(broken.status, 400);
  assert.equal((await insurer.call('GET', `/applications/${id}`)).body.state, 'open');
});
