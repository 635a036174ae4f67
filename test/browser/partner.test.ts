import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { DEEPER, isDeep } from '../support/depth.ts';
import { signInLinks } from '../support/manager.ts';
import { addPartnerContact } from '../support/partner-contact.ts';
import { companyPayload, naturalTenant, payload } from '../support/payload.ts';
import { reach, stage, type Stage } from '../support/play.ts';
import { keepScreen } from '../support/screens.ts';
import { startService, type Service } from '../support/service.ts';

// partner-kit.md, sections 3 and 4: the pages of a partner.

let service: Service;
let browser: TestBrowser;
let receiver: Server;
/** Of the callback; set once it is shown. */
let secret = '';

before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  browser = await openBrowser(service);
  receiver = createServer((request, response) => {
    void buffer(request).then((raw) => {
      response.writeHead(isRight(raw, request.headers as Record<string, string>) ? 204 : 401).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
after(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.stop();
  await browser.close();
});

function isRight(raw: Buffer, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(raw.toString('utf8'), headers);
    return true;
  } catch {
    return false;
  }
}

/** The page is accessible, fits the screen, and is saved as a screenshot. */
async function look(page: Page, name: string): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'desktop';
  // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
  if (isDeep === (size === 'phone')) await accessible(page);
  if (size === 'phone') await noSidewaysScroll(page);
  await keepScreen(page, `partner-${name}-${size}`);
}

async function signIn({ page }: Visit, partner: Stage, role: 'admin' | 'viewer'): Promise<void> {
  const email = await addPartnerContact(service, partner, role, role === 'admin' ? 'Ida Integra' : 'Vito Leser');
  await page.goto('/partner');
  await look(page, 'sign-in');
  await page.fill('input[name=email]', email);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  await look(page, 'link-sent');
  const [link = ''] = await signInLinks(service, email);
  await page.goto(link);
  await page.waitForURL(/\/partner$/);
}

/** Runs a command as it stands on the page. */
async function paste(page: Page, place: number): Promise<any> {
  const command = await page.locator('main pre code').nth(place).innerText();
  assert.match(command, /^curl -s /);
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout);
}

const pressed = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

test('partner-kit 3 and 4: from the sign-in link to the report of a conformance run', DEEPER, async () => {
  const partner = await stage(service);
  const visit = await browser[isDeep ? 'phone' : 'desktop']({ locale: 'en-GB' });
  const { page } = visit;
  await signIn(visit, partner, 'admin');
  await look(page, 'start');

  await pressed(page, 'Issue a key and fill it in');
  const key = await page.locator('.notice code').innerText();
  assert.match(key, /^dpk_/);
  await look(page, 'start-with-key');
  const dryRun = await paste(page, 0);
  assert.deepEqual([dryRun.status, dryRun.body, dryRun.problems], [200, { success: true, result: 'success' }, []]);
  assert.deepEqual(await paste(page, 1), { success: true, result: 'success' });
  await page.reload();
  assert.ok(!(await page.content()).includes(key), 'the key is shown once');
  await look(page, 'start-opened');

  await setCallback(page);
  await pressed(page, 'Send a test event');
  assert.match(await page.locator('.notice').innerText(), /Your receiver answered HTTP 204/);
  await look(page, 'test-event');

  await page.goto('/partner/conformance');
  await look(page, 'runs-empty');
  await pressed(page, 'Start the run');
  await page.waitForURL(/\/conformance\/[0-9a-f-]{36}$/);
  await look(page, 'report-running');
  await converse(partner, key);
  // The page renews itself.
  for (const id of ['open.joint', 'open.legal', 'callback.accepts', 'callback.refuses_forged', 'callback.unknown']) {
    await page.locator(`[id="${id}"] .state`, { hasText: 'passed' }).waitFor({ timeout: 30_000 });
  }
  await look(page, 'report-seen');
  await pressed(page, 'Finish the run');
  await page.waitForURL(/done=finished/);
  assert.match(await page.locator('main').innerText(), /nothing failed/);
  await look(page, 'report');
  await page.locator('[id="open.joint"] .evidence a').click();
  await page.waitForURL(/\/partner\/calls\//);
  await page.goBack();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as JSON' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^conformance-.*\.json$/);
  await page.goto('/partner/conformance');
  await look(page, 'runs');
  await page.goto('/partner');
  assert.match(await page.locator('main').innerText(), /Each organization has a finished run/);
  await look(page, 'start-done');
  await visit.leave();
});

async function setCallback(page: Page): Promise<void> {
  await page.goto('/partner/organizations');
  await look(page, 'organizations');
  await page.locator('main table a').first().click();
  await look(page, 'organization');
  await page.fill('#url', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/depono`);
  await pressed(page, 'Save');
  await page.waitForURL(/done=saved/);
  secret = await page.locator('.notice code').innerText();
  assert.match(secret, /^whsec_/);
  await look(page, 'callback');
}

/** What a good adapter does during a run. */
async function converse(partner: Stage, apiKey: string): Promise<void> {
  const own = { 'x-api-key': apiKey };
  await partner.open(payload({ ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example' }), own);
  await partner.open(companyPayload(), own);
}

for (const screen of isDeep ? (['phone'] as const) : (['desktop', 'phone'] as const)) {
  test(`partner-kit 3: the other pages on a ${screen}`, DEEPER, async () => {
    const partner = await stage(service);
    const play = await partner.start();
    await reach('account', play);
    await partner.open(payload({ city: '', rent: '1200' }));
    const visit = await browser[screen]({ locale: 'de-CH' });
    const { page } = visit;
    await signIn(visit, partner, 'admin');
    for (const [name, path] of [
      ['start-german', '/partner'],
      ['keys', '/partner/keys'],
      ['deliveries-empty', '/partner/deliveries'],
      ['calls', '/partner/calls'],
      ['sandbox', '/partner/sandbox'],
      ['sandbox-deposit', `/partner/sandbox/${play.id}`],
      ['mailbox', '/partner/sandbox/mailbox'],
      ['runs-german', '/partner/conformance'],
      ['changelog', '/partner/changelog'],
      ['not-found', '/partner/sandbox/x'],
    ] as const) {
      assert.ok([200, 404].includes((await page.goto(path))?.status() ?? 0), path);
      await look(page, name);
    }
    await page.goto('/partner/calls');
    await page.locator('main table a').first().click();
    await look(page, 'call');
    await page.goto('/partner/sandbox/mailbox');
    await page.locator('main table a').first().click();
    await look(page, 'mail');
    await visit.leave();
    const reader = await browser[screen]({ locale: 'de-CH' });
    await signIn(reader, partner, 'viewer');
    await reader.page.goto(`/partner/sandbox/${play.id}`);
    await look(reader.page, 'sandbox-viewer');
    await reader.leave();
  });
}

test('partner-kit 3: without scripts a deposit is played, with wrong input first', async () => {
  const partner = await stage(service);
  const play = await partner.start();
  await reach('open', play);
  const visit = await browser.desktop({ locale: 'en-GB', javaScriptEnabled: false });
  const { page } = visit;
  await signIn(visit, partner, 'admin');
  await page.goto(`/partner/sandbox/${play.id}`);
  await page.selectOption('#start-closing-by', 'tenant');
  await page.fill('#start-closing-amountLandlord', 'a lot');
  await pressed(page, 'Propose the closing');
  assert.equal(await page.locator('#start-closing-amountLandlord').inputValue(), 'a lot');
  await look(page, 'sandbox-wrong');
  await page.fill('#start-closing-amountLandlord', '250');
  await pressed(page, 'Propose the closing');
  await page.waitForURL(/played=start-closing/);
  assert.match(await page.locator('.notice').innerText(), /Played: Propose the closing/);
  assert.equal((await play.record()).state, 'closing');
  await visit.leave();
});
