import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ACCOUNTS,
  balances,
  cameBack,
  carriedOut,
  faultsOf,
  NEW_ORDER,
  setAside,
  type Books,
  type Order,
} from './ledger.ts';
import { rappen } from './values/money.ts';

const NONE = { open: 0, completed: 0 };
const booksAt = (state: string, more: Partial<Books['deposit']> = {}): Books['deposit'] => ({
  state,
  rentalDeposit: 100,
  paidIn: 100,
  surplus: 0,
  interest: 0,
  charges: 0,
  withholdingTax: 0,
  released: 0,
  isInsured: false,
  hasReversal: false,
  ...more,
});
const quiet: Books = {
  balances: balances([]),
  payments: 0,
  orders: { payer: NONE, tenant: NONE, landlord: NONE, deposit: NONE },
  deposit: booksAt('opening', { paidIn: 0 }),
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
  for (const payee of ['payer', 'tenant', 'landlord', 'deposit'] as const) {
    const order: Order = {
      ...NEW_ORDER,
      id: 'o',
      kind: 'payout',
      cause: 'closing',
      payee,
      amount: rappen(500),
      iban: null,
      orderedAt: new Date(0),
      paymentId: null,
    };
    const first = setAside(order, 'held');
    const second = carriedOut(order, { at: new Date(1), bookedOn: null });
    assert.equal(first.to, second.from);
    const sums = balances([first, second]);
    assert.equal(sums.held, -500);
    assert.equal(sums[second.to], 500);
    assert.equal(sums[first.to], 0);
    const back = balances([first, second, cameBack(order, { at: new Date(2), bookedOn: null })]);
    assert.equal(back[first.to], 500);
    assert.equal(back[second.to], 0);
  }
});

test('inconsistencies are found', () => {
  const withInterest = (state: string, interest: number): Books => ({
    ...quiet,
    balances: { ...balances([]), payer: -100, interest: -5, held: 105 },
    payments: 100,
    deposit: booksAt(state, { interest }),
  });
  const paid = (state: string, changes: Partial<Books> = {}): Books => ({
    ...quiet,
    balances: { ...balances([]), payer: -100, held: 100 },
    payments: 100,
    deposit: booksAt(state),
    ...changes,
  });
  const rows: [name: string, books: Books, fault: string | null][] = [
    ['nothing yet', quiet, null],
    ['open and held', paid('open'), null],
    ['money from nowhere', paid('open', { balances: { ...balances([]), held: 100 } }), 'what came in'],
    ['a payment not booked', paid('open', { payments: 90 }), 'sum of the payments'],
    ['open, not in full', paid('open', { deposit: booksAt('open', { rentalDeposit: 120 }) }), 'held in full'],
    ['insured, yet held', paid('open', { deposit: booksAt('open', { isInsured: true }) }), 'held in full'],
    ['withdrawn, yet held', paid('withdrawn'), 'still held'],
    ['closed, yet held', paid('closed'), 'not paid out in full'],
    ['paid in counts wrong', paid('open', { deposit: booksAt('open', { paidIn: 99 }) }), 'counts as paid in'],
    [
      'set aside without an order',
      paid('opening', {
        balances: { ...balances([]), payer: -100, to_pay_back: 100 },
        deposit: booksAt('opening', { paidIn: 0 }),
      }),
      'has no order',
    ],
    ['below zero', paid('open', { balances: { ...balances([]), payer: -100, held: 150, tenant: -50 } }), 'below zero'],
    ['4 interest is held', withInterest('open', 5), null],
    ['4 interest that the bank did not credit', withInterest('open', 4), 'interest is not'],
    [
      '3 open, and a payment was taken back',
      paid('open', {
        balances: { ...balances([]), payer: -60, held: 60 },
        payments: 60,
        deposit: booksAt('open', { paidIn: 60, hasReversal: true }),
      }),
      null,
    ],
    [
      '4 charges on an empty account',
      paid('closed', {
        balances: { ...balances([]), payer: -100, tenant: 100, held: -2, charges: 2 },
        orders: { payer: NONE, tenant: { open: 0, completed: 100 }, landlord: NONE, deposit: NONE },
        deposit: booksAt('closed', { charges: 2 }),
      }),
      null,
    ],
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
