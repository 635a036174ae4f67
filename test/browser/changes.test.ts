import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { naturalTenant } from '../support/payload.ts';
import { reach, stage, verified, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';

let service: Service;
let browser: TestBrowser;
let on: Stage;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  on = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
  await browser.close();
});

for (const size of ['phone', 'desktop'] as const) {
  test(`2 a change on a ${size}: started, read before and after, signed, without faults of axe`, async () => {
    const second = { ...naturalTenant('tenant2'), tenant2Email: `zwei-${size}@mail.example` };
    const it = await on.start({ rentalDeposit: '1000', ...second });
    await reach('open', it);
    const visit = await browser[size]({ locale: 'de-CH' });
    const { page } = visit;
    const at = new URL((await it.mails(String(it.sent['tenantEmail']), 'deposit_open'))[0].links[0]).origin;
    await page.goto(`${at}/manager/sign-in`);
    await page.fill('input[name=email]', on.managerEmail);
    await page.click('button[type=submit]');
    const { body } = await service.sandbox('GET', `/mailbox?to=${encodeURIComponent(on.managerEmail)}`);
    await page.goto(body.mails.find(({ kind }: any) => kind === 'sign_in').links[0]);
    if ((await page.locator('main form button[type=submit]').count()) > 0 && page.url().includes('sign-in')) {
      await page.locator('main form button[type=submit]').first().click();
    }
    await page.goto(`${at}/manager/deposits/${it.id}/change`);
    await accessible(page);
    for (const kind of ['tenant_joins', 'tenant_leaves', 'owner', 'product', 'amount']) {
      await page.goto(`${at}/manager/deposits/${it.id}/change?kind=${kind}`);
      await accessible(page);
      await noSidewaysScroll(page);
    }
    await page.fill('input[name=rentalDeposit]', '1400');
    await page.click('main button[type=submit]');
    await accessible(page);
    await noSidewaysScroll(page);
    const [mail] = await it.mails(String(it.sent['tenantEmail']), 'change_sign');
    await page.goto(mail.links[0]);
    await accessible(page);
    await noSidewaysScroll(page);
    const sides = page.locator('.two .choice');
    const [before, now] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
    assert.ok(before !== null && now !== null);
    assert.equal(Math.abs(before.y - now.y) < 2, size === 'desktop', 'side by side where there is room');
    await page.fill('input[name=typedName]', 'Lea Brunner');
    await page.check('input[name=consent]');
    await page.locator('form[action$="/change-sign"] button').click();
    await accessible(page);
    const record = await it.record();
    assert.notEqual(record.changes[0].signatures[1].signedAt, null);
    await visit.leave();
  });
}
