import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { stage, type Play, type Stage } from '../support/play.ts';
import { png } from '../support/png.ts';
import { startService, type Service } from '../support/service.ts';

// The start page and the other public pages, and pages under a brand of their own (review of the pages, 22 and 28).

let service: Service & { depono: { demoLinks: { manager: string; operator: string } | null } };
let browser: TestBrowser;
let ours: Stage;
let play: Play;
const logo = png(240, 60, (x, y) => [20, 80 + (x % 60), 122, (x + y) % 40 < 30 ? 255 : 40]).toString('base64');

before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  ours = await stage(service, { name: 'Haus & Hof AG' });
  const brand = { name: 'Haus & Hof', logo, colour: '#14507a', footer: 'Haus & Hof AG, seit 1901' };
  assert.equal((await service.operator('PATCH', `/organizations/${ours.organizationId}`, { brand })).status, 200);
  const imprint = { name: 'Kaution Plus AG', address: 'Weg 1\n8000 Zürich', phone: '+41 44 123 45 67' };
  assert.equal((await service.operator('PATCH', '/settings', { imprint })).status, 200);
  play = await ours.start();
  await play.play('manager-signs');
});
after(async () => {
  await service.stop();
  await browser.close();
});

/** The page is accessible and fits the screen. With KEEP_LOOKS, a folder, it is kept as a picture. */
async function look(page: Page, path: string, name: string): Promise<void> {
  assert.equal((await page.goto(path))?.status(), 200, path);
  await accessible(page);
  await noSidewaysScroll(page);
  const folder = process.env['KEEP_LOOKS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

for (const [screen, scheme, locale] of [
  ['desktop', 'light', 'de-CH'],
  ['phone', 'dark', 'fr-CH'],
] as const) {
  test(`pages.md 22 and 28: public and branded pages on a ${screen}, ${scheme}`, async () => {
    const { page, leave } = await browser[screen]({ locale, ...(scheme === 'dark' && { colorScheme: 'dark' }) });
    for (const path of ['/', '/help', '/privacy', '/imprint'])
      await look(page, path, `${screen}${path.replace('/', '-')}`);
    const [mail] = await play.mails(String(play.sent['tenantEmail']), 'tenant_sign');
    await look(page, mail.links[0], `${screen}-tenant`);
    assert.equal(await page.locator('header img.logo').getAttribute('alt'), 'Haus & Hof');
    // The colour of the brand is used, and the picture is there.
    const shown = await page.evaluate(() => ({
      brand: getComputedStyle(document.documentElement).getPropertyValue('--brand').trim(),
      width: (document.querySelector('header img.logo') as HTMLImageElement).naturalWidth,
    }));
    assert.equal(shown.width, 240);
    assert.equal(shown.brand === '#14507a', scheme === 'light', shown.brand);
    await page.goto(service.depono.demoLinks?.operator ?? '');
    await look(page, '/operator/settings', `${screen}-settings`);
    await look(page, `/operator/organizations/${ours.organizationId}/brand`, `${screen}-organization`);
    await page.goto(service.depono.demoLinks?.manager ?? '');
    assert.match(page.url(), /\/manager\/deposits$/);
    const { organizations } = (await service.operator('GET', '/organizations')).body;
    const demo = organizations.find(({ name }: { name: string }) => name === 'Muster Immobilien AG');
    await look(page, `/manager/organization/${demo.id}/brand`, `${screen}-own`);
    await leave();
  });
}
