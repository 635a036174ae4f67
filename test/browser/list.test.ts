import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { signInLinks } from '../support/manager.ts';
import { reach, stage, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';

// The list of deposits (review of the pages, 5, 26, 27 and 30).

let service: Service;
let browser: TestBrowser;
let on: Stage;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  on = await stage(service, { name: 'Seeblick Immobilien AG', language: 'de' });
  await reach('open', await on.start({ tenantLastName: 'Rossi' }));
  for (const tenantLastName of ['Keller', 'Huber']) await on.start({ tenantLastName });
});
after(async () => {
  await service.stop();
  await browser.close();
});

async function signIn(page: Page): Promise<void> {
  await page.goto('/manager');
  await page.fill('input[name=email]', on.managerEmail);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  const [link = ''] = await signInLinks(service, on.managerEmail);
  await page.goto(link);
  await page.waitForURL(/\/manager\/start/);
}

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector);

test('at a desk: one line per deposit, keys, a saved view, and a printed list that is not blank', async () => {
  const { page, leave } = await browser.desktop();
  await signIn(page);
  await page.goto('/manager/deposits');
  assert.ok((await topOf(page, '#results tbody tr')).height < 45, '26 one line');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  assert.equal(await page.locator('#results tbody tr:nth-child(2) input').isChecked(), true, '30 keys');
  await page.keyboard.press('/');
  await page.keyboard.type('rossi');
  await page.waitForFunction(() => document.querySelectorAll('#results tbody tr').length === 1);
  await page.click('#results details.options > summary');
  await page.fill('#results input[name=name]', 'Meine Rossi');
  await accessible(page);
  await Promise.all([page.waitForEvent('load'), page.click('form[action="/manager/views"] button')]);
  assert.equal(await page.locator('.views [aria-current]').textContent(), 'Meine Rossi');
  assert.equal(await page.locator('#results tbody tr').count(), 1);
  await page.goto('/manager/deposits');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#results tbody tr').first().isVisible(), true, '5 the printed list');
  assert.equal(await page.locator('.bulk').isVisible(), false);
  await leave();
});

test('27 on a phone without scripts: the first deposit is near the top, and targets are large', async () => {
  const { page, leave } = await browser.phone({ javaScriptEnabled: false });
  await signIn(page);
  await page.goto('/manager/deposits');
  assert.ok((await topOf(page, '#results tbody tr')).y < 450, 'the first deposit');
  for (const selector of ['.tabs a', 'label[for=menu]', '.search summary', '#results .box label', '.paging a']) {
    const { width, height } = await topOf(page, selector);
    assert.ok(Math.min(width, height) >= 44, `${selector}: ${width} × ${height}`);
  }
  assert.equal(await page.locator('.bar nav').isVisible(), false);
  await page.check('#menu', { force: true });
  assert.equal(await page.locator('.bar nav').isVisible(), true);
  await noSidewaysScroll(page);
  await leave();
});
