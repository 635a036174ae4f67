import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// review/pages.md, 4: who has signed is told when all have, with the signed PDF.

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service);
});
after(() => service.stop());

const SECOND = { ...naturalTenant('tenant2'), tenant2Email: 'mit@mail.example' };

for (const product of ['bank_deposit', 'insurance'] as const) {
  test(`4 all have signed, ${product}: manager and every tenant get the agreement`, async () => {
    const it = await demo.start({ ...SECOND, tenantLanguage: 'it' });
    await it.play('manager-signs');
    await it.play('tenant-signs', { tenant: 2 });
    const everyone = [demo.managerEmail, String(it.sent['tenantEmail']), 'mit@mail.example'];
    for (const to of everyone) assert.deepEqual(await it.mails(to, 'deposit_signed'), [], 'one signature is missing');
    const { documents } = await it.play('tenant-signs', { tenant: 1, product });
    const agreement = documents.find(({ kind }: any) => kind === 'agreement');
    for (const to of everyone) {
      const mails = await it.mails(to, 'deposit_signed');
      assert.equal(mails.length, 1, to);
      const isManager = to === demo.managerEmail;
      assert.equal(mails[0].language, isManager ? 'de' : 'it');
      const name = isManager ? 'Vereinbarung.pdf' : 'Convenzione.pdf';
      assert.deepEqual(mails[0].attachments, [{ name, sha256: agreement.sha256 }]);
      assert.equal(mails[0].links[0].includes('/manager/'), isManager);
    }
  });
}

test('4 signed again after an edit with all the money there: the mail promises no other one', async () => {
  const it = await demo.start({ tenantLanguage: 'en' });
  await reach('account', it);
  await it.play('edit');
  await it.play('payment');
  await it.play('resend');
  assert.equal((await it.play('tenant-signs', { product: 'bank_deposit' })).state, 'open');
  const [first, second] = await it.mails(String(it.sent['tenantEmail']), 'deposit_signed');
  assert.match(first.text, /write to you again/);
  assert.doesNotMatch(second.text, /write to you again/);
});
