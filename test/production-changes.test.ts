import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { swissIban } from '../src/domain/values/iban.ts';
import { readForm } from './support/form.ts';
import { newBrowser, type ManagerBrowser } from './support/manager.ts';
import { naturalTenant, payload } from './support/payload.ts';
import { stage, TENANT_IBAN, verified, type Stage } from './support/play.ts';
import { until } from './support/receiver.ts';
import { openBookingDesk, statementEntry } from './support/statement-entry.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';
import { visitLink, type TenantBrowser } from './support/tenant.ts';

// years.md, section 2: every change, as people make it in production, where there is no sandbox and no simulated bank.

let service: Service;
let there: Service;
let letterbox: Letterbox;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let on: Stage;
let clara: ManagerBrowser;
before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { ...PRODUCTION, SMTP_URL: letterbox.url } });
  // Links lead to the public address; the test goes to where the service listens.
  there = { ...service, baseUrl: service.address };
  bank = await setUpProvider(service, 'bank');
  insurer = await setUpProvider(service, 'insurer');
  on = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
  clara = await signedIn(on.managerEmail);
});
after(async () => {
  await verified(service);
  await service.stop();
  await letterbox.close();
});

/** The newest mail to somebody whose text matches. */
async function mailTo(to: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const found = letterbox.mails.findLast(
      ({ envelope, email }) => envelope.includes(to) && pattern.test(email.text ?? ''),
    );
    if (found !== undefined) return found.email.text ?? '';
    await wait(20);
  }
  throw new Error(`no mail to ${to} with ${pattern}`);
}

async function signedIn(email: string): Promise<ManagerBrowser> {
  const browser = newBrowser(there);
  await browser.post('/manager/sign-in', { email });
  const text = await mailTo(email, /\/manager\/sign-in\//);
  const answer = await browser.get(new URL(/https:\S+\/manager\/sign-in\/\S+/.exec(text)?.[0] as string).pathname);
  assert.equal(answer.status, 303);
  return browser;
}

let count = 0;
const newIban = (): string => swissIban('00762', `8${String(++count).padStart(11, '0')}`);
type Deposit = { id: string; main: string; second: string; contractId: string };

/** A running deposit of two tenants, as it was taken over. */
async function takenOver(): Promise<Deposit> {
  const [main, second] = [`lea-${++count}@mail.example`, `zoe-${count}@mail.example`];
  const row = {
    ...payload({ rentalStart: '2021-04-01', rentalDeposit: '1000', tenantEmail: main }),
    ...naturalTenant('tenant2'),
    tenant2Email: second,
    tenant2FirstName: 'Zoé',
    openSince: '2021-03-15',
    iban: newIban(),
  };
  const path = `/organizations/${on.organizationId}/running-imports`;
  const { status, body, text } = await service.operator('POST', path, { rows: [row] });
  assert.equal(status, 200, text);
  assert.equal(body.counts.opened, 1, text);
  return { id: body.rows[0].depositId, main, second, contractId: body.rows[0].externalContractId };
}

const record = async ({ id }: Deposit): Promise<any> => (await service.operator('GET', `/deposits/${id}`)).body;
const lastChange = async (it: Deposit): Promise<string> => (await record(it)).changes.at(-1).state;

async function tenantOf(to: string, pattern = /\/t\/\S+/): Promise<TenantBrowser> {
  const text = await mailTo(to, pattern);
  return visitLink(there, new URL(/https:\S+\/t\/\S+/.exec(text)?.[0] as string).pathname);
}

/** The manager starts a change by its form, all tenants sign on their pages, then the manager. */
async function change(it: Deposit, kind: string, fields: Record<string, string>, joiner: string[] = []): Promise<void> {
  const path = `/manager/deposits/${it.id}`;
  const form = readForm((await clara.page(`${path}/change?kind=${kind}`)).text, `${path}/change`);
  await clara.submit(`${path}/change`, { ...form, ...fields });
  if (kind === 'owner') return;
  const { changes } = await record(it);
  const names = changes
    .at(-1)
    .signatures.filter(({ by }: any) => by === 'tenant')
    .map(({ name }: any) => name);
  for (const [index, to] of [it.main, it.second, ...joiner].entries()) {
    const browser = await tenantOf(to, new RegExp(`${it.contractId}[\\s\\S]*/t/`));
    const answer = await browser.send('/change-sign', { typedName: names[index], consent: 'yes' });
    assert.equal(answer.status, 303, answer.text);
  }
  const page = (await clara.page(path)).text;
  await clara.submit(`${path}/change-sign`, readForm(page, `${path}/change-sign`));
}

/** The main tenant gives the account that is asked for, with the code from the mail. */
async function giveAccount(it: Deposit, to = it.main): Promise<void> {
  const browser = await tenantOf(to, new RegExp(`${it.contractId}[\\s\\S]*/t/`));
  const asked = await browser.send('/account', { tenantIban: TENANT_IBAN });
  assert.deepEqual([asked.status, asked.location], [303, `${browser.path}/account/code`], asked.text);
  const text = await mailTo(to, /Code/);
  const code = /Code: (\d{6})/.exec(text)?.[1];
  assert.ok(code !== undefined, text);
  const entered = await browser.post('/account/code', { code });
  assert.equal(entered.status, 303, entered.text);
}

/** The bank carries the tenants' order out. */
async function paidOut(it: Deposit): Promise<void> {
  const order = (await record(it)).orders.at(-1);
  assert.deepEqual([order.state, order.iban], ['ordered', TENANT_IBAN]);
  assert.equal((await service.operator('POST', `/money/${order.id}/completed`)).status, 200);
}

async function answer(it: Deposit, who: ProviderVisitor, what: string, body: object = {}): Promise<void> {
  const [application] = (await who.open(it.id)).filter(
    ({ state }: any) => state === 'open' || state === 'acknowledged',
  );
  await who.answer(application.id, what, body);
}

test('less deposit: the tenant is told that the account is missing, gives it, and it is paid', async () => {
  const it = await takenOver();
  await change(it, 'amount', { rentalDeposit: '400' });
  const [order] = (await record(it)).orders;
  assert.deepEqual([order.state, order.amount], ['waiting', 600]);
  await mailTo(it.main, new RegExp(`fehlt noch das Konto[\\s\\S]*600\\.00[\\s\\S]*${it.contractId}`));
  await giveAccount(it);
  await paidOut(it);
  const { rentalDeposit, changes, state } = await record(it);
  assert.deepEqual([rentalDeposit, changes[0].state, state], [400, 'done', 'open']);
});

test('more deposit: a slip for the difference, which the bank books', async () => {
  const it = await takenOver();
  await change(it, 'amount', { rentalDeposit: '1500' });
  const { paymentReference, iban } = await record(it);
  const browser = await tenantOf(it.main, new RegExp(`${it.contractId}[\\s\\S]*/t/`));
  assert.match((await browser.get()).text, /CHF 500\.00/);
  const desk = await openBookingDesk(service);
  await desk.book(statementEntry(iban, 500, { reference: paymentReference }));
  await desk.close();
  assert.deepEqual([(await record(it)).rentalDeposit, await lastChange(it)], [1500, 'done']);
});

test('from bank deposit to insurance and back: what is new stands before what is old is released', async () => {
  const it = await takenOver();
  await change(it, 'product', {});
  assert.equal(await lastChange(it), 'at_provider');
  await answer(it, insurer, 'cover', { policyNumber: 'P-1', from: '2026-11-01' });
  assert.deepEqual([(await record(it)).product, await lastChange(it)], ['insurance', 'to_pay_out']);
  await giveAccount(it);
  await paidOut(it);
  assert.equal(await lastChange(it), 'done');

  await change(it, 'product', {});
  const iban = newIban();
  await answer(it, bank, 'account', { iban, openedOn: '2026-11-18' });
  const { paymentReference, product } = await record(it);
  assert.deepEqual([product, await lastChange(it)], ['insurance', 'to_pay']);
  const desk = await openBookingDesk(service);
  await desk.book(statementEntry(iban, 1000, { reference: paymentReference }));
  await desk.close();
  assert.deepEqual([(await record(it)).product, await lastChange(it)], ['bank_deposit', 'done']);
  const ends = (await insurer.open(it.id)).filter(({ kind }: any) => kind === 'cover_end');
  assert.equal(ends.length, 1);
});

test('another main tenant: the bank agrees, and the account of before is gone', async () => {
  const it = await takenOver();
  assert.equal((await newBrowser(there, '/t/new-link').post('/t/new-link', { email: it.main })).status, 303);
  await giveAccount(it);
  assert.equal((await record(it)).payoutAccount.iban, TENANT_IBAN);
  await change(it, 'main_tenant', { tenant: '2' });
  await answer(it, bank, 'done');
  const { tenants, payoutAccount } = await record(it);
  assert.deepEqual([tenants[0].firstName, payoutAccount], ['Zoé', null]);
});

test('a co-tenant joins, another leaves; the house is sold; a name changes', async () => {
  const it = await takenOver();
  const nora = `nora-${++count}@mail.example`;
  const { tenantType: _, ...fields } = naturalTenant('tenant');
  await change(it, 'tenant_joins', { ...fields, tenantFirstName: 'Nora', tenantEmail: nora }, [nora]);
  await change(it, 'tenant_leaves', { tenant: '2' }, [nora]);
  await change(it, 'owner', {
    ownerName: 'Neue Besitz AG',
    ownerStreet: 'Bahnhofstrasse',
    ownerStreetNumber: '1',
    ownerZip: '8001',
    ownerCity: 'Zürich',
  });
  await mailTo(nora, /Neue Besitz AG/);
  const { tenants, owner, documents, changes } = await until(async () => {
    const read = await record(it);
    return read.documents.some(({ amendment }: any) => amendment === 3) ? read : null;
  }, 'the third amendment');
  assert.deepEqual(
    tenants.map(({ firstName }: any) => firstName),
    ['Lea', 'Nora'],
  );
  assert.equal(owner.name, 'Neue Besitz AG');
  assert.deepEqual(
    changes.map(({ state }: any) => state),
    ['done', 'done', 'done'],
  );
  assert.deepEqual(documents.map(({ amendment }: any) => amendment).filter(Boolean), [1, 2, 3]);
  const page = (await clara.page(`/manager/deposits/${it.id}`)).text;
  for (const name of ['Nora', 'Zoé', 'Neue Besitz AG']) assert.match(page, new RegExp(name), 'history names them');
  const people = `/manager/deposits/${it.id}/tenants/1`;
  const form = readForm((await clara.page(people)).text, `${people}/person`);
  await clara.submit(`${people}/person`, { ...form, lastName: 'Neuenschwander', reason: 'Heirat' });
  assert.equal((await record(it)).tenants[0].lastName, 'Neuenschwander');
  const told = (await bank.open(it.id)).filter(({ person }: any) => person?.after.lastName === 'Neuenschwander');
  assert.equal(told.length, 1, 'the bank of a deposit that was taken over is told, too');
});

test('contacts by tenant, manager and operator; a hold by the operator', async () => {
  const it = await takenOver();
  await newBrowser(there, '/t/new-link').post('/t/new-link', { email: it.main });
  const lea = await tenantOf(it.main, new RegExp(`/t/\\S+`));
  const form = readForm((await lea.get('/contact')).text, `${lea.path}/contact`);
  const fresh = `neu-${++count}@mail.example`;
  const saved = await lea.post('/contact', { ...form, email: fresh, phoneNumber: '079 000 11 22' });
  assert.equal(saved.status, 303, saved.text);
  assert.equal((await record(it)).tenants[0].phoneNumber, '+41790001122');
  const link = async (to: string, what: string): Promise<TenantBrowser> => {
    const text = await mailTo(to, new RegExp(`/t/${what}/`));
    return visitLink(there, new URL(new RegExp(`https:\\S+/t/${what}/\\S+`).exec(text)?.[0] as string).pathname);
  };
  assert.equal((await (await link(fresh, 'new-address')).post('', {})).status, 303);
  assert.equal((await record(it)).tenants[0].email, fresh);
  assert.equal((await lea.get()).status, 404, 'links to the old address end');
  assert.equal((await (await link(it.main, 'objection')).post('', {})).status, 303);
  assert.equal((await record(it)).tenants[0].email, it.main, 'an objection takes it back');

  const contact = `/manager/deposits/${it.id}/tenants/1`;
  const managers = readForm((await clara.page(contact)).text, contact);
  await clara.submit(contact, { ...managers, phoneNumber: '079 000 11 33' });
  const patched = await service.operator('PATCH', `/deposits/${it.id}/tenants/2`, {
    phoneNumber: '079 000 11 44',
    reason: 'Anruf',
  });
  assert.deepEqual(
    patched.body.tenants.map(({ phoneNumber }: any) => phoneNumber),
    ['+41790001133', '+41790001144'],
  );

  await service.operator('POST', `/deposits/${it.id}/hold`, { ground: 'death', evidence: 'Zivilstandsamt' });
  await mailTo(on.managerEmail, new RegExp(`angehalten[\\s\\S]*${it.contractId}`));
  assert.equal((await record(it)).hold.ground, 'death');
});
