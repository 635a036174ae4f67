import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { nameAccount, openTenant } from './support/tenant.ts';

// years.md, sections 1, 2 and 6: what a hold changes at closing, and what it does not.

let service: Service;
let on: Stage;
before(async () => {
  service = await startService();
  on = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const HOLD = { ground: 'death', evidence: 'Zivilstandsamt Bern 77' };
const SECOND = { ...naturalTenant('tenant2'), tenant2Email: 'mit@mail.example' };
const OLD = { rentalStart: '2020-01-01' };

async function held(changes: Record<string, unknown> = {}, product?: 'insurance'): Promise<Play> {
  const it = await on.start(changes);
  await reach('open', it, product);
  await it.operator('hold', HOLD);
  return it;
}

async function today(): Promise<string> {
  const { body } = await service.sandbox('POST', '/clock', { advance: 'PT0S' });
  return Temporal.Instant.from(body.now).toZonedDateTimeISO('Europe/Zurich').toPlainDate().toString();
}
const plus = (day: string, duration: string): string => Temporal.PlainDate.from(day).add(duration).toString();
const agreedMails = async (it: Play, to: string): Promise<any[]> => it.mails(to, 'closing_agreed');

test('1 both sides hear that they have agreed, also while nothing is ordered; and again when it is', async () => {
  const it = await held(SECOND);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 100 });
  await it.play('consent', { by: 'manager' });
  const everyone = [on.managerEmail, String(it.sent['tenantEmail']), 'mit@mail.example'];
  for (const to of everyone) {
    const [mail, ...more] = await agreedMails(it, to);
    assert.ok(mail !== undefined && more.length === 0, to);
    assert.match(mail.text, /zugestimmt[\s\S]*angehalten[\s\S]*100\.00/);
    assert.doesNotMatch(mail.text, /Zivilstand|Tod|verstorben/i, 'neither ground nor evidence');
    assert.deepEqual(await it.mails(to, 'payout_ordered'), [], 'nothing is ordered');
  }
  await it.operator('lift-hold', { reason: 'Erben bekannt' });
  for (const to of everyone) {
    assert.equal((await it.mails(to, 'payout_ordered')).length, 1, to);
    assert.equal((await agreedMails(it, to)).length, 1, to);
  }
});

test('1 an insurance: both sides hear it, too', async () => {
  const it = await held({}, 'insurance');
  await it.play('start-closing', { by: 'manager', amountLandlord: 50 });
  await it.play('consent', { by: 'tenant' });
  const [mail] = await agreedMails(it, on.managerEmail);
  assert.match(mail.text, /Deckung[\s\S]*angehalten/);
});

test('6 payout-account: nothing is ordered yet, so the account can be changed, and the order goes there', async () => {
  const it = await held();
  await it.play('start-closing', { by: 'tenant', amountLandlord: 100 });
  await it.play('consent', { by: 'manager' });
  const lea = await openTenant(it, it.sent['tenantEmail']);
  const shown = await lea.get();
  assert.match(shown.text, /Vereinbart, aber angehalten[\s\S]*3’460\.00[\s\S]*100\.00/);
  assert.match(await nameAccount(it, lea, { tenantIban: TENANT_IBAN }), /CH56 0483/);
  assert.equal((await it.record()).payoutAccount.iban, TENANT_IBAN);
  const { orders } = await it.operator('lift-hold', { reason: 'x' });
  assert.equal(orders.find(({ to }: any) => to === 'tenant').iban, TENANT_IBAN);
  await it.refuse('payout-account', { iban: TENANT_IBAN, holderName: 'Lea Brunner' });
});

test('1 the year is noted; an end that is settled on a later day takes it back, and it is noted again in time', async () => {
  const it = await held(OLD);
  const now = await today();
  await it.play('start-closing', { by: 'tenant', amountLandlord: 100, tenancyEnd: plus(now, '-P2Y') });
  await it.play('counter', { by: 'manager', amountLandlord: 900 });
  await advance(service, 'P31D');
  const noted = await it.record();
  assert.equal(noted.closing.noted.ground, 'year');
  const clara = await signIn(service, on.managerEmail);
  const page = await clara.page(`/manager/deposits/${it.id}`);
  assert.match(page.text, /3’460\.00[\s\S]*100\.00/, 'the split that is ordered, not the one proposed last');
  assert.doesNotMatch(page.text, /Ohne Einigung wird|Without an agreement/);
  const lea = await openTenant(it, it.sent['tenantEmail']);
  assert.doesNotMatch((await lea.get()).text, /Vereinbart/, 'nobody has agreed');
  assert.match((await agreedMails(it, on.managerEmail))[0].text, /257e/);

  const { closing } = await it.operator('tenancy-end', { day: now, evidence: 'Übergabeprotokoll' });
  assert.deepEqual([closing.noted, closing.release], [null, null]);
  const lifted = await it.operator('lift-hold', { reason: 'x' });
  assert.deepEqual([lifted.orders, lifted.closing.release], [[], null], 'the year is not over');
  await it.operator('hold', HOLD);
  const days = Temporal.PlainDate.from(await today()).until(closing.end.freesOn).days;
  await advance(service, `P${days}D`);
  assert.equal((await it.record()).closing.noted.ground, 'year');
  assert.equal((await it.operator('lift-hold', { reason: 'x' })).closing.release.ground, 'year');
});

test('1 what both have agreed on stays noted, whatever day is settled', async () => {
  const it = await held(OLD);
  await it.play('start-closing', { by: 'tenant', tenancyEnd: plus(await today(), '-P2Y') });
  await it.play('consent', { by: 'manager' });
  const { closing } = await it.operator('tenancy-end', { day: await today(), evidence: 'x' });
  assert.equal(closing.noted.ground, 'consent');
});
