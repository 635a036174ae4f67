import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankFaultsOf, type BookedAtBank } from './bank-proof.ts';

const ORDER = { id: 'order', amount: 100_00, isCompleted: true, isStated: true };
const PAYMENT = { id: 'payment', amount: 100_00, isReversed: false, entryKey: 'in', booked: { amount: 100_00 } };
const IN = { key: 'in', outcome: 'payment', amount: 100_00, orderId: null, paymentId: 'payment' } as const;
const OUT = { key: 'out', outcome: 'order_completed', amount: 100_00, orderId: 'order', paymentId: null } as const;
const RETURN = { ...OUT, key: 'return', outcome: 'returned' } as const;
const REVERSAL = { ...IN, key: 'reversal', outcome: 'reversed' } as const;
const INTEREST = { ...IN, key: 'interest', outcome: 'interest', amount: 5, paymentId: null } as const;
const CHARGE = { ...INTEREST, key: 'charge', outcome: 'charge', amount: 3 } as const;
const TAX = { ...INTEREST, key: 'tax', outcome: 'withholding_tax', amount: 2 } as const;
const NONE = { interest: 0, charges: 0, withholdingTax: 0 };
const FINE: BookedAtBank = { orders: [ORDER], payments: [PAYMENT], entries: [IN, OUT], isDivided: false, sums: NONE };

const ROWS: [name: string, changes: Partial<BookedAtBank>, faults: string[], unconfirmed?: number][] = [
  ['a payment and a payout with their entries', {}, []],
  ['money without a deposit', { sums: null, entries: [{ ...IN, outcome: 'unknown_reference' }, OUT] }, []],
  ['a completed order without an entry', { entries: [IN] }, ['order order is completed without an entry of the bank']],
  [
    'a person reported it, and the statement has not come yet',
    { entries: [IN], orders: [{ ...ORDER, isStated: false }] },
    [],
    1,
  ],
  ['an order with two entries', { entries: [IN, OUT, OUT] }, ['order order has 2 entries of the bank']],
  [
    'an entry without a completed order',
    { orders: [{ ...ORDER, isCompleted: false }] },
    ['order order has an entry of the bank, but is not completed'],
  ],
  ['a returned order is open again', { orders: [{ ...ORDER, isCompleted: false }], entries: [IN, OUT, RETURN] }, []],
  [
    'a returned order that is still completed',
    { entries: [IN, OUT, RETURN] },
    ['order order is completed without an entry of the bank'],
  ],
  ['paid again after a return', { entries: [IN, OUT, RETURN, OUT] }, []],
  ['a transfer, its debit', { entries: [IN, { ...OUT, outcome: 'transfer' }] }, []],
  [
    'a transfer, only its credit',
    { entries: [IN, { ...OUT, outcome: 'transfer', paymentId: 'payment' }] },
    ['order order is completed without an entry of the bank'],
  ],
  [
    'a payment without an entry',
    { payments: [{ ...PAYMENT, booked: null }] },
    ['payment payment has no entry of the bank'],
  ],
  [
    'a payment with another amount',
    { payments: [{ ...PAYMENT, booked: { amount: 1 } }] },
    ['payment payment has another amount than its entry'],
  ],
  ['a payment of an earlier version', { payments: [{ ...PAYMENT, entryKey: null, booked: null }] }, []],
  ['an entry without a payment', { payments: [] }, ['entry in has no payment']],
  ['an entry without an order', { orders: [] }, ['entry out has no order']],
  ['a reversed payment', { payments: [{ ...PAYMENT, isReversed: true }], entries: [IN, OUT, REVERSAL] }, []],
  [
    'a reversed payment without an entry',
    { payments: [{ ...PAYMENT, isReversed: true }] },
    ["payment payment was taken back once, by the bank's entries 0 times"],
  ],
  [
    'a reversal without a reversed payment',
    { entries: [IN, OUT, REVERSAL] },
    ["payment payment was taken back never, by the bank's entries 1 times"],
  ],
  [
    'interest, charges and tax',
    { entries: [IN, OUT, INTEREST, CHARGE, TAX], sums: { interest: 5, charges: 3, withholdingTax: 2 } },
    [],
  ],
  [
    'an order that came back and was then reduced is open',
    { orders: [{ ...ORDER, amount: 97_00, isCompleted: false }], entries: [IN, OUT, RETURN] },
    [],
  ],
  [
    '… and is paid again',
    { orders: [{ ...ORDER, amount: 97_00 }], entries: [IN, OUT, RETURN, { ...OUT, amount: 97_00 }] },
    [],
  ],
  [
    '… with charges',
    {
      orders: [{ ...ORDER, amount: 97_00 }],
      entries: [IN, OUT, RETURN, { ...OUT, amount: 97_04 }],
      sums: { ...NONE, charges: 4 },
    },
    [],
  ],
  [
    'charges in the debit of an order',
    { entries: [IN, { ...OUT, amount: 100_07 }], sums: { ...NONE, charges: 7 } },
    [],
  ],
  [
    'sums without entries',
    { sums: { interest: 5, charges: 3, withholdingTax: 2 } },
    [
      'interest is not what the entries of the bank say',
      'charges are not what the entries of the bank say',
      'withholding tax is not what the entries of the bank say',
    ],
  ],
  [
    'a divided entry: only payments can be compared',
    { isDivided: true, entries: [], sums: { ...NONE, interest: 5 } },
    [],
  ],
];
for (const [name, changes, faults, unconfirmed = 0] of ROWS) {
  test(`6 books beside the entries of the bank: ${name}`, () => {
    assert.deepEqual(bankFaultsOf({ ...FINE, ...changes }), { faults, unconfirmed });
  });
}
