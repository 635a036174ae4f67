import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasDifference, reconcile, type AccountSums, type StatementBalances } from './reconciliation.ts';
import type { Day } from '../values/calendar.ts';

const NOTHING: AccountSums = { books: 0, kept: 0, doubtful: [], totals: [] };
const total = (amount: number, ...known: number[]): AccountSums['totals'][number] => ({ amount, known });
let reads = 0;

function statement(
  on: string,
  number: number | null,
  [opening, entries, closing]: [number | null, number, number],
  more: Partial<StatementBalances> = {},
): StatementBalances {
  const readAt = reads++;
  return { id: `S-${on}-${number}`, on: on as Day, number, opening, entries, closing, readAt, ...more };
}

const BALANCES: [name: string, closing: number, sums: Partial<AccountSums>, kept: number, difference: number][] = [
  ['6 the closing balance equals the books', 100_00, { books: 100_00 }, 0, 0],
  ['6 books and what is kept equal the closing balance', 100_00, { books: 80_00, kept: 20_00 }, 20_00, 0],
  ['6 the bank has more than the books', 100_00, { books: 80_00 }, 0, 20_00],
  ['6 the bank has less than the books', 80_00, { books: 100_00 }, 0, -20_00],
  ['6 kept debits count below zero', 80_00, { books: 100_00, kept: -20_00 }, -20_00, 0],
  ['6 an overdrawn account is below zero', -5_00, { books: -5_00 }, 0, 0],
  ['6 a duplicate is not in the balance and does not count', 100_00, { books: 100_00, doubtful: [100_00] }, 0, 0],
  ['6 an equal second payment is in the balance and counts', 200_00, { books: 100_00, doubtful: [100_00] }, 100_00, 0],
  ['6 one of two is a duplicate', 150_00, { books: 100_00, doubtful: [50_00, 70_00] }, 50_00, 0],
  ['6 a debit and a credit that cancel each other', 0, { books: 0, doubtful: [50_00, -50_00] }, 0, 0],
  ['6 a total of known bookings counts not', 100_00, { books: 100_00, totals: [total(70_00, 70_00)] }, 0, 0],
  ['6 a total of nothing known counts', 170_00, { books: 100_00, totals: [total(70_00)] }, 70_00, 0],
  ['6 a total with a known booking counts in part', 130_00, { books: 100_00, totals: [total(70_00, 40_00)] }, 30_00, 0],
  ['6 so do debits', -30_00, { books: 0, totals: [total(-70_00, -40_00)] }, -30_00, 0],
  ['6 not beyond zero', 90_00, { books: 100_00, totals: [total(70_00, 80_00)] }, 70_00, -80_00],
  ['6 not by what is not known', 140_00, { books: 100_00, totals: [total(70_00, 40_00)] }, 70_00, -30_00],
  [
    '6 a total in part and a duplicate',
    900_00,
    { books: 700_00, doubtful: [100_00], totals: [total(450_00, 100_00, 250_00), total(350_00, 250_00)] },
    200_00,
    0,
  ],
  ['6 no choice explains the balance', 130_00, { books: 100_00, doubtful: [50_00] }, 50_00, -20_00],
];
for (const [name, closing, sums, kept, difference] of BALANCES) {
  test(name, () => {
    const given = { ...NOTHING, ...sums };
    assert.deepEqual(reconcile([statement('2026-11-30', 11, [null, 0, closing])], given), {
      at: '2026-11-30',
      bank: closing,
      books: given.books,
      kept,
      difference,
      missingStatements: [],
      problems: [],
    });
  });
}

type Chain = { missing?: number[]; problems?: string[]; bank?: number; at?: string };
const CHAINS: [name: string, statements: () => StatementBalances[], expected: Chain][] = [
  [
    '6 this opening equals the last closing, in any order of reading',
    () => [statement('2026-11-03', 2, [10, 5, 15]), statement('2026-11-02', 1, [0, 10, 10])],
    { bank: 15, at: '2026-11-03' },
  ],
  [
    '6 opening_differs',
    () => [statement('2026-11-02', 1, [0, 10, 10]), statement('2026-11-03', 2, [11, 5, 16])],
    { problems: ['opening_differs'] },
  ],
  ['6 entries_differ', () => [statement('2026-11-02', 1, [0, 10, 11])], { problems: ['entries_differ'] }],
  [
    '6 both, once each',
    () => [
      statement('2026-11-02', 1, [0, 10, 11]),
      statement('2026-11-03', 2, [12, 1, 14]),
      statement('2026-11-04', 3, [15, 1, 17]),
    ],
    { problems: ['opening_differs', 'entries_differ'] },
  ],
  ['6 no opening balance: nothing to compare', () => [statement('2026-11-02', 1, [null, 10, 11])], {}],
  [
    '6 two statements of one day follow their numbers',
    () => [statement('2026-11-02', 8, [10, 5, 15], { id: 'A' }), statement('2026-11-02', 7, [0, 10, 10], { id: 'B' })],
    { bank: 15 },
  ],
  [
    '6 a number is missing',
    () => [statement('2026-11-02', 1, [0, 0, 0]), statement('2026-11-05', 4, [0, 0, 0])],
    { missing: [2, 3] },
  ],
  [
    '6 numbers restart each year',
    () => [statement('2026-12-31', 52, [0, 0, 0]), statement('2027-01-04', 1, [0, 0, 0])],
    {},
  ],
  [
    '6 the first of a new year is missing',
    () => [statement('2026-12-31', 52, [0, 0, 0]), statement('2027-01-09', 3, [0, 0, 0])],
    { missing: [1, 2] },
  ],
  [
    '6 a bank that goes on counting',
    () => [statement('2026-12-31', 52, [0, 0, 0]), statement('2027-01-04', 53, [0, 0, 0])],
    {},
  ],
  ['6 the first year may begin with any number', () => [statement('2026-11-02', 210, [0, 0, 0])], {}],
  [
    '6 no number: not checked',
    () => [statement('2026-11-02', null, [0, 0, 0]), statement('2026-11-09', null, [0, 0, 0])],
    {},
  ],
  [
    '6 one without a number between two with one',
    () => [
      statement('2026-11-02', 1, [0, 0, 0]),
      statement('2026-11-03', null, [0, 0, 0]),
      statement('2026-11-04', 2, [0, 0, 0]),
    ],
    {},
  ],
  [
    '6 a statement that came again under another id: the last one counts',
    () => [
      statement('2026-11-02', 1, [0, 10, 10]),
      statement('2026-11-03', 2, [10, 5, 16], { id: 'wrong' }),
      statement('2026-11-03', 2, [10, 5, 15], { id: 'right' }),
    ],
    { bank: 15 },
  ],
  [
    '6 the same statement twice, without a number',
    () => [
      statement('2026-11-02', null, [0, 10, 10], { id: 'A' }),
      statement('2026-11-02', null, [0, 10, 10], { id: 'A' }),
    ],
    { bank: 10 },
  ],
  [
    '6 a wild number: only the first hundred are listed',
    () => [statement('2026-11-02', 1, [0, 0, 0]), statement('2026-11-03', 2_000_000_000, [0, 0, 0])],
    { missing: Array.from({ length: 100 }, (_, index) => index + 2) },
  ],
];
for (const [name, statements, { missing = [], problems = [], bank, at }] of CHAINS) {
  test(name, () => {
    const found = reconcile(statements(), NOTHING);
    assert.deepEqual(found?.missingStatements, missing);
    assert.deepEqual(found.problems, problems);
    if (bank !== undefined) assert.equal(found.bank, bank);
    if (at !== undefined) assert.equal(found.at, at);
  });
}

test('6 an account without a statement is not compared', () => {
  assert.equal(reconcile([], NOTHING), null);
});

test('6 anything that is not right is a difference', () => {
  const fine = reconcile([statement('2026-11-02', 1, [0, 0, 0])], NOTHING) ?? assert.fail();
  assert.equal(hasDifference(fine), false);
  assert.equal(hasDifference({ ...fine, difference: -1 }), true);
  assert.equal(hasDifference({ ...fine, missingStatements: [2] }), true);
  assert.equal(hasDifference({ ...fine, problems: ['entries_differ'] }), true);
});

test('6 bank is always books and kept and difference; what the balance has of doubtful entries leaves none', () => {
  const amount = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(amount, amount, fc.array(fc.tuple(amount, fc.boolean()), { maxLength: 40 }), (books, kept, drawn) => {
      const own = drawn.filter(([, isOwn]) => isOwn).reduce((sum, [one]) => sum + one, 0);
      const closing = books + kept + own;
      const sums = { ...NOTHING, books, kept, doubtful: drawn.map(([one]) => one) };
      const found = reconcile([statement('2026-11-02', 1, [null, 0, closing])], sums) ?? assert.fail();
      assert.equal(found.bank, found.books + found.kept + found.difference);
      assert.equal(found.difference, 0);
    }),
  );
});
