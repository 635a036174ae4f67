import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { importFile } from '../src/actions/bank/import-file.ts';
import type { Services } from '../src/actions/services.ts';
import { LANGUAGES } from '../src/domain/values/language.ts';
import { rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { PAYEE_WORDS_OF } from '../src/tenant/words/account.ts';
import { problemAt } from './support/form.ts';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { nameAccount, openTenant } from './support/tenant.ts';

// bank-and-money.md, section 3: the account that a payee gives after a returned payout.

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

const SWISS = 'CH3908704016075473007';
const OTHER = 'CH6309000000250097798';
const payoutTo = async (it: Play, to: string): Promise<any> => (await it.money('payout')).find((one) => one.to === to);

async function closed(changes: Record<string, unknown> = {}, amountLandlord = 60): Promise<Play> {
  const it = await demo.start(changes);
  for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
  await it.play('start-closing', { by: 'tenant', amountLandlord, tenantIban: SWISS });
  await it.play('consent', { by: 'manager' });
  assert.equal((await it.play('payout-completed')).state, 'closed');
  return it;
}

let files = 0;

/** The bank sends the money of an order back. */
async function comesBack(it: Play, to: string): Promise<any> {
  const n = ++files;
  const order = await payoutTo(it, to);
  const { iban } = await it.record();
  const credit = {
    direction: 'credit' as const,
    accountIban: iban,
    amount: rappen(Math.round(order.amount * 100)),
    bookedOn: '2026-11-16',
    bankReference: `BACK-${n}`,
    reference: null,
    debtor: { name: 'Bank', iban: null },
  };
  const xml = writeCamt054({ messageId: `BACK-${n}`, createdAt: new Date(), bookings: [credit] })
    .replace('<EndToEndId>NOTPROVIDED<', `<EndToEndId>${order.endToEndId}<`)
    .replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Konto aufgehoben</AddtlInf></RtrInf></TxDtls>');
  const path = join(service.config.bankExchangeDir, `back-${n}.xml`);
  writeFileSync(path, xml);
  assert.equal((await importFile(services, path))[0].state, 'done');
  const back = await payoutTo(it, to);
  assert.deepEqual([back.state, back.waitsFor], ['returned', 'AC04: Konto aufgehoben'], JSON.stringify(back));
  return back;
}

test('3 the tenant gives another account by the link of the mail; it goes out again under a new end-to-end id', async () => {
  const it = await closed();
  const before = await payoutTo(it, 'tenant');
  const back = await comesBack(it, 'tenant');
  assert.notEqual(back.endToEndId, before.endToEndId);
  assert.equal((await it.record()).state, 'closed', 'it stays closed');
  const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'payout_returned' });
  const { text } = await lea.get();
  assert.match(text, /Bitte nennen Sie ein anderes Konto/);
  assert.match(text, /CHF\u00a03’500\.00 retourniert\. Grund: Das Konto ist aufgehoben \(AC04\)/);
  assert.match(text, /Schweizer Franken \(CHF\)/, '9 CHF only, and the page says so');
  const page = await nameAccount(it, lea, { tenantIban: OTHER });
  assert.doesNotMatch(page, /Bitte nennen Sie ein anderes Konto/);
  const given = await payoutTo(it, 'tenant');
  assert.deepEqual([given.state, given.iban, given.holderName], ['ordered', OTHER, null]);
  const { history } = await it.record();
  assert.deepEqual([history.at(-1).event, history.at(-1).actor], ['payout_account_confirmed', 'tenant']);
  await service.operator('POST', '/bank/export');
  assert.equal((await payoutTo(it, 'tenant')).state, 'sent');
  const again = await service.operator('POST', `/money/${given.id}/completed`);
  assert.deepEqual([again.body.state, (await it.record()).state], ['completed', 'closed']);
});

test('3 problems are shown at their fields, and nothing changes', async () => {
  const it = await closed();
  await comesBack(it, 'tenant');
  const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'payout_returned' });
  const before = await it.record();
  for (const [what, field, fields, words] of [
    ['9 no account', 'tenantIban', { tenantIban: '' }, /Konto/],
    ['9 a wrong account', 'tenantIban', { tenantIban: 'CH39' }, /nicht gültig/],
    ['9 a QR-IBAN', 'tenantIban', { tenantIban: 'CH4431999123000889012' }, /QR-IBAN/],
    ['9 abroad without a BIC', 'bic', { tenantIban: 'DE89370400440532013000' }, /BIC/],
    [
      '9 a refused country',
      'countryCode',
      { tenantIban: OTHER, street: 'W', zip: '1', city: 'M', countryCode: 'RU' },
      /keine Zahlungen/,
    ],
  ] as const) {
    const { status, text } = await lea.send('/account', fields);
    assert.equal(status, 422, what);
    assert.match(problemAt(text, `account-${field}`) ?? '', words, what);
    assert.match(text, new RegExp(`href="#account-${field}"`), what);
  }
  assert.deepEqual({ ...(await it.record()), readAt: null }, { ...before, readAt: null });
});

test('9 another name than the tenants’ waits for release', async () => {
  const it = await closed();
  await comesBack(it, 'tenant');
  const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'payout_returned' });
  await nameAccount(it, lea, { tenantIban: OTHER, holderName: 'Eva Muster' });
  const order = await payoutTo(it, 'tenant');
  assert.deepEqual([order.state, order.holderName], ['to_release', 'Eva Muster']);
  assert.equal((await service.operator('POST', `/money/${order.id}/release`)).body.state, 'ordered');
});

test('3 in four languages', async () => {
  const it = await closed();
  await comesBack(it, 'tenant');
  for (const language of LANGUAGES) {
    const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'payout_returned', query: `?lang=${language}` });
    const { text } = await lea.get();
    const { heading, button, holder, bic, address } = PAYEE_WORDS_OF[language];
    for (const words of [heading.returned, button, holder, bic, address]) assert.ok(text.includes(words), words);
  }
});

test('3 only the main tenant gives the account; sent twice it is given once', async () => {
  const tenant2Email = `zweite-${Math.random().toString(36).slice(2)}@mail.example`;
  const more = { ...naturalTenant('tenant2'), tenant2FirstName: 'Max', tenant2LastName: 'Muster', tenant2Email };
  const it = await closed(more);
  await comesBack(it, 'tenant');
  const max = await openTenant(it, tenant2Email);
  assert.match((await max.get()).text, /Nur .* kann sie ergänzen/);
  assert.equal((await max.post('/account', { tenantIban: OTHER })).status, 403);
  const lea = await openTenant(it, it.sent['tenantEmail'], { kind: 'payout_returned' });
  // “Max Muster” is a tenant, too.
  await nameAccount(it, lea, { tenantIban: OTHER, holderName: 'muster MAX' });
  assert.equal((await payoutTo(it, 'tenant')).state, 'ordered');
  assert.equal((await lea.post('/account', { tenantIban: SWISS })).status, 303);
  assert.equal((await payoutTo(it, 'tenant')).iban, OTHER);
});

test('9 after the tenancy the ordered page asks for the address, and the payout waits until then', async () => {
  const it = await demo.start({ rentalStart: '2024-01-01' });
  for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
  const lea = await openTenant(it, it.sent['tenantEmail']);
  const yesterday = Temporal.Now.plainDateISO('Europe/Zurich').subtract({ days: 1 }).toString();
  await nameAccount(it, lea, { tenantIban: SWISS });
  await lea.submit('/closing', { tenancyEnd: yesterday, amountLandlord: '0' });
  assert.match((await lea.get()).text, /Die Bank braucht Ihre jetzige Adresse/);
  await it.play('consent', { by: 'manager' });
  assert.equal((await payoutTo(it, 'tenant')).state, 'waiting');
  assert.match((await lea.get()).text, /Für die Auszahlung fehlen noch Angaben/);
  const empty = await lea.send('/account', {});
  assert.equal(empty.status, 422);
  assert.match(problemAt(empty.text, 'account-street') ?? '', /Strasse/);
  await nameAccount(it, lea, { street: 'Neuweg', streetNumber: '9', zip: '4000', city: 'Basel' });
  const order = await payoutTo(it, 'tenant');
  assert.deepEqual([order.state, order.iban, order.address.city], ['ordered', SWISS, 'Basel']);
  assert.equal((await it.play('payout-completed')).state, 'closed');
});

test('3 the landlord’s share: the manager’s page asks for another account', async () => {
  const it = await closed();
  await comesBack(it, 'landlord');
  const [mail] = await it.mails(demo.managerEmail, 'payout_returned');
  assert.equal(new URL(mail.links[0]).pathname, `/manager/deposits/${it.id}`);
  const manager = await signIn(service, demo.managerEmail);
  const address = `/manager/deposits/${it.id}`;
  const page = await manager.page(address);
  assert.match(
    page.text,
    /Bitte nennen Sie ein anderes Konto[\s\S]*CHF\u00a060\.00[\s\S]*Das Konto ist aufgehoben \(AC04\)/,
  );
  const wrong = await manager.post(`${address}/account`, { iban: 'CH39', holderName: 'x' });
  assert.deepEqual([wrong.status, problemAt(wrong.text, 'iban')], [422, 'Diese IBAN ist nicht gültig.']);
  const after = await manager.submit(`${address}/account`, { iban: OTHER, holderName: 'Besitzerin Erika' });
  assert.match(after.text, /Das Konto ist erfasst/);
  assert.doesNotMatch(after.text, /Bitte nennen Sie ein anderes Konto/);
  const order = await payoutTo(it, 'landlord');
  assert.deepEqual([order.state, order.iban, order.address.street], ['ordered', OTHER, 'Talstrasse']);
  assert.equal((await manager.post(`${address}/account`, { iban: SWISS })).status, 409, 'no longer asked for');
});

test('3 the operator can give it, too', async () => {
  const it = await closed();
  const { id } = await comesBack(it, 'tenant');
  const { body } = await service.operator('POST', `/money/${id}/account`, { iban: OTHER });
  assert.deepEqual([body.state, body.waitsFor], ['ordered', null]);
});
