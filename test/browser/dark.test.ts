import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { DEEPER, isDeep } from '../support/depth.ts';
import { signInLinks } from '../support/manager.ts';
import { OPERATOR } from '../support/operator.ts';
import { reach, stage, type Play, type Stage } from '../support/play.ts';
import { addContact, setUpProvider, type ProviderVisitor } from '../support/provider.ts';
import { startService, TOKEN, type Service } from '../support/service.ts';

// Dark mode (review of the pages, 30): every reader's pages, with axe, on a phone and a desktop.

let service: Service;
let browser: TestBrowser;
let ours: Stage;
let bank: ProviderVisitor;
const plays: Record<'toSign' | 'tenants' | 'account' | 'open' | 'closing', Play> = {} as never;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  bank = await setUpProvider(service, 'bank', { name: 'Kantonalbank am See' });
  ours = await stage(service, { name: 'Seeblick Immobilien AG', bankProviderId: bank.id });
  plays.toSign = await ours.start();
  for (const place of ['tenants', 'account', 'open', 'closing'] as const) {
    plays[place] = await ours.start();
    await reach(place, plays[place]);
  }
  await ours.open({ externalContractId: 'C-REFUSED', zip: 'x' });
});
after(async () => {
  await service.stop();
  await browser.close();
});

/** The page is dark and accessible, and fits the screen. */
async function look(page: Page, path: string, except: readonly string[] = []): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'desktop';
  assert.equal((await page.goto(path))?.status(), 200, path);
  const brightness = await page.evaluate(() => {
    const canvas = getComputedStyle(
      document.body.classList.contains('ground') ? document.body : document.documentElement,
    );
    const values = canvas.backgroundColor.match(/[0-9.]+/g) ?? [];
    return Math.max(...values.slice(0, 3).map(Number));
  });
  assert.ok(brightness < 60, `${path} is not dark: ${brightness}`);
  // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
  if (isDeep === (size === 'phone')) await accessible(page, { except });
  await noSidewaysScroll(page);
}

async function signInAt(page: Page, path: string, email: string): Promise<void> {
  await look(page, path);
  await page.fill('input[name=email]', email);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  const [link = ''] = await signInLinks(service, email);
  await page.goto(link);
  await page.waitForURL((url) => !url.pathname.includes('sign-in'));
}

const tenantLink = async (play: Play, kind: string): Promise<string> =>
  (await play.mails(String(play.sent['tenantEmail']), kind))[0].links[0];

for (const screen of isDeep ? (['phone'] as const) : (['desktop', 'phone'] as const)) {
  test(`30 dark pages of tenants and managers on a ${screen}`, DEEPER, async () => {
    const { page, leave } = await browser[screen]({ colorScheme: 'dark' });
    await look(page, '/');
    await look(page, await tenantLink(plays.account, 'tenant_payment'));
    const paper = await page.locator('img.slip').evaluate((image) => getComputedStyle(image).backgroundColor);
    assert.equal(paper, 'rgb(255, 255, 255)', 'the slip is black on white');
    for (const [play, kind] of [
      [plays.open, 'deposit_open'],
      [plays.closing, 'deposit_open'],
    ] as const) {
      await look(page, await tenantLink(play, kind));
    }
    await signInAt(page, '/manager', ours.managerEmail);
    await look(page, '/manager/deposits');
    for (const path of [
      '/manager/deposits/new',
      '/manager/import-errors',
      '/manager/organization',
      '/manager/account',
      '/manager/holdings',
      ...Object.values(plays).map(({ id }) => `/manager/deposits/${id}`),
      `/manager/deposits/${plays.open.id}/close`,
    ]) {
      await look(page, path);
    }
    await leave();
  });

  test(`30 dark pages of the provider on a ${screen}`, DEEPER, async () => {
    const { page, leave } = await browser[screen]({ colorScheme: 'dark' });
    const email = await addContact(service, bank, 'clerk', 'Carla Clerc');
    await signInAt(page, '/provider', email);
    await look(page, '/provider?state=all');
    const [asked] = await bank.open(plays.tenants.id);
    await look(page, `/provider/applications/${asked.id}`);
    await leave();
  });

  test(`30 dark pages of the operator on a ${screen}`, DEEPER, async () => {
    const { page, leave } = await browser[screen]({ colorScheme: 'dark', locale: 'en-GB' });
    await signInAt(page, '/operator', OPERATOR);
    for (const path of [
      '/operator',
      `/operator/organizations/${ours.organizationId}`,
      `/operator/organizations/${ours.organizationId}/edit`,
      `/operator/deposits/${plays.open.id}`,
      '/operator/money',
      '/operator/bank',
      '/operator/calls',
      '/operator/statistics?span=month',
      '/operator/audit',
    ]) {
      await look(page, path);
    }
    await leave();
  });
}

test('30 a mail declares both schemes, and is dark where the program is', async () => {
  const { page, leave } = await browser.desktop({
    colorScheme: 'dark',
    httpCredentials: { username: 'operator', password: TOKEN },
  });
  await page.goto('/sandbox/mailbox');
  await page.locator('main a').first().click();
  await page.waitForURL(/\/sandbox\/mailbox\/.+/);
  await look(page, `${page.url()}/html`, ['landmark-one-main', 'region']);
  assert.equal(await page.locator('meta[name=color-scheme]').getAttribute('content'), 'light dark');
  await leave();
});

test('30 print stays light', async () => {
  const { page, leave } = await browser.desktop({ colorScheme: 'dark' });
  await page.goto(await tenantLink(plays.account, 'tenant_payment'));
  await page.emulateMedia({ media: 'print' });
  const [ground, ink, scheme] = await page.evaluate(() => {
    const { backgroundColor, color, colorScheme } = getComputedStyle(document.documentElement);
    return [backgroundColor, color, colorScheme];
  });
  assert.deepEqual([ground, ink, scheme], ['rgb(255, 255, 255)', 'rgb(20, 32, 43)', 'light']);
  await leave();
});
