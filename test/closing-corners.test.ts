import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// years.md, sections 1 and 6: corners of the closing.

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService({ env: { OPERATOR_EMAILS: 'betrieb@depono.example' } });
  demo = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const SECOND = { ...naturalTenant('tenant2'), tenant2Email: 'mit@mail.example' };
const OTHER_IBAN = 'CH9300762011623852957';

async function open(changes: Record<string, unknown> = {}): Promise<Play> {
  const it = await demo.start(changes);
  await reach('open', it);
  return it;
}

test('6 confirm-end: while the end is `asked`, also after the payout is ordered or noted', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenancyEnd: '2027-05-31' });
  await it.play('consent', { by: 'manager' });
  assert.equal((await it.play('confirm-end')).closing.end.state, 'confirmed');
  await it.refuse('confirm-end');
  await it.refuse('dispute-end', { day: '2027-06-30' });
  const held = await open();
  await held.operator('hold', { ground: 'seizure', evidence: 'Betreibungsamt' });
  await held.play('start-closing', { by: 'tenant', tenancyEnd: '2027-05-31' });
  await held.play('consent', { by: 'manager' });
  assert.equal((await held.play('confirm-end')).closing.end.state, 'confirmed');
});

test('1 silence of 30 days: undisputed, also where the split was agreed on meanwhile', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant' });
  await it.play('consent', { by: 'manager' });
  const backdated = await open();
  await backdated.play('start-closing', { by: 'tenant', tenancyEnd: '2024-11-30' });
  await advance(service, 'P30D');
  assert.equal((await it.record()).closing.end.state, 'undisputed');
  const { end, release } = (await backdated.record()).closing;
  assert.deepEqual([end.state, release.ground], ['undisputed', 'year']);
});

test('6 tenancy-end: any day that the evidence shows, also one before the start', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenancyEnd: '2026-12-15' });
  await it.play('dispute-end', { day: '2027-02-28' });
  const { closing } = await it.operator('tenancy-end', { day: '2026-12-15', evidence: 'nie eingezogen' });
  assert.deepEqual([closing.end.state, closing.end.day, closing.end.freesOn], ['settled', '2026-12-15', '2027-12-16']);
});

test('1 dispute-end: the operator, who can settle it, is told, too', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenancyEnd: '2027-05-31' });
  await it.play('dispute-end', { day: '2027-06-30', reason: 'Übergabe' });
  const [told] = await it.mails('betrieb@depono.example', 'closing_end_disputed');
  assert.match(told.text, /names another day[\s\S]*31\.05\.2027/);
  assert.match(told.links[0], /\/operator\/deposits\//);
});

test('1 an account that the tenant has confirmed is not replaced by one that the manager gives', async () => {
  const it = await open();
  await it.play('payout-account', { iban: TENANT_IBAN, holderName: 'Lea Brunner' });
  const [{ code }] = await it.mails(String(it.sent['tenantEmail']), 'payout_account_code');
  await it.play('payout-account-code', { code });
  const { closing } = await it.play('start-closing', { by: 'manager', tenantIban: OTHER_IBAN });
  assert.equal(closing.tenantIban, TENANT_IBAN);
  assert.equal((await it.play('consent', { by: 'tenant' })).orders[0].iban, TENANT_IBAN);
});

test('1 all tenants are told of another account, also where it needs no code', async () => {
  const it = await open(SECOND);
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  const told = async (to: string): Promise<number> => (await it.mails(to, 'payout_account_changed')).length;
  assert.equal(await told('mit@mail.example'), 0, 'the first one is in the mails of the closing');
  await it.play('counter', { by: 'manager', amountLandlord: 1 });
  await it.play('consent', { by: 'tenant', tenantIban: OTHER_IBAN });
  assert.deepEqual([await told('mit@mail.example'), await told(String(it.sent['tenantEmail']))], [1, 1]);
});

test('1 a payout that came back: co-tenants get a copy', async () => {
  const it = await open(SECOND);
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  await it.play('payout-completed');
  await it.play('payout-returned');
  const [asked] = await it.mails(String(it.sent['tenantEmail']), 'payout_returned');
  const [copy] = await it.mails('mit@mail.example', 'payout_returned');
  assert.match(asked.text, /geben Sie .*Konto/i);
  assert.match(copy.text, /Lea Brunner/);
  assert.match(copy.text, /Sie müssen nichts tun/);
});

test('1 the manager sees the account that the payout goes to, also after another one was given', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  const clara = await signIn(service, demo.managerEmail);
  const page = async (): Promise<string> => (await clara.page(`/manager/deposits/${it.id}`)).text;
  assert.match(await page(), /Lea Brunner, •••• 8009/);
  await it.play('payout-completed');
  await it.play('payout-returned');
  await it.play('payout-account', { iban: OTHER_IBAN, holderName: 'Lea M. Brunner' });
  const { code } = (await it.mails(String(it.sent['tenantEmail']), 'payout_account_code')).at(-1);
  await it.play('payout-account-code', { code });
  const now = await page();
  assert.match(now, /Lea M. Brunner, •••• 2957/);
  assert.doesNotMatch(now, /•••• 8009/);
});

test('6 correct: before it is sent, so not while a sent deposit is edited', async () => {
  const it = await demo.start();
  await it.play('manager-signs');
  await it.play('edit');
  await it.refuse('correct', { fields: { city: 'Bern' } });
  await it.refuse('correct', { fields: { zip: 'x' } }, 422);
});
