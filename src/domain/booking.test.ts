import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decideBooking,
  kindOf,
  type AccountOwner,
  type BookingFacts,
  type BookingOutcome,
  type KnownBooking,
  type OrderFacts,
  type StatementEntry,
} from './booking.ts';
import { singlesOfTotal, type KnownSingle } from './bank/booking-totals.ts';
import { isKept, KEPT } from './bank/kept-bookings.ts';
import { BANK_CODES } from './money-settings.ts';
import type { Day } from './values/calendar.ts';
import { rappen } from './values/money.ts';

const day = (text: string): Day => text as Day;
const CREDIT: StatementEntry = {
  key: 'k',
  writtenKey: null,
  entryKey: 'k',
  level: 'entry',
  totalOf: null,
  isMismatch: false,
  accountIban: 'CH-D',
  direction: 'credit',
  isReversal: false,
  isBooked: true,
  amount: rappen(100_00),
  currency: 'CHF',
  amountText: '100.00',
  bookedOn: day('2026-11-10'),
  bookedAt: null,
  valueOn: day('2026-11-10'),
  reference: 'RF',
  endToEndId: null,
  counterpartyIban: 'CH-P',
  counterpartyName: 'Lea Beck',
  counterpartyAddress: null,
  charges: rappen(0),
  entryReference: 'E1',
  detailReference: null,
  code: 'PMNT/RCDT/OTHR',
  returned: null,
  text: null,
  parts: null,
};
const DEBIT: StatementEntry = {
  ...CREDIT,
  direction: 'debit',
  reference: null,
  endToEndId: 'o',
  code: 'PMNT/ICDT/OTHR',
};
const D = { organizationId: 'org', depositId: 'd' };
const OTHER = { organizationId: 'org', depositId: 'other' };
const ON_DEPOSIT: AccountOwner = { is: 'deposit', deposit: D, iban: 'CH-D' };
const FORMER: AccountOwner = { is: 'deposit', deposit: D, iban: 'CH-OLD' };
const OWN: AccountOwner = { is: 'own', iban: 'CH-OWN' };
const OWN_2: AccountOwner = { is: 'own', iban: 'CH-OWN-2' };
const FOREIGN: AccountOwner = { is: 'foreign' };
const FACTS: BookingFacts = {
  account: ON_DEPOSIT,
  isKnown: false,
  isKnownTotal: false,
  alike: [],
  deposit: null,
  order: null,
  reversed: null,
  counterparty: FOREIGN,
};
const ORDER: OrderFacts = {
  id: 'o',
  kind: 'payout',
  amount: rappen(100_00),
  completedAt: null,
  cancelledAt: null,
  attempt: 1,
  namedAttempt: 1,
  deposit: D,
  from: 'CH-D',
  transferTo: null,
};
const DONE: OrderFacts = { ...ORDER, completedAt: new Date(0) };
const CANCELLED: OrderFacts = { ...ORDER, cancelledAt: new Date(0) };
const TRANSFER: OrderFacts = { ...ORDER, kind: 'transfer', deposit: null, from: 'CH-OWN', transferTo: D };
const KNOWN: KnownBooking = { ...CREDIT, key: 'other', kind: 'payment', entryReference: null };
const KNOWN_DEBIT: KnownBooking = { ...DEBIT, key: 'other', kind: 'debit', entryReference: null };
const WITHOUT = { reference: null, endToEndId: null, counterpartyIban: null, counterpartyName: null };
const RETURN = { returned: { reason: 'AC04', originalEndToEndId: 'o' } };

type Row = [
  row: number,
  name: string,
  outcome: BookingOutcome,
  entry: Partial<StatementEntry>,
  facts: Partial<BookingFacts>,
];

const CREDITS: Row[] = [
  [1, 'pending', 'ignored', { isBooked: false }, {}],
  [1, 'zero', 'ignored', { amountText: '0.00', amount: rappen(0) }, {}],
  [1, 'zero without decimals', 'ignored', { amountText: '0', amount: rappen(0) }, { account: FOREIGN }],
  [2, 'an account of nobody', 'foreign_account', {}, { account: FOREIGN, isKnown: true }],
  [3, 'a known booking', 'already_known', { currency: 'EUR', amount: null }, { isKnown: true }],
  [4, 'another currency', 'currency', { currency: 'EUR', amount: null, totalOf: 3 }, {}],
  [5, 'a total of three', 'awaiting_details', { ...WITHOUT, totalOf: 3 }, {}],
  [5, 'one without details', 'awaiting_details', { ...WITHOUT, totalOf: 1 }, {}],
  [5, 'a total of known singles', 'already_known', { ...WITHOUT, totalOf: 3 }, { isKnownTotal: true }],
  [10, '5 not interest', 'interest', { ...WITHOUT, totalOf: 1, code: 'ACMT/MCOP/INTR' }, {}],
  [6, 'details that do not add up', 'sum_mismatch', { isMismatch: true }, { deposit: D }],
  [6, 'several references that do not add up', 'sum_mismatch', { parts: [] }, { deposit: D }],
  [7, 'no reference of the bank on one side', 'possible_duplicate', {}, { alike: [KNOWN], deposit: D }],
  [7, 'batch and single', 'possible_duplicate', {}, { alike: [{ ...KNOWN, level: 'detail', entryReference: 'E2' }] }],
  [7, 'on another level', 'possible_duplicate', {}, { alike: [{ ...KNOWN, detailReference: 'X' }] }],
  [7, 'same payer, other reference', 'possible_duplicate', {}, { alike: [{ ...KNOWN, reference: 'RG' }] }],
  [7, 'same reference, other payer', 'possible_duplicate', {}, { alike: [{ ...KNOWN, counterpartyIban: 'CH-Q' }] }],
  [7, 'both without payer', 'possible_duplicate', WITHOUT, { alike: [{ ...KNOWN, ...WITHOUT }] }],
  [7, 'five days', 'possible_duplicate', {}, { alike: [{ ...KNOWN, bookedOn: day('2026-11-15') }] }],
  [14, '7 six days', 'payment', {}, { alike: [{ ...KNOWN, bookedOn: day('2026-11-16') }], deposit: D }],
  [14, '7 told apart by references', 'payment', {}, { alike: [{ ...KNOWN, entryReference: 'E2' }], deposit: D }],
  [14, '7 another kind', 'payment', {}, { alike: [{ ...KNOWN, kind: 'interest' }], deposit: D }],
  [
    14,
    '7 other payer and reference',
    'payment',
    {},
    { alike: [{ ...KNOWN, reference: 'RG', counterpartyIban: 'CH-Q' }], deposit: D },
  ],
  [8, 'return of ours', 'returned', RETURN, { order: DONE }],
  [8, 'reversal of our debit', 'returned', { isReversal: true }, { order: DONE }],
  [8, 'another amount', 'unknown_return', RETURN, { order: { ...DONE, amount: rappen(99_00) } }],
  [8, 'on a former account', 'returned', RETURN, { order: DONE, account: FORMER }],
  [
    8,
    'on the account of another deposit',
    'unknown_return',
    RETURN,
    { order: { ...DONE, deposit: OTHER, from: 'CH-X' } },
  ],
  [8, 'on the operator’s own account', 'unknown_return', RETURN, { order: DONE, account: OWN }],
  [8, 'on the own account, paid from there', 'returned', RETURN, { order: { ...DONE, from: 'CH-OWN' }, account: OWN }],
  [8, 'a transfer', 'returned', RETURN, { order: { ...TRANSFER, completedAt: DONE.completedAt }, account: OWN }],
  [8, 'not one of ours', 'unknown_return', RETURN, {}],
  [8, 'not carried out', 'unknown_return', RETURN, { order: ORDER }],
  [8, 'returned before', 'unknown_return', RETURN, { order: { ...DONE, attempt: 2 } }],
  [10, 'interest', 'interest', { code: 'ACMT/MCOP/INTR' }, { deposit: D }],
  [10, 'interest on the own account', 'own_account', { code: 'ACMT/MCOP/INTR' }, { account: OWN }],
  [11, 'from another account of the deposit', 'transfer', {}, { counterparty: FORMER, deposit: D }],
  [11, 'by a transfer order', 'transfer', {}, { order: TRANSFER, counterparty: OWN }],
  [14, 'by its reference', 'payment', {}, { deposit: D }],
  [14, 'in test on the own account', 'payment', {}, { account: OWN, deposit: D }],
  [15, 'the reference of another', 'account_mismatch', {}, { deposit: OTHER }],
  [16, 'without a reference', 'payment', { reference: null }, {}],
  [16, 'a reference that names no deposit', 'payment', {}, {}],
  [17, 'on the own account', 'unknown_reference', {}, { account: OWN }],
];

const DEBITS: Row[] = [
  [7, 'same end-to-end id', 'possible_duplicate', {}, { alike: [KNOWN_DEBIT], order: ORDER }],
  [7, 'same payee', 'possible_duplicate', {}, { alike: [{ ...KNOWN_DEBIT, endToEndId: null }], order: ORDER }],
  [
    12,
    '7 another end-to-end id',
    'order_completed',
    {},
    { alike: [{ ...KNOWN_DEBIT, endToEndId: 'p' }], order: ORDER },
  ],
  [9, 'reversal in full', 'reversed', { isReversal: true }, { reversed: { paymentId: 'p', deposit: D } }],
  [9, 'reversal of nothing known', 'unknown_reversal', { isReversal: true }, { order: ORDER }],
  [9, 'by return information', 'unknown_reversal', RETURN, {}],
  [10, 'charge', 'charge', { code: 'ACMT/MDOP/CHRG' }, {}],
  [10, 'commission', 'charge', { code: 'ACMT/MDOP/COMM' }, {}],
  [10, 'fees', 'charge', { code: 'ACMT/MDOP/FEES' }, {}],
  [10, 'debit interest', 'charge', { code: 'ACMT/MDOP/INTR' }, {}],
  [10, 'tax', 'withholding_tax', { code: 'ACMT/MDOP/TAXE' }, {}],
  [10, 'withholding tax', 'withholding_tax', { code: 'ACMT/MDOP/WITH' }, {}],
  [10, 'charge of the own account', 'own_account', { code: 'ACMT/MDOP/CHRG' }, { account: OWN }],
  [11, 'to another account of the deposit', 'transfer', {}, { counterparty: FORMER }],
  [11, 'the transfer leaves', 'transfer', {}, { account: OWN, order: TRANSFER }],
  [12, 'an order', 'order_completed', {}, { order: ORDER }],
  [12, 'an order with charges', 'order_completed', { amount: rappen(101_00), charges: rappen(100) }, { order: ORDER }],
  [12, 'completed already', 'possible_duplicate', {}, { order: DONE }],
  [12, 'an attempt before', 'possible_duplicate', {}, { order: { ...ORDER, attempt: 2 } }],
  [12, 'of an order that was cancelled', 'debit_mismatch', {}, { order: CANCELLED }],
  [12, 'another amount', 'debit_mismatch', {}, { order: { ...ORDER, amount: rappen(99_00) } }],
  [12, 'another account', 'debit_mismatch', {}, { order: { ...ORDER, from: 'CH-X' } }],
  [12, 'a transfer leaves another own account', 'debit_mismatch', {}, { account: OWN_2, order: TRANSFER }],
  [13, 'nothing of ours', 'unexpected_debit', {}, {}],
];

const INTEREST = { code: 'ACMT/MCOP/INTR' };
const CHARGE = { code: 'ACMT/MDOP/CHRG' };
const TAKEN_BACK = { isReversal: true };
const REVERSED = { reversed: { paymentId: 'p', deposit: D } };

/** Two rows apply: the first decides. */
const CREDITS_IN_ORDER: Row[] = [
  [1, 'before 2', 'ignored', { isBooked: false }, { account: FOREIGN }],
  [2, 'before 4', 'foreign_account', { currency: 'EUR', amount: null }, { account: FOREIGN }],
  [3, 'before 5', 'already_known', { ...WITHOUT, totalOf: 3 }, { isKnown: true, isKnownTotal: true }],
  [5, 'before 6', 'awaiting_details', { ...WITHOUT, totalOf: 3, isMismatch: true }, {}],
  [5, 'a known total before 7', 'already_known', { totalOf: 3 }, { isKnownTotal: true, alike: [KNOWN] }],
  [5, 'before 8', 'awaiting_details', { ...RETURN, totalOf: 1 }, { order: DONE }],
  [6, 'before 7', 'sum_mismatch', { isMismatch: true }, { alike: [KNOWN] }],
  [6, 'before 10', 'sum_mismatch', { ...INTEREST, isMismatch: true }, {}],
  [7, 'before 8', 'possible_duplicate', RETURN, { alike: [{ ...KNOWN, kind: 'return' }], order: DONE }],
  [7, 'before 10', 'possible_duplicate', INTEREST, { alike: [{ ...KNOWN, kind: 'interest' }] }],
  [7, 'before 11', 'possible_duplicate', {}, { alike: [KNOWN], counterparty: FORMER }],
  [7, 'before 15', 'possible_duplicate', {}, { alike: [KNOWN], deposit: OTHER }],
  [8, 'before 10', 'returned', { ...RETURN, ...INTEREST }, { order: DONE }],
  [8, 'before 11', 'returned', RETURN, { order: DONE, counterparty: FORMER }],
  [8, 'before 14', 'unknown_return', RETURN, { deposit: D }],
  [8, 'before 17', 'unknown_return', RETURN, { account: OWN }],
  [10, 'before 11', 'interest', INTEREST, { counterparty: FORMER }],
  [10, 'before 15', 'interest', INTEREST, { deposit: OTHER }],
  [11, 'before 15', 'transfer', {}, { counterparty: FORMER, deposit: OTHER }],
  [14, 'before 17', 'payment', {}, { account: OWN, deposit: OTHER }],
];

const DEBITS_IN_ORDER: Row[] = [
  [2, 'before 12', 'foreign_account', {}, { account: FOREIGN, order: ORDER }],
  [3, 'before 12', 'already_known', {}, { isKnown: true, order: ORDER }],
  [5, 'before 12', 'awaiting_details', { totalOf: 2 }, { order: ORDER }],
  [6, 'before 12', 'sum_mismatch', { isMismatch: true }, { order: ORDER }],
  [7, 'before 9', 'possible_duplicate', TAKEN_BACK, { ...REVERSED, alike: [{ ...KNOWN_DEBIT, kind: 'reversal' }] }],
  [9, 'before 10', 'reversed', { ...TAKEN_BACK, ...CHARGE }, REVERSED],
  [9, 'before 12', 'reversed', TAKEN_BACK, { ...REVERSED, order: ORDER }],
  [9, 'on the own account', 'reversed', TAKEN_BACK, { ...REVERSED, account: OWN }],
  [10, 'before 11', 'charge', CHARGE, { counterparty: FORMER }],
  [10, 'before 12', 'charge', CHARGE, { order: ORDER }],
  [11, 'before 12', 'transfer', {}, { counterparty: FORMER, order: ORDER }],
  [12, 'before 13', 'debit_mismatch', { amount: rappen(1) }, { order: ORDER }],
];

const TEST = { codes: BANK_CODES, isTest: true };
const PRODUCTION = { codes: BANK_CODES, isTest: false };

for (const [entry, rows] of [
  [CREDIT, [...CREDITS, ...CREDITS_IN_ORDER]],
  [DEBIT, [...DEBITS, ...DEBITS_IN_ORDER]],
] as const) {
  for (const [row, name, outcome, changes, facts] of rows) {
    test(`1 row ${row}, ${entry.direction}: ${name}`, () => {
      const decided = decideBooking({ ...entry, ...changes }, { ...FACTS, ...facts }, TEST);
      assert.deepEqual(decided, { row, outcome });
    });
  }
}

const single = (key: string, chf: number, more: Partial<KnownSingle> = {}): KnownSingle => {
  return { key, amount: rappen(chf * 100), isDoubtful: false, isBeside: false, ...more };
};
const BESIDE = { isBeside: true };
const DOUBTFUL = { isDoubtful: true };
const REPEATING = { ...BESIDE, ...DOUBTFUL };

/** The total is of CHF 200. Null: it waits for its details. */
const TOTALS: [name: string, count: number, singles: KnownSingle[], of: string[] | null][] = [
  ['equal in sum and number', 2, [single('a', 120), single('b', 80)], ['a', 'b']],
  ['another sum', 2, [single('a', 120), single('b', 81)], null],
  ['another number', 3, [single('a', 120), single('b', 80)], null],
  ['one more', 2, [single('a', 120), single('b', 80), single('c', 10)], null],
  ['of one', 1, [single('a', 120), single('b', 200)], ['b']],
  ['of one of two that are equal', 1, [single('a', 200), single('b', 200)], ['a']],
  ['nothing known', 2, [], null],
  ['a booking and what may repeat it', 2, [single('a', 100), single('b', 100, REPEATING)], null],
  ['a booking and what may repeat one, of another file', 2, [single('a', 100), single('b', 100, DOUBTFUL)], null],
  ['possible duplicates', 2, [single('a', 100, DOUBTFUL), single('b', 100, DOUBTFUL)], null],
  ['beside it in its file', 2, [single('a', 120, BESIDE), single('b', 80, BESIDE)], null],
  ['some beside it', 2, [single('a', 120), single('b', 80), single('c', 10, BESIDE)], ['a', 'b']],
  ['repeated beside it', 2, [single('a', 100), single('b', 100), single('c', 100, REPEATING)], null],
  [
    'one of three repeated beside it',
    2,
    [single('a', 100), single('b', 100), single('c', 100), single('d', 100, REPEATING)],
    ['b', 'c'],
  ],
  ['of one that stands beside it', 1, [single('a', 200, BESIDE)], null],
  ['of one that is repeated beside it', 1, [single('a', 200), single('b', 200, REPEATING)], null],
  ['of one that may be a duplicate', 1, [single('a', 200, DOUBTFUL)], null],
];
for (const [name, count, singles, of] of TOTALS) {
  test(`1 row 5: a total and known singles: ${name}`, () => {
    const found = singlesOfTotal({ amount: rappen(200_00), count }, singles);
    assert.deepEqual(found?.map(({ key }) => key) ?? null, of);
  });
}

test('1 row 17: in production a reference does not count on the own account', () => {
  const decided = decideBooking(CREDIT, { ...FACTS, account: OWN, deposit: D }, PRODUCTION);
  assert.deepEqual(decided, { row: 17, outcome: 'unknown_reference' });
});

test('1: every entry has an outcome, and every kept outcome a sentence', () => {
  const owner = fc.constantFrom(ON_DEPOSIT, FORMER, OWN, FOREIGN);
  const facts = fc.record({
    account: owner,
    counterparty: owner,
    isKnown: fc.boolean(),
    isKnownTotal: fc.boolean(),
    alike: fc.constantFrom([], [KNOWN], [KNOWN_DEBIT]),
    deposit: fc.constantFrom(null, D, OTHER),
    order: fc.constantFrom(null, ORDER, DONE, TRANSFER),
    reversed: fc.constantFrom(null, { paymentId: 'p', deposit: D }),
  });
  const changes = fc.record({
    direction: fc.constantFrom('credit' as const, 'debit' as const),
    isReversal: fc.boolean(),
    isMismatch: fc.boolean(),
    totalOf: fc.constantFrom(null, 1, 5),
    code: fc.constantFrom(null, ...BANK_CODES.keys(), 'PMNT/RCDT/OTHR'),
  });
  fc.assert(
    fc.property(changes, facts, (change, given) => {
      const entry = { ...CREDIT, ...change };
      const { outcome } = decideBooking(entry, given, TEST);
      if (isKept(outcome)) assert.match(KEPT[outcome](entry), /\.$/);
      // Nothing is booked on an account of nobody, or twice.
      if (given.account.is === 'foreign') assert.equal(outcome, 'foreign_account');
      else if (given.isKnown) assert.equal(outcome, 'already_known');
      assert.ok(kindOf(entry, BANK_CODES));
      // In production nothing counts for a deposit as long as it is on the own account.
      const { outcome: inProduction } = decideBooking(entry, given, PRODUCTION);
      if (given.account.is === 'own') assert.notEqual(inProduction, 'payment');
      else assert.equal(inProduction, outcome);
    }),
  );
});

test('2: the guide says what to do with every kept outcome', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/bank.md'), 'utf8');
  for (const why of Object.keys(KEPT)) assert.ok(guide.includes(`| \`${why}\` |`), why);
});
