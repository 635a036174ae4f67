import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyBank } from '../src/actions/bank/verify-bank.ts';
import type { StatementEntry } from '../src/domain/booking.ts';
import { endToEndIdOf } from '../src/domain/values/end-to-end-id.ts';
import { runCount } from './support/depth.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from './support/statement-entry.ts';
import { startService, type Service } from './support/service.ts';

// Files that are booked at the same time: by two processes, or a file while another is uploaded.

let service: Service;
let demo: Stage;
let desk: BookingDesk;
let own: string;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  desk = await openBookingDesk(service);
  own = desk.services.money.operatorIban ?? assert.fail();
});
after(async () => {
  await verified(service);
  const { faults } = await verifyBank(desk.services.database, { operatorIban: own });
  assert.deepEqual(faults, []);
  await desk.close();
  await service.stop();
});

const ROUNDS = runCount({ quick: 10, deep: 100 });

async function waiting(): Promise<Play> {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  return it;
}

/** Each as a file of its own, all at once. */
const atOnce = async (...files: readonly StatementEntry[][]): Promise<string[]> =>
  (await Promise.all(files.map((entries) => desk.book(...entries)))).flat().toSorted();

test('1 row 3: the same entry in two files at once is booked once', async () => {
  const it = await waiting();
  const { iban } = await it.record();
  for (let n = 0; n < ROUNDS; n++) {
    const entry = statementEntry(iban, 1 + n / 100);
    assert.deepEqual(await atOnce([entry], [entry], [entry]), ['booked', 'repeated', 'repeated']);
  }
  assert.equal((await it.record()).payments.length, ROUNDS);
});

test('1 row 3: the same on the operator’s own account', async () => {
  const { paymentReference: reference } = await (await waiting()).record();
  for (let n = 0; n < ROUNDS; n++) {
    const entry = statementEntry(own, 1 + n / 100, { reference: n % 2 === 0 ? reference : null });
    assert.deepEqual(await atOnce([entry], [entry]), ['booked', 'repeated']);
  }
});

test('1 row 7: money that looks the same in two files at once: one is booked, the other kept', async () => {
  const it = await waiting();
  const { iban } = await it.record();
  for (let n = 0; n < ROUNDS; n++) {
    const alike = (): StatementEntry => statementEntry(iban, 50 + n, { entryReference: null });
    assert.deepEqual(await atOnce([alike()], [alike()]), ['attention', 'booked']);
  }
});

test('files that name the same deposits in another order do not stop each other', async () => {
  const ibans: string[] = [];
  for (let n = 0; n < 4; n++) ibans.push((await (await waiting()).record()).iban);
  for (let n = 0; n < ROUNDS; n++) {
    const entries = ibans.map((iban) => statementEntry(iban, 200 + n));
    const outcomes = await atOnce(entries, entries.toReversed());
    assert.deepEqual(outcomes, [...entries.map(() => 'booked'), ...entries.map(() => 'repeated')]);
  }
});

test('1 row 12: the debit of a payout in two files at once, while money of the same deposit is booked', async () => {
  const it = await waiting();
  await it.play('payment');
  await it.play('start-closing', { by: 'tenant' });
  await it.play('consent', { by: 'manager' });
  const { iban, orders } = await it.record();
  const order = orders.find((one: any) => one.kind === 'payout');
  const debit = statementDebit(iban, order.amount, { endToEndId: endToEndIdOf(order.id) });
  const outcomes = await atOnce([debit], [statementEntry(iban, 3)], [debit]);
  assert.deepEqual(outcomes, ['booked', 'booked', 'repeated']);
});
