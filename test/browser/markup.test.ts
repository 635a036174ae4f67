import { after, before, test } from 'node:test';
import { noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { signIn } from '../support/manager.ts';
import { naturalTenant } from '../support/payload.ts';
import { stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { openTenant } from '../support/tenant.ts';

let service: Service;
let browser: TestBrowser;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
});
after(async () => {
  await service.stop();
  await browser.close();
});

/** As long as a field may be, without a break. */
const WORD = 'W'.repeat(255);
const TEXTS = ['propertyId', 'street', 'city', 'ownerName', 'ownerStreet', 'ownerCity'];
const OF_TENANT = ['FirstName', 'LastName', 'AddressStreet', 'AddressCity'];

test('an unbreakable word makes no page wider than a phone', async () => {
  const on = await stage(service, { name: WORD, preSigned: true });
  const path = `/organizations/${on.organizationId}/members`;
  const [chief] = (await service.operator('GET', path)).body.members;
  await service.operator('PATCH', `${path}/${chief.id}`, { firstName: WORD, lastName: WORD });
  const texts = [...TEXTS, ...OF_TENANT.flatMap((text) => [`tenant${text}`, `tenant2${text}`])];
  const long = {
    ...naturalTenant('tenant2'),
    tenant2Email: 'zweite@mail.example',
    ...Object.fromEntries(texts.map((field) => [field, WORD])),
    externalContractId: 'W'.repeat(128),
  };
  const it = await on.start(long);
  await on.open({ ...it.sent, externalContractId: 'X'.repeat(128), zip: WORD });
  const { cookies } = await signIn(service, on.managerEmail);
  const { page, context, leave } = await browser.phone();
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: service.baseUrl })));
  const look = async (...paths: string[]): Promise<void> => {
    for (const one of paths) {
      await page.goto(one);
      await noSidewaysScroll(page);
    }
  };
  const tenant = await openTenant({ ...it, contractId: '' }, it.sent['tenantEmail']);
  const deposit = `/manager/deposits/${it.id}`;
  await look('/manager/deposits', `/manager/deposits?q=${WORD}`, deposit, `${deposit}/edit`, `${deposit}/withdraw`);
  await look('/manager/organization', `/manager/organization/${on.organizationId}/invite`, '/manager/account');
  await look('/manager/import-errors', '/manager/deposits/new', tenant.path);
  await page.goto('/manager/import-errors');
  await page.locator('main a[href*="/import-errors/"]').first().click();
  await noSidewaysScroll(page);
  for (const [move, body] of [
    ['tenant-signs', { product: 'bank_deposit' }],
    ['account-opened', undefined],
    ['payment', undefined],
    ['start-closing', { by: 'manager', amountLandlord: 100, reason: WORD }],
  ] as const) {
    await it.play(move, body);
    await look(deposit, tenant.path);
  }
  await look(`${deposit}/counter`);
  const corrected = await on.start({ ...long, externalContractId: 'Y'.repeat(128) });
  await corrected.play('edit');
  await look(`/manager/deposits/${corrected.id}/correct`);
  await leave();
});
