import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNTS, type Account, type Posting } from '../ledger.ts';
import type { Day } from '../values/calendar.ts';
import { rappen } from '../values/money.ts';
import { bookingDay, heldChange, isInside } from './holdings.ts';
import { yearFigures, type YearFigures } from './year.ts';

const NOON = 'T11:00:00.000Z';

function posting(day: string, amount: number, from: Account, to: Account, more: Partial<Posting> = {}): Posting {
  const at = new Date(`${day}${NOON}`);
  return { at, bookedOn: day as Day, amount: rappen(amount), from, to, paymentId: null, orderId: null, ...more };
}

const paid = posting('2026-03-01', 356000, 'payer', 'held', { paymentId: 'p' });

const ROWS: [name: string, postings: Posting[], year: number, expected: Partial<YearFigures> | null][] = [
  ['7 nothing was ever booked', [], 2026, null],
  ['7 money that came later', [paid], 2025, null],
  [
    '7 the year it was paid in',
    [paid],
    2026,
    {
      opening: 0,
      paidIn: 356000,
      closing: 356000,
      movements: [{ on: '2026-03-01' as Day, what: 'payment', amount: 356000 }],
    },
  ],
  ['7 a year without a booking: the balance', [paid], 2027, { opening: 356000, closing: 356000, movements: [] }],
  [
    '7 interest, charges and withholding tax',
    [
      paid,
      posting('2026-12-31', 1234, 'interest', 'held'),
      posting('2026-12-31', 432, 'held', 'withholding_tax'),
      posting('2026-12-30', 500, 'held', 'charges'),
      posting('2027-01-01', 99, 'held', 'charges'),
    ],
    2026,
    { interest: 1234, charges: 500, withholdingTax: 432, closing: 356302 },
  ],
  [
    '7 what is set aside is still held',
    [paid, posting('2026-12-30', 356000, 'held', 'to_tenant', { bookedOn: null, orderId: 'o' })],
    2026,
    { closing: 356000, paidOut: 0 },
  ],
  [
    '7 paid out to both, and one came back',
    [
      paid,
      posting('2026-05-01', 300000, 'to_tenant', 'tenant', { orderId: 'o' }),
      posting('2026-05-01', 56000, 'to_landlord', 'landlord', { orderId: 'l' }),
      posting('2026-05-04', 300000, 'tenant', 'to_tenant', { orderId: 'o' }),
    ],
    2026,
    {
      paidOut: 56000,
      closing: 300000,
      movements: [
        { on: '2026-03-01' as Day, what: 'payment', amount: 356000 },
        { on: '2026-05-01' as Day, what: 'payout_tenant', amount: -300000 },
        { on: '2026-05-01' as Day, what: 'payout_landlord', amount: -56000 },
        { on: '2026-05-04' as Day, what: 'returned', amount: 300000 },
      ],
    },
  ],
  [
    '7 one payment, of which a part is paid back, is one booking',
    [
      paid,
      posting('2026-03-01', 44000, 'payer', 'to_pay_back', { paymentId: 'p', orderId: 'b' }),
      posting('2026-03-03', 44000, 'to_pay_back', 'paid_back', { paymentId: 'p', orderId: 'b' }),
    ],
    2026,
    {
      paidIn: 400000,
      paidOut: 44000,
      closing: 356000,
      movements: [
        { on: '2026-03-01' as Day, what: 'payment', amount: 400000 },
        { on: '2026-03-03' as Day, what: 'payback', amount: -44000 },
      ],
    },
  ],
  [
    '7 a reversed payment',
    [paid, posting('2026-03-09', 356000, 'held', 'payer', { paymentId: 'p' })],
    2026,
    {
      paidIn: 0,
      closing: 0,
      movements: [
        { on: '2026-03-01' as Day, what: 'payment', amount: 356000 },
        { on: '2026-03-09' as Day, what: 'payment_reversed', amount: -356000 },
      ],
    },
  ],
  [
    '4 charges on an empty account: below 0',
    [posting('2026-12-31', 500, 'held', 'charges')],
    2026,
    { closing: -500, charges: 500 },
  ],
  [
    '7 a posting of an earlier version counts on the Swiss day of its time',
    [{ ...paid, bookedOn: null, at: new Date('2026-12-31T23:30:00.000Z') }],
    2026,
    null,
  ],
];
for (const [name, postings, year, expected] of ROWS) {
  test(`${name} (${year})`, () => {
    const figures = yearFigures(postings, year);
    if (expected === null) return assert.equal(figures, null);
    assert.ok(figures);
    assert.deepEqual({ ...figures, ...expected }, figures);
  });
}

test('7 the lines add up, and every year continues the one before', () => {
  const account = fc.constantFrom(...ACCOUNTS);
  const day = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const id = fc.constantFrom(null, 'a', 'b');
  const any = fc
    .record({ day, amount: fc.integer({ min: 1, max: 1e8 }), from: account, to: account, paymentId: id, orderId: id })
    .map(({ day: on, amount, from, to, ...ids }) => posting(on, amount, from, to, ids));
  const balance = (postings: readonly Posting[], until: string): number =>
    postings.filter((one) => bookingDay(one) <= until).reduce((sum, one) => sum + heldChange(one), 0);
  fc.assert(
    fc.property(fc.array(any), (postings) => {
      for (const year of [2024, 2025, 2026, 2027]) {
        const figures = yearFigures(postings, year);
        const opening = balance(postings, `${year - 1}-12-31`);
        const closing = balance(postings, `${year}-12-31`);
        if (figures === null) {
          assert.deepEqual([opening, closing], [0, 0]);
          continue;
        }
        const { paidIn, interest, charges, withholdingTax, paidOut, movements } = figures;
        assert.deepEqual([figures.opening, figures.closing], [opening, closing]);
        assert.equal(opening + paidIn + interest - charges - withholdingTax - paidOut, closing);
        assert.equal(
          movements.reduce((sum, { amount }) => sum + amount, opening),
          closing,
        );
      }
    }),
  );
});

test('7 every account is inside or outside', () => {
  assert.deepEqual(
    ACCOUNTS.filter((account) => !isInside(account)),
    ['payer', 'paid_back', 'tenant', 'landlord', 'interest', 'charges', 'withholding_tax', 'deposit'],
  );
});
