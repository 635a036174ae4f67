import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { problemFields, readForm, unescaped } from './support/form.ts';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { naturalTenant, payload } from './support/payload.ts';
import { advance } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let above: Partner;
let below: Partner;
let stranger: Partner;
let clara: ManagerBrowser;
/** By their property manager; an address gets only so many mails. */
const signedIn = new Map<Partner, ManagerBrowser>();

before(async () => {
  service = await startService();
  above = await setUpPartner(service, { integration: 'abaimmo' });
  below = await setUpPartner(service, { parentId: above.organizationId });
  stranger = await setUpPartner(service);
  for (const partner of [above, below, stranger]) signedIn.set(partner, await signIn(service, partner.managerEmail));
  clara = signedIn.get(above) as ManagerBrowser;
});
after(() => service.stop());

const LIST = '/manager/import-errors';

/** A refused call; returns the path of its page. */
async function refuse(partner: Partner, changes: Record<string, unknown>): Promise<string> {
  const { status, text } = await partner.open(payload(changes));
  assert.equal(status, 500, text);
  const browser = signedIn.get(partner) as ManagerBrowser;
  const contract = new URLSearchParams({ contract: String(changes['externalContractId']) });
  const [first] = linksIn((await browser.page(`${LIST}?${contract}`)).text);
  assert.ok(first !== undefined, 'it is listed');
  return first;
}

const linksIn = (page: string): string[] =>
  [...page.matchAll(/href="(\/manager\/import-errors\/[^"]+)"/g)].map(([, link = '']) => link);
const contractsIn = (page: string): string[] =>
  [...page.matchAll(/href="\/manager\/import-errors\/[^"]+">([^<]+)</g)].map(([, contract = '']) =>
    unescaped(contract),
  );

test('only refused calls of the organization and its sub-organizations are listed, newest first', async () => {
  await refuse(above, { externalContractId: 'A-1', zip: '1' });
  await refuse(below, { externalContractId: 'B-1', zip: '1', city: '' });
  await refuse(stranger, { externalContractId: 'S-1', zip: '1' });
  const { text } = await clara.page(LIST);
  assert.deepEqual(contractsIn(text), ['B-1', 'A-1']);
  assert.match(text, /AbaImmo/);
  assert.match(text, /data-label="Probleme" class="number">2</);
  assert.deepEqual(contractsIn((await (signedIn.get(below) as ManagerBrowser).page(LIST)).text), ['B-1']);
});

test('the list is narrowed by contract and by organization', async () => {
  assert.deepEqual(contractsIn((await clara.page(`${LIST}?contract=a-`)).text), ['A-1']);
  assert.deepEqual(contractsIn((await clara.page(`${LIST}?organization=${below.organizationId}`)).text), ['B-1']);
  assert.deepEqual(contractsIn((await clara.page(`${LIST}?organization=${stranger.organizationId}`)).text), [
    'B-1',
    'A-1',
  ]);
  const none = await clara.page(`${LIST}?contract=%25`);
  assert.deepEqual(contractsIn(none.text), []);
  assert.match(none.text, /Zu dieser Suche gibt es keinen Importfehler/);
  assert.equal((await clara.get(`${LIST}?before=rubbish&contract=%00`)).status, 200);
});

test('pages have no gap and no repetition', async () => {
  const partner = await setUpPartner(service);
  const ids = Array.from({ length: 103 }, (_, n) => `P-${String(n).padStart(3, '0')}`);
  for (const externalContractId of ids) await partner.open(payload({ externalContractId, zip: '1' }));
  const browser = await signIn(service, partner.managerEmail);
  const seen: string[] = [];
  let next: string | undefined = `${LIST}?contract=p-`;
  while (next !== undefined) {
    const { text } = await browser.page(next);
    seen.push(...contractsIn(text));
    next = /href="([^"]*before=[^"]*)"/.exec(text)?.[1];
    if (next !== undefined) next = unescaped(next);
  }
  assert.deepEqual(seen, ids.toReversed());
});

test('a refused call shows the problems at their fields, and the answer to the partner', async () => {
  const sent = { externalContractId: 'A-2', zip: '80011', tenantEmail: 'lea@', rentalDeposit: 3560 };
  const path = await refuse(above, sent);
  const { text } = await clara.page(path);
  assert.match(text, /<h1>Importfehler zu A-2<\/h1>/);
  assert.match(text, /Mieterschaft 1, E-Mail-Adresse/);
  assert.match(text, /Keine gültige E-Mail-Adresse/);
  assert.match(text, />80011</);
  assert.match(text, />3560</);
  const lines = ['Liegenschaft, Postleitzahl (zip): muss aus genau vier Ziffern bestehen'];
  for (const line of lines) assert.ok(unescaped(text).includes(line), line);
  assert.match(text, /<button[^>]+data-copy="[^"]*\(zip\)/);
  const mail = /href="(mailto:\?subject=[^"]+)"/.exec(text)?.[1] as string;
  assert.ok(decodeURIComponent(unescaped(mail)).includes(lines[0] as string));
});

test('in the language of the reader', async () => {
  const member = { email: `fr@${above.domain}`, firstName: 'Luc', lastName: 'Blanc', language: 'fr' };
  await created(service.operator('POST', `/organizations/${above.organizationId}/members`, member));
  const path = await refuse(above, { externalContractId: 'A-3', zip: '' });
  const { text } = await (await signIn(service, member.email)).page(path);
  assert.match(text, /Donnée manquante/);
  assert.match(text, /Immeuble, numéro postal \(zip\) : donnée manquante/);
});

test('outsiders see neither it nor a form filled from it', async () => {
  const path = await refuse(above, { externalContractId: 'A-4', zip: '' });
  const key = path.slice(LIST.length + 1);
  for (const partner of [stranger, below]) {
    const browser = signedIn.get(partner) as ManagerBrowser;
    assert.equal((await browser.get(path)).status, 404);
    assert.equal((await browser.get(`/manager/deposits/new?from=${key}`)).status, 404);
  }
  const [, id] = key.split('/');
  assert.equal((await clara.get(`${LIST}/${stranger.organizationId}/${id}`)).status, 404);
  assert.equal((await clara.get(`${LIST}/x/y`)).status, 404);
  assert.equal((await clara.get(`/manager/deposits/new?from=rubbish`)).status, 404);
});

test('2.4.2 a named member of a sub-organization gets the mail, and sees the call', async () => {
  const member = { email: `tina@${above.domain}`, firstName: 'Tina', lastName: 'Tal', language: 'de' };
  await created(service.operator('POST', `/organizations/${below.organizationId}/members`, member));
  const path = await refuse(above, { externalContractId: 'A-5', zip: '', propertyManagerEmail: member.email });
  const mails = (await above.mails(member.email)).filter(({ kind }) => kind === 'import_error');
  assert.equal(mails.length, 1);
  const browser = await signIn(service, member.email);
  const { text } = await browser.page(path);
  assert.match(text, /Importfehler zu A-5/);
  assert.doesNotMatch(text, /deposits\/new\?from=/, 'she cannot open deposits for the organization above');
});

test('a deposit is opened by hand from the corrected payload', async () => {
  const sent = {
    externalContractId: 'A-6',
    zip: '',
    rentalDeposit: 3560,
    city: { name: 'Zürich' },
    tenantTitle: 'frau',
    ...naturalTenant('tenant2'),
    tenant2Email: null,
    tenant3Email: 'typeless@mail.example',
    propertyManagerEmail: 'jemand@anderswo.example',
  };
  const path = await refuse(above, sent);
  const page = await clara.page(path);
  const [, from] = /href="(\/manager\/deposits\/new\?from=[^"]+)"/.exec(page.text) as RegExpExecArray;
  const { text } = await clara.page(from as string);
  assert.match(text, /Aus einem abgelehnten Import ausgefüllt/);
  assert.deepEqual(problemFields(text).sort(), ['city', 'rentalDeposit', 'tenant2Email', 'tenantTitle', 'zip']);
  const form = readForm(text, '/manager/deposits');
  assert.equal(form['rentalDeposit'], '3560');
  assert.equal(form['city'], '{"name":"Zürich"}');
  assert.equal(form['tenantTitle'], 'frau');
  assert.equal(form['tenant3Email'], '');
  assert.equal(form['propertyManagerEmail'], 'jemand@anderswo.example', 'an unknown address stays');
  assert.equal(form['organization'], above.organizationId);
  const mended = { ...form, zip: '8002', city: 'Zürich', tenantTitle: 'ms', tenant2Email: 'zwei@mail.example' };
  assert.equal((await clara.post('/manager/deposits', mended)).status, 303);
  const record = await above.record('A-6');
  assert.equal(record.integration, 'abaimmo');
  assert.equal(record.tenants.length, 2);
  const since = await clara.page(path);
  assert.match(since.text, new RegExp(`href="/manager/deposits/${record.id}"`));
  assert.doesNotMatch(since.text, /deposits\/new\?from=/);
  assert.match((await clara.page(`${LIST}?contract=A-6`)).text, /Inzwischen eröffnet/);
});

test('markup in a call is shown as text', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  const path = await refuse(above, { externalContractId: `A-7 ${markup}`, zip: markup, street: markup });
  for (const page of [LIST, path, `/manager/deposits/new?from=${path.slice(LIST.length + 1)}`]) {
    assert.doesNotMatch((await clara.page(page)).text, /<img/, page);
  }
});

test('refused calls are kept for 90 days', async () => {
  const path = await refuse(above, { externalContractId: 'A-8', zip: '' });
  await advance(service, 'P89D');
  assert.equal((await (await signIn(service, above.managerEmail)).get(path)).status, 200);
  await advance(service, 'P2D');
  const browser = await signIn(service, above.managerEmail);
  assert.equal((await browser.get(path)).status, 404);
  assert.match((await browser.page(LIST)).text, /Keine Importfehler/);
});
