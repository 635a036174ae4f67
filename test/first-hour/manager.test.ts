import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { readDocument } from '../support/document.ts';
import { assertSeen, eyes, linkIn, press } from '../support/person-page.ts';
import { reach, stage, verified, type Play } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { storyOf } from '../support/story.ts';

// The first hour of a property manager, in a browser and with the property manager's guide.

const guide = readDocument('docs/manager-guide.md');
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

test('a property manager, with the guide alone', async (t) => {
  const step = storyOf(t);
  const on = await stage(service, { language: 'de' });
  const visit: Visit = await browser.desktop({ locale: 'de-CH' });
  const { page } = visit;
  const seen = eyes();
  let it: Play;

  await step(guide, 'Signing in', 'gives the address, and opens the link of the mail', async (section) => {
    await page.goto('/manager');
    await seen.look(page);
    await page.fill('input[name=email]', on.managerEmail);
    await page.click('main form button[type=submit]');
    await page.waitForURL(/\/sign-in\/sent/);
    const [mail] = await on.mails(on.managerEmail);
    seen.hear(mail.subject);
    await page.goto(mail.links[0]);
    await page.waitForURL(/\/manager\/start/);
    assertSeen(section, seen);
    const stranger = await browser.phone();
    await stranger.page.goto(mail.links[0]);
    assert.doesNotMatch(stranger.page.url(), /\/manager\/start/, 'once, and in this browser only');
    await stranger.leave();
  });

  await step(guide, 'Checking and signing a deposit', 'from the mail: reads, corrects, signs', async (section) => {
    it = await on.start({ tenantFirstName: 'Lea', tenantLastName: 'Brunner', tenantPhoneNumber: '079 123 45 67' });
    await page.goto(await linkIn(on, on.managerEmail, 'deposit_imported', it.contractId));
    assert.match(await seen.look(page), /Lea Brunner/);
    await page.goto(`/manager/deposits/${it.id}/correct`);
    await page.fill('input[name=rentalDeposit]', '3600');
    await press(page, '/correct');
    await page.goto('/manager/deposits');
    await seen.look(page);
    await page.goto(`/manager/deposits/${it.id}`);
    await seen.look(page);
    await press(page, `/manager/deposits/${it.id}/sign`);
    await seen.look(page);
    const record = await it.record();
    assert.deepEqual([record.rentalDeposit, record.step], [3600, 'awaiting_tenant_signatures']);
    assertSeen(section, seen);
  });

  await step(guide, 'Before you sign', 'is warned of a second deposit for the same tenant and address', async () => {
    const names = { tenantFirstName: 'Lea', tenantLastName: 'Brunner', tenantPhoneNumber: '079 123 45 67' };
    const twin = await on.start(names);
    await page.goto(`/manager/deposits/${twin.id}`);
    assert.match(await seen.look(page), new RegExp(`Vielleicht schon erfasst[^]*${it.contractId}`));
    await twin.play('withdraw');
  });

  await step(guide, 'What you see first', 'the overview, a search, files, and a reminder', async (section) => {
    await page.goto('/manager/start');
    await seen.look(page);
    await page.goto('/manager/deposits');
    await seen.look(page);
    await page.fill('input[name=q]', 'brunner');
    await page.waitForURL(/q=brunner/);
    const [csv, excel] = await Promise.all(['.csv', '.xlsx'].map((ending) => fileAt(page, `a[href*="${ending}"]`)));
    assert.match(csv?.toString() ?? '', /Brunner/);
    assert.equal(excel?.subarray(0, 2).toString(), 'PK');
    await page.check(`input[value="${it.id}"]`);
    await Promise.all([page.waitForEvent('load'), page.click('button[formaction="/manager/remind-many"]')]);
    await press(page, '/manager/remind-many/confirm');
    const kinds = await it.kinds(String(it.sent['tenantEmail']));
    assert.equal(kinds.at(-1), 'tenant_sign_reminder');
    // Nobody is overdue in the first hour.
    const words = { ...section, text: section.text.replace('(*Überfällig*)', '') };
    assertSeen(words, seen);
  });

  await step(guide, 'Notes and files', 'keeps a note and a shared file', async () => {
    await page.goto(`/manager/deposits/${it.id}`);
    await page.click('summary:has-text("Neue Notiz")');
    await page.fill('textarea[name=text]', 'Schlüssel fehlt.');
    await press(page, '/notes');
    await page.click('summary:has-text("Neue Datei")');
    const file = { name: 'Protokoll.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    await page.setInputFiles('input[type=file]', file);
    await page.check('#file-shared');
    await press(page, '/files');
    const { notes, files } = await it.record();
    assert.deepEqual([notes[0].shared, files[0].name, files[0].shared], [false, 'Protokoll.pdf', true]);
  });

  await step(guide, 'Changing a deposit in force', 'finds the changes once it is in force', async (section) => {
    for (const [move, body] of [
      ['tenant-signs', { product: 'bank_deposit' }],
      ['account-opened', {}],
      ['payment', {}],
    ] as const) {
      await it.play(move, body);
    }
    await page.goto(`/manager/deposits/${it.id}`);
    const [named = ''] = /\*([^*]+)\*/.exec(section.text)?.slice(1) ?? [];
    assert.ok((await seen.look(page)).includes(named), named);
  });

  await step(guide, 'Balances for your auditor', 'takes the three files of today', async (section) => {
    await page.goto('/manager/holdings');
    await seen.look(page);
    const [pdf, excel, csv] = await Promise.all(
      ['.pdf', '.xlsx', '.csv'].map((ending) => fileAt(page, `a[href*="/manager/holdings${ending}"]`)),
    );
    assert.equal(pdf?.subarray(0, 4).toString(), '%PDF');
    assert.equal(excel?.subarray(0, 2).toString(), 'PK');
    assert.match(csv?.toString() ?? '', /;/);
    assertSeen(section, seen);
    await page.goto('/manager/holdings?at=2199-12-31');
    assert.match(await seen.look(page), /liegt in der Zukunft/);
  });

  await step(
    guide,
    'Closing a deposit',
    'proposes, changes the own proposal, and the tenant agrees',
    async (section) => {
      await page.goto(`/manager/deposits/${it.id}/close`);
      for (const name of ['amountLandlord', 'tenancyEnd']) {
        assert.equal(await page.inputValue(`input[name=${name}]`), '', 'the form starts empty');
      }
      await page.fill('input[name=amountLandlord]', '100');
      await page.fill('input[name=tenancyEnd]', '2027-03-31');
      await press(page, '/close');
      assert.match(await seen.look(page), /100\.00/);
      await press(page, '/close');
      await page.goto(`/manager/deposits/${it.id}`);
      await seen.look(page);
      assertSeen(section, seen);
      await page.click('a:has-text("Eigenen Vorschlag ändern")');
      await page.fill('input[name=amountLandlord]', '250');
      await press(page, '/counter');
      await press(page, '/counter');
      await it.play('consent', { by: 'tenant' });
      assert.ok((await it.kinds(on.managerEmail)).includes('payout_ordered'));
      await it.play('payout-completed');
      const record = await it.record();
      assert.deepEqual([record.state, record.paidOutAmountTenant, record.paidOutAmountLandlord], ['closed', 3350, 250]);
    },
  );

  await step(
    guide,
    'Closing a deposit',
    'consents to a tenant’s proposal, after a page that shows the account',
    async () => {
      const other = await on.start();
      await reach('closing', other);
      await page.goto(await linkIn(on, on.managerEmail, 'closing_consent', other.contractId));
      await page.locator('a[href$="/consent"]').click();
      assert.match(await seen.look(page), /Konto der Mieterschaft[^]*endgültig/);
      await press(page, '/consent');
      assert.ok((await other.record()).orders.length > 0);
    },
  );

  await step(guide, 'One mail a day', 'chooses the digest; every page of the hour is accessible', async () => {
    await page.goto('/manager/account');
    await page.selectOption('select[name=notifications]', 'daily');
    await press(page, '/manager/account/notifications');
    const { members } = (await service.operator('GET', `/organizations/${on.organizationId}/members`)).body;
    assert.equal(members[0].notifications, 'daily');
    await accessible(page);
    await visit.leave();
  });

  await step(guide, 'What you see first', 'the same start on a phone', async () => {
    const phone = await browser.phone({ locale: 'de-CH' });
    await phone.page.goto('/manager');
    await phone.page.fill('input[name=email]', on.managerEmail);
    await phone.page.click('main form button[type=submit]');
    await phone.page.waitForURL(/\/sign-in\/sent/);
    await phone.page.goto(await linkIn(on, on.managerEmail, 'sign_in'));
    await phone.page.waitForURL(/\/manager\/start/);
    await noSidewaysScroll(phone.page);
    await phone.leave();
  });
});

/** What a link downloads. */
async function fileAt(page: Page, selector: string): Promise<Buffer> {
  const href = await page.locator(selector).first().getAttribute('href');
  const answer = await page.request.get(href ?? '');
  assert.equal(answer.status(), 200, href ?? selector);
  return answer.body();
}
