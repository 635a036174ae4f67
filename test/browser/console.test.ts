import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { keepScreen } from '../support/screens.ts';
import { signInLinks } from '../support/manager.ts';
import { OPERATOR } from '../support/operator.ts';
import { reach, stage, type Play, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { DEEPER, isDeep } from '../support/depth.ts';

let service: Service;
let browser: TestBrowser;
let ours: Stage;
let play: Play;
let approvalId: string;
let operatorId: string;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true' } });
  browser = await openBrowser(service);
  ours = await stage(service, { name: 'Seeblick Immobilien AG' });
  await service.operator('POST', '/organizations', {
    name: 'Seeblick Filiale Thun',
    language: 'de',
    emailDomain: 'seeblick.example',
    address: { street: 'Hauptgasse', streetNumber: '3', zip: '3600', city: 'Thun' },
    parentId: ours.organizationId,
  });
  play = await ours.start();
  await reach('open', play);
  const closing = await ours.start();
  await reach('closing', closing);
  const asked = await service.operator('POST', `/deposits/${closing.id}/release-ground`, {
    ground: 'judgment',
    amountLandlord: 1200,
    evidence: 'District court of Zurich, FE260012, 12 May; in the file of the contract',
  });
  approvalId = asked.body.approvalId;
  const { body } = await service.operator('GET', '/operators');
  operatorId = body.operators.find(({ role }: any) => role === 'clerk').id;
  await service.operator('POST', `/operators/${operatorId}/tokens`, { name: 'Nightly export' });
  await ours.open({ externalContractId: 'C-REFUSED' });
  for (const contract of ['V-1', 'V-2']) {
    await service.operator('PUT', `/organizations/${ours.organizationId}/ignored-contracts/${contract}`, {
      until: contract === 'V-1' ? null : '2027-03-31T22:00:00Z',
    });
  }
});
after(async () => {
  await service.stop();
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
  // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
  if (isDeep || size === 'desktop') await accessible(page);
  if (size === 'phone') await noSidewaysScroll(page);
  else await keepScreen(page, `console-${name}-${size}`);
}

test('signing in', async () => {
  const visit = await browser.desktop({ locale: 'en-GB' });
  await visit.page.goto('/operator');
  await look(visit.page, 'sign-in');
  await visit.page.fill('input[name=email]', 'no address');
  await visit.page.click('main form button[type=submit]');
  await look(visit.page, 'sign-in-problem');
  await visit.page.goto('/operator/sign-in/sent');
  await look(visit.page, 'sign-in-sent');
  await visit.context.close();
});

for (const screen of isDeep ? (['phone'] as const) : (['desktop', 'phone'] as const)) {
  test(`every page of the console on a ${screen}`, DEEPER, async () => {
    const visit = await browser[screen]({ locale: 'en-GB' });
    await signIn(visit);
    const organization = `/operator/organizations/${ours.organizationId}`;
    const { body } = await service.operator('GET', `/organizations/${ours.organizationId}/members`);
    const connections = await service.operator('GET', `/organizations/${ours.organizationId}/connections`);
    const pages: readonly [name: string, path: string][] = [
      ['today', '/operator'],
      ['partners', '/operator/partners'],
      ['partner-new', '/operator/partners/new'],
      ['partner', `/operator/partners/${ours.partnerId}`],
      ['key-revoke', `/operator/partners/${ours.partnerId}/keys/${ours.keyId}/revoke`],
      ['paths', '/operator/paths'],
      ['organizations', '/operator/organizations'],
      ['organization-new', '/operator/organizations/new'],
      ['organization', organization],
      ['organization-edit', `${organization}/edit`],
      ['members', `${organization}/members`],
      ['member-new', `${organization}/members/new`],
      ['member', `${organization}/members/${body.members[0].id}`],
      ['member-remove', `${organization}/members/${body.members[0].id}/remove`],
      ['connections', `${organization}/connections`],
      ['connection-new', `${organization}/connections/new`],
      ['connection', `${organization}/connections/${connections.body.connections[0].id}`],
      ['status-keys', `${organization}/status-keys`],
      ['ignored', `${organization}/ignored`],
      ['audit', '/operator/audit'],
      ['deposits', '/operator/deposits'],
      ['deposit', `/operator/deposits/${play.id}`],
      ['money', '/operator/money'],
      ['failures', '/operator/failures'],
      ['bank', '/operator/bank'],
      ['bank-accounts', '/operator/bank/accounts'],
      ['bank-account', `/operator/bank/accounts/${play.id}`],
      ['calls', '/operator/calls'],
      ['statistics', '/operator/statistics?span=month'],
      ['privacy', '/operator/privacy'],
      ['approvals', '/operator/approvals'],
      ['approval', `/operator/approvals/${approvalId}`],
      ['operators', '/operator/operators'],
      ['operator-new', '/operator/operators/new'],
      ['operator', `/operator/operators/${operatorId}`],
      ['operator-remove', `/operator/operators/${operatorId}/remove`],
      ['account', '/operator/account'],
    ];
    for (const [name, path] of pages) {
      const answer = await visit.page.goto(path);
      assert.equal(answer?.status(), 200, path);
      await look(visit.page, name);
    }
    await visit.leave();
  });
}

test('a key is shown once, and problems of a form lead to their fields', async () => {
  const visit = await browser.desktop({ locale: 'en-GB' });
  await signIn(visit);
  const { page } = visit;
  await page.goto(`/operator/partners/${ours.partnerId}`);
  await Promise.all([page.waitForEvent('load'), page.click('text=Issue a new key')]);
  await look(page, 'key-shown');
  await page.reload();
  assert.equal(await page.locator('.copy').count(), 0);
  await page.goto('/operator/organizations/new');
  await page.fill('#zip', '80');
  await Promise.all([page.waitForEvent('load'), page.click('text=Add the organization')]);
  await look(page, 'organization-problems');
  await visit.context.close();
});

test('a list of contracts to ignore is read from a file', async () => {
  const visit = await browser.desktop();
  await signIn(visit);
  const { page } = visit;
  await page.goto(`/operator/organizations/${ours.organizationId}/ignored`);
  const buffer = Buffer.from('V-77;2027-12-31\nV-78\n');
  await page.setInputFiles('#file', { name: 'list.csv', mimeType: 'text/csv', buffer });
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#list')?.value.includes('V-78'));
  await page.click('form[action$="/ignored/upload"] button[type=submit]');
  await page.getByText('The list is saved').waitFor();
  assert.match((await page.textContent('main')) ?? '', /V-77[\s\S]*V-78/);
  await visit.leave();
});
