import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { problemAt } from './support/form.ts';
import { companyPayload, naturalTenant } from './support/payload.ts';
import { readPdf } from './support/pdf.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { readForm } from './support/form.ts';
import { nameAccount, openTenant, type TenantBrowser } from './support/tenant.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
});
after(async () => {
  await verified(service);
  await service.stop();
});

const SIGNED = { typedName: 'lea  BRUNNER', consent: 'yes' };
let count = 0;
const two = (): Record<string, unknown> => ({
  ...naturalTenant('tenant2'),
  tenant2FirstName: 'Renée',
  tenant2LastName: 'Müller',
  tenant2Email: `zweite-${++count}@mail.example`,
  tenant2BirthDate: '1985-07-08',
});
const main = (it: Play, options?: Parameters<typeof openTenant>[2]) => openTenant(it, it.sent['tenantEmail'], options);
const second = (it: Play) => openTenant(it, it.sent['tenant2Email']);
const text = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
const bytes = async (tenant: TenantBrowser, part: string): Promise<Buffer> => {
  const response = await fetch(new URL(`${tenant.path}${part}`, service.baseUrl));
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.match(response.headers.get('cache-control') ?? '', /no-store/);
  return Buffer.from(await response.arrayBuffer());
};

test('8 a bank deposit from signing to payout, in German', async () => {
  const it = await demo.start({ rentalStart: '2026-01-01' });
  const lea = await main(it);
  const page = text((await lea.get()).text);
  for (const part of ['Bitte unterzeichnen', 'CHF 3’560.00', 'Seestrasse 12a, 8002 Zürich', 'Clara Chefin']) {
    assert.ok(page.includes(part), part);
  }
  for (const own of ['04.03.1990', 'Schweiz', 'ledig', '+41 79 123 45 67', 'Limmatquai 4']) {
    assert.ok(page.includes(own), own);
  }
  assert.match(page, /Bei einem Bankdepot: Die Sicherheit wird auf ein Konto/);
  const draft = await readPdf(await bytes(lea, '/agreement.pdf'));
  assert.match(draft.text, /Entwurf zum Lesen/);

  const waits = await lea.submit('/sign', { ...SIGNED, product: 'bank_deposit' });
  assert.match(waits, /Die Bank eröffnet jetzt das Konto/);
  const { history, documents } = await it.record();
  const { detail } = history.find(({ event }: any) => event === 'tenant_signed');
  assert.deepEqual([detail.typedName, detail.from, typeof detail.browser], ['lea  BRUNNER', '127.0.0.1', 'string']);
  const agreement = documents.find(({ kind }: any) => kind === 'agreement');
  const signed = await readPdf(await bytes(lea, `/documents/${agreement.id}`));
  assert.ok(signed.text.includes(detail.terms), 'the hash that was signed');
  assert.match(signed.text, /Eingetippter Name lea BRUNNER/);

  await it.play('account-opened');
  await it.play('payment', { amount: 1000 });
  const pay = await lea.get();
  const { iban, paymentReference } = await it.record();
  assert.match(text(pay.text), /Bitte zahlen Sie CHF 2’560\.00 ein/);
  assert.match(text(pay.text), /Eingegangen: CHF 1’000\.00 von CHF 3’560\.00/);
  assert.match(pay.text, /aria-valuenow="28"/);
  assert.ok(pay.text.includes(`data-copy="${paymentReference}"`));
  assert.match(pay.text, /data-copy="2560\.00"/);
  assert.match(pay.text, /data-copy="CH[0-9]{19}"/);
  const svg = (await bytes(lea, '/slip.svg')).toString();
  assert.match(svg, /^<svg [\s\S]*2 560\.00[\s\S]*Zahlteil/);
  assert.match((await readPdf(await bytes(lea, '/slip.pdf'))).text, /2 560\.00/);

  await it.play('payment');
  const open = await lea.get();
  assert.match(text(open.text), /Ihre Mietkaution ist in Kraft.*Art\. 257e Abs\. 3 OR/);
  assert.ok(text(open.text).includes(iban.replaceAll(/(.{4})(?=.)/g, '$1 ')));
  const payIn = (await it.record()).documents.find(({ kind }: any) => kind === 'pay_in');
  assert.match((await readPdf(await bytes(lea, `/documents/${payIn.id}`))).text, /Bestätigung der Einzahlung/);

  const grouped = 'ch56 0483 5012 3456 7800 9';
  await nameAccount(it, lea, { tenantIban: grouped });
  const own = await lea.submit('/closing', {
    tenancyEnd: '2027-01-31',
    amountLandlord: '60.50',
    reason: 'Loch in der Wand',
  });
  assert.match(
    text(own),
    /Die Verwaltung prüft Ihren Vorschlag.*An die Mieterschaft CHF 3’499\.50 An die Vermieterschaft CHF 60\.50/,
  );
  await it.play('counter', { by: 'manager', amountLandlord: 400, reason: 'Maler' });
  const asked = await lea.get();
  assert.match(text(asked.text), /Bitte beantworten Sie den Vorschlag.*CHF 3’160\.00.*CHF 400\.00.*Maler/);
  assert.match(asked.text, /value="CH56 0483 5012 3456 7800 9"/, 'the account is known');
  const counter = await lea.submit('/counter', { amountLandlord: '1’00.-' });
  assert.match(text(counter), /Alle Vorschläge.*Mieterschaft.*60\.50.*Verwaltung.*400\.00.*Mieterschaft.*100\.00/);
  await it.play('counter', { by: 'manager', amountLandlord: 200 });
  const ordered = await lea.submit('/consent');
  assert.match(
    text(ordered),
    /Die Auszahlung ist in Auftrag gegeben.*CHF 3’360\.00.*CHF 200\.00.*CH56 0483 5012 3456 7800 9/,
  );
  const closed = await it.play('payout-completed');
  assert.deepEqual([closed.paidOutAmountTenant, closed.paidOutAmountLandlord], [3360, 200]);
  const done = await lea.get();
  assert.match(text(done.text), /Ihre Mietkaution ist abgeschlossen.*CHF 3’360\.00.*CHF 200\.00/);
  const payOut = closed.documents.find(({ kind }: any) => kind === 'pay_out');
  assert.match((await readPdf(await bytes(lea, `/documents/${payOut.id}`))).text, /Bestätigung der Auszahlung/);
});

test('8 an insurance from signing to the end of cover, in French; the second tenant reads along', async () => {
  const it = await demo.start({ tenantLanguage: 'fr', rentalStart: '2026-01-01', ...two() });
  const [lea, renee] = [await main(it), await second(it)];
  const early = text((await renee.get()).text);
  assert.match(early, /Lea Brunner choisit entre ces deux formes/);
  await renee.submit('/sign', { typedName: 'renee mueller', consent: 'yes' });
  assert.match(
    text((await renee.get()).text),
    /Merci, vous avez signé.*Lea Brunner En attente Renée Müller \(vous\) Signé/,
  );
  const cover = await lea.submit('/sign', { ...SIGNED, product: 'insurance' });
  assert.match(text(cover), /L’assurance examine la couverture/);
  await it.play('cover-confirmed');
  const open = text((await lea.get()).text);
  assert.match(open, /Votre garantie de loyer est en vigueur/);
  assert.match(text((await renee.get()).text), /La garantie est au nom de Lea Brunner\. Seule cette personne/);
  const asked = await lea.submit('/closing', { tenancyEnd: '2027-01-31', amountLandlord: '0' });
  assert.match(text(asked), /Prétention du bailleur CHF 0\.00/);
  assert.doesNotMatch(asked, /tenantIban/, 'an insurance pays nothing out');
  await it.play('counter', { by: 'manager', amountLandlord: 250 });
  assert.match(text((await renee.get()).text), /Prétention du bailleur CHF 250\.00/);
  assert.doesNotMatch((await renee.get()).text, /<form/);
  assert.match(text(await lea.submit('/consent')), /L’assurance prend fin/);
  await it.play('payout-completed');
  assert.match(text((await renee.get()).text), /Votre garantie de loyer est clôturée/);
});

test('a tenant sees no private data of another, in any phase', async () => {
  const it = await demo.start({
    ...two(),
    rentalStart: '2026-01-01',
    tenantNationality: 'PT',
    tenantCivilStatus: 'widowed',
    tenantAddressStreet: 'Zentralstrasse',
    tenantAddressStNumber: '77',
    tenant2AddressStreet: 'Nebengasse',
  });
  const renee = await second(it);
  const secrets = /04\.03\.1990|1990-03-04|Portugal|verwitwet|widowed|41 79 123 45 67|mieterin-|Zentralstrasse/;
  const look = async (where: string): Promise<void> => {
    const { status, text: page } = await renee.get();
    assert.equal(status, 200);
    assert.doesNotMatch(page.replace('+41 79 123 45 67', ''), secrets, where);
  };
  // Both have the same number: on the second tenant's page it occurs once, as her own.
  assert.equal((await renee.get()).text.split('41 79 123 45 67').length, 2);
  await look('signing');
  const { text: draft } = await readPdf(await bytes(renee, '/agreement.pdf'));
  assert.match(draft, /Lea Brunner/);
  assert.doesNotMatch(draft, /Zentralstrasse|Nebengasse/, 'the address of each is not for the other');
  await it.play('tenant-signs', { tenant: 2 });
  await look('signed');
  await it.play('tenant-signs', { tenant: 1, product: 'bank_deposit' });
  await look('account');
  await it.play('account-opened');
  await look('payment');
  await it.play('payment');
  await look('open');
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  await look('closing');
  await it.play('consent', { by: 'manager' });
  await look('ordered');
  const { text: ordered } = await renee.get();
  assert.doesNotMatch(ordered, /CH56 0483/, 'the account is the main tenant’s');
  await it.play('payout-completed');
  await look('closed');
  const mains = await main(it);
  const { text: own } = await mains.get();
  assert.doesNotMatch(own, /08\.07\.1985|Nebengasse/);
});

test('a company: its data, and who is represented', async () => {
  const it = await demo.start({}, companyPayload);
  const lea = await main(it);
  const page = text((await lea.get()).text);
  for (const part of ['Muster AG', 'Aktiengesellschaft', 'CHE', 'Sie unterzeichnen für Muster AG.']) {
    assert.ok(page.includes(part), part);
  }
  assert.match(await lea.submit('/sign', { ...SIGNED, product: 'bank_deposit' }), /Die Bank eröffnet/);
});

test('if the organization has chosen the product, the tenant does not choose', async () => {
  const own = await stage(service, { preSigned: true, tenantChoosesProduct: false, product: 'insurance' });
  const it = await own.start();
  const lea = await main(it);
  assert.match(text((await lea.get()).text), /Für diese Mietkaution gilt: Kautionsversicherung\./);
  const refused = await lea.send('/sign', { ...SIGNED, product: 'bank_deposit' });
  assert.equal(refused.status, 422);
  assert.match(problemAt(refused.text, 'product') ?? '', /bereits festgelegt/);
  assert.match(await lea.submit('/sign', SIGNED), /Die Versicherung prüft/);
});

for (const [what, fields, field, words] of [
  ['no name', { consent: 'yes', product: 'insurance' }, 'typedName', /tippen Sie Ihren/],
  ['a wrong name', { ...SIGNED, typedName: 'Max Muster', product: 'insurance' }, 'typedName', /stimmt nicht/],
  ['no consent', { ...SIGNED, consent: '', product: 'insurance' }, 'consent', /einverstanden/],
  ['no product', SIGNED, 'product', /wählen Sie/],
  ['a product that does not exist', { ...SIGNED, product: 'gold' }, 'product', /wählen Sie/],
] as const) {
  test(`not signed: ${what}`, async () => {
    const it = await demo.start();
    const lea = await main(it);
    const before = await it.record();
    const { status, text: page } = await lea.send('/sign', fields);
    assert.equal(status, 422);
    assert.match(problemAt(page, field) ?? '', words);
    assert.match(page, new RegExp(`role="alert"[\\s\\S]*href="#${field === 'product' ? 'form' : field}"`));
    if ('typedName' in fields) assert.ok(page.includes(`value="${fields.typedName}"`), 'nothing typed is lost');
    assert.deepEqual(await it.record(), before);
  });
}

test('not signed: a product chosen by the second tenant, edited terms, a second signature', async () => {
  const it = await demo.start(two());
  const [lea, renee] = [await main(it), await second(it)];
  const chosen = await renee.send('/sign', { typedName: 'Renée Müller', consent: 'yes', product: 'insurance' });
  assert.equal(chosen.status, 422);
  assert.match(problemAt(chosen.text, 'product') ?? '', /wählt die Hauptmieterschaft/);

  const seen = /name="seen" value="([^"]+)"/.exec((await renee.get()).text)?.[1] as string;
  await lea.submit('/sign', { ...SIGNED, product: 'insurance' });
  const other = await renee.post('/sign', { typedName: 'Renée Müller', consent: 'yes', seen });
  assert.equal(other.status, 409, 'the form was chosen meanwhile');
  assert.match(text(other.text), /Inzwischen hat sich etwas geändert/);
  assert.equal((await it.record()).tenants[1].signedAt, null);

  const again = await lea.post('/sign', { ...SIGNED, product: 'insurance', seen });
  assert.deepEqual([again.status, again.location], [303, lea.path], 'what is done shows by itself');
  await renee.submit('/sign', { typedName: 'Renée Müller', consent: 'yes' });
  const { history } = await it.record();
  assert.equal(history.filter(({ event }: any) => event === 'tenant_signed').length, 2);
});

test('signed twice at once is signed once', async () => {
  const it = await demo.start();
  const lea = await main(it);
  const form = readForm((await lea.get()).text, `${lea.path}/sign`);
  const answers = await Promise.all(
    [1, 2, 3].map(() => lea.post('/sign', { ...form, ...SIGNED, product: 'insurance' })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
  const { history } = await it.record();
  assert.equal(history.filter(({ event }: any) => event === 'tenant_signed').length, 1);
});

test('an action that is not possible leads back to the current page', async () => {
  const it = await demo.start({ rentalStart: '2026-01-01' });
  await makeOpen(it);
  const lea = await main(it);
  await it.play('start-closing', { by: 'tenant' });
  await it.play('consent', { by: 'manager' });
  await it.play('payout-completed');
  const before = await it.record();
  for (const part of ['/sign', '/closing', '/consent', '/counter', '/demand']) {
    const answer = await lea.post(part, { ...SIGNED, seen: '1' });
    assert.deepEqual([answer.status, answer.location], [303, lea.path], part);
  }
  assert.deepEqual(await it.record(), before);
  for (const part of ['/agreement.pdf', '/slip.svg', '/slip.pdf', '/documents/nothing']) {
    assert.equal((await lea.get(part)).status, 404, part);
  }
});

test('documents of one deposit cannot be opened with the link of another', async () => {
  const [one, other] = [await demo.start(), await demo.start()];
  for (const it of [one, other]) await makeOpen(it);
  const foreign = (await other.record()).documents[0];
  assert.equal((await (await main(one)).get(`/documents/${foreign.id}`)).status, 404);
});

test('a refusal by the bank: tenants see it without the reason', async () => {
  const it = await demo.start();
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.operator('refused', { reason: 'Betreibungen gegen Lea' });
  const { text: page } = await (await main(it)).get();
  assert.match(page, /Die Bank hat das Konto nicht eröffnet/);
  assert.doesNotMatch(page, /Betreibungen/);
});

test('a withdrawn deposit: explained, with the amount paid back', async () => {
  const it = await demo.start();
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment', { amount: 500 });
  const lea = await main(it);
  await it.play('withdraw');
  const { status, text: page } = await lea.get();
  assert.equal(status, 200);
  assert.match(text(page), /Diese Mietkaution wurde annulliert.*CHF 500\.00, wird auf das Konto zurückbezahlt/);
  assert.match(page, /Bestätigung der Annullierung/);
});

test('the language can be switched, for the page, its forms and its documents', async () => {
  const it = await demo.start();
  const lea = await main(it, { query: '?lang=it' });
  const { text: page } = await lea.get();
  assert.match(page, /<html lang="it">[\s\S]*La preghiamo di firmare/);
  assert.match(page, /La convenzione firmata è rilasciata in tedesco/);
  assert.match(page, /action="\/t\/[^"?]+\/sign\?lang=it"/);
  for (const language of ['de', 'fr', 'en']) assert.match(page, new RegExp(`href="/t/[^"]+\\?lang=${language}"`));
  const draft = await fetch(new URL(`${lea.path}/agreement.pdf?lang=it`, service.baseUrl));
  assert.match((await readPdf(Buffer.from(await draft.arrayBuffer()))).text, /Bozza da leggere/);
  const refused = await lea.send('/sign', {});
  assert.match(refused.text, /Digiti il suo nome/);
  assert.match(await lea.submit('/sign', { ...SIGNED, product: 'bank_deposit' }), /La banca sta aprendo il conto/);
  const unknown = await lea.get('');
  assert.match(unknown.text, /<html lang="it">/);
});

test('forms of other sites change nothing', async () => {
  const it = await demo.start();
  const lea = await main(it);
  const before = await it.record();
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[]) {
    for (const part of ['/sign', '/closing', '/consent', '/counter', '/demand', '/renew']) {
      const { status, text: page } = await lea.post(part, { ...SIGNED, product: 'insurance' }, headers);
      assert.equal(status, 403, part);
      assert.match(page, /Diese Anfrage kam nicht von der Depono-Website/);
    }
  }
  assert.deepEqual(await it.record(), before);
});

test('markup in every field is text on every page', async () => {
  const evil = (field: string): string => `<img src=x onerror="${field}">'&`;
  const own = await stage(service, { preSigned: true, name: evil('organization') });
  const fields = [
    'propertyId',
    'street',
    'city',
    'ownerName',
    'tenantFirstName',
    'tenantLastName',
    'tenantAddressStreet',
  ];
  const more = ['tenantAddressCity', 'externalContractId', 'tenant2FirstName', 'tenant2LastName'];
  const marked = Object.fromEntries([...fields, ...more].map((field) => [field, evil(field)]));
  const it = await own.start({
    ...two(),
    rentalStart: '2026-01-01',
    ...marked,
    externalContractId: `${evil('c')}${++count}`,
  });
  const lea = await openTenant({ ...it, contractId: '' }, it.sent['tenantEmail']);
  const look = async (): Promise<void> => {
    const { status, text: page } = await lea.get();
    assert.equal(status, 200);
    assert.doesNotMatch(page, /<img src=x|onerror="/);
    assert.match(page, /&lt;img src=x onerror=&quot;street&quot;&gt;&#39;&amp;/);
  };
  await look();
  const refused = await lea.send('/sign', { typedName: '"><script>alert(1)</script>', seen: await seenOn(lea) });
  assert.equal(refused.status, 422);
  assert.doesNotMatch(refused.text, /<script>alert/);
  await it.play('tenant-signs', { tenant: 1, product: 'bank_deposit' });
  await look();
  await it.play('tenant-signs', { tenant: 2 });
  await look();
  await it.play('account-opened');
  await look();
  assert.doesNotMatch((await bytes(lea, '/slip.svg')).toString(), /<img/);
  await it.play('payment');
  await look();
  const wrong = await lea.send('/closing', {
    tenancyEnd: evil('a'),
    amountLandlord: evil('b'),
    reason: `</textarea>${evil('c')}`,
  });
  assert.equal(wrong.status, 422);
  assert.doesNotMatch(wrong.text, /<img src=x|<\/textarea><|onerror="/);
  await lea.submit('/closing', { tenancyEnd: '2027-01-31', amountLandlord: '1', reason: `</dd>${evil('reason')}` });
  await look();
  assert.match((await lea.get()).text, /&lt;\/dd&gt;&lt;img/);
  await it.play('consent', { by: 'manager' });
  await look();
  await it.play('payout-completed');
  await look();
});

async function seenOn(tenant: TenantBrowser): Promise<string> {
  return /name="seen" value="([^"]+)"/.exec((await tenant.get()).text)?.[1] as string;
}

/** The organization has signed in advance. */
async function makeOpen(it: Play): Promise<void> {
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment');
}
