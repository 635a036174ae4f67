import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { DEEPER, isDeep } from '../support/depth.ts';
import { signInLinks } from '../support/manager.ts';
import { companyPayload, naturalTenant } from '../support/payload.ts';
import { reach, stage, verified, type Stage } from '../support/play.ts';
import { addContact, setUpProvider, type ProviderVisitor } from '../support/provider.ts';
import { keepScreen } from '../support/screens.ts';
import { startService, type Service } from '../support/service.ts';

// provider-api.md: the provider's own pages.

let service: Service;
let browser: TestBrowser;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let theirs: Stage;
let applications: Record<'couple' | 'company' | 'refused' | 'cancelled' | 'cover' | 'claim', string>;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  bank = await setUpProvider(service, 'bank', { name: 'Kantonalbank am See' });
  insurer = await setUpProvider(service, 'insurer', { name: 'Helvetische Kaution AG' });
  theirs = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
  await plant();
});
after(async () => {
  await verified(service);
  await service.stop();
  await browser.close();
});

/** One of each that a clerk meets. */
async function plant(): Promise<void> {
  const asked = async (play: Awaited<ReturnType<Stage['start']>>, product?: 'insurance'): Promise<string> => {
    await reach('tenants', play, product ?? 'bank_deposit');
    return (await (product === undefined ? bank : insurer).open(play.id))[0].id;
  };
  const couple = await asked(
    await theirs.start({ ...naturalTenant('tenant2'), tenant2FirstName: 'Noé', tenant2Email: 'noe@mail.example' }),
  );
  const company = await asked(await theirs.start({}, companyPayload));
  const refused = await asked(await theirs.start());
  await bank.answer(refused, 'acknowledge', { reference: 'K-2026/118' });
  await bank.answer(refused, 'refused', { code: 'identity', reason: 'Die Kopie des Ausweises fehlt.' });
  const withdrawn = await theirs.start();
  const cancelled = await asked(withdrawn);
  await withdrawn.play('withdraw', {});
  const cover = await asked(await theirs.start(), 'insurance');
  const closing = await theirs.start();
  await insurer.answer(await asked(closing, 'insurance'), 'cover', { policyNumber: 'P-77', premium: 142.4 });
  await closing.play('start-closing', { by: 'tenant', amountLandlord: 250 });
  await closing.play('consent', { by: 'manager' });
  const claim = (await insurer.open(closing.id))[0].id;
  applications = { couple, company, refused, cancelled, cover, claim };
}

/** The page is accessible, fits the screen, and is saved as a screenshot. */
async function look(page: Page, name: string): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'desktop';
  // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
  if (isDeep === (size === 'phone')) await accessible(page);
  if (size === 'phone') await noSidewaysScroll(page);
  await keepScreen(page, `${name}-${size}`);
}

async function signIn({ page }: Visit, provider: ProviderVisitor, role: 'clerk' | 'viewer'): Promise<void> {
  const email = await addContact(service, provider, role, role === 'clerk' ? 'Carla Clerc' : 'Vito Leser');
  await page.goto('/provider');
  await look(page, 'provider-sign-in');
  await page.fill('input[name=email]', email);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  await look(page, 'provider-link-sent');
  const [link = ''] = await signInLinks(service, email);
  await page.goto(link);
  await page.waitForURL(/\/provider$/);
}

for (const screen of isDeep ? (['phone'] as const) : (['desktop', 'phone'] as const)) {
  test(`the pages of a provider on a ${screen}`, DEEPER, async () => {
    const visit = await browser[screen]({ locale: 'de-CH' });
    await signIn(visit, bank, 'clerk');
    for (const [name, path] of [
      ['provider-queue', '/provider?state=all'],
      ['provider-open', '/provider'],
      ['provider-empty', '/provider?state=acknowledged'],
      ['provider-couple', `/provider/applications/${applications.couple}`],
      ['provider-company', `/provider/applications/${applications.company}`],
      ['provider-refused', `/provider/applications/${applications.refused}`],
      ['provider-cancelled', `/provider/applications/${applications.cancelled}`],
    ] as const) {
      assert.equal((await visit.page.goto(path))?.status(), 200, path);
      await look(visit.page, name);
    }
    await visit.leave();
    const other = await browser[screen]({ locale: 'fr-CH' });
    await signIn(other, insurer, 'clerk');
    for (const [name, id] of [
      ['provider-cover', applications.cover],
      ['provider-claim', applications.claim],
    ] as const) {
      await other.page.goto(`/provider/applications/${id}`);
      await look(other.page, name);
    }
    await other.leave();
    const reader = await browser[screen]({ locale: 'it-CH' });
    await signIn(reader, bank, 'viewer');
    await reader.page.goto(`/provider/applications/${applications.couple}`);
    await look(reader.page, 'provider-viewer');
    await reader.leave();
  });
}

test('a clerk answers without scripts: wrong input first, then cover with a certificate', async () => {
  const visit = await browser.desktop({ locale: 'en-GB', javaScriptEnabled: false });
  const { page } = visit;
  await signIn(visit, insurer, 'clerk');
  await page.goto(`/provider/applications/${applications.cover}`);
  await page.fill('#cover-premium', 'a lot');
  await page.getByRole('button', { name: 'Confirm the cover' }).click();
  assert.equal(await page.locator('#cover-premium').inputValue(), 'a lot');
  assert.match(await page.locator('#cover-policyNumber-problem').innerText(), /fill in/);
  await page.getByRole('link', { name: 'Policy number' }).click();
  await page.fill('#cover-policyNumber', 'P-2026-8');
  await page.fill('#cover-premium', '142.40');
  await page.setInputFiles('#cover-certificate', {
    name: 'certificate.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  });
  await page.getByRole('button', { name: 'Confirm the cover' }).click();
  await page.waitForURL(/done=cover/);
  assert.match(await page.locator('.notice').innerText(), /cover is confirmed/);
  assert.match(await page.locator('main').innerText(), /P-2026-8/);
  await visit.leave();
});

test('with scripts: all are selected, and taken in hand together', async () => {
  const visit = await browser.desktop({ locale: 'en-GB' });
  const { page } = visit;
  await signIn(visit, bank, 'clerk');
  await page.getByLabel(/Select all/).check();
  assert.match(await page.locator('.bulk').innerText(), /2 selected/);
  await page.getByRole('button', { name: 'Take in hand' }).click();
  await page.waitForURL(/done=2/);
  assert.match(await page.locator('.notice').innerText(), /2 applications are in progress/);
  await visit.leave();
});
