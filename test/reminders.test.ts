import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { naturalTenant } from './support/payload.ts';
import { advance, reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

/** On which days after a time an address was reminded. */
async function days(it: Play, to: string, kind: string, since: string): Promise<number[]> {
  const start = Date.parse(since);
  return (await it.mails(to, kind)).map(({ at }) => Math.floor((Date.parse(at) - start) / 86_400_000));
}

test('the manager who has not signed is reminded after 3, 7 and 14 days, the assistant in copy', async () => {
  const it = await demo.start({ assistentEmail: 'a@hilfe.example' });
  const { since } = await it.record();
  const reminded = () => days(it, demo.managerEmail, 'manager_sign_reminder', since);
  await advance(service, 'P2DT23H');
  assert.deepEqual(await reminded(), []);
  await advance(service, 'PT2H');
  assert.deepEqual(await reminded(), [3]);
  await advance(service, 'P30D');
  assert.deepEqual(await reminded(), [3, 7, 14]);
  const [mail] = await it.mails(demo.managerEmail, 'manager_sign_reminder');
  assert.deepEqual([mail.language, mail.cc], ['de', ['a@hilfe.example']]);
});

test('tenants who have not signed are reminded individually; those who signed are not', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 't2@mail.example', tenantLanguage: 'it' });
  const main = String(it.sent['tenantEmail']);
  const { since } = await it.play('manager-signs');
  await advance(service, 'P4D');
  await it.play('tenant-signs', { tenant: 2 });
  await advance(service, 'P4D');
  assert.deepEqual(await days(it, main, 'tenant_sign_reminder', since), [3, 7]);
  assert.deepEqual(await days(it, 't2@mail.example', 'tenant_sign_reminder', since), [3]);
  await it.play('tenant-signs', { product: 'insurance' });
  await advance(service, 'P30D');
  assert.deepEqual(await days(it, main, 'tenant_sign_reminder', since), [3, 7], 'it stops when done');
  const [mail] = await it.mails(main, 'tenant_sign_reminder');
  assert.equal(mail.language, 'it');
  assert.equal((await service.call('GET', new URL(mail.links[0]).pathname)).status, 200);
  assert.deepEqual(await it.mails(demo.managerEmail, 'manager_sign_reminder'), []);
});

test('unpaid after 10 and 20 days: the main tenant is reminded of what is still missing', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 't3@mail.example' });
  const main = String(it.sent['tenantEmail']);
  const { since } = await reach('account', it);
  await it.play('payment', { amount: 560 });
  await advance(service, 'P11D');
  assert.deepEqual(await days(it, main, 'tenant_payment_reminder', since), [10]);
  const [mail] = await it.mails(main, 'tenant_payment_reminder');
  assert.match(mail.text, /CHF 3’000\.00/);
  await advance(service, 'P40D');
  assert.deepEqual(await days(it, main, 'tenant_payment_reminder', since), [10, 20]);
  assert.deepEqual(await it.mails('t3@mail.example', 'tenant_payment_reminder'), []);
  const paid = await demo.start();
  await reach('open', paid);
  await advance(service, 'P30D');
  assert.deepEqual(await paid.mails(String(paid.sent['tenantEmail']), 'tenant_payment_reminder'), []);
});

test('an edit restarts the reminders; a withdrawal ends them', async () => {
  const it = await demo.start();
  const main = String(it.sent['tenantEmail']);
  await it.play('manager-signs');
  await advance(service, 'P5D');
  await it.play('edit');
  await advance(service, 'P20D');
  assert.equal((await it.mails(main, 'tenant_sign_reminder')).length, 1, 'nobody is awaited while it is edited');
  const { since } = await it.play('resend');
  await advance(service, 'P8D');
  assert.deepEqual((await days(it, main, 'tenant_sign_reminder', since)).slice(1), [3, 7]);
  await it.play('withdraw');
  await advance(service, 'P30D');
  assert.equal((await it.mails(main, 'tenant_sign_reminder')).length, 3);
});

test('after downtime, overdue reminders are sent as one mail', async () => {
  const it = await demo.start();
  await it.play('manager-signs');
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  // As if nothing had run for a week and a half.
  await sql.query(`update deposits set step_since = step_since - interval '10 days' where id = $1`, [it.id]);
  await sql.query(`update effects set due_at = due_at - interval '10 days' where deposit_id = $1`, [it.id]);
  await sql.end();
  const main = String(it.sent['tenantEmail']);
  assert.equal((await it.mails(main, 'tenant_sign_reminder')).length, 1);
  await advance(service, 'P3DT23H');
  assert.equal((await it.mails(main, 'tenant_sign_reminder')).length, 1);
  await advance(service, 'PT2H');
  assert.equal((await it.mails(main, 'tenant_sign_reminder')).length, 2, 'the one after 14 days');
});

test('links expire after 60 days, and a reminder brings a new one', async () => {
  const it = await demo.start();
  await it.play('manager-signs');
  const [first] = await it.mails(String(it.sent['tenantEmail']), 'tenant_sign');
  await advance(service, 'P59D');
  const page = async (mail: any) => (await service.call('GET', new URL(mail.links[0]).pathname)).status;
  assert.equal(await page(first), 200);
  await advance(service, 'P2D');
  assert.equal(await page(first), 410);
  await it.operator('remind');
  const fresh = (await it.mails(String(it.sent['tenantEmail']), 'tenant_sign_reminder')).at(-1);
  assert.equal(await page(fresh), 200);
});

test('the clock runs what falls due in time order, over many deposits', async () => {
  const delayed = await stage(service, { preSigned: true, sendDelayMinutes: 60 });
  const plays = await Promise.all(Array.from({ length: 5 }, () => delayed.start()));
  await advance(service, 'P20D');
  for (const it of plays) {
    const { history } = await it.record();
    assert.deepEqual(
      history.map(({ event }: any) => event),
      ['opened', 'signed_for_manager', 'send_scheduled', 'sent_to_tenants', 'reminded', 'reminded', 'reminded'],
    );
    const times = history.map(({ at }: any) => at);
    assert.deepEqual(times, times.toSorted());
  }
});

test('scenario: the bank, or the insurer, refuses', async () => {
  for (const [prefix, product] of [
    ['SIM-BANK-REFUSES', 'bank_deposit'],
    ['SIM-INSURER-REFUSES', 'insurance'],
  ] as const) {
    const it = await demo.start({ externalContractId: `${prefix}-1` });
    const { refusal, state } = await reach('tenants', it, product);
    assert.deepEqual([state, refusal.by], ['opening', product === 'insurance' ? 'insurer' : 'bank']);
    assert.equal((await it.mails(demo.managerEmail, 'deposit_refused')).length, 1);
    await it.play('edit');
    await it.play('resend');
    const other = product === 'insurance' ? 'bank_deposit' : 'insurance';
    assert.equal((await it.play('tenant-signs', { product: other })).refusal, null, 'the other side does not refuse');
  }
});

test('scenario: the account is slow, and is opened after five days', async () => {
  const it = await demo.start({ externalContractId: 'SIM-ACCOUNT-SLOW-1' });
  assert.equal((await reach('tenants', it)).step, 'awaiting_account');
  await advance(service, 'P4DT23H');
  assert.equal((await it.record()).step, 'awaiting_account');
  await advance(service, 'PT2H');
  const { step, iban } = await it.record();
  assert.deepEqual([step, iban !== null], ['awaiting_payment', true]);
  const quick = await demo.start({ externalContractId: 'SIM-ACCOUNT-SLOW-2' });
  const opened = await reach('account', quick);
  await advance(service, 'P6D');
  assert.equal((await quick.record()).iban, opened.iban, 'nothing more after the account is there');
});

test('scenarios: partial payment, overpayment, payment after withdrawal', async () => {
  const part = await demo.start({ externalContractId: 'SIM-PART-PAYMENT-1', rentalDeposit: '1000.05' });
  const { state, paidInTotal } = await reach('account', part);
  assert.deepEqual([state, paidInTotal], ['opening', 500.03]);
  assert.equal((await part.play('payment')).state, 'open');

  const over = await demo.start({ externalContractId: 'SIM-OVERPAYMENT-1' });
  assert.equal((await reach('account', over)).state, 'open');
  assert.deepEqual(
    (await over.money('surplus')).map(({ amount }) => amount),
    [100],
  );

  const late = await demo.start({ externalContractId: 'SIM-LATE-PAYMENT-1' });
  await reach('account', late);
  assert.equal((await late.play('withdraw')).state, 'withdrawn');
  assert.deepEqual(
    (await late.money('late')).map(({ amount }) => amount),
    [3560],
  );
  const early = await demo.start({ externalContractId: 'SIM-LATE-PAYMENT-2' });
  await early.play('withdraw');
  assert.deepEqual(await early.money('late'), [], 'without a slip nothing can come');
});
