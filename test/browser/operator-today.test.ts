import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { signInLinks } from '../support/manager.ts';
import { OPERATOR } from '../support/operator.ts';
import { companyPayload } from '../support/payload.ts';
import { advance, reach, stage, type Play, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';

// Review of the pages: 13, 15, 17, 20 and 29, on a phone and a desktop, light and dark.

let service: Service;
let browser: TestBrowser;
let ours: Stage;
const plays: Record<'toSign' | 'tenants' | 'account' | 'open' | 'closed' | 'company' | 'refused', Play> = {} as never;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  ours = await stage(service, { name: 'Seeblick Immobilien AG' });
  for (const place of ['toSign', 'tenants', 'account', 'open', 'closed', 'refused'] as const)
    plays[place] = await ours.start();
  plays.company = await ours.start({ tenantLegalForm: 'gmbh' }, companyPayload);
  await reach('signed', plays.tenants);
  await reach('account', plays.account);
  await reach('open', plays.open);
  await reach('closed', plays.closed);
  await reach('tenants', plays.refused);
  await plays.refused.operator('refused', { reason: 'The address does not match the register.' });
  await advance(service, 'P35D');
});
after(async () => {
  await service.stop();
  await browser.close();
});

/** Saved in the folder that SCREENS_IN names, to be looked at. */
async function look(page: Page, name: string): Promise<void> {
  await accessible(page);
  await noSidewaysScroll(page);
  const folder = process.env['SCREENS_IN'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function signInAt({ page }: Visit, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.fill('input[name=email]', email);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  const [link = ''] = await signInLinks(service, email);
  await page.goto(link);
}

const SCREENS = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const;

for (const [screen, colorScheme] of SCREENS) {
  test(`Today, the history and a key, on a ${screen}, ${colorScheme}`, async () => {
    const visit = await browser[screen]({ locale: 'en-GB', colorScheme });
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAt(visit, '/operator', OPERATOR);
    const { page } = visit;
    await page.waitForURL(/\/operator$/);
    await page.getByRole('heading', { name: 'Waiting too long' }).waitFor();
    await look(page, `today-${screen}-${colorScheme}`);
    await page.goto(`/operator/deposits/${plays.closed.id}`);
    await look(page, `history-${screen}-${colorScheme}`);
    await page.goto(`/operator/deposits/${plays.company.id}`);
    await look(page, `company-${screen}-${colorScheme}`);
    await page.goto(`/operator/partners/${ours.partnerId}`);
    await Promise.all([page.waitForEvent('load'), page.click('text=Issue a new key')]);
    await page.click('.copy button');
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent('.copy code'));
    await look(page, `key-${screen}-${colorScheme}`);
    await page.goto('/operator/organizations/new');
    await page.fill('#zip', '80');
    await Promise.all([page.waitForEvent('load'), page.click('text=Add the organization')]);
    await hasSummary(page, 'Error: ');
    await look(page, `organization-problems-${screen}-${colorScheme}`);
    await visit.leave();
  });

  test(`a deposit is taken back and edited, on a ${screen}, ${colorScheme}`, async () => {
    const visit = await browser[screen]({ locale: 'de-CH', colorScheme });
    const { page } = visit;
    const { propertyManager } = await plays.tenants.record();
    await signInAt(visit, '/manager/sign-in', propertyManager.email);
    await page.waitForURL(/\/manager/);
    await page.goto(`/manager/deposits/${plays.closed.id}`);
    await look(page, `manager-history-${screen}-${colorScheme}`);
    await page.goto(`/manager/deposits/${plays.refused.id}`);
    assert.match((await page.textContent('main')) ?? '', /Von der Bank abgelehnt/);
    assert.doesNotMatch((await page.textContent('main')) ?? '', /Die Bank eröffnet (?:jetzt )?das Konto/);
    await look(page, `manager-refused-${screen}-${colorScheme}`);
    await page.goto(`/manager/deposits/${plays.company.id}`);
    await look(page, `manager-company-${screen}-${colorScheme}`);
    const sent = screen === 'desktop' ? plays.tenants : plays.refused;
    await page.goto(`/manager/deposits/${sent.id}/edit`);
    await page.click('main form button[type=submit]');
    await page.waitForURL(/\/correct\?done=edit$/);
    assert.match((await page.textContent('.notice.good')) ?? '', /abgebrochen/);
    await levelFields(page);
    await look(page, `manager-edit-${screen}-${colorScheme}`);
    await page.fill('#zip', 'x');
    await Promise.all([page.waitForEvent('load'), page.locator('main form button[type=submit]').last().click()]);
    await hasSummary(page, 'Fehler: ');
    await levelFields(page);
    await look(page, `manager-problems-${screen}-${colorScheme}`);
    await page.goto('/manager/nowhere');
    await look(page, `not-found-${screen}-${colorScheme}`);
    assert.equal(await page.locator('main a').first().getAttribute('href'), '/manager');
    await visit.context.close();
  });
}

/** The summary has the focus, and the title begins with the word for an error. */
async function hasSummary(page: Page, word: string): Promise<void> {
  assert.ok((await page.title()).startsWith(word), await page.title());
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'alert');
}

/** No label is further than a little from its control, or from the hint between them; neighbours are level. */
async function levelFields(page: Page): Promise<void> {
  const gaps = await page.evaluate(() =>
    [...document.querySelectorAll('.fields > .field')].flatMap((field) => {
      const about = field.querySelector('.about')?.getBoundingClientRect();
      const control = field.querySelector('input, select, textarea')?.getBoundingClientRect();
      return about && control && control.height > 0 ? [control.top - about.bottom] : [];
    }),
  );
  assert.ok(gaps.length > 10);
  assert.deepEqual(
    gaps.filter((gap) => gap > 12 || gap < 0),
    [],
  );
}
