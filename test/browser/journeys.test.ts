import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { keepScreen } from '../support/screens.ts';
import { created } from '../support/partner.ts';
import { naturalTenant } from '../support/payload.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { IN_DEPTH, isDeep, test } from '../support/depth.ts';

let service: Service;
let browser: TestBrowser;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
});
after(async () => {
  await verified(service);
  await service.stop();
  await browser.close();
});

/** The page is accessible, fits the screen, and is saved as a screenshot. */
async function look(page: Page, name: string, { isAnalyzed = true } = {}): Promise<void> {
  if (isAnalyzed) await accessible(page);
  const size = (page.viewportSize()?.width ?? 0) < 600 ? 'phone' : 'desktop';
  if (size === 'phone') await noSidewaysScroll(page);
  await keepScreen(page, `${name}-${size}`);
}

const linkIn = async (on: Stage, to: string, kind: string): Promise<string> => {
  const mail = (await on.mails(to)).find((one) => one.kind === kind);
  assert.ok(mail !== undefined, `no mail ${kind} to ${to}`);
  return mail.links[0];
};

/** Signs in by mail, like a person. */
async function signIn({ page }: Visit, on: Stage, email: string): Promise<void> {
  await page.goto('/manager');
  await page.fill('input[name=email]', email);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  await page.goto(await linkIn(on, email, 'sign_in'));
  await page.waitForURL(/\/manager\/start/);
}

async function press(page: Page, action: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(`form[action*="${action}"] button[type=submit]`)]);
}

/** An organization whose default manager speaks a language. */
async function office(language: string): Promise<Stage> {
  const on = await stage(service, { language });
  const { body } = await service.operator('GET', `/organizations/${on.organizationId}/members`);
  await service.operator('PATCH', `/organizations/${on.organizationId}/members/${body.members[0].id}`, { language });
  return on;
}

test('a bank deposit in German: manager at a desk, two tenants with phones, from the mail link to closed', async () => {
  const on = await office('de');
  const clara = await browser.desktop({ locale: 'de-CH' });
  const { page } = clara;
  await page.goto('/manager');
  await look(page, 'sign-in');
  await page.fill('input[name=email]', on.managerEmail);
  await page.click('main form button[type=submit]');
  await look(page, 'sign-in-sent');
  await page.goto(await linkIn(on, on.managerEmail, 'sign_in'));
  await look(page, 'start-empty');
  await page.goto('/manager/deposits');
  await look(page, 'deposits-empty');

  const names = [
    ['Lea', 'Brunner', 'Seestrasse', '12a', '3560'],
    ['Marco', 'Bernasconi', 'Via Nassa', '5', '2890'],
    ['Chloé', 'Rochat', 'Rue du Lac', '21', '4120.50'],
    ['Jonas', 'Müller', 'Hauptstrasse', '104', '1980'],
  ] as const;
  const deposits: Play[] = [];
  for (const [tenantFirstName, tenantLastName, street, streetNumber, rentalDeposit] of names) {
    const second =
      deposits.length === 0
        ? {
            ...naturalTenant('tenant2'),
            tenant2FirstName: 'Noah',
            tenant2LastName: 'Keller',
            tenant2Email: 'noah@mail.example',
          }
        : {};
    const person = { tenantFirstName, tenantLastName, tenantPhoneNumber: '079 123 45 67' };
    deposits.push(await on.start({ ...person, street, streetNumber, rentalDeposit, ...second }));
  }
  const [lea, , chloe, jonas] = deposits as [Play, Play, Play, Play];
  await page.goto('/manager/start');
  await look(page, 'start');
  await page.goto('/manager/deposits');
  await look(page, 'deposits');

  // Search as you type: the list changes without a click, and so does the address.
  await page.fill('input[name=q]', 'mueller haupt');
  await page.waitForFunction(() => document.querySelectorAll('#results tbody tr').length === 1);
  assert.match((await page.textContent('#results tbody')) ?? '', /Jonas Müller/);
  assert.match(page.url(), /q=mueller/);
  await page.check('#all');
  assert.equal(await page.textContent('[data-selected]'), '1', 'what was found can be selected');
  await page.reload();
  assert.equal(await page.locator('#results tbody tr').count(), 1, 'the address bar keeps it');

  await page.goto('/manager/deposits');
  for (const { id } of [chloe, jonas]) await page.check(`input[value="${id}"]`);
  assert.equal(await page.textContent('[data-selected]'), '2');
  await press(page, '/manager/sign-many');
  await look(page, 'sign-many');
  await press(page, '/manager/sign-many/confirm');
  await look(page, 'sign-many-done');
  assert.equal((await jonas.record()).step, 'awaiting_tenant_signatures');

  await page.goto(`/manager/deposits/${lea.id}`);
  await look(page, 'deposit-to-sign');
  await page.goto(`/manager/deposits/${lea.id}/correct`);
  await look(page, 'deposit-correct');
  await page.fill('input[name=rentalDeposit]', '3600');
  await press(page, '/correct');
  await page.waitForURL(new RegExp(`/manager/deposits/${lea.id}`));
  await press(page, `/manager/deposits/${lea.id}/sign`);
  assert.match((await page.textContent('[role=status]')) ?? '', /Unterzeichnet/);
  await page.goto(`/manager/deposits/${lea.id}/edit`);
  await look(page, 'deposit-edit');
  await page.goto(`/manager/deposits/${lea.id}/withdraw`);
  await look(page, 'deposit-withdraw');

  const phone = await browser.phone({ locale: 'de-CH' });
  const tenant = phone.page;
  await tenant.goto(await linkIn(on, String(lea.sent['tenantEmail']), 'tenant_sign'));
  await look(tenant, 'tenant-sign');
  await tenant.fill('input[name=typedName]', 'Lea Bruner');
  await tenant.check('input[value=bank_deposit]');
  await tenant.check('input[name=consent]');
  await press(tenant, '/sign');
  await look(tenant, 'tenant-sign-problem');
  await tenant.fill('input[name=typedName]', 'lea brunner');
  await tenant.check('input[value=bank_deposit]');
  await tenant.check('input[name=consent]');
  await press(tenant, '/sign');
  await look(tenant, 'tenant-signed');

  const second = await browser.phone({ locale: 'de-CH' });
  await second.page.goto(await linkIn(on, 'noah@mail.example', 'tenant_sign'));
  assert.doesNotMatch((await second.page.textContent('main')) ?? '', /04\.03\.1990[\s\S]*04\.03\.1990/);
  await second.page.fill('input[name=typedName]', 'Noah Keller');
  await second.page.check('input[name=consent]');
  await press(second.page, '/sign');
  await look(second.page, 'tenant-waiting-for-account');
  await second.leave();

  await lea.play('account-opened');
  await lea.play('payment', { amount: 1000 });
  await tenant.reload();
  await look(tenant, 'tenant-payment');
  const slip = await tenant.locator('img.slip').evaluate((image: HTMLImageElement) => image.naturalWidth);
  assert.ok(slip > 0, 'the slip is a picture');
  await page.goto(`/manager/deposits/${lea.id}`);
  await look(page, 'deposit-waits-for-payment');
  await lea.play('payment');
  await tenant.reload();
  await look(tenant, 'tenant-open');

  // The tenant moves out: proposal, counter-proposal, consent, payout.
  const details = tenant.locator('details:has(form[action*="/closing"])');
  if ((await details.count()) > 0 && (await details.getAttribute('open')) === null)
    await details.locator('summary').click();
  await tenant.fill('form[action*="/closing"] input[name=tenancyEnd]', '2027-03-31');
  await tenant.fill('form[action*="/closing"] input[name=amountLandlord]', '100');
  await press(tenant, '/closing');
  await look(tenant, 'tenant-review');
  await press(tenant, '/closing');
  await tenant.locator('#account summary').click();
  await tenant.fill('#account input[name=tenantIban]', 'CH56 0483 5012 3456 7800 9');
  await press(tenant, '/account');
  await look(tenant, 'tenant-code');
  const [{ code }] = await lea.mails(String(lea.sent['tenantEmail']), 'payout_account_code');
  await tenant.fill('input[name=code]', code);
  await press(tenant, '/account/code');
  await look(tenant, 'tenant-proposed');
  await page.goto(await linkIn(on, on.managerEmail, 'closing_consent'));
  await look(page, 'deposit-proposal');
  await page.goto(`/manager/deposits/${lea.id}/counter`);
  await page.fill('input[name=amountLandlord]', '250');
  await page.fill('textarea[name=reason]', 'Reinigung und ein Kratzer im Parkett');
  await look(page, 'deposit-counter');
  await press(page, '/counter');
  await look(page, 'deposit-review');
  await press(page, '/counter');
  await page.goto(`/manager/deposits/${lea.id}/claim`);
  await look(page, 'deposit-claim');
  await tenant.goto(await linkIn(on, String(lea.sent['tenantEmail']), 'closing_consent'));
  await look(tenant, 'tenant-proposal');
  await press(tenant, '/consent');
  await look(tenant, 'tenant-consent');
  await press(tenant, '/consent');
  await look(tenant, 'tenant-ordered');
  await lea.play('payout-completed');
  await tenant.reload();
  await look(tenant, 'tenant-closed');
  await page.goto(`/manager/deposits/${lea.id}`);
  await look(page, 'deposit-closed');
  const record = await lea.record();
  assert.deepEqual([record.state, record.paidOutAmountTenant, record.paidOutAmountLandlord], ['closed', 3350, 250]);
  assert.equal(record.closing.tenantIban, TENANT_IBAN);
  await phone.leave();
  await clara.leave();
});

test('an insurance in French without scripts: manager with a phone, tenant at a desk, from the mail link to closed', async () => {
  const on = await office('fr');
  const phone = await browser.phone({ locale: 'fr-CH', javaScriptEnabled: false });
  await signIn(phone, on, on.managerEmail);
  const { page } = phone;
  const it = await on.start({ tenantLanguage: 'fr', tenantFirstName: 'Chloé', tenantLastName: 'Rochat' });
  await page.goto('/manager/deposits');
  await look(page, 'deposits');
  await page.fill('input[name=q]', 'rochat');
  await press(page, '/manager/deposits');
  await page.click('#results tbody a');
  await look(page, 'deposit-to-sign');
  await press(page, `/manager/deposits/${it.id}/sign`);
  assert.equal((await it.record()).step, 'awaiting_tenant_signatures');

  const desk = await browser.desktop({ locale: 'fr-CH', javaScriptEnabled: false });
  const tenant = desk.page;
  await tenant.goto(await linkIn(on, String(it.sent['tenantEmail']), 'tenant_sign'));
  await look(tenant, 'tenant-sign');
  await tenant.check('input[value=insurance]');
  await tenant.fill('input[name=typedName]', 'Chloe Rochat');
  await tenant.check('input[name=consent]');
  await press(tenant, '/sign');
  await look(tenant, 'tenant-waiting-for-cover');
  await it.play('cover-confirmed');
  await tenant.reload();
  await look(tenant, 'tenant-open');

  await page.goto(`/manager/deposits/${it.id}/close`);
  await look(page, 'deposit-close');
  await page.fill('input[name=amountLandlord]', '99999');
  await page.fill('input[name=tenancyEnd]', '2027-03-31');
  await press(page, '/close');
  await look(page, 'deposit-close-problem');
  await page.fill('input[name=amountLandlord]', '0');
  await press(page, '/close');
  await press(page, '/close');
  await tenant.goto(await linkIn(on, String(it.sent['tenantEmail']), 'closing_consent'));
  await look(tenant, 'tenant-proposal');
  await press(tenant, '/consent');
  await look(tenant, 'tenant-consent');
  await press(tenant, '/consent');
  await it.play('payout-completed');
  await tenant.reload();
  await look(tenant, 'tenant-closed');
  await page.goto(`/manager/deposits/${it.id}`);
  await look(page, 'deposit-closed');
  assert.equal((await it.record()).state, 'closed');
  await desk.leave();
  await phone.leave();
});

test('all other pages, on both screens', IN_DEPTH, async () => {
  const on = await office('de');
  await created(
    service.operator('POST', `/organizations/${on.organizationId}/members`, {
      email: `luc@${on.domain}`,
      firstName: 'Luc',
      lastName: 'Favre',
      language: 'fr',
    }),
  );
  const members = (await service.operator('GET', `/organizations/${on.organizationId}/members`)).body.members;
  const luc = members.find(({ firstName }: any) => firstName === 'Luc');
  const refused = {
    ...(await on.start()).sent,
    externalContractId: 'M-2026/17',
    zip: 'x',
    tenantEmail: 'keine',
    rentalDeposit: '',
  };
  await on.open(refused);
  const errorPath = new URL(await linkIn(on, on.managerEmail, 'import_error')).pathname;
  const withdrawn = await on.start();
  await withdrawn.play('manager-signs');
  const outdated = await linkIn(on, String(withdrawn.sent['tenantEmail']), 'tenant_sign');
  await withdrawn.play('edit');
  const beingEdited = outdated;
  const old = await on.start();
  await old.play('manager-signs');
  const oldLink = await linkIn(on, String(old.sent['tenantEmail']), 'tenant_sign');
  await old.play('edit');
  await old.play('resend');
  const gone = await on.start();
  await gone.play('manager-signs');
  const goneLink = await linkIn(on, String(gone.sent['tenantEmail']), 'tenant_sign');
  await gone.play('withdraw');
  const problem = await on.start();
  for (const [move, body] of [['manager-signs'], ['tenant-signs', { product: 'bank_deposit' }]] as const) {
    await problem.play(move, body);
  }
  await problem.operator('refused', { reason: 'Der Name stimmt nicht mit dem Ausweis überein.' });
  const organization = `/manager/organization/${on.organizationId}`;
  const pages: [name: string, path: string][] = [
    ['account', '/manager/account'],
    ['organization', '/manager/organization'],
    ['organization-invite', `${organization}/invite`],
    ['organization-member', `${organization}/members/${luc.id}`],
    ['organization-member-remove', `${organization}/members/${luc.id}/remove`],
    ['import-errors', '/manager/import-errors'],
    ['import-error', errorPath],
    ['import-error-by-hand', `/manager/deposits/new?from=${errorPath.split('/').slice(-2).join('/')}`],
    ['new-deposit', '/manager/deposits/new'],
    ['import-deposit', '/import-deposit?externalContractId=P-1&street=Seestrasse+12&zip=80&tenantType=natural'],
    ['deposits-none-found', '/manager/deposits?q=gibtesnicht'],
    ['deposit-problem', `/manager/deposits/${problem.id}`],
    ['deposit-being-edited', `/manager/deposits/${withdrawn.id}`],
    ['deposit-withdrawn', `/manager/deposits/${gone.id}`],
    ['not-found', `/manager/deposits/${on.organizationId}`],
    ['tenant-being-edited', beingEdited],
    ['tenant-outdated-link', oldLink],
    ['tenant-withdrawn', goneLink],
    ['tenant-unknown-link', '/t/gibtesnicht'],
    ['tenant-new-link', '/t/new-link'],
    ['home', '/'],
    ['no-such-page', '/gibtesnicht'],
  ];
  // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
  for (const screen of isDeep ? (['desktop'] as const) : (['desktop', 'phone'] as const)) {
    const visit = await browser[screen]({ locale: 'de-CH' });
    const isAnalyzed = isDeep || screen === 'phone';
    await signIn(visit, on, on.managerEmail);
    for (const [name, path] of pages) {
      await visit.page.goto(path);
      await look(visit.page, name, { isAnalyzed });
    }
    await visit.leave();
  }
});
