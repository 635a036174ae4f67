import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hashOfTerms } from '../src/documents/agreement-text.ts';
import { signIn } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { naturalTenant } from './support/payload.ts';
import { readPdf } from './support/pdf.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';

let service: Service;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let other: ProviderVisitor;
let theirs: Stage;

const CONDITIONS = { de: 'https://versicherung.example/avb', fr: 'https://versicherung.example/cga' };
const BANK_OFFER = {
  interestRate: 0.25,
  fees: 12,
  phone: '+41 71 111 11 11',
  conditions: { de: 'https://bank.example/agb' },
};
const INSURANCE = {
  premiumPercent: 4,
  premiumMinimum: 80,
  feeOnce: 20,
  phone: '+41 31 222 22 22',
  conditions: CONDITIONS,
};

before(async () => {
  service = await startService();
  bank = await setUpProvider(service, 'bank', { name: 'Bank am See', offer: BANK_OFFER });
  insurer = await setUpProvider(service, 'insurer', { name: 'Versicherung am Berg', offer: INSURANCE });
  other = await setUpProvider(service, 'insurer', { name: 'Andere Versicherung', offer: { premiumPercent: 3 } });
  theirs = await stage(service, { preSigned: true, bankProviderId: bank.id, insurerProviderId: insurer.id });
});
after(async () => {
  await verified(service);
  await service.stop();
});

const SIGNED = { typedName: 'Lea Brunner', consent: 'yes' };
const main = (it: Play, query = '') => openTenant(it, it.sent['tenantEmail'], { query });
const plain = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
const patched = async (path: string, body: object): Promise<void> => {
  const { status, text } = await service.operator('PATCH', path, body);
  assert.equal(status, 200, text);
};

const PAGES: [language: string, shown: string[]][] = [
  [
    'de',
    [
      'Bank Bank am See Zins 0.25 % pro Jahr Gebühren CHF 12.00 pro Jahr Telefon +41 71 111 11 11',
      'Versicherung Versicherung am Berg Prämie CHF 149.50 pro Jahr, mit Stempelabgabe Einmalige Gebühr CHF 20.00',
      'Bedingungen von Versicherung am Berg',
    ],
  ],
  [
    'fr',
    [
      'Banque Bank am See Intérêt 0.25 % par an Frais CHF 12.00 par an',
      'Prime CHF 149.50 par an, droit de timbre compris Frais uniques CHF 20.00',
    ],
  ],
  [
    'it',
    [
      'Banca Bank am See Interesse 0.25 % all’anno Spese CHF 12.00 all’anno',
      'Premio CHF 149.50 all’anno, tassa di bollo inclusa Spesa unica CHF 20.00',
    ],
  ],
  [
    'en',
    [
      'Bank Bank am See Interest 0.25% per year Fees CHF 12.00 per year',
      'Premium CHF 149.50 per year, stamp duty included One-time fee CHF 20.00',
    ],
  ],
];

for (const [language, shown] of PAGES) {
  test(`offer: provider, price, interest and conditions before choosing, in ${language}`, async () => {
    const it = await theirs.start({ tenantLanguage: language });
    const lea = await main(it);
    const { text: markup } = await lea.get();
    const page = plain(markup);
    for (const part of shown) assert.ok(page.includes(part), `${part}: ${page}`);
    const own = language === 'fr' ? CONDITIONS.fr : CONDITIONS.de;
    assert.ok(markup.includes(`href="${own}"`), 'the conditions in the own language, or in any');
    assert.ok(markup.includes('href="https://bank.example/agb"'));
    const draft = await fetch(new URL(`${lea.path}/agreement.pdf`, service.baseUrl));
    const { text: agreed } = await readPdf(Buffer.from(await draft.arrayBuffer()));
    for (const part of ['Bank am See', 'Versicherung am Berg', 'CHF 149.50', 'CHF 20.00', own]) {
      assert.ok(agreed.includes(part), `${part}: ${agreed}`);
    }
    const [mail] = await it.mails(String(it.sent['tenantEmail']), 'tenant_sign');
    const written = plain(mail.text);
    for (const part of ['Bank am See · ', 'Versicherung am Berg · ', 'CHF 149.50', 'CHF 20.00']) {
      assert.ok(written.includes(part), `${part}: ${written}`);
    }
  });
}

test('offer: the agreement repeats what was chosen, and the hash of what was signed is on it', async () => {
  const it = await theirs.start();
  const lea = await main(it);
  await lea.submit('/sign', { ...SIGNED, product: 'insurance' });
  const [application] = await insurer.open(it.id);
  const pdf = await fetch(new URL(`/provider/api/documents/${application.documents[0].id}`, service.baseUrl), {
    headers: { authorization: `Bearer ${insurer.apiKey}` },
  });
  const { text } = await readPdf(Buffer.from(await pdf.arrayBuffer()));
  for (const part of ['Versicherung am Berg', 'CHF 149.50 pro Jahr', 'CHF 20.00', CONDITIONS.de]) {
    assert.ok(text.includes(part), `${part}: ${text}`);
  }
  assert.ok(!text.includes('Bank am See'), 'only what was chosen');
  const signed = application.signatures.find((one: any) => one.name === 'Lea Brunner').termsSha256;
  assert.ok(text.replaceAll(' ', '').includes(signed), `${signed}: ${text}`);
});

type Change = [name: string, change: () => Promise<void>, undo: () => Promise<void>];
const organization = () => `/organizations/${theirs.organizationId}`;
const CHANGES: Change[] = [
  [
    'the organization has another insurer',
    () => patched(organization(), { insurerProviderId: other.id }),
    () => patched(organization(), { insurerProviderId: insurer.id }),
  ],
  [
    'the insurer has another price',
    () => patched(`/providers/${insurer.id}`, { offer: { ...INSURANCE, premiumPercent: 5 } }),
    () => patched(`/providers/${insurer.id}`, { offer: INSURANCE }),
  ],
];

for (const [name, change, undo] of CHANGES) {
  test(`offer: what is signed is what was shown; not signed if ${name}`, async () => {
    const it = await theirs.start();
    const lea = await main(it);
    const { text: seen } = await lea.get();
    const version = /name="seen" value="([^"]+)"/.exec(seen)?.[1] ?? assert.fail();
    await change();
    const answer = await lea.post('/sign', { ...SIGNED, product: 'insurance', seen: version });
    await undo();
    assert.equal(answer.status, 409);
    assert.match(answer.text, /Inzwischen hat sich etwas geändert/);
    assert.equal((await it.record()).tenants[0].signedAt, null);
    await lea.submit('/sign', { ...SIGNED, product: 'insurance' });
  });
}

test('offer: fixed with the choice; a later change concerns later deposits, and co-tenants see what was chosen', async () => {
  const email = 'zweite@mail.example';
  const it = await theirs.start({
    ...naturalTenant('tenant2'),
    tenant2FirstName: 'Renée',
    tenant2LastName: 'Müller',
    tenant2Email: email,
  });
  await (await main(it)).submit('/sign', { ...SIGNED, product: 'insurance' });
  await patched(organization(), { insurerProviderId: other.id });
  const renee = await openTenant(it, email);
  const page = plain((await renee.get()).text);
  assert.match(
    page,
    /Für diese Mietkaution gilt: Kautionsversicherung\. Versicherung Versicherung am Berg Prämie CHF 149/,
  );
  assert.doesNotMatch(page, /Andere Versicherung|Bank am See/);
  await renee.submit('/sign', { typedName: 'Renée Müller', consent: 'yes' });
  await patched(organization(), { insurerProviderId: insurer.id });
  assert.equal((await insurer.open(it.id)).length, 1);
  const clara = await signIn(service, theirs.managerEmail);
  assert.match(plain((await clara.page(`/manager/deposits/${it.id}`)).text), /Versicherung Versicherung am Berg/);
  const operators = await signInOperator(service);
  const shown = plain((await operators.page(`/operator/deposits/${it.id}`)).text);
  assert.match(shown, new RegExp(`Provider Versicherung am Berg \\(${insurer.code}\\)`));
});

const twoTenants = (email: string): Record<string, unknown> => ({
  ...naturalTenant('tenant2'),
  tenant2FirstName: 'Renée',
  tenant2LastName: 'Müller',
  tenant2Email: email,
});
const RENEE = { typedName: 'Renée Müller', consent: 'yes' };
const agreementOf = async (application: any): Promise<string> => {
  const pdf = await fetch(new URL(`/provider/api/documents/${application.documents[0].id}`, service.baseUrl), {
    headers: { authorization: `Bearer ${insurer.apiKey}` },
  });
  return (await readPdf(Buffer.from(await pdf.arrayBuffer()))).text;
};

test('offer: a co-tenant may sign before the choice; with the same offers everything is signed', async () => {
  const it = await theirs.start(twoTenants('vorher@mail.example'));
  const renee = await openTenant(it, 'vorher@mail.example');
  await renee.submit('/sign', RENEE);
  assert.equal((await it.record()).provider, null, 'nothing is fixed before the choice');
  await (await main(it)).submit('/sign', { ...SIGNED, product: 'insurance' });
  assert.equal((await insurer.open(it.id)).length, 1);
  assert.equal((await it.mails('vorher@mail.example', 'tenant_sign')).length, 1, 'asked once');
});

for (const [name, change, undo] of CHANGES) {
  test(`offer: a co-tenant who signed before the choice signs again, if ${name}`, async () => {
    const email = `nochmals-${CHANGES.findIndex(([one]) => one === name)}@mail.example`;
    const it = await theirs.start(twoTenants(email));
    await (await openTenant(it, email)).submit('/sign', RENEE);
    await change();
    try {
      const lea = await main(it);
      const page = plain((await lea.get()).text);
      assert.doesNotMatch(page, /149\.50/, 'the main tenant sees the offers of now');
      await lea.submit('/sign', { ...SIGNED, product: 'insurance' });
    } finally {
      await undo();
    }
    const before = await it.record();
    assert.equal(before.step, 'awaiting_tenant_signatures');
    assert.deepEqual(
      before.tenants.map((tenant: any) => tenant.signedAt === null),
      [false, true],
      'the agreement would say what she has not seen',
    );
    const mails = await it.mails(email, 'tenant_sign');
    assert.equal(mails.length, 2);
    assert.match(JSON.stringify(before.history), /signature_outdated/);

    const renee = await openTenant(it, email);
    const shown = plain((await renee.get()).text);
    const fixed = await it.record();
    assert.doesNotMatch(shown, /149\.50|Bank am See/, 'what the main tenant chose, though the old offer is back');
    await renee.submit('/sign', RENEE);
    const visitor = fixed.provider === other.code ? other : insurer;
    const [application] = await visitor.open(it.id);
    assert.equal(application.kind, 'cover');
    const hashes = application.signatures.map((one: any) => one.termsSha256).filter((one: any) => one !== null);
    assert.equal(hashes.length, 2);
    assert.equal(new Set(hashes).size, 1, 'both have signed the same');
    if (visitor === insurer) assert.doesNotMatch(await agreementOf(application), /149\.50/);
  });
}

test('offer: editing starts over, with the offers of then', async () => {
  const it = await theirs.start();
  await (await main(it)).submit('/sign', { ...SIGNED, product: 'insurance' });
  assert.equal((await it.record()).provider, insurer.code);
  const [first] = await insurer.open(it.id);
  await patched(organization(), { insurerProviderId: other.id });
  try {
    await it.play('edit', { rentalDeposit: 1500 });
    await it.play('resend');
    const { body } = await insurer.call('GET', `/applications/${first.id}`);
    assert.equal(body.state, 'cancelled');
    const lea = await main(it);
    assert.match(plain((await lea.get()).text), /Andere Versicherung/);
    await lea.submit('/sign', { ...SIGNED, product: 'insurance' });
    assert.equal((await it.record()).provider, other.code);
    assert.equal((await other.open(it.id)).length, 1);
  } finally {
    await patched(organization(), { insurerProviderId: insurer.id });
  }
});

test('offer: where there is no choice, the one product is shown the same way, and is fixed when it is sent', async () => {
  const fixed = await stage(service, {
    preSigned: true,
    tenantChoosesProduct: false,
    product: 'insurance',
    insurerProviderId: insurer.id,
  });
  const it = await fixed.start();
  await patched(`/organizations/${fixed.organizationId}`, { insurerProviderId: other.id });
  const lea = await main(it);
  const page = plain((await lea.get()).text);
  assert.match(page, /Versicherung am Berg Prämie CHF 149\.50 pro Jahr, mit Stempelabgabe/);
  assert.doesNotMatch(page, /Andere Versicherung|Bank am See/);
  await lea.submit('/sign', SIGNED);
  assert.equal((await it.record()).provider, insurer.code);
});

test('offer: terms of earlier versions, without offers, keep their hash', () => {
  const terms = {
    at: '2026-01-01T00:00:00.000Z',
    language: 'de',
    organization: { name: 'O', address: { street: 'S', streetNumber: '1', zip: '8000', city: 'Z' } },
    externalContractId: 'c',
    property: 'p',
    rentalStart: '2026-01-01',
    rentalDeposit: 100,
    owner: { name: 'o', address: { street: 'S', streetNumber: '1', zip: '8000', city: 'Z', countryCode: 'CH' } },
    tenants: [],
    product: 'insurance',
    investmentAllowed: false,
  } as unknown as Parameters<typeof hashOfTerms>[0];
  assert.equal(hashOfTerms(terms), hashOfTerms({ ...terms, offers: [] }));
  const offers = [{ product: 'insurance', name: 'X', address: null, offer: {} }] as const;
  assert.notEqual(hashOfTerms(terms), hashOfTerms({ ...terms, offers }));
});
