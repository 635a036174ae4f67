import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { stage, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';

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

const linkIn = async (on: Stage, to: string, kind: string): Promise<string> =>
  (await on.mails(to)).find((one) => one.kind === kind)?.links[0] ?? '';

async function look(page: Page, name: string): Promise<void> {
  await accessible(page);
  await noSidewaysScroll(page);
  const folder = process.env['LOOK_AT'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function signIn({ page }: Visit, on: Stage): Promise<void> {
  await page.goto('/manager');
  await page.fill('input[name=email]', on.managerEmail);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  await page.goto(await linkIn(on, on.managerEmail, 'sign_in'));
  await page.waitForURL(/\/manager\/start/);
}

test('years 4: notes, files, warnings and bounced mails on a phone and at a desk', async () => {
  const on = await stage(service);
  const place = { street: 'Doppelgasse', streetNumber: '2' };
  await on.start(place);
  const it = await on.start(place);
  await service.operator('POST', '/mails/bounced', { to: it.sent['tenantEmail'], reason: '550 5.1.1 unknown' });
  for (const size of ['phone', 'desktop'] as const) {
    const visit = await browser[size]();
    const { page } = visit;
    await signIn(visit, on);
    await page.goto(`/manager/deposits/${it.id}`);
    await page.click('summary:has-text("Neue Notiz")');
    await page.fill('textarea[name=text]', `Schlüssel fehlt.\nNachreichen (${size}).`);
    await page.check('#note-shared');
    await Promise.all([page.waitForEvent('load'), page.click('form[action$="/notes"] button[type=submit]')]);
    await page.click('summary:has-text("Neue Datei")');
    const file = { name: 'Übergabeprotokoll.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    await page.setInputFiles('input[type=file]', file);
    await page.check('#file-shared');
    await Promise.all([page.waitForEvent('load'), page.click('form[action$="/files"] button[type=submit]')]);
    await look(page, `notes-${size}`);
    await page.goto('/manager/help/cantons');
    await look(page, `cantons-${size}`);
    await page.goto('/manager/account');
    await look(page, `account-${size}`);
  }
  await it.play('manager-signs');
  const { page } = await browser.phone();
  await page.goto(await linkIn(on, String(it.sent['tenantEmail']), 'tenant_sign'));
  await look(page, 'shared-phone');
});
