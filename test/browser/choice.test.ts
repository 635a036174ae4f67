import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { stage, verified, type Stage } from '../support/play.ts';
import { setUpProvider } from '../support/provider.ts';
import { startService, type Service } from '../support/service.ts';

let service: Service;
let browser: TestBrowser;
let on: Stage;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  const conditions = { de: 'https://anbieter.example/bedingungen' };
  const bank = await setUpProvider(service, 'bank', {
    name: 'Bank am See',
    offer: { interestRate: 0.25, fees: 12, phone: '+41 71 111 11 11', conditions },
  });
  const insurer = await setUpProvider(service, 'insurer', {
    name: 'Versicherung am Berg',
    offer: { premiumPercent: 4, premiumMinimum: 80, feeOnce: 20, phone: '+41 31 222 22 22', conditions },
  });
  on = await stage(service, { preSigned: true, bankProviderId: bank.id, insurerProviderId: insurer.id });
});
after(async () => {
  await verified(service);
  await service.stop();
  await browser.close();
});

for (const size of ['phone', 'desktop'] as const) {
  test(`offer: the choice on a ${size}: comparable, readable, and the whole card chooses`, async () => {
    const it = await on.start();
    const [mail] = await it.mails(String(it.sent['tenantEmail']), 'tenant_sign');
    const visit = await browser[size]({ locale: 'de-CH' });
    const { page } = visit;
    await page.goto(mail.links[0]);
    await accessible(page);
    await noSidewaysScroll(page);
    const cards = page.locator('.choice');
    assert.equal(await cards.count(), 2);
    const [bank, insurance] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    assert.ok(bank !== null && insurance !== null);
    assert.equal(Math.abs(bank.y - insurance.y) < 2, size === 'desktop', 'side by side where there is room');
    // On the text of the card, far from its name: there the label lies above it.
    await cards.nth(1).locator('li').last().click({ force: true });
    assert.ok(await page.locator('input[value=insurance]').isChecked());
    await page.check('input[value=bank_deposit]');
    const link = cards.nth(1).locator('a[href^="https:"]');
    await link.evaluate((one) => one.addEventListener('click', (event) => event.preventDefault()));
    await link.click();
    assert.ok(await page.locator('input[value=bank_deposit]').isChecked(), 'a link chooses nothing');
    await visit.leave();
  });
}
