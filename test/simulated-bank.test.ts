import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { addSimulated } from '../src/storage/money/simulated-bank.ts';
import { advance, reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let sql: Client;

before(async () => {
  service = await startService();
  partner = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await verified(service);
  await sql.end();
  await service.stop();
});

let count = 0;

async function started(prefix: string): Promise<Play> {
  return partner.start({ externalContractId: `${prefix}-${++count}` });
}

/** The entries of a deposit's account that wait for a person, oldest first. */
async function kept({ id }: Play): Promise<string[]> {
  const { rows } = await sql.query<{ why: string }>(
    `select why from bank_entries e where account_of = $1 and attention is not null and settled_at is null
       and not (starts_with(key, 'total:') and exists (
         select from bank_entries b where b.entry_key = e.entry_key and not starts_with(b.key, 'total:')))
     order by at, key`,
    [id],
  );
  return rows.map(({ why }) => why);
}

async function reconciled({ id }: Play): Promise<any> {
  const { rows } = await sql.query<{ iban: string }>('select iban from deposits where id = $1', [id]);
  const { body } = await service.operator('GET', `/bank/reconciliation?iban=${rows[0]?.iban}`);
  const { iban: _, at: _at, ...account } = body.accounts[0] ?? assert.fail('no statement');
  return account;
}

const RIGHT = { difference: 0, missingStatements: [], problems: [] };

const PAID: [prefix: string, matchedBy: string, kept: string[]][] = [
  ['SIM-BATCH-NOTIFIED', 'reference', ['possible_duplicate', 'possible_duplicate']],
  ['SIM-BATCH-STATED', 'reference', ['possible_duplicate', 'possible_duplicate']],
  ['SIM-TOTAL-STATED', 'reference', []],
  ['SIM-TOTAL-FIRST', 'reference', []],
  ['SIM-NO-REFERENCE', 'account', []],
  ['SIM-NO-BANK-REFERENCE', 'reference', ['possible_duplicate', 'possible_duplicate']],
  ['SIM-QR-IBAN-NOTIFIED', 'reference', []],
  ['SIM-QR-IBAN-STATED', 'reference', []],
];
for (const [prefix, matchedBy, waiting] of PAID) {
  test(`1 ${prefix}: the money counts once, and the balance is right`, async () => {
    const it = await started(prefix);
    const { state, payments, orders } = await reach('account', it);
    assert.equal(state, 'open');
    assert.equal(
      payments.reduce((sum: number, one: any) => sum + one.amount, 0),
      3560,
    );
    assert.ok(payments.every((one: any) => one.matchedBy === matchedBy));
    assert.deepEqual(orders, [], 'nothing is paid back');
    assert.deepEqual(await kept(it), waiting);
    assert.deepEqual(await reconciled(it), { bank: 3560, books: 3560, kept: 0, ...RIGHT });
  });
}

for (const style of ['REVERSAL', 'INFORMATION']) {
  test(`3 SIM-RETURN-${style}: the payout comes back and goes out again`, async () => {
    const it = await started(`SIM-RETURN-${style}`);
    const { state, orders } = await reach('closed', it);
    assert.deepEqual([state, orders[0].state], ['closed', 'returned']);
    await service.operator('POST', `/money/${orders[0].id}/account`, { iban: 'CH9300762011623852957' });
    const again = await it.play('payout-completed');
    assert.equal(again.orders[0].state, 'completed');
    await it.play('statement');
    assert.deepEqual(await reconciled(it), { bank: 0, books: 0, kept: 0, ...RIGHT });
  });
}

test('3 SIM-PAYMENT-REVERSED: the bank takes the payment back', async () => {
  const it = await started('SIM-PAYMENT-REVERSED');
  const { state, paidInTotal, attention } = await reach('open', it);
  assert.deepEqual([state, paidInTotal, attention], ['open', 0, ['underfunded']]);
});

test('4 SIM-FEES: the bank charges costs', async () => {
  const it = await started('SIM-FEES');
  const { balance } = await reach('open', it);
  assert.deepEqual([balance.charges, balance.held], [5, 3555]);
  assert.deepEqual(await reconciled(it), { bank: 3555, books: 3555, kept: 0, ...RIGHT });
});

test('6 SIM-WRONG-BALANCE: the closing balance differs', async () => {
  const it = await started('SIM-WRONG-BALANCE');
  await reach('open', it);
  assert.deepEqual(await reconciled(it), {
    bank: 3561.05,
    books: 3560,
    kept: 0,
    difference: 1.05,
    missingStatements: [],
    problems: ['entries_differ'],
  });
});

test('3, 4 calls of the bank: interest, a charge, a return, a reversal and statements in a row', async () => {
  const it = await started('BANK-CALLS');
  for (const call of ['charge', 'interest']) assert.match(await it.refuse(call, { amount: 1 }), /\./);
  for (const call of ['payout-returned', 'payment-reversed', 'statement']) await it.refuse(call);
  await reach('open', it);
  await it.play('statement');
  const { balance } = await it.play('interest', { amount: 10 });
  assert.deepEqual([balance.interest, balance.withholdingTax, balance.held], [10, 3.5, 3566.5]);
  assert.equal((await it.play('interest', { amount: 1, withholdingTax: false })).balance.withholdingTax, 3.5);
  assert.equal((await it.play('charge', { amount: 2.5 })).balance.charges, 2.5);
  await it.play('payment-reversed');
  await it.play('payment');
  await it.play('statement');
  assert.deepEqual(await reconciled(it), { bank: 3565, books: 3565, kept: 0, ...RIGHT });
  await it.play('start-closing', { by: 'manager', amountLandlord: 60, reason: 'x' });
  await it.play('consent', { by: 'tenant' });
  await it.play('payout-completed');
  const { orders } = await it.play('payout-returned', { to: 'landlord', style: 'reversal' });
  assert.deepEqual(orders.map(({ to, state }: any) => `${to} ${state}`).sort(), [
    'landlord returned',
    'tenant completed',
  ]);
  await it.play('statement', { wrongBy: -0.05 });
  const { bank, books, difference } = await reconciled(it);
  assert.deepEqual({ bank, books, difference }, { bank: 59.95, books: 60, difference: -0.05 });
  await it.refuse('statement', { wrong: 1 }, 422);
});

test('5 the bank gives the moment of a booking; numbers of statements restart each year', async () => {
  const it = await started('BANK-DAYS');
  await reach('open', it);
  await it.play('statement');
  await advance(service, 'P1Y');
  await it.play('statement');
  const { rows } = await sql.query(
    `select s.number from bank_statements s join deposits d on d.iban = s.account_iban where d.id = $1 order by to_on`,
    [it.id],
  );
  assert.deepEqual(rows, [{ number: 1 }, { number: 1 }]);
  await it.play('start-closing', { by: 'tenant' });
  await it.play('consent', { by: 'manager' });
  await it.play('payout-completed');
  const { paidOutTime } = await it.status();
  const { rows: clock } = await sql.query<{ now: Date }>('select service_now() as now');
  const now = clock[0]?.now ?? new Date();
  assert.ok(now.getTime() - new Date(paidOutTime).getTime() < 60_000, paidOutTime);
});

test('6 a statement that was lost before it was read comes with the next one', async () => {
  const it = await started('BANK-LOST');
  await reach('open', it);
  await it.play('statement');
  await it.play('statement');
  const lost = await sql.query(
    'delete from bank_statements where account_iban = (select iban from deposits where id = $1) and number = 2',
    [it.id],
  );
  assert.equal(lost.rowCount, 1);
  await it.play('statement');
  assert.deepEqual(await reconciled(it), { bank: 3560, books: 3560, kept: 0, ...RIGHT });
});

test('5 a payment that the bank reports again keeps the day on which it was booked', async () => {
  const report = (bookedOn: string): Promise<object[]> =>
    addSimulated(sql, 'CH1', [{ bankReference: 'S01', amount: -5, content: { bookedOn } }]);
  assert.deepEqual(await report('2026-12-31'), [{ bookedOn: '2026-12-31' }]);
  assert.deepEqual(await report('2027-01-01'), [{ bookedOn: '2026-12-31' }]);
});

test('4 SIM-INTEREST: interest on 31 December, less withholding tax', async () => {
  const it = await started('SIM-INTEREST');
  assert.equal((await reach('open', it)).balance.interest, 0);
  await advance(service, 'P1Y');
  const { balance } = await it.record();
  assert.deepEqual([balance.interest, balance.withholdingTax, balance.held], [35.6, 12.46, 3583.14]);
  assert.deepEqual(await reconciled(it), { bank: 3583.14, books: 3583.14, kept: 0, ...RIGHT });
  const { rows } = await sql.query(
    `select booked_on::text from bank_entries where deposit_id = $1 and why = 'interest'`,
    [it.id],
  );
  assert.match(rows[0].booked_on, /-12-31$/);
});

test('1 equal payments of the sandbox are two bookings', async () => {
  const it = await started('EQUAL');
  await reach('account', it);
  await it.play('payment', { amount: 100 });
  const { paidInTotal } = await it.play('payment', { amount: 100 });
  assert.equal(paidInTotal, 200);
  assert.deepEqual(await kept(it), []);
});

test('1 a payment with any reference arrives on the operator’s own account', async () => {
  const it = await started('OWN');
  const { paymentReference } = await reach('account', it);
  const known = await service.sandbox('POST', '/payments', { reference: paymentReference, amount: 100 });
  assert.equal(known.body.depositId, it.id);
  assert.equal((await it.record()).paidInTotal, 100);
  await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 12.5 });
  const { rows } = await sql.query('select account_iban, why from bank_entries where account_of = $1 order by at', [
    '00000000-0000-0000-0000-000000000000',
  ]);
  const { operatorIban } = service.config.money;
  assert.deepEqual(rows, [
    { account_iban: operatorIban, why: 'payment' },
    { account_iban: operatorIban, why: 'unknown_reference' },
  ]);
});
