import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideBooking, KEPT, type BookingFacts, type BookingOutcome, type StatementEntry } from './booking.ts';
import type { Day } from './values/calendar.ts';
import { rappen } from './values/money.ts';

const CREDIT: StatementEntry = {
  key: 'key',
  writtenKey: null,
  entryKey: 'key',
  level: 'entry',
  totalOf: null,
  isMismatch: false,
  accountIban: 'CH9300762011623852957',
  direction: 'credit',
  isReversal: false,
  isBooked: true,
  amount: rappen(100_00),
  currency: 'CHF',
  amountText: '100.00',
  bookedOn: '2026-11-15' as Day,
  bookedAt: null,
  valueOn: null,
  reference: '210000000003139471430009017',
  endToEndId: null,
  counterpartyIban: null,
  counterpartyName: null,
  counterpartyAddress: null,
  charges: rappen(0),
  entryReference: null,
  detailReference: null,
  code: null,
  returned: null,
  text: null,
  parts: null,
};
const DEBIT: StatementEntry = { ...CREDIT, direction: 'debit', reference: null, endToEndId: 'e2e' };
const BARE = { reference: null, endToEndId: null, counterpartyIban: null, counterpartyName: null };

const NOTHING: BookingFacts = { isKnown: false, deposit: null, order: null };
const deposit = { organizationId: 'organization', depositId: 'deposit' };
const NAMED: BookingFacts = { ...NOTHING, deposit };
const order = { id: 'order', kind: 'payout', amount: rappen(100_00), completedAt: null, deposit } as const;
const ORDERED: BookingFacts = { ...NOTHING, order };
const COMPLETED: BookingFacts = { ...NOTHING, order: { ...order, completedAt: new Date(0) } };

/** The section is that of the document on bank and money, with its row. */
const ROWS: [name: string, entry: StatementEntry, facts: BookingFacts, outcome: BookingOutcome][] = [
  ['1 row 1: pending', { ...CREDIT, isBooked: false }, NAMED, 'ignored'],
  ['1 row 1: pending, and known', { ...CREDIT, isBooked: false }, { ...NAMED, isKnown: true }, 'ignored'],
  ['1 row 1: an amount of zero', { ...CREDIT, amount: rappen(0) }, NAMED, 'zero_amount'],
  ['1 row 3: a known credit', CREDIT, { ...NAMED, isKnown: true }, 'already_known'],
  ['1 row 3: a known total', { ...CREDIT, totalOf: 3 }, { ...NOTHING, isKnown: true }, 'already_known'],
  ['1 row 4: another currency', { ...CREDIT, amount: null, currency: 'EUR' }, NAMED, 'currency'],
  ['1 row 4: a debit in another currency', { ...DEBIT, amount: null, currency: 'EUR' }, ORDERED, 'currency'],
  ['1 row 5: transactions announced, none listed', { ...CREDIT, totalOf: 3 }, NAMED, 'awaiting_details'],
  ['1 row 5: nothing names the payment', { ...CREDIT, ...BARE }, NOTHING, 'awaiting_details'],
  ['1 row 5: a debit that nothing names', { ...DEBIT, ...BARE }, NOTHING, 'awaiting_details'],
  ['1 row 5: before the currency', { ...CREDIT, ...BARE, amount: null }, NOTHING, 'awaiting_details'],
  ['1 row 5: a payer is a detail', { ...CREDIT, ...BARE, counterpartyName: 'Lea' }, NOTHING, 'unknown_reference'],
  ['1 row 6: details that do not add up', { ...CREDIT, isMismatch: true }, NAMED, 'sum_mismatch'],
  ['1 row 6: parts that do not add up', { ...CREDIT, parts: [] }, NAMED, 'sum_mismatch'],
  ['1 row 6: before missing names', { ...CREDIT, ...BARE, isMismatch: true }, NAMED, 'sum_mismatch'],
  ['1 row 8: a payment comes back', { ...CREDIT, isReversal: true, endToEndId: 'e2e' }, ORDERED, 'returned'],
  ['1 row 9: a credit is taken back', { ...DEBIT, isReversal: true }, NAMED, 'reversed'],
  ['1 row 12: the debit of an order', DEBIT, ORDERED, 'order_completed'],
  ['1 row 12: another amount than the order', { ...DEBIT, amount: rappen(99_99) }, ORDERED, 'debit_mismatch'],
  ['1 row 12: another amount, completed', { ...DEBIT, amount: rappen(1) }, COMPLETED, 'debit_mismatch'],
  ['1 row 12: the order is completed', DEBIT, COMPLETED, 'possible_duplicate'],
  ['1 row 13: a debit without an order', DEBIT, NAMED, 'unexpected_debit'],
  ['1 row 14: the reference of a deposit', CREDIT, NAMED, 'payment'],
  ['1 row 14: an order does not matter to a credit', CREDIT, { ...NAMED, order }, 'payment'],
  ['1 row 17: a reference that names no deposit', CREDIT, NOTHING, 'unknown_reference'],
  ['1 row 17: no reference', { ...CREDIT, reference: null, endToEndId: 'x' }, NOTHING, 'unknown_reference'],
];

for (const [name, entry, facts, outcome] of ROWS) {
  test(`booking ${name}: ${outcome}`, () => assert.equal(decideBooking(entry, facts), outcome));
}

test('booking 2: an entry that is kept has a reason', () => {
  assert.equal(KEPT.currency({ ...CREDIT, currency: 'EUR' }), 'It is in EUR, not in CHF.');
});
