import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KEPT } from '../bank/kept-bookings.ts';
import { choicesFor, resolutionsOf, suggestionFor, type CandidateFacts } from './suggestion.ts';
import { rappen } from '../values/money.ts';

const credit = { direction: 'credit', amount: rappen(30_00) } as const;
const debit = { direction: 'debit', amount: rappen(30_00) } as const;
const inEuro = { direction: 'credit', amount: null } as const;

const deposit = (id = 'd'): CandidateFacts => ({ kind: 'deposit', id });
const payment = (more: Partial<Extract<CandidateFacts, { kind: 'payment' }>> = {}): CandidateFacts => ({
  kind: 'payment',
  id: 'p',
  amount: rappen(30_00),
  isReversed: false,
  ...more,
});
const order = (more: Partial<Extract<CandidateFacts, { kind: 'order' }>> = {}): CandidateFacts => ({
  kind: 'order',
  id: 'o',
  amount: rappen(30_00),
  isCompleted: false,
  isBooked: false,
  ...more,
});

describe('2 how an entry can be resolved if it belongs to the candidate', () => {
  const ROWS: readonly [name: string, entry: Parameters<typeof choicesFor>[0], CandidateFacts, expected: object[]][] = [
    [
      'a credit of a deposit',
      credit,
      deposit(),
      [
        { as: 'payment', depositId: 'd' },
        { as: 'interest', depositId: 'd' },
      ],
    ],
    [
      'a debit of a deposit',
      debit,
      deposit(),
      [
        { as: 'charge', depositId: 'd' },
        { as: 'withholding_tax', depositId: 'd' },
      ],
    ],
    ['a credit like a payment', credit, payment(), [{ as: 'duplicate' }]],
    ['a credit unlike the payment', credit, payment({ amount: rappen(31_00) }), []],
    ['a debit like a payment', debit, payment(), [{ as: 'reversal', paymentId: 'p' }]],
    ['a debit like a payment that was taken back', debit, payment({ isReversed: true }), []],
    ['a debit that is a part of a payment', debit, payment({ amount: rappen(50_00) }), []],
    [
      'a credit like an order that was carried out',
      credit,
      order({ isCompleted: true }),
      [{ as: 'return', orderId: 'o' }],
    ],
    ['a credit like an open order', credit, order(), []],
    ['a debit like an open order', debit, order(), [{ as: 'order', orderId: 'o' }]],
    ['a debit of an open order with charges', debit, order({ amount: rappen(29_00) }), [{ as: 'order', orderId: 'o' }]],
    ['a debit below the open order', debit, order({ amount: rappen(31_00) }), []],
    ['a debit of an order completed by hand', debit, order({ isCompleted: true }), [{ as: 'order', orderId: 'o' }]],
    [
      'a debit of an order completed by hand, of another amount',
      debit,
      order({ isCompleted: true, amount: rappen(29_00) }),
      [],
    ],
    ['a debit of an order that is booked', debit, order({ isCompleted: true, isBooked: true }), [{ as: 'duplicate' }]],
    ['an entry in another currency', inEuro, deposit(), []],
  ];
  for (const [name, entry, candidate, expected] of ROWS) {
    test(name, () => assert.deepEqual(choicesFor(entry, candidate), expected));
  }
});

describe('2 “as suggested” needs exactly one fitting candidate', () => {
  const ROWS: readonly [
    keyof typeof KEPT,
    typeof credit | typeof debit | typeof inEuro,
    CandidateFacts[],
    expected: object | null,
  ][] = [
    ['possible_duplicate', credit, [deposit(), payment()], { as: 'duplicate' }],
    ['possible_duplicate', credit, [deposit(), payment(), payment({ id: 'q' })], null],
    ['possible_duplicate', debit, [deposit(), order({ isCompleted: true, isBooked: true })], { as: 'duplicate' }],
    ['unknown_return', credit, [deposit(), order({ isCompleted: true })], { as: 'return', orderId: 'o' }],
    ['unknown_return', credit, [order()], null],
    ['unknown_reversal', debit, [deposit(), payment()], { as: 'reversal', paymentId: 'p' }],
    ['unknown_reversal', debit, [deposit()], null],
    ['reversed_after_payout', debit, [deposit(), payment()], null],
    ['debit_mismatch', debit, [deposit(), order()], { as: 'order', orderId: 'o' }],
    ['unexpected_debit', debit, [deposit(), order({ isCompleted: true })], { as: 'order', orderId: 'o' }],
    ['unexpected_debit', debit, [deposit(), order(), order({ id: 'x' })], null],
    ['account_mismatch', credit, [deposit(), deposit('e')], null],
    ['foreign_account', credit, [deposit()], null],
    ['awaiting_details', credit, [deposit()], null],
    ['sum_mismatch', credit, [deposit()], null],
    ['currency', inEuro, [deposit()], null],
  ];
  for (const [index, [why, entry, candidates, expected]] of ROWS.entries()) {
    test(`${index + 1} ${why}, ${entry.direction}`, () =>
      assert.deepEqual(suggestionFor({ why, entry }, candidates), expected));
  }
});

test('2 only entries in CHF can be booked, and only in their direction', () => {
  assert.deepEqual(resolutionsOf(inEuro), ['duplicate', 'again', 'none']);
  assert.ok(resolutionsOf(credit).includes('payment') && !resolutionsOf(credit).includes('charge'));
  assert.ok(resolutionsOf(debit).includes('reversal') && !resolutionsOf(debit).includes('payback'));
});
