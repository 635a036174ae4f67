import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { problemAt, problemFields, readForm } from './support/form.ts';
import { newBrowser, signIn, signInLinks, type ManagerBrowser } from './support/manager.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { companyPayload, legalTenant, naturalTenant, payload } from './support/payload.ts';
import { stage, verified } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let clara: ManagerBrowser;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service);
  clara = await signIn(service, partner.managerEmail);
});
after(() => service.stop());

type Typed = Record<string, string>;
const typed = (changes: Typed = {}): Typed => ({
  ...(payload() as Typed),
  organization: partner.organizationId,
  ...changes,
});
const mailsTo = async (to: string, kind: string): Promise<any[]> =>
  (await partner.mails(to)).filter((mail) => mail.kind === kind);

const NEW = '/manager/deposits/new';
const OPEN = '/manager/deposits';

test('an empty form asks for every field of the payload, with Switzerland and the default manager chosen', async () => {
  const { text } = await clara.page(NEW);
  const form = readForm(text, OPEN);
  const asked = Object.keys(form).filter((name) => !['token', 'organization'].includes(name));
  const whole = ['propertyManagerEmail', 'assistentEmail', 'assistentFirstName', 'assistentLastName'];
  const fields = { ...payload(), tenantLanguage: '', allowInvestment: '' };
  for (const prefix of ['tenant', 'tenant2', 'tenant3', 'tenant4']) {
    Object.assign(fields, naturalTenant(prefix), legalTenant(prefix));
  }
  assert.deepEqual(asked.sort(), [...Object.keys(fields), ...whole].sort());
  assert.equal(form['ownerCountryCode'], 'CH');
  assert.equal(form['tenantAddressCountryCode'], 'CH');
  assert.equal(form['tenant2AddressCountryCode'], '');
  assert.equal(form['propertyManagerEmail'], partner.managerEmail);
  assert.equal(form['organization'], partner.organizationId);
  assert.deepEqual(problemFields(text), []);
  assert.match(text, /<option value="CH"[^>]*>Schweiz<\/option>\s*<option value="LI">/);
});

test('a filled form opens the deposit like a call, and records who opened it', async () => {
  const fields = typed({ rentalDeposit: '3560.02', tenantPhoneNumber: '079 123 45 67' });
  const answer = await clara.post(OPEN, fields);
  assert.equal(answer.status, 303, answer.text);
  const record = await partner.record(fields['externalContractId']);
  assert.equal(answer.location, `/manager/deposits/${record.id}?done=open`);
  assert.equal(record.integration, 'custom');
  assert.equal(record.rentalDeposit, 3560);
  assert.equal(record.step, 'awaiting_manager_signature');
  assert.deepEqual(record.adjustments.map(({ rule }: any) => rule).sort(), ['amount_rounded', 'phone_normalized']);
  assert.equal(record.history[0].actor, 'manager');
  assert.equal(record.history[0].detail.member, record.propertyManager.id);
});

test('the person who opens it gets no mail, another manager does', async () => {
  const email = `sachbearbeiter@${partner.domain}`;
  await created(
    service.operator('POST', `/organizations/${partner.organizationId}/members`, {
      email,
      firstName: 'Sami',
      lastName: 'Sacher',
      language: 'fr',
    }),
  );
  const own = typed();
  await clara.post(OPEN, own);
  const his = typed({ propertyManagerEmail: email });
  assert.equal((await clara.post(OPEN, his)).status, 303);
  const aboutOwn = (await mailsTo(partner.managerEmail, 'deposit_imported')).filter(({ text }) =>
    text.includes(own['externalContractId'] as string),
  );
  assert.equal(aboutOwn.length, 0);
  assert.equal((await mailsTo(email, 'deposit_imported')).length, 1);
  const form = readForm((await clara.page(NEW)).text, OPEN);
  assert.equal(form['propertyManagerEmail'], partner.managerEmail, 'the default one stays chosen');
});

test('every problem is shown at its field and above the form, and the input is kept', async () => {
  const wrong = typed({
    externalContractId: '',
    rentalStart: '31.12.2026',
    rentalDeposit: "4'500",
    zip: '80011',
    streetNumber: '12345678901',
    tenantEmail: 'lea@',
    tenantBirthDate: '2020-01-01',
    tenantCivilStatus: '',
    tenantNationality: 'XX',
    assistentEmail: '<b>nobody</b>',
    ...naturalTenant('tenant2'),
    tenant2PhoneNumber: '12',
    propertyManagerEmail: `neu@${partner.domain}`,
  });
  const answer = await clara.post(OPEN, wrong);
  assert.equal(answer.status, 422);
  assert.deepEqual(problemFields(answer.text).sort(), [
    'assistentEmail',
    'externalContractId',
    'propertyManagerFirstName',
    'rentalDeposit',
    'rentalStart',
    'streetNumber',
    'tenant2PhoneNumber',
    'tenantBirthDate',
    'tenantCivilStatus',
    'tenantEmail',
    'tenantNationality',
    'zip',
  ]);
  assert.equal(problemAt(answer.text, 'externalContractId'), 'Angabe fehlt');
  assert.equal(problemAt(answer.text, 'tenantBirthDate'), 'Die Hauptmieterschaft muss mindestens 18 Jahre alt sein');
  assert.match(answer.text, /12 Angaben stimmen noch nicht/);
  assert.match(answer.text, /<a href="#tenant2PhoneNumber">Mieterschaft 2, Telefonnummer<\/a>/);
  assert.doesNotMatch(answer.text, /<b>nobody/);
  const again = readForm(answer.text, OPEN);
  for (const [field, value] of Object.entries(wrong)) assert.equal(again[field], value, field);
  assert.match(answer.text, /id="rentalStart"\s+name="rentalStart"\s+type="text"/, 'a date field would hide it');
  assert.match(answer.text, /<details data-further open>/);
  assert.equal(await partner.record(''), undefined);
});

test('the form as shown opens the deposit once its problem is fixed', async () => {
  const refused = await clara.post(OPEN, typed({ zip: '' }));
  assert.deepEqual(problemFields(refused.text), ['zip']);
  const mended = { ...readForm(refused.text, OPEN), zip: '8002' };
  assert.equal((await clara.post(OPEN, mended)).status, 303);
});

test('refused forms send no mail and store no call', async () => {
  const fields = typed({ city: '' });
  assert.equal((await clara.post(OPEN, fields)).status, 422);
  const mails = await mailsTo(partner.managerEmail, 'import_error');
  assert.equal(mails.length, 0);
  assert.match((await clara.page('/manager/import-errors')).text, /Keine Importfehler/);
});

test('row 5 the contract id is missing, at its field', async () => {
  const answer = await clara.post(OPEN, typed({ externalContractId: ' ' }));
  assert.equal(answer.status, 422);
  assert.deepEqual(problemFields(answer.text), ['externalContractId']);
});

const IGNORED: [row: string, until: string | null, words: RegExp][] = [
  ['row 6 ignored for a time', '2099-01-01T00:00:00Z', /vorübergehend nicht angenommen/],
  ['row 6 ignored for always', null, /Dieser Vertrag wird nicht angenommen/],
];
for (const [row, until, words] of IGNORED) {
  test(row, async () => {
    const fields = typed();
    const path = `/organizations/${partner.organizationId}/ignored-contracts/${fields['externalContractId']}`;
    assert.equal((await service.operator('PUT', path, { until })).status, 204);
    const answer = await clara.post(OPEN, fields);
    assert.equal(answer.status, 422);
    assert.match(problemAt(answer.text, 'externalContractId') ?? '', words);
    assert.equal(await partner.record(fields['externalContractId']), undefined);
  });
}

test('row 7 the contract exists already, with a link to it', async () => {
  const fields = typed();
  await clara.post(OPEN, fields);
  const answer = await clara.post(OPEN, fields);
  assert.equal(answer.status, 422);
  const { id } = await partner.record(fields['externalContractId']);
  assert.match(problemAt(answer.text, 'externalContractId') ?? '', /bereits eine Mietkaution/);
  assert.match(answer.text, new RegExp(`<a href="/manager/deposits/${id}">`));
});

test('of two concurrent forms one opens the deposit, the other shows that it exists', async () => {
  const fields = typed({ token: /name="token" value="([^"]+)"/.exec((await clara.page(NEW)).text)?.[1] as string });
  const answers = await Promise.all([clara.post(OPEN, fields), clara.post(OPEN, fields)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422]);
  const refused = answers.find(({ status }) => status === 422);
  assert.match(problemAt(refused?.text ?? '', 'externalContractId') ?? '', /bereits/);
  const query = new URLSearchParams({ externalContractId: fields['externalContractId'] as string });
  const { body } = await service.operator('GET', `/organizations/${partner.organizationId}/deposits?${query}`);
  assert.equal(body.deposits.length, 1);
});

test('2.6 a further tenant without a type is not skipped in a form', async () => {
  const { tenant2Type: _, ...second } = naturalTenant('tenant2');
  const answer = await clara.post(OPEN, typed({ ...second, tenant2Type: '' }));
  assert.equal(answer.status, 422);
  assert.deepEqual(problemFields(answer.text), ['tenant2Type']);
});

test('2.6 a further tenant can be removed with all its fields', async () => {
  const fields = typed({ ...naturalTenant('tenant2'), tenant2Email: 'no address', tenant2Type: 'none' });
  assert.equal((await clara.post(OPEN, fields)).status, 303);
  assert.equal((await partner.record(fields['externalContractId'])).tenants.length, 1);
});

test('2.6 four tenants, and a company with two signatories', async () => {
  const four = typed({ ...naturalTenant('tenant2'), ...naturalTenant('tenant3'), ...naturalTenant('tenant4') });
  assert.equal((await clara.post(OPEN, four)).status, 303);
  assert.equal((await partner.record(four['externalContractId'])).tenants.length, 4);
  const company: Typed = {
    ...(companyPayload() as Typed),
    ...legalTenant('tenant2'),
    organization: partner.organizationId,
  };
  assert.equal((await clara.post(OPEN, company)).status, 303);
  assert.equal((await partner.record(company['externalContractId'])).signatureRule, 'joint');
});

test('2.4.2 an address of the organization’s domain is invited with its names', async () => {
  const email = `neue@${partner.domain}`;
  const refused = await clara.post(OPEN, typed({ propertyManagerEmail: email }));
  assert.equal(refused.status, 422);
  assert.deepEqual(problemFields(refused.text), ['propertyManagerFirstName']);
  const form = readForm(refused.text, OPEN);
  assert.equal(form['propertyManagerEmail'], email);
  const mended = { ...form, propertyManagerFirstName: 'Nora', propertyManagerLastName: 'Neu' };
  assert.equal((await clara.post(OPEN, mended)).status, 303);
  assert.equal((await partner.record(form['externalContractId'])).propertyManager.email, email);
  assert.equal((await mailsTo(email, 'invitation')).length, 1);
});

test('only members may open deposits for an organization, and only with the form of their session', async () => {
  const stranger = await setUpPartner(service);
  const other = await signIn(service, stranger.managerEmail);
  const fields = typed();
  assert.equal((await other.post(OPEN, fields)).status, 404);
  assert.equal((await clara.post(OPEN, { ...fields, organization: 'x' })).status, 404);
  assert.equal((await clara.post(OPEN, { ...fields, token: 'x' })).status, 403);
  assert.equal(await partner.record(fields['externalContractId']), undefined);
});

test('markup in every text field is shown as text', async () => {
  const markup = '"><script>alert(1)</script>';
  const fields = Object.fromEntries(
    Object.keys({ ...payload(), ...naturalTenant('tenant2'), ...legalTenant('tenant3') }).map((name) => [name, markup]),
  );
  const answer = await clara.post(OPEN, { ...fields, organization: partner.organizationId });
  assert.equal(answer.status, 422);
  assert.doesNotMatch(answer.text, /<script>alert/);
  assert.equal(readForm(answer.text, OPEN)['tenant3LegalForm'], markup);
  const link = await clara.page(`/import-deposit?${new URLSearchParams(fields)}`);
  assert.doesNotMatch(link.text, /<script>alert/);
});

test('an organization without a partner opens deposits that complete their lifecycle', async () => {
  const { body: organization } = await service.operator('POST', '/organizations', {
    name: 'Ohne Partner AG',
    language: 'it',
    emailDomain: 'ohne.example',
    address: { street: 'Weg', streetNumber: '1', zip: '6900', city: 'Lugano' },
  });
  const email = 'sola@ohne.example';
  const members = `/organizations/${organization.id}/members`;
  const person = { email, firstName: 'Sola', lastName: 'Sole', language: 'it' };
  await created(service.operator('POST', members, person));
  const sola = await signIn(service, email);
  const fields = { ...typed(), organization: organization.id };
  const refused = await sola.post(OPEN, fields);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /non ha ancora un responsabile principale/);
  await created(
    service.operator('POST', members, { ...person, email: 'capa@ohne.example', defaultPropertyManager: true }),
  );
  const answer = await sola.post(OPEN, fields);
  assert.equal(answer.status, 303, answer.text);
  const id = (answer.location ?? '').split('/').at(-1)?.split('?')[0] as string;
  const moves: [move: string, body?: object][] = [
    ['manager-signs'],
    ['tenant-signs', { product: 'bank_deposit' }],
    ['account-opened'],
    ['payment'],
    ['start-closing', { by: 'tenant' }],
    ['consent', { by: 'manager' }],
    ['payout-completed'],
  ];
  for (const [move, body] of moves) {
    const done = await service.sandbox('POST', `/deposits/${id}/${move}`, body);
    assert.equal(done.status, 200, done.text);
  }
  const { body: record } = await service.operator('GET', `/deposits/${id}`);
  assert.equal(record.state, 'closed');
  assert.ok(record.documents.length >= 3);
});

test('with several organizations one is chosen first, and its partner if there are two', async () => {
  const above = await setUpPartner(service);
  const below = await setUpPartner(service, { parentId: above.organizationId });
  const second = await created(service.operator('POST', '/partners', { name: 'Zweiter', integration: 'abaimmo' }));
  await created(
    service.operator('POST', `/organizations/${below.organizationId}/connections`, {
      partnerId: second.id,
      externalOrgId: 'zweiter',
    }),
  );
  const browser = await signIn(service, above.managerEmail);
  const choice = await browser.page(NEW);
  assert.match(choice.text, /Für welche Organisation\?/);
  for (const { organizationId } of [above, below]) {
    assert.match(choice.text, new RegExp(`href="/manager/deposits/new\\?organization=${organizationId}"`));
  }
  const link = await browser.page('/import-deposit?city=Z%C3%BCrich%20%26%20Co');
  assert.match(link.text, /\/import-deposit\?city=Z%C3%BCrich\+%26\+Co&amp;organization=/);
  const { text } = await browser.page(`${NEW}?organization=${below.organizationId}`);
  const connection = new RegExp(`<option value="([^"]+)">Zweiter \\(AbaImmo, zweiter\\)`).exec(text)?.[1] as string;
  const fields = typed({ organization: below.organizationId, connection });
  assert.equal((await browser.post(OPEN, fields)).status, 303);
  const record = await below.record(fields['externalContractId']);
  assert.equal(record.integration, 'abaimmo');
  // A member of the sub-organization alone knows nothing of the one above.
  const inBelow = await signIn(service, below.managerEmail);
  assert.equal((await inBelow.post(OPEN, typed({ organization: above.organizationId }))).status, 404);
});

test('2.4.2 members of sub-organizations who share the domain can be chosen, others cannot', async () => {
  const above = await setUpPartner(service);
  const below = await setUpPartner(service, { parentId: above.organizationId });
  const members = `/organizations/${below.organizationId}/members`;
  const shared = { email: `tochter@${above.domain}`, firstName: 'Tina', lastName: 'Tochter', language: 'de' };
  await created(service.operator('POST', members, shared));
  const browser = await signIn(service, above.managerEmail);
  const { text } = await browser.page(`${NEW}?organization=${above.organizationId}`);
  assert.match(text, new RegExp(`<option value="${shared.email}">Tina Tochter`));
  assert.doesNotMatch(text, new RegExp(`<option value="${below.managerEmail}"`));
  const fields = typed({ organization: above.organizationId, propertyManagerEmail: shared.email });
  assert.equal((await browser.post(OPEN, fields)).status, 303);
  assert.equal((await above.record(fields['externalContractId'])).propertyManager.email, shared.email);
});

test('a pre-signed organization sees that the deposit is sent at once, and it is', async () => {
  const fast = await setUpPartner(service, { preSigned: true });
  const browser = await signIn(service, fast.managerEmail);
  assert.match((await browser.page(NEW)).text, /unterzeichnet im Voraus/);
  const fields = typed({ organization: fast.organizationId });
  assert.equal((await browser.post(OPEN, fields)).status, 303);
  assert.equal((await fast.record(fields['externalContractId'])).step, 'awaiting_tenant_signatures');
});

test('/import-deposit fills the form in, shows the problems, and creates nothing', async () => {
  const { tenantEmail: _, ...fields } = typed({ zip: '123' });
  const query = new URLSearchParams({ ...fields, unknown: 'x', constructor: 'y' });
  query.append('city', 'Bern');
  query.append('tenant2Email', 'typeless@mail.example');
  const { text } = await clara.page(`/import-deposit?${query}`);
  const form = readForm(text, OPEN);
  assert.equal(form['city'], 'Zürich', 'of a parameter given twice the first counts');
  assert.equal(form['tenant2Email'], '', '2.6 a further tenant without a type is passed over');
  for (const [field, value] of Object.entries(fields)) assert.equal(form[field], value, field);
  assert.deepEqual(problemFields(text).sort(), ['tenantEmail', 'zip']);
  assert.match(text, /Aus einem Link ausgefüllt/);
  assert.equal(await partner.record(fields['externalContractId']), undefined);
  assert.equal((await clara.post(OPEN, { ...form, zip: '8002', tenantEmail: 'lea@mail.example' })).status, 303);
  const again = await clara.page(`/import-deposit?${query}`);
  assert.match(problemAt(again.text, 'externalContractId') ?? '', /bereits eine Mietkaution/);
});

test('/import-deposit survives signing in, with a whole payload of four tenants', async () => {
  const fields = {
    ...typed(),
    ...naturalTenant('tenant2'),
    ...naturalTenant('tenant3'),
    ...naturalTenant('tenant4'),
    ownerName: 'Zürcher Überbauungsgesellschaft Höfe & Gärten «Müli» '.repeat(4).trim(),
    city: 'Zürich+Wiedikon #1 100%',
  };
  const address = `/import-deposit?${new URLSearchParams(fields)}`;
  assert.ok(address.length > 2_000, String(address.length));
  const browser = newBrowser(service);
  const sent = await browser.get(address);
  assert.equal(sent.status, 303);
  const page = await browser.page(sent.location as string);
  const asked = { ...readForm(page.text, '/manager/sign-in'), email: partner.managerEmail };
  assert.equal((await browser.post('/manager/sign-in', asked)).status, 303);
  const [link] = await signInLinks(service, partner.managerEmail);
  const signedIn = await browser.get(link as string);
  assert.equal(signedIn.status, 303);
  const form = readForm((await browser.page(signedIn.location as string)).text, OPEN);
  for (const [field, value] of Object.entries(fields)) assert.equal(form[field], value, field);
});

const LANGUAGES: [language: string, title: string, missing: string][] = [
  ['de', 'Neue Mietkaution', 'Angabe fehlt'],
  ['fr', 'Nouvelle garantie de loyer', 'Donnée manquante'],
  ['it', 'Nuovo deposito di garanzia', 'Dato mancante'],
  ['en', 'New deposit', 'Missing'],
];
for (const [language, title, missing] of LANGUAGES) {
  test(`the form in ${language}`, async () => {
    const own = await stage(service);
    const email = `${language}@${own.domain}`;
    const member = { email, firstName: 'Lin', lastName: 'Gua', language };
    await created(service.operator('POST', `/organizations/${own.organizationId}/members`, member));
    const browser = await signIn(service, email);
    assert.match((await browser.page(NEW)).text, new RegExp(`<h1>${title}</h1>`));
    const answer = await browser.post(OPEN, { organization: own.organizationId });
    assert.equal(problemAt(answer.text, 'rentalDeposit'), missing);
    assert.doesNotMatch(answer.text, /undefined|\[object/);
  });
}

test('ledger and history of all these deposits verify', async () => {
  await verified(service);
});
