import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { signIn } from '../support/manager.ts';
import { created, setUpPartner } from '../support/partner.ts';
import { companyPayload, naturalTenant, payload } from '../support/payload.ts';
import { stage, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { DEEPER, isDeep } from '../support/depth.ts';

let service: Service;
let browser: TestBrowser;
let partner: Stage;
let cookies: Map<string, string>;

before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  partner = await stage(service);
  await setUpPartner(service, { parentId: partner.organizationId });
  cookies = (await signIn(service, partner.managerEmail)).cookies;
});
after(async () => {
  await service.stop();
  await browser.close();
});

const enter = (context: BrowserContext): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: service.baseUrl })));

const NEW = '/manager/deposits/new';
const newForm = (): string => `${NEW}?organization=${partner.organizationId}`;

for (const screen of isDeep ? (['phone'] as const) : (['phone', 'desktop'] as const)) {
  test(`every page of the form can be read and used on a ${screen}`, DEEPER, async () => {
    const { page, context, leave } = await browser[screen]();
    await enter(context);
    const wrong = payload({ zip: '1', tenantEmail: 'lea@', ...naturalTenant('tenant2'), tenant2BirthDate: '' });
    const contractId = `M-2026-${screen}`;
    await partner.open({ ...wrong, externalContractId: contractId, rentalDeposit: 3560, city: 'x'.repeat(400) });
    const on = await partner.start({ rentalDeposit: '3560.02' });
    const link = new URLSearchParams({ ...(wrong as Record<string, string>), organization: partner.organizationId });
    const paths = [
      NEW,
      newForm(),
      `/import-deposit?${link}`,
      '/manager/import-errors',
      `/manager/deposits/${on.id}/correct`,
    ];
    const look = async (): Promise<void> => {
      // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
      if (isDeep || screen === 'desktop') await accessible(page);
      await noSidewaysScroll(page);
    };
    for (const path of paths) {
      await page.goto(path);
      await look();
    }
    await page.goto('/manager/import-errors');
    await page.getByRole('link', { name: contractId }).click();
    await look();
    await page.getByRole('link', { name: 'Von Hand eröffnen' }).click();
    await look();
    await page.setViewportSize({ width: 320, height: 700 });
    await noSidewaysScroll(page);
    await leave();
  });
}

test('fields depend on the type of tenant, and further tenants unfold one after the other', async () => {
  const { page, context, leave } = await browser.desktop();
  await enter(context);
  await page.goto(newForm());
  const shown = (name: string): Promise<boolean> => page.locator(`#${name}`).isVisible();
  assert.deepEqual([await shown('tenantBirthDate'), await shown('tenantCompanyName')], [true, false]);
  await page.selectOption('#tenantType', 'legal');
  assert.deepEqual([await shown('tenantBirthDate'), await shown('tenantCompanyName')], [false, true]);
  const folded = page.locator('details[data-further]');
  assert.deepEqual(await folded.evaluateAll((all) => all.map((one) => (one as HTMLElement).hidden)), [
    false,
    true,
    true,
  ]);
  // The page reacts to unfolding a moment later.
  const third = page.getByText('Mieterschaft 3 hinzufügen');
  await page.getByText('Mieterschaft 2 hinzufügen').click();
  await third.waitFor();
  assert.equal(await page.locator('#tenant2Type').inputValue(), 'legal');
  assert.ok(await shown('tenant2CompanyName'));
  await page.getByText('Mieterschaft 2 hinzufügen').click();
  await third.waitFor({ state: 'hidden' });
  assert.equal(await page.locator('#tenant2Type').inputValue(), '', 'folded away empty, it is not used');
  await leave();
});

for (const javaScriptEnabled of [true, false]) {
  test(`a deposit is opened by hand ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const { page, context, leave } = await browser.phone({ javaScriptEnabled });
    await enter(context);
    await page.goto(newForm());
    const fields: Record<string, string> = { ...(companyPayload() as Record<string, string>), zip: '' };
    await page.selectOption('#tenantType', 'legal');
    for (const [name, value] of Object.entries(fields)) {
      const control = page.locator(`#${name}`);
      const isChoice = (await control.evaluate((element) => element.tagName)) === 'SELECT';
      await (isChoice ? control.selectOption(value) : control.fill(value));
    }
    await page.getByRole('button', { name: 'Mietkaution eröffnen' }).click();
    await page.getByText('1 Angabe stimmt noch nicht').waitFor();
    await accessible(page);
    await page.locator('.notice a[href="#zip"]').click();
    await page.locator('#zip').fill('8002');
    await page.getByRole('button', { name: 'Mietkaution eröffnen' }).click();
    const { id } = await opened(fields['externalContractId'] as string);
    await page.waitForURL(`**/manager/deposits/${id}?done=open`);
    await leave();
  });
}

async function opened(contractId: string): Promise<{ id: string }> {
  const until = Date.now() + 10_000;
  while (Date.now() < until) {
    const record = await partner.record(contractId);
    if (record !== undefined) return record;
  }
  throw new Error(`${contractId} was not opened`);
}

test('a manager is chosen among those who can be given a deposit', async () => {
  const member = { email: `zoe@${partner.domain}`, firstName: 'Zoë', lastName: 'Zbinden', language: 'fr' };
  await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, member));
  const { page, context, leave } = await browser.desktop();
  await enter(context);
  await page.goto(newForm());
  assert.equal(await page.locator('#propertyManagerEmail').inputValue(), partner.managerEmail);
  await page.selectOption('#propertyManagerEmail', { label: `Zoë Zbinden (${member.email})` });
  assert.equal(await page.locator('#propertyManagerEmail').inputValue(), member.email);
  await leave();
});
