import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn } from './support/manager.ts';
import { reach, stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';

// Issue 30, 1: the year of OR 257e as a timeline on both parties' pages. review/pages.md, 25: the landlord's account.

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service);
});
after(() => service.stop());

async function today(): Promise<Temporal.PlainDate> {
  const { body } = await service.sandbox('POST', '/clock', { advance: 'PT0S' });
  return Temporal.Instant.from(body.now).toZonedDateTimeISO('Europe/Zurich').toPlainDate();
}

/** The days of the timeline on a page, in its order. The history has moments. */
function daysOn(page: string): string[] {
  const [, list = ''] = /<ol class="timeline">([\s\S]*?)<\/ol>/.exec(page) ?? [];
  return [...list.matchAll(/<time datetime="([0-9-]{10})">/g)].map(([, day]) => String(day));
}

async function pagesOf(it: Play): Promise<string[]> {
  const clara = await signIn(service, demo.managerEmail);
  const lea = await openTenant(it, it.sent['tenantEmail']);
  return [(await clara.page(`/manager/deposits/${it.id}`)).text, (await lea.get()).text];
}

for (const [language, ordered, stops] of [
  ['de', /Ohne Einigung/, /Schlichtung/],
  ['fr', /Sans accord/, /conciliation/],
  ['it', /Senza accordo/, /conciliazione/],
  ['en', /Without an agreement/, /conciliation/],
] as const) {
  test(`1 the timeline in ${language}: what happens when, and what stops it`, async () => {
    const it = await demo.start({ tenantLanguage: language, rentalStart: '2020-01-01' });
    await reach('open', it);
    const now = await today();
    const end = now.add({ months: 2 }).toString();
    const { closing } = await it.play('start-closing', { by: 'tenant', tenancyEnd: end });
    const frees = Temporal.PlainDate.from(closing.end.freesOn);
    const days = [now, now.add({ days: 29 }), end, frees.subtract({ days: 1 }), frees].map(String);
    const [manager = '', tenant = ''] = await pagesOf(it);
    assert.deepEqual(daysOn(manager), days);
    assert.deepEqual(daysOn(tenant), days);
    assert.match(tenant, ordered);
    assert.match(tenant, stops);
    const later = now.add({ months: 3 }).toString();
    const disputed = await it.play('dispute-end', { day: later });
    for (const page of await pagesOf(it)) {
      assert.ok(daysOn(page).includes(disputed.closing.end.freesOn), 'the manager’s day counts');
      assert.ok(!daysOn(page).includes(end));
    }
    await it.operator('legal-claim', { evidence: 'Schlichtungsgesuch' });
    for (const page of await pagesOf(it)) assert.deepEqual(daysOn(page), [], 'a recorded claim stops it');
  });
}

test('25 an administrator sets the landlord’s account by property and owner, and it is paid there', async () => {
  const clara = await signIn(service, demo.managerEmail);
  const path = `/manager/organization/${demo.organizationId}/accounts`;
  assert.match((await clara.page('/manager/organization')).text, new RegExp(`href="${path}"`));
  const qr = await clara.post(path, { accounts: 'CH4431999123000889012; L-25' });
  assert.equal(qr.status, 422);
  assert.match(qr.text, /QR-IBAN/);
  await clara.submit(path, {
    accounts: 'CH5604835012345678009; L-25; ; Erben Frei\nCH9300762011623852957; ; Urs Meier',
  });
  const { body } = await service.operator('GET', `/organizations/${demo.organizationId}`);
  assert.deepEqual(
    body.payoutAccounts.map(({ iban, propertyId, ownerName }: any) => [iban, propertyId, ownerName]),
    [
      ['CH5604835012345678009', 'L-25', null],
      ['CH9300762011623852957', null, 'Urs Meier'],
    ],
  );
  const it = await demo.start({ propertyId: 'L-25', ownerName: 'Urs Meier' });
  await reach('open', it);
  await it.play('start-closing', { by: 'manager', amountLandlord: 100 });
  const { orders } = await it.play('consent', { by: 'tenant' });
  const { iban, holderName } = orders.find(({ to }: any) => to === 'landlord');
  assert.deepEqual([iban, holderName], ['CH5604835012345678009', 'Erben Frei']);
  // Of the tenants' account, managers see the last four characters.
  const tenantIban: string = orders.find(({ to }: any) => to === 'tenant').iban;
  const page = (await clara.page(`/manager/deposits/${it.id}`)).text;
  assert.match(page, /CH56 0483 5012 3456 7800 9/);
  assert.match(page, new RegExp(`•••• ${tenantIban.slice(-4)}`));
  assert.doesNotMatch(page.replaceAll(/\s/g, ''), new RegExp(tenantIban));
});
