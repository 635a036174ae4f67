import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { problemAt, problemFields, readForm } from './support/form.ts';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { created } from './support/partner.ts';
import { companyPayload, legalTenant, naturalTenant, payload } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let clara: ManagerBrowser;

before(async () => {
  service = await startService();
  partner = await stage(service);
  clara = await signIn(service, partner.managerEmail);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const pathOf = ({ id }: Play): string => `/manager/deposits/${id}/correct`;
const formOf = async (on: Play, browser = clara): Promise<Record<string, string>> =>
  readForm((await browser.page(pathOf(on))).text, pathOf(on));

/** Corrects some fields like a person: loads the form, changes it, sends it. */
const correct = async (on: Play, changes: Record<string, string>) =>
  clara.post(pathOf(on), { ...(await formOf(on)), ...changes });

const corrected = async (on: Play, changes: Record<string, string>): Promise<any> => {
  const answer = await correct(on, changes);
  assert.equal(answer.status, 303, answer.text);
  assert.equal(answer.location, `/manager/deposits/${on.id}?done=correct`);
  return on.record();
};

test('the form shows the current values; sent unchanged, nothing changes', async () => {
  const on = await partner.start({
    ...naturalTenant('tenant2'),
    rentalDeposit: '3560.02',
    allowInvestment: 'false',
    tenantLanguage: 'it',
    street: 'Seestrasse 12a',
    streetNumber: '',
    tenantAddressStreet: 'Dorfplatz',
    tenantAddressStNumber: '',
    tenantPhoneNumber: '079 123 45 67',
    assistentEmail: 'hilfe@mail.example',
    assistentFirstName: 'Hilda',
  });
  const before = await on.record();
  const form = await formOf(on);
  assert.equal(form['rentalDeposit'], '3560.00');
  assert.equal(form['streetNumber'], '12a');
  assert.equal(form['allowInvestment'], 'false');
  assert.equal(form['assistentFirstName'], 'Hilda');
  assert.equal('externalContractId' in form, false, 'the contract keeps its id');
  assert.deepEqual(await corrected(on, {}), before);
});

/** Each changes one field, and is visible in the record. */
const CHANGES: [name: string, changes: Record<string, string>, shown: (record: any) => unknown, value: unknown][] = [
  ['the amount, rounded as always', { rentalDeposit: '4000.03' }, (r) => r.rentalDeposit, 4000.05],
  ['the start', { rentalStart: '2027-03-01' }, (r) => r.rentalStart, '2027-03-01'],
  ['the language', { tenantLanguage: 'fr' }, (r) => r.tenantLanguage, 'fr'],
  ['no investment', { allowInvestment: 'false' }, (r) => r.investmentAllowed, false],
  [
    'the property',
    { propertyId: 'P-9', city: 'Uster' },
    (r) => [r.property.propertyId, r.property.city],
    ['P-9', 'Uster'],
  ],
  ['the owner', { ownerName: 'Emil Eigner' }, (r) => r.owner.name, 'Emil Eigner'],
  ['an owner abroad, so c/o', { ownerCountryCode: 'DE' }, (r) => r.owner.careOf, true],
  ['an assistant', { assistentEmail: 'a@mail.example' }, (r) => r.assistant.email, 'a@mail.example'],
  ['the birth date', { tenantBirthDate: '1991-01-02' }, (r) => r.tenants[0].birthDate, '1991-01-02'],
  ['the phone', { tenantPhoneNumber: '0441234567' }, (r) => r.tenants[0].phoneNumber, '+41441234567'],
  ['one tenant more', naturalTenant('tenant2'), (r) => r.tenants.length, 2],
];
for (const [name, changes, shown, value] of CHANGES) {
  test(`corrects ${name}`, async () => {
    const on = await partner.start();
    const before = await on.record();
    const record = await corrected(on, changes);
    assert.deepEqual(shown(record), value);
    assert.equal(record.state, 'opening');
    assert.equal(record.step, 'awaiting_manager_signature');
    assert.equal(record.externalContractId, before.externalContractId);
    const entry = record.history.at(-1);
    assert.equal(entry.event, 'corrected');
    assert.equal(entry.actor, 'manager');
    for (const field of Object.keys(changes)) assert.ok(entry.detail.fields.split(', ').includes(field), field);
    const [first] = Object.keys(changes) as [string];
    assert.match(entry.detail[first], / → /);
  });
}

test('a person becomes a company with two signatories, which is checked in the register, and back again', async () => {
  const on = await partner.start();
  const record = await corrected(on, { ...legalTenant('tenant'), ...legalTenant('tenant2') });
  assert.equal(record.signatureRule, 'joint');
  assert.equal(record.investmentAllowed, false);
  assert.equal(record.tenants[0].company.name, 'Muster AG');
  assert.ok(record.history.some(({ event }: any) => event === 'register_checked'));
  const back = await corrected(on, { ...naturalTenant('tenant'), tenant2Type: 'none' });
  assert.equal(back.signatureRule, null);
  assert.equal(back.investmentAllowed, true, 'the partner had allowed it');
  assert.equal(back.tenants.length, 1);
  await reach('open', on);
});

test('what was corrected is what tenants sign', async () => {
  const on = await partner.start();
  const email = `neu-${on.id}@mail.example`;
  await corrected(on, { tenantEmail: email, tenantLanguage: 'fr' });
  await on.play('manager-signs');
  const [mail] = await on.mails(email, 'tenant_sign');
  assert.equal(mail.language, 'fr');
});

test('the contract id cannot be changed, whatever a form says', async () => {
  const on = await partner.start();
  const record = await corrected(on, { externalContractId: 'another' });
  assert.equal(record.externalContractId, on.contractId);
});

test('adjustments of unchanged fields stay, those of corrected fields are removed', async () => {
  const on = await partner.start({
    rentalDeposit: '3560.02',
    street: 'Seestrasse 12a',
    streetNumber: '',
    tenantPhoneNumber: '079 123 45 67',
    tenantAddressStreet: 'Dorfplatz',
    tenantAddressStNumber: '',
    ownerCity: '',
  });
  const rules = (record: any): string[] => record.adjustments.map(({ field, rule }: any) => `${field} ${rule}`).sort();
  const all = [
    'ownerName owner_care_of',
    'rentalDeposit amount_rounded',
    'street street_split',
    'streetNumber street_split',
    'tenantAddressStNumber house_number_dash',
    'tenantPhoneNumber phone_normalized',
  ];
  assert.deepEqual(rules(await on.record()), all);
  assert.deepEqual(rules(await corrected(on, { propertyId: 'P-2' })), all);
  const without = (record: any, ...gone: string[]): void =>
    assert.deepEqual(
      rules(record),
      all.filter((one) => !gone.includes(one)),
    );
  without(await corrected(on, { street: 'Bergstrasse' }), 'street street_split', 'streetNumber street_split');
  const record = await corrected(on, { tenantPhoneNumber: '044 123 45 67' });
  const phone = record.adjustments.find(({ rule }: any) => rule === 'phone_normalized');
  assert.deepEqual([phone.from, phone.to], ['044 123 45 67', '+41441234567']);
  const address = { ownerStreet: 'Talstrasse', ownerStreetNumber: '5', ownerZip: '8001', ownerCity: 'Zürich' };
  const rehoused = await corrected(on, { ...address, ownerCountryCode: 'CH' });
  assert.equal(rehoused.owner.name, 'Erika Besitzerin');
  assert.deepEqual(rules(rehoused), [
    'rentalDeposit amount_rounded',
    'tenantAddressStNumber house_number_dash',
    'tenantPhoneNumber phone_normalized',
  ]);
});

test('every problem is shown at its field, the input is kept, nothing is changed', async () => {
  const on = await partner.start();
  const before = await on.record();
  const wrong = { zip: '1', tenantEmail: 'x', rentalDeposit: '0', ...naturalTenant('tenant2'), tenant2Title: '' };
  const answer = await correct(on, wrong);
  assert.equal(answer.status, 422);
  assert.deepEqual(problemFields(answer.text).sort(), ['rentalDeposit', 'tenant2Title', 'tenantEmail', 'zip']);
  const again = readForm(answer.text, pathOf(on));
  for (const [field, value] of Object.entries(wrong)) assert.equal(again[field], value, field);
  assert.deepEqual(await on.record(), before);
  const mended = { ...again, zip: '8000', tenantEmail: 'x@mail.example', rentalDeposit: '100', tenant2Title: 'mr' };
  assert.equal((await clara.post(pathOf(on), mended)).status, 303);
});

test('the second of two concurrent corrections is warned, keeps the input, and can save it anyway', async () => {
  const on = await partner.start();
  const [first, second] = [await formOf(on), await formOf(on)];
  assert.equal((await clara.post(pathOf(on), { ...first, city: 'Basel' })).status, 303);
  const late = await clara.post(pathOf(on), { ...second, street: 'Bergstrasse' });
  assert.equal(late.status, 409);
  assert.match(late.text, /Jemand hat diese Mietkaution inzwischen geändert/);
  assert.match(late.text, /<dt>Liegenschaft, Ort<\/dt><dd>Basel<\/dd>/);
  assert.match(late.text, new RegExp(`href="/manager/deposits/${on.id}" target="_blank"`));
  const again = readForm(late.text, pathOf(on));
  assert.deepEqual([again['street'], again['city']], ['Bergstrasse', 'Zürich']);
  assert.equal((await on.record()).property.city, 'Basel');
  assert.equal((await clara.post(pathOf(on), { ...again, city: 'Basel' })).status, 303);
  const { property } = await on.record();
  assert.deepEqual([property.street, property.city], ['Bergstrasse', 'Basel']);
});

test('of two simultaneous corrections one is made', async () => {
  const on = await partner.start();
  const form = await formOf(on);
  const answers = await Promise.all(['Basel', 'Bern', 'Biel'].map((city) => clara.post(pathOf(on), { ...form, city })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409]);
});

test('another manager who takes over gets a mail; a manager who takes over on their own does not', async () => {
  const email = `sami@${partner.domain}`;
  const member = { email, firstName: 'Sami', lastName: 'Sacher', language: 'de' };
  await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, member));
  const on = await partner.start();
  const record = await corrected(on, { propertyManagerEmail: email });
  assert.equal(record.propertyManager.email, email);
  assert.deepEqual(await on.kinds(email), ['deposit_imported']);
  await corrected(on, { propertyManagerEmail: partner.managerEmail });
  assert.deepEqual(await on.kinds(partner.managerEmail), ['deposit_imported'], 'only the one of the import');
  await corrected(on, { propertyManagerEmail: '' });
  assert.equal((await on.record()).propertyManager.email, partner.managerEmail);
});

test('2.4.2 a new person of the domain is invited with the correction, or not at all', async () => {
  const email = `nora@${partner.domain}`;
  const on = await partner.start();
  const refused = await correct(on, { propertyManagerEmail: email });
  assert.deepEqual(problemFields(refused.text), ['propertyManagerFirstName']);
  const names = { propertyManagerFirstName: 'Nora', propertyManagerLastName: 'Neu' };
  assert.equal((await correct(on, { propertyManagerEmail: email, ...names, zip: '' })).status, 422);
  assert.equal((await partner.mails(email)).length, 0);
  const record = await corrected(on, { propertyManagerEmail: email, ...names });
  assert.equal(record.propertyManager.email, email);
  assert.deepEqual((await partner.mails(email)).map(({ kind }) => kind).sort(), ['deposit_imported', 'invitation']);
});

test('a member being removed gets no deposit', async () => {
  const email = `geht@${partner.domain}`;
  const member = { email, firstName: 'Gerd', lastName: 'Geht', language: 'de' };
  const members = `/organizations/${partner.organizationId}/members`;
  const { id } = await created(service.operator('POST', members, member));
  const on = await partner.start();
  const before = await on.record();
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select from members where id = $1 for update', [id]);
    const answer = await correct(on, { propertyManagerEmail: email });
    assert.equal(answer.status, 409);
    assert.equal(readForm(answer.text, pathOf(on))['propertyManagerEmail'], email);
    assert.deepEqual(await on.record(), before);
  } finally {
    await client.end();
  }
  assert.equal((await corrected(on, { propertyManagerEmail: email })).propertyManager.id, id);
});

test('an invitation does not wait for a set-up change, which may wait for this deposit', async () => {
  const on = await partner.start();
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  const names = { propertyManagerFirstName: 'Olga', propertyManagerLastName: 'Offen' };
  const invitation = { propertyManagerEmail: `olga@${partner.domain}`, ...names };
  try {
    await client.query('begin');
    await client.query('select from set_up for update');
    const answer = await correct(on, invitation);
    assert.equal(answer.status, 409);
    assert.equal(readForm(answer.text, pathOf(on))['propertyManagerEmail'], invitation.propertyManagerEmail);
  } finally {
    await client.end();
  }
  assert.equal((await corrected(on, invitation)).propertyManager.firstName, 'Olga');
});

const NOT_NOW: [place: string, reached: 'signed' | 'tenants' | 'account' | 'open' | 'closing'][] = [
  ['once the manager has signed', 'signed'],
  ['while the account is awaited', 'tenants'],
  ['while payment is awaited', 'account'],
  ['once it is open', 'open'],
  ['while it is closing', 'closing'],
];
for (const [place, reached] of NOT_NOW) {
  test(`no correction ${place}`, async () => {
    const on = await partner.start();
    const form = await formOf(on);
    const before = await reach(reached, on);
    assert.equal((await clara.get(pathOf(on))).status, 409);
    const answer = await clara.post(pathOf(on), { ...form, city: 'Basel' });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /kann nicht mehr berichtigt werden/);
    assert.equal(readForm(answer.text, pathOf(on))['city'], 'Basel', 'what was typed is still there');
    assert.deepEqual(await on.record(), before);
  });
}

test('while editing, the state stays, and the corrected deposit is sent again', async () => {
  const on = await partner.start(naturalTenant('tenant2'));
  await reach('signed', on);
  await on.play('edit');
  const record = await corrected(on, { tenantFirstName: 'Leonie', tenant2Type: 'none' });
  assert.equal(record.state, 'draft_editing');
  assert.equal(record.tenants.length, 1);
  await on.play('resend');
  const open = await reachOpen(on);
  assert.equal(open.tenants[0].firstName, 'Leonie');
});

async function reachOpen(on: Play): Promise<any> {
  await on.play('tenant-signs', { product: 'bank_deposit' });
  await on.play('account-opened');
  return on.play('payment');
}

/** The bank has opened the account in this name. */
const HOLDERS: [name: string, make: typeof payload, changes: Record<string, string>, field: string][] = [
  ['another first name', payload, { tenantFirstName: 'Eva' }, 'tenantFirstName'],
  ['another last name', payload, { tenantLastName: 'Meier' }, 'tenantLastName'],
  ['another birth date', payload, { tenantBirthDate: '1980-01-01' }, 'tenantBirthDate'],
  ['a company', payload, legalTenant('tenant'), 'tenantType'],
  ['another company', companyPayload, { tenantCompanyName: 'Andere AG' }, 'tenantCompanyName'],
  ['another UID', companyPayload, { tenantZefixUid: 'CHE-105.635.488' }, 'tenantZefixUid'],
];
for (const [name, make, changes, field] of HOLDERS) {
  test(`with an account open, the main tenant cannot become ${name}`, async () => {
    const on = await partner.start({}, make);
    await reach('account', on);
    await on.play('edit');
    const before = await on.record();
    const answer = await correct(on, changes);
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(problemFields(answer.text), [field]);
    assert.match(problemAt(answer.text, field) ?? '', /auf diesen Namen eröffnet/);
    assert.deepEqual(await on.record(), before);
    const record = await corrected(on, { tenantEmail: 'anders@mail.example', city: 'Uster' });
    assert.equal(record.tenants[0].email, 'anders@mail.example');
  });
}

test('with money in, the amount cannot fall below it, and may fall to it', async () => {
  const on = await partner.start();
  await reach('account', on);
  await on.play('edit');
  await on.play('payment', { amount: 1000 });
  const answer = await correct(on, { rentalDeposit: '999.95' });
  assert.equal(answer.status, 422);
  assert.match(problemAt(answer.text, 'rentalDeposit') ?? '', /schon einbezahlt/);
  assert.equal((await corrected(on, { rentalDeposit: '1000' })).rentalDeposit, 1000);
  await on.play('resend');
  const record = await on.play('tenant-signs', { product: 'bank_deposit' });
  assert.equal(record.state, 'open', 'it is paid in full');
});

test('outsiders can neither correct nor see the form', async () => {
  const on = await partner.start();
  const stranger = await stage(service);
  const other = await signIn(service, stranger.managerEmail);
  assert.equal((await other.get(pathOf(on))).status, 404);
  const { token: _, ...form } = await formOf(on);
  assert.equal((await other.post(pathOf(on), form)).status, 404);
  assert.equal((await clara.get('/manager/deposits/x/correct')).status, 404);
});

test('the history names the person who acts for the manager', async () => {
  const email = `vera@${partner.domain}`;
  const member = { email, firstName: 'Vera', lastName: 'Vertreterin', language: 'it' };
  await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, member));
  const vera = await signIn(service, email);
  const on = await partner.start();
  const answer = await vera.post(pathOf(on), { ...(await formOf(on, vera)), city: 'Locarno' });
  assert.equal(answer.status, 303);
  const entry = (await on.record()).history.at(-1);
  assert.deepEqual([entry.event, entry.detail.email], ['corrected', email]);
});
