import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { signInLinks } from '../support/manager.ts';
import { OPERATOR } from '../support/operator.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from '../support/play.ts';
import { keepScreen } from '../support/screens.ts';
import { startService, type Service } from '../support/service.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from '../support/statement-entry.ts';
import { DEEPER, isDeep } from '../support/depth.ts';

// bank-and-money.md, sections 2, 3, 6 and 7: the pages that people meet.

let service: Service;
let browser: TestBrowser;
let desk: BookingDesk;
let ours: Stage;
let open: Play & { iban: string };
let closed: Play;
let doubtful: string;
let orders: Record<'toRelease' | 'returned' | 'unknown', string>;
before(async () => {
  service = await startService({ env: { PAYMENT_RELEASE: 'paybacks' } });
  browser = await openBrowser(service);
  desk = await openBookingDesk(service);
  ours = await stage(service, { name: 'Seeblick Immobilien AG', preSigned: true });
  await plant();
});
after(async () => {
  await verified(service);
  await desk.close();
  await service.stop();
  await browser.close();
});

async function paid(): Promise<Play & { iban: string }> {
  const it = await ours.start();
  for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
  return Object.assign(it, { iban: (await it.record()).iban as string });
}

/** One of each that a person must look at. */
async function plant(): Promise<void> {
  open = await paid();
  const other = await paid();
  const { paymentReference: reference } = await other.record();
  const known = statementEntry(open.iban, 30, { reference });
  const twin = statementEntry(open.iban, 40);
  const again = statementEntry(open.iban, 40, { entryReference: null });
  const odd = statementEntry(other.iban, 50, { isMismatch: true, text: 'Sammelgutschrift' });
  const debit = statementDebit(open.iban, 1234.5, { counterpartyName: 'Somebody AG', text: 'Invoice 77' });
  for (const entry of [known, twin, again, odd, debit]) await desk.book(entry);
  doubtful = again.key;
  await other.play('interest', { amount: 3.55 });
  await other.play('statement');
  closed = await paid();
  await closed.play('start-closing', { by: 'tenant', amountLandlord: 560, tenantIban: TENANT_IBAN });
  await closed.play('consent', { by: 'manager' });
  await closed.play('payout-completed');
  await closed.play('payout-returned', { to: 'landlord' });
  await closed.play('payout-returned', { to: 'tenant' });
  await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 77.7 });
  const money = async (kind: string): Promise<any[]> =>
    (await service.operator('GET', `/money?kind=${kind}`)).body.entries;
  orders = {
    toRelease: (await money('surplus'))[0].id,
    returned: (await closed.money('payout')).find(({ to }) => to === 'landlord').id,
    unknown: (await money('unknown_reference'))[0].id,
  };
}

/** The page is accessible, fits the screen, and is saved as a screenshot. */
async function look(page: Page, name: string): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'desktop';
  // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
  if (isDeep === (size === 'phone')) await accessible(page);
  if (size === 'phone') await noSidewaysScroll(page);
  await keepScreen(page, `${name}-${size}`);
}

async function signIn({ page }: Visit, who: 'operator' | 'manager'): Promise<void> {
  const email = who === 'operator' ? OPERATOR : ours.managerEmail;
  await page.goto(`/${who}`);
  await page.fill('input[name=email]', email);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  const [link = ''] = await signInLinks(service, email);
  await page.goto(link);
  await page.waitForURL(new RegExp(`/${who}`));
}

for (const screen of isDeep ? (['phone'] as const) : (['desktop', 'phone'] as const)) {
  test(`the pages of the money on a ${screen}`, DEEPER, async () => {
    const visit = await browser[screen]({ locale: 'en-GB' });
    await signIn(visit, 'operator');
    const pages: readonly [name: string, path: string][] = [
      ['console-bank-entries', '/operator/bank'],
      ['console-bank-entry', `/operator/bank/entries/${doubtful}`],
      ['console-bank-accounts', '/operator/bank/accounts'],
      ['console-bank-account', `/operator/bank/accounts/${open.id}`],
      ['console-bank-runs', '/operator/bank?show=runs'],
      ['console-journal', '/operator/bank/journal'],
      ['console-money-hand', '/operator/money'],
      ['console-money-release', '/operator/money?show=to_release'],
      ['console-money-none', '/operator/money?show=late'],
      ['console-order-release', `/operator/money/${orders.toRelease}`],
      ['console-order-returned', `/operator/money/${orders.returned}`],
      ['console-order-unknown', `/operator/money/${orders.unknown}`],
      ['console-holdings', `/operator/organizations/${ours.organizationId}/holdings`],
      ['console-deposit-money', `/operator/deposits/${closed.id}`],
      ['console-correct-account', `/operator/deposits/${open.id}/correct-account`],
    ];
    for (const [name, path] of pages) {
      const answer = await visit.page.goto(path);
      assert.equal(answer?.status(), 200, path);
      await look(visit.page, name);
    }
    await visit.leave();
    const manager = await browser[screen]({ locale: 'de-CH' });
    await signIn(manager, 'manager');
    for (const [name, path] of [
      ['holdings', '/manager/holdings'],
      ['holdings-problem', '/manager/holdings?at=2999-01-01'],
      ['deposit-returned', `/manager/deposits/${closed.id}`],
    ] as const) {
      await manager.page.goto(path);
      await look(manager.page, name);
    }
    await manager.leave();
    const tenant = await browser[screen]({ locale: 'de-CH' });
    const [mail] = await closed.mails(String(closed.sent['tenantEmail']), 'payout_returned');
    await tenant.page.goto(mail.links[0]);
    await look(tenant.page, 'tenant-returned');
    await tenant.leave();
  });
}

test('payments are selected with the keyboard, and released together', async () => {
  const visit = await browser.desktop({ locale: 'en-GB' });
  const { page } = visit;
  await signIn(visit, 'operator');
  await page.goto('/operator/money?show=to_release');
  const box = page.locator('td.box input').first();
  await box.focus();
  assert.notEqual(await box.evaluate((element) => getComputedStyle(element).outlineStyle), 'none', 'focus is seen');
  await page.keyboard.press('Space');
  assert.match(await page.locator('.bulk').innerText(), /1 selected/);
  await page.keyboard.press('Space');
  await page.getByLabel(/Select all/).check();
  assert.match(await page.locator('.bulk').innerText(), /1 selected/);
  await Promise.all([page.waitForEvent('load'), page.getByText('Release the selected payments').click()]);
  assert.match(await page.locator('main').innerText(), /Released\. They go into the next payment file\./);
  assert.match(await page.locator('main').innerText(), /Nothing here/);
  await visit.leave();
});

test('without scripts nothing is offered that needs one', async () => {
  const visit = await browser.desktop({ locale: 'en-GB', javaScriptEnabled: false });
  await signIn(visit, 'operator');
  await visit.page.goto('/operator/bank');
  assert.equal(await visit.page.locator('td.box input').count(), 4);
  assert.equal(await visit.page.locator('input[data-all]').isVisible(), false);
  await visit.page.goto(`/operator/money/${orders.returned}`);
  assert.equal(await visit.page.locator('main button:not(.second):visible').count(), 1, 'one main action');
  await visit.page.getByText('The bank has carried it out').click();
  assert.equal(await visit.page.getByText('Note as carried out').isVisible(), true);
  await visit.leave();
});
