import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountDays, isDifferent, type EntryLine, type LedgerLine } from './account-days.ts';
import type { Day } from '../values/calendar.ts';

const day = '2026-11-16' as Day;
const NOBODY = { depositId: 'd', paymentId: null, orderId: null };
const posted = (what: LedgerLine['what'], amount: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  ...NOBODY,
  day,
  what,
  amount,
  ...more,
});
const entered = (amount: number, more: Partial<EntryLine> = {}): EntryLine => ({
  ...NOBODY,
  day,
  key: 'k',
  amount,
  currency: 'CHF',
  amountText: '1',
  outcome: 'payment',
  state: 'booked',
  counterpartyName: null,
  counterpartyIban: null,
  reference: null,
  ...more,
});

const PAIRS: [
  name: string,
  ledger: LedgerLine[],
  entries: EntryLine[],
  pairs: [number | null, number | null, boolean][],
][] = [
  [
    'a payment beside its entry',
    [posted('payment', 5, { paymentId: 'p' })],
    [entered(5, { paymentId: 'p' })],
    [[5, 5, false]],
  ],
  [
    'a payment with a surplus is two postings',
    [posted('payment', 5, { paymentId: 'p' }), posted('payment', 2, { paymentId: 'p', orderId: 'o' })],
    [entered(7, { paymentId: 'p' })],
    [[7, 7, false]],
  ],
  [
    'a payout beside its entry',
    [posted('payout', -5, { orderId: 'o' })],
    [entered(-5, { outcome: 'order_completed', orderId: 'o' })],
    [[-5, -5, false]],
  ],
  [
    'a payout and its return on one day',
    [posted('payout', -5, { orderId: 'o' }), posted('return', 5, { orderId: 'o' })],
    [entered(5, { outcome: 'returned', orderId: 'o' }), entered(-5, { outcome: 'order_completed', orderId: 'o' })],
    [
      [5, 5, false],
      [-5, -5, false],
    ],
  ],
  [
    'a payout with charges of the bank',
    [posted('charge', -1), posted('payout', -5, { orderId: 'o' })],
    [entered(-6, { outcome: 'order_completed', orderId: 'o' })],
    [[-6, -6, false]],
  ],
  ['interest has no id', [posted('interest', 3)], [entered(3, { outcome: 'interest' })], [[3, 3, false]]],
  ['a posting without an entry differs', [posted('payout', -5, { orderId: 'o' })], [], [[-5, null, true]]],
  ['an entry without a posting differs', [], [entered(5)], [[null, 5, true]]],
  [
    'another amount differs',
    [posted('payment', 4, { paymentId: 'p' })],
    [entered(5, { paymentId: 'p' })],
    [[4, 5, true]],
  ],
  ['a kept entry has nothing in the ledger', [], [entered(5, { state: 'kept' })], [[null, 5, false]]],
  ['a closed entry has nothing in the ledger', [], [entered(5, { state: 'closed' })], [[null, 5, false]]],
  [
    'a transfer between accounts of a deposit is not in the ledger',
    [],
    [entered(5, { outcome: 'transfer' })],
    [[null, 5, false]],
  ],
];
for (const [name, ledger, entries, pairs] of PAIRS) {
  test(`6 ledger and entries side by side: ${name}`, () => {
    const [found] = accountDays({ before: { books: 0, kept: 0 }, ledger, entries, statements: [] });
    assert.deepEqual(
      found?.lines.map((line) => [line.ledger?.amount ?? null, line.entry?.amount ?? null, isDifferent(line)]),
      pairs,
    );
    assert.equal(
      found.isDifferent,
      pairs.some(([, , is]) => is),
    );
  });
}

test('6 days newest first, each with the balance at its end', () => {
  const earlier = '2026-11-13' as Day;
  const statement = { iban: 'CH', number: 1, opening: 10, closing: 15 };
  const days = accountDays({
    before: { books: 10, kept: 1 },
    ledger: [posted('payment', 5, { day: earlier, paymentId: 'p' }), posted('interest', 2)],
    entries: [entered(5, { day: earlier, paymentId: 'p' }), entered(2), entered(4, { state: 'kept' })],
    statements: [
      { ...statement, day: earlier },
      { ...statement, day: '2026-11-20' as Day },
    ],
  });
  assert.deepEqual(
    days.map(({ day: on, books, withKept, statements }) => [on, books, withKept, statements.length]),
    [
      ['2026-11-20', 17, 22, 1],
      [day, 17, 22, 0],
      [earlier, 15, 16, 1],
    ],
  );
});
