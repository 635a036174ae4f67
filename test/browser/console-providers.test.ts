import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { DEEPER, isDeep } from '../support/depth.ts';
import { signInLinks } from '../support/manager.ts';
import { OPERATOR } from '../support/operator.ts';
import { companyPayload } from '../support/payload.ts';
import { reach, stage, type Play } from '../support/play.ts';
import { addContact, setUpProvider, type ProviderVisitor } from '../support/provider.ts';
import { openReceiver, until, type Receiver } from '../support/receiver.ts';
import { keepScreen } from '../support/screens.ts';
import { startService, type Service } from '../support/service.ts';

// The pages of the console for banks and insurers.

let service: Service;
let browser: TestBrowser;
let receiver: Receiver;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let answered: Play;
let openId: string;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  browser = await openBrowser(service);
  receiver = await openReceiver();
  bank = await setUpProvider(service, 'bank', {
    name: 'Kantonalbank am See',
    offer: { interestRate: 0.125, fees: 20, conditions: { de: 'https://bank.example/agb' }, phone: '+41 71 000 00 00' },
    callback: { url: receiver.url },
    ownIban: 'CH9300762011623852957',
  });
  insurer = await setUpProvider(service, 'insurer', {
    name: 'Helvetische Kaution AG',
    offer: { premiumPercent: 4.5, premiumMinimum: 80, feeOnce: 20 },
  });
  await addContact(service, bank, 'clerk');
  await addContact(service, bank, 'viewer');
  const theirs = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
  const asked = async (play: Play): Promise<string> => {
    await reach('tenants', play);
    return (await bank.open(play.id))[0].id;
  };
  await asked(await theirs.start({}, companyPayload));
  openId = await asked(await theirs.start());
  answered = await theirs.start();
  const id = await asked(answered);
  await bank.answer(id, 'acknowledge', { reference: 'K-2026/118' });
  await bank.answer(id, 'refused', { code: 'identity', reason: 'Die Kopie des Ausweises fehlt.' });
  await until(async () => {
    const { body } = await service.operator('GET', `/deliveries?providerId=${bank.id}`);
    return body.deliveries.every(({ state }: any) => state === 'delivered') ? true : null;
  }, 'the bank is told');
});
after(async () => {
  await service.stop();
  await receiver.close();
  await browser.close();
});

async function signIn({ page }: Visit): Promise<void> {
  await page.goto('/operator');
  await page.fill('input[name=email]', OPERATOR);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  const [link = ''] = await signInLinks(service, OPERATOR);
  await page.goto(link);
  await page.waitForURL(/\/operator$/);
}

/** The page is accessible, fits the screen, and is saved as a screenshot. */
async function look(page: Page, name: string): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'desktop';
  if (isDeep || size === 'desktop') await accessible(page);
  if (size === 'phone') await noSidewaysScroll(page);
  else await keepScreen(page, `console-${name}-${size}`);
}

for (const screen of isDeep ? (['phone'] as const) : (['desktop', 'phone'] as const)) {
  test(`every page about providers on a ${screen}`, DEEPER, async () => {
    const visit = await browser[screen]({ locale: 'en-GB' });
    const { page } = visit;
    await signIn(visit);
    const url = `/operator/providers/${bank.id}`;
    const { body } = await service.operator('GET', `/providers/${bank.id}/contacts`);
    const [contact] = body.contacts;
    const pages: readonly [name: string, path: string][] = [
      ['providers', '/operator/providers'],
      ['provider-new', '/operator/providers/new'],
      ['provider-new-insurer', '/operator/providers/new?kind=insurer'],
      ['provider', url],
      ['provider-insurer', `/operator/providers/${insurer.id}`],
      ['provider-edit', `${url}/edit`],
      ['provider-applications', `${url}/applications`],
      ['provider-applications-none', `${url}/applications?state=cancelled`],
      ['provider-answers', `${url}/answers`],
      ['provider-callback', `${url}/callback`],
      ['provider-contacts', `${url}/contacts`],
      ['provider-contact-new', `${url}/contacts/new`],
      ['provider-contact', `${url}/contacts/${contact.id}`],
      ['provider-contact-remove', `${url}/contacts/${contact.id}/remove`],
      ['provider-keys', `${url}/keys`],
      ['provider-deposit', `/operator/deposits/${answered.id}`],
    ];
    for (const [name, path] of pages) {
      const answer = await page.goto(path);
      assert.equal(answer?.status(), 200, path);
      await look(page, name);
    }
    await page.goto('/operator/providers/new');
    await page.click('main form button[type=submit]');
    await look(page, 'provider-problems');
    await page.goto(`${url}/answers`);
    const file = `application;answer;iban;reference\n${openId};acknowledge;;K-1\n${openId};account;CH00;\nx;ended;;\n`;
    await page.setInputFiles('#file', { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.click('main form button[type=submit]');
    await page.getByText('1 of 3 answers were taken').waitFor();
    await look(page, 'provider-report');
    await visit.leave();
  });
}

test('a bank is added: its key and secret are shown once', async () => {
  const visit = await browser.desktop({ locale: 'en-GB' });
  const { page } = visit;
  await signIn(visit);
  await page.goto('/operator/providers');
  await page.click('text=New provider');
  const fields = {
    code: 'bergbank',
    name: 'Bergbank AG',
    street: 'Dorf',
    streetNumber: '1',
    zip: '7270',
    city: 'Davos',
  };
  for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
  await page.fill('#url', 'https://bergbank.example/depono');
  await page.click('text=Add the bank');
  await page.waitForURL(/done=added/);
  assert.equal(await page.locator('p.copy').count(), 2);
  await look(page, 'provider-added');
  await page.reload();
  assert.equal(await page.locator('p.copy').count(), 0);
  await visit.leave();
});
