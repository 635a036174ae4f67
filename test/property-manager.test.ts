import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function addMember(organizationId: string, email: string, more: object = {}): Promise<{ id: string }> {
  const person = { email, firstName: 'Max', lastName: 'Muster', language: 'de', ...more };
  return created(service.operator('POST', `/organizations/${organizationId}/members`, person));
}

async function openFor(partner: Partner, changes: Record<string, unknown>): Promise<any> {
  const sent = payload(changes);
  const { status, body } = await partner.open(sent);
  assert.equal(status, 200, JSON.stringify(body));
  return partner.record(sent['externalContractId']);
}

async function kinds(partner: Partner, to: string): Promise<string[]> {
  return (await partner.mails(to)).map(({ kind }) => kind).sort();
}

test('2.4.1 a member gets the deposit, whatever the case', async () => {
  const partner = await setUpPartner(service);
  const { id } = await addMember(partner.organizationId, 'Max@elsewhere.example');
  const record = await openFor(partner, { propertyManagerEmail: 'MAX@Elsewhere.Example' });
  assert.equal(record.propertyManager.id, id);
  assert.deepEqual(await kinds(partner, 'max@elsewhere.example'), ['deposit_imported']);
});

test('2.4.2 an unknown person of the organization’s domain is invited, once', async () => {
  const partner = await setUpPartner(service, { language: 'it' });
  const email = `neu@${partner.domain}`;
  const named = { propertyManagerEmail: email, propertyManagerFirstName: 'Nora', propertyManagerLastName: 'Neu' };
  const first = await openFor(partner, { ...named, assistentEmail: 'assistenz@mail.example' });
  assert.equal(first.propertyManager.email, email);
  const second = await openFor(partner, { propertyManagerEmail: email });
  assert.equal(second.propertyManager.id, first.propertyManager.id);
  const mails = await partner.mails(email);
  assert.deepEqual(await kinds(partner, email), ['deposit_imported', 'deposit_imported', 'invitation']);
  const invitation = mails.find(({ kind }) => kind === 'invitation');
  assert.deepEqual([invitation.language, invitation.cc], ['it', []], 'in the organization’s language, no copy');
  const { body } = await service.operator('GET', `/organizations/${partner.organizationId}/members`);
  assert.equal(body.members.length, 2);
});

test('2.4.2 a refused call invites no one', async () => {
  const partner = await setUpPartner(service);
  const email = `neu@${partner.domain}`;
  const named = { propertyManagerEmail: email, propertyManagerFirstName: 'Nora', propertyManagerLastName: 'Neu' };
  const taken = payload();
  await partner.open(taken);
  await partner.open(payload({ ...named, zip: 'x' }));
  await partner.open({ ...taken, ...named });
  const { body } = await service.operator('GET', `/organizations/${partner.organizationId}/members`);
  assert.equal(body.members.length, 1);
  assert.deepEqual(await partner.mails(email), []);
});

test('2.4.2 many calls at once that name one new person invite one', async () => {
  const partner = await setUpPartner(service);
  const email = `viele@${partner.domain}`;
  const named = { propertyManagerEmail: email, propertyManagerFirstName: 'Vera', propertyManagerLastName: 'Viel' };
  const records = await Promise.all(Array.from({ length: 12 }, () => openFor(partner, named)));
  assert.equal(new Set(records.map((record) => record.propertyManager.id)).size, 1);
  assert.equal((await kinds(partner, email)).filter((kind) => kind === 'invitation').length, 1);
});

test('2.4.2 with sub-organizations the person must be a member of one of them', async () => {
  const partner = await setUpPartner(service);
  const sub = await created(
    service.operator('POST', '/organizations', {
      name: 'Filiale',
      language: 'fr',
      emailDomain: partner.domain,
      address: { street: 'Rue', streetNumber: '1', zip: '1000', city: 'Lausanne' },
      parentId: partner.organizationId,
    }),
  );
  const email = `filiale@${partner.domain}`;
  const names = { propertyManagerFirstName: 'F', propertyManagerLastName: 'G' };
  const { body } = await partner.open(payload({ propertyManagerEmail: email, ...names }));
  assert.deepEqual([body.result, body.reason.startsWith('<br> Verantwortliche Person')], ['errored', true]);

  const { id } = await addMember(sub.id, email, { language: 'fr' });
  const record = await openFor(partner, { propertyManagerEmail: email });
  assert.equal(record.propertyManager.id, id);
  assert.equal(
    record.organizationId,
    partner.organizationId,
    'the deposit belongs to the organization that was called',
  );
  const answer = await partner.open(payload({ propertyManagerEmail: email, city: '' }));
  assert.equal(answer.body.reason, '<br> Immeuble, localité (city) : donnée manquante');
});

test('2.4.3 another domain and 2.4.5 no e-mail: the default property manager', async () => {
  const partner = await setUpPartner(service);
  for (const changes of [{ propertyManagerEmail: 'wer@woanders.example' }, {}]) {
    const record = await openFor(partner, changes);
    assert.equal(record.propertyManager.email, partner.managerEmail);
  }
});

test('2.4.4 invalid e-mail address: refused, and the default property manager gets the mail', async () => {
  const partner = await setUpPartner(service);
  const { body } = await partner.open(payload({ propertyManagerEmail: 'wer@', assistentEmail: 'a@mail.example' }));
  assert.equal(body.result, 'errored');
  const [mail] = await partner.mails(partner.managerEmail);
  assert.deepEqual([mail.kind, mail.cc], ['import_error', ['a@mail.example']]);
});

test('2.4 a new default replaces the old one, who can then be removed; deposits are handed over', async () => {
  const partner = await setUpPartner(service);
  const base = `/organizations/${partner.organizationId}/members`;
  const deposit = await openFor(partner, {});
  const old = deposit.propertyManager.id;
  assert.equal((await service.operator('DELETE', `${base}/${old}`)).status, 409);
  const heir = await addMember(partner.organizationId, 'erbin@mail.example', { defaultPropertyManager: true });
  const other = await addMember(partner.organizationId, 'andere@mail.example');
  assert.equal((await service.operator('DELETE', `${base}/${old}`, { reassignTo: other.id })).status, 204);
  assert.equal((await partner.record(deposit.externalContractId)).propertyManager.id, other.id);
  assert.equal((await service.operator('DELETE', `${base}/${other.id}`)).status, 204);
  assert.equal((await partner.record(deposit.externalContractId)).propertyManager.id, heir.id);
});
