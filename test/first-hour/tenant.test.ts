import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { rappen } from '../../src/domain/values/money.ts';
import { writeCamt054 } from '../../src/sandbox/simulated-bank/write-camt054.ts';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { readDocument } from '../support/document.ts';
import { assertSeen, eyes, linkIn, press } from '../support/person-page.ts';
import { stage, TENANT_IBAN, verified, type Play } from '../support/play.ts';
import { until } from '../support/receiver.ts';
import { startService, type Service } from '../support/service.ts';
import { storyOf } from '../support/story.ts';

// The first hour of a tenant, with a phone and the mails, and what docs/tenant-help.md says to those who help.

const help = readDocument('docs/tenant-help.md');
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

for (const javaScriptEnabled of [true, false]) {
  test(`a tenant with a phone${javaScriptEnabled ? '' : ' that runs no scripts'}, from the mail`, async (t) => {
    const step = storyOf(t);
    const on = await stage(service, { language: 'de' });
    const phone = await browser.phone({ locale: 'de-CH', javaScriptEnabled });
    const { page } = phone;
    const seen = eyes();
    const it = await on.start({ tenantFirstName: 'Đorđe', tenantLastName: 'Brunner' });
    const email = String(it.sent['tenantEmail']);
    await it.play('manager-signs');

    await step(help, 'Signing', 'opens the link, reads, chooses, mistypes, signs', async (section) => {
      await page.goto(await linkIn(on, email, 'tenant_sign'));
      await noSidewaysScroll(page);
      await accessible(page);
      assert.match(await seen.look(page), /Das ist der ganze Wortlaut/);
      await page.check('input[value=bank_deposit]');
      await page.fill('input[name=typedName]', 'Jemand Anders');
      await page.check('input[name=consent]');
      await press(page, '/sign');
      assert.match(await seen.look(page), /Der Name stimmt nicht/);
      await page.fill('input[name=typedName]', 'Dorde Brunner');
      await page.check('input[value=bank_deposit]');
      await page.check('input[name=consent]');
      await press(page, '/sign');
      await seen.look(page);
      assertSeen(section, seen);
      assert.equal((await it.record()).step, 'awaiting_account');
    });

    await step(
      help,
      'Paying',
      'finds slip, account, reference and amount; pays at the bank; sees it in force',
      async (section) => {
        await it.play('account-opened');
        await page.goto(await linkIn(on, email, 'tenant_payment'));
        const record = await it.record();
        const text = (await seen.look(page)).replaceAll(/\s/g, '');
        assert.ok(text.includes(record.paymentReference), text);
        assert.match(text, /CH\d{19}[^]*CHF3’560\.00/, 'the account, for QR-bills its QR-IBAN, and the amount');
        const slip = await page.locator('img.slip').evaluate((image: HTMLImageElement) => image.naturalWidth);
        assert.ok(slip > 0, 'the slip is a picture');
        const pdf = await page.request.get((await page.getAttribute('a[href$="/slip.pdf"]', 'href')) ?? '');
        assert.equal((await pdf.body()).subarray(0, 4).toString(), '%PDF');
        paidIn(it, record);
        await until(async () => (await it.record()).state === 'open', 'the bank’s file');
        await page.goto(await linkIn(on, email, 'deposit_open'));
        assert.match(await seen.look(page), /Ihre Mietkaution ist in Kraft[^]*Bestätigung der Einzahlung/);
        assertSeen(section, seen);
      },
    );

    await step(help, 'Closing the deposit', 'proposes after a page that shows who gets how much', async () => {
      const details = page.locator('details:has(form[action*="/closing"])');
      if ((await details.count()) > 0 && (await details.getAttribute('open')) === null) {
        await details.locator('summary').click();
      }
      for (const name of ['tenancyEnd', 'amountLandlord']) {
        assert.equal(await page.inputValue(`form[action*="/closing"] input[name=${name}]`), '', 'nothing is filled in');
      }
      await page.fill('form[action*="/closing"] input[name=tenancyEnd]', '2027-03-31');
      await page.fill('form[action*="/closing"] input[name=amountLandlord]', '100');
      await press(page, '/closing');
      assert.match(await seen.look(page), /100\.00[^]*3’460\.00|3’460\.00[^]*100\.00/);
      await press(page, '/closing');
      assert.equal((await it.record()).closing.proposal.amountLandlord, 100);
    });

    await step(help, 'Closing the deposit', 'gives the account, with the code of the mail', async () => {
      await page.locator('#account summary').click();
      await page.fill('#account input[name=tenantIban]', TENANT_IBAN);
      await press(page, '/account');
      await page.fill('input[name=code]', '000000');
      await press(page, '/account/code');
      assert.equal((await it.record()).payoutAccount, null, 'a wrong code');
      const [{ code }] = await it.mails(email, 'payout_account_code');
      await page.fill('input[name=code]', code);
      await press(page, '/account/code');
      await seen.look(page);
      assert.equal((await it.record()).payoutAccount.iban, TENANT_IBAN);
    });

    await step(help, 'Closing the deposit', 'reads the other proposal, agrees, is paid', async (section) => {
      await it.play('dispute-end', { day: '2027-06-30' });
      await it.play('counter', { by: 'manager', amountLandlord: 250 });
      await page.goto(await linkIn(on, email, 'closing_consent'));
      assert.match(await seen.look(page), /250\.00/);
      await press(page, '/consent');
      await press(page, '/consent');
      await it.play('payout-completed');
      await page.reload();
      await seen.look(page);
      const { state, paidOutAmountTenant } = await it.record();
      assert.deepEqual([state, paidOutAmountTenant], ['closed', 3310]);
      // Only a day that the property management has named can be contested.
      assertSeen({ ...section, text: section.text.replace('(*Tag bestreiten*)', '') }, seen);
      await accessible(page);
      await phone.leave();
    });
  });
}

let files = 0;
/** The bank's file about the payment: it is put under the folder from which files are read. */
function paidIn(it: Play, { iban, paymentReference, rentalDeposit }: any): void {
  const messageId = `TENANT-${++files}`;
  const booking = {
    accountIban: iban,
    direction: 'credit' as const,
    amount: rappen(rentalDeposit * 100),
    bookedOn: new Date().toISOString().slice(0, 10),
    bankReference: `${messageId}-${it.contractId}`.slice(0, 30),
    debtor: { name: 'Đorđe Brunner', iban: TENANT_IBAN },
    reference: paymentReference,
  };
  const content = writeCamt054({ messageId, createdAt: new Date(), bookings: [booking] });
  writeFileSync(join(service.config.bankExchangeDir, 'in', `${messageId}.xml`), content);
}
