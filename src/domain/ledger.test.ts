import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNTS, balances, carriedOut, faultsOf, setAside, type Books, type Order } from './ledger.ts';
import { rappen } from './values/money.ts';

const NONE = { open: 0, completed: 0 };
const quiet: Books = {
  balances: balances([]),
  payments: 0,
  orders: { payer: NONE, tenant: NONE, landlord: NONE },
  deposit: { state: 'opening', rentalDeposit: 100, paidIn: 0, isInsured: false },
};

test('no posting creates or loses money', () => {
  const account = fc.constantFrom(...ACCOUNTS);
  const posting = fc.record({ amount: fc.nat(1e9).map(rappen), from: account, to: account });
  fc.assert(
    fc.property(fc.array(posting), (postings) => {
      const sums = Object.values(balances(postings));
      assert.equal(
        sums.reduce((sum, amount) => sum + amount, 0),
        0,
      );
    }),
  );
});

test('an order reserves its amount and then pays exactly that', () => {
  for (const payee of ['payer', 'tenant', 'landlord'] as const) {
    const order: Order = {
      id: 'o',
      kind: payee === 'payer' ? 'payback' : 'payout',
      cause: payee === 'payer' ? 'surplus' : 'closing',
      payee,
      amount: rappen(500),
      iban: null,
      orderedAt: new Date(0),
      completedAt: null,
      paymentId: null,
      runId: null,
      rejection: null,
    };
    const first = setAside(order, 'held');
    const second = carriedOut(order, new Date(1));
    assert.equal(first.to, second.from);
    const sums = balances([first, second]);
    assert.equal(sums.held, -500);
    assert.equal(sums[second.to], 500);
    assert.equal(sums[first.to], 0);
  }
});

test('inconsistencies are found', () => {
  const paid = (state: string, changes: Partial<Books> = {}): Books => ({
    ...quiet,
    balances: { ...balances([]), payer: -100, held: 100 },
    payments: 100,
    deposit: { state, rentalDeposit: 100, paidIn: 100, isInsured: false },
    ...changes,
  });
  const rows: [name: string, books: Books, fault: string | null][] = [
    ['nothing yet', quiet, null],
    ['open and held', paid('open'), null],
    ['money from nowhere', paid('open', { balances: { ...balances([]), held: 100 } }), 'paid in is not held'],
    ['a payment not booked', paid('open', { payments: 90 }), 'sum of the payments'],
    [
      'open, not in full',
      paid('open', { deposit: { state: 'open', rentalDeposit: 120, paidIn: 100, isInsured: false } }),
      'held in full',
    ],
    [
      'insured, yet held',
      paid('open', { deposit: { state: 'open', rentalDeposit: 100, paidIn: 100, isInsured: true } }),
      'held in full',
    ],
    ['withdrawn, yet held', paid('withdrawn'), 'still held'],
    ['closed, yet held', paid('closed'), 'not paid out in full'],
    [
      'paid in counts wrong',
      paid('open', { deposit: { state: 'open', rentalDeposit: 100, paidIn: 99, isInsured: false } }),
      'counts as paid in',
    ],
    [
      'set aside without an order',
      paid('opening', {
        balances: { ...balances([]), payer: -100, to_pay_back: 100 },
        deposit: { state: 'opening', rentalDeposit: 100, paidIn: 0, isInsured: false },
      }),
      'has no order',
    ],
    ['below zero', paid('open', { balances: { ...balances([]), payer: -100, held: 150, tenant: -50 } }), 'below zero'],
    ['money without a deposit is held', paid('open', { deposit: null }), 'without a deposit is held'],
  ];
  for (const [name, books, fault] of rows) {
    const found = faultsOf(books);
    if (fault === null) assert.deepEqual(found, [], name);
    else
      assert.ok(
        found.some((one) => one.includes(fault)),
        `${name}: ${found.join('; ')}`,
      );
  }
});
