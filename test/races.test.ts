import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { naturalTenant } from './support/payload.ts';
import { advance, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
});
after(async () => {
  await verified(service);
  await service.stop();
});

/** Several concurrent moves; returns their answers. */
async function atOnce(it: Play, moves: readonly [move: string, body?: object][]): Promise<number[]> {
  const answers = await Promise.all(
    moves.map(([move, body]) => service.sandbox('POST', `/deposits/${it.id}/${move}`, body)),
  );
  return answers.map(({ status }) => status).toSorted();
}

const times = <T>(count: number, thing: T): T[] => Array.from({ length: count }, () => thing);

test('of equal concurrent moves one wins, the others get 409', async () => {
  const it = await demo.start();
  await it.play('tenant-signs');
  assert.deepEqual(await atOnce(it, times(6, ['account-opened'])), [200, 409, 409, 409, 409, 409]);
  assert.equal((await it.mails(String(it.sent['tenantEmail']), 'tenant_payment')).length, 1);
  const { history } = await it.record();
  assert.equal(history.filter(({ event }: any) => event === 'account_opened').length, 1);
});

test('of conflicting moves one wins: withdrawal with account, edit, cover; consent with counter-proposal', async () => {
  for (let round = 0; round < 5; round++) {
    const it = await demo.start();
    await it.play('tenant-signs');
    const [first, second] = await atOnce(it, [['withdraw'], ['account-opened'], ['edit']]).then((all) =>
      all.slice(0, 2),
    );
    assert.equal(first, 200);
    assert.ok(second === 200 || second === 409);
    assert.ok(['withdrawn', 'draft_editing'].includes((await it.record()).state));
    const closing = await demo.start();
    await closing.play('tenant-signs');
    await closing.play('account-opened');
    await closing.play('payment');
    await closing.play('start-closing', { by: 'tenant', amountLandlord: 100 });
    const statuses = await atOnce(closing, [
      ['consent', { by: 'manager' }],
      ['counter', { by: 'manager', amountLandlord: 900 }],
    ]);
    assert.deepEqual(statuses, [200, 409]);
    const { closing: now, orders } = await closing.record();
    assert.equal(orders.length, now.release === null ? 0 : 2);
  }
});

test('all concurrent signatures count, and the deposit advances once', async () => {
  for (let round = 0; round < 5; round++) {
    const others = Object.fromEntries(
      [2, 3, 4].flatMap((n) =>
        Object.entries({ ...naturalTenant(`tenant${n}`), [`tenant${n}Email`]: `t${n}@mail.example` }),
      ),
    );
    const it = await demo.start(others);
    assert.deepEqual(
      await atOnce(it, [
        ['tenant-signs', { tenant: 1, product: 'bank_deposit' }],
        ['tenant-signs', { tenant: 2 }],
        ['tenant-signs', { tenant: 3 }],
        ['tenant-signs', { tenant: 4 }],
      ]),
      [200, 200, 200, 200],
    );
    const { step, tenants } = await it.record();
    assert.equal(step, 'awaiting_account');
    assert.ok(tenants.every(({ signedAt }: any) => signedAt !== null));
  }
});

test('concurrent payments: each is booked once, and exactly the owed amount counts', async () => {
  const it = await demo.start({ rentalDeposit: '100' });
  await it.play('tenant-signs');
  await it.play('account-opened');
  assert.deepEqual(await atOnce(it, times(12, ['payment', { amount: 10 }])), times(12, 200));
  const { state, paidInTotal, payments } = await it.record();
  assert.deepEqual([state, paidInTotal, payments.length], ['open', 100, 12]);
  assert.deepEqual(
    (await it.money('surplus')).map(({ amount }) => amount),
    [10, 10],
  );
  await verified(service);
});

test('a payment racing with a withdrawal: counted and paid back, or late; never lost', async () => {
  for (let round = 0; round < 5; round++) {
    const it = await demo.start();
    await it.play('tenant-signs');
    await it.play('account-opened');
    const statuses = await atOnce(it, [['payment', { amount: 3560 }], ['withdraw']]);
    const { state } = await it.record();
    const back = (await it.money('payback')).reduce((sum, { amount }) => sum + amount, 0);
    if (state === 'open') assert.deepEqual([statuses, back], [[200, 409], 0]);
    else assert.deepEqual([state, statuses, back], ['withdrawn', [200, 200], 3560]);
  }
  await verified(service);
});

test('the clock racing with a move: reminder and signature stay consistent', async () => {
  const it = await demo.start();
  await advance(service, 'P2DT23H59M');
  const [signed] = await Promise.all([
    service.sandbox('POST', `/deposits/${it.id}/tenant-signs`, { product: 'insurance' }),
    advance(service, 'PT2M'),
  ]);
  assert.equal(signed.status, 200);
  const { step, history } = await it.record();
  assert.equal(step, 'awaiting_cover');
  const reminders = await it.mails(String(it.sent['tenantEmail']), 'tenant_sign_reminder');
  assert.equal(history.filter(({ event }: any) => event === 'reminded').length, reminders.length);
});

test('orders completed concurrently are paid once', async () => {
  const it = await demo.start();
  for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 10 });
  await it.play('consent', { by: 'manager' });
  const ids = (await it.money('payout')).map(({ id }) => id);
  const answers = await Promise.all(
    [...ids, ...ids, ...ids].map((id) => service.operator('POST', `/money/${id}/completed`)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.equal((await it.record()).state, 'closed');
  assert.equal((await it.mails(String(it.sent['tenantEmail']), 'deposit_closed')).length, 1);
});
