import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { keepScreen } from '../support/screens.ts';
import { setUpPartner } from '../support/partner.ts';
import { payload } from '../support/payload.ts';
import { startService, TOKEN, type Service } from '../support/service.ts';

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

const PAGES = [
  '/docs/partner/first-deposit',
  '/docs/partner/answers',
  '/docs/search?q=callback',
  '/docs/sandbox',
  '/docs/api',
  '/sandbox/mailbox',
];
const httpCredentials = { username: 'operator', password: TOKEN };

for (const screen of ['phone', 'desktop'] as const) {
  for (const path of PAGES) {
    test(`${path} on a ${screen}`, async () => {
      const { page, leave } = await browser[screen]({ httpCredentials });
      await page.goto(path);
      await accessible(page);
      await noSidewaysScroll(page);
      await leave();
    });
  }

  test(`a mail in the mailbox on a ${screen}`, async () => {
    const partner = await setUpPartner(service);
    assert.equal((await partner.open(payload())).status, 200);
    const { page, leave } = await browser[screen]({ httpCredentials });
    await page.goto('/sandbox/mailbox');
    await accessible(page);
    await noSidewaysScroll(page);
    await keepScreen(page, `mailbox-${screen}`);
    await page.locator('main a').first().click();
    await page.waitForURL(/\/sandbox\/mailbox\/.+/);
    await accessible(page);
    await noSidewaysScroll(page);
    await page.goto(`${page.url()}/html`);
    await accessible(page, { except: ['landmark-one-main', 'region'] });
    await noSidewaysScroll(page);
    await leave();
  });
}

test('the guide reads without scripts', async () => {
  const { page, leave } = await browser.phone({ javaScriptEnabled: false });
  await page.goto('/docs/partner/first-deposit');
  await accessible(page);
  await noSidewaysScroll(page);
  await leave();
});
