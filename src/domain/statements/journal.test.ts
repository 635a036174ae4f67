import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../values/calendar.ts';
import { ACCOUNTS, type Account } from '../ledger.ts';
import { rappen } from '../values/money.ts';
import { bookingDay, heldChange, isInside, totalHeld } from './holdings.ts';
import { journalText } from './journal.ts';

const MEANINGS: [from: Account, to: Account, text: string][] = [
  ['payer', 'held', 'Payment received'],
  ['payer', 'to_pay_back', 'Payment received, to be paid back'],
  ['held', 'payer', 'Payment reversed by the bank'],
  ['to_pay_back', 'payer', 'Payment reversed by the bank'],
  ['held', 'to_pay_back', 'Payback ordered'],
  ['to_pay_back', 'held', 'Payback reduced'],
  ['to_pay_back', 'paid_back', 'Paid back to the payer'],
  ['paid_back', 'to_pay_back', 'Payback returned by the bank'],
  ['held', 'to_tenant', 'Payout to the tenant ordered'],
  ['to_tenant', 'held', 'Payout to the tenant reduced'],
  ['to_tenant', 'tenant', 'Paid out to the tenant'],
  ['tenant', 'to_tenant', 'Payout to the tenant returned by the bank'],
  ['held', 'to_landlord', 'Payout to the landlord ordered'],
  ['to_landlord', 'held', 'Payout to the landlord reduced'],
  ['to_landlord', 'landlord', 'Paid out to the landlord'],
  ['landlord', 'to_landlord', 'Payout to the landlord returned by the bank'],
  ['interest', 'held', 'Interest credited by the bank'],
  ['held', 'charges', 'Charges of the bank'],
  ['held', 'withholding_tax', 'Withholding tax deducted by the bank'],
  ['to_deposit', 'deposit', 'Transferred to the account of a deposit'],
  ['deposit', 'to_deposit', 'Transfer to the account of a deposit returned by the bank'],
  ['to_pay_back', 'to_deposit', 'From to pay back to to deposit'],
];
for (const [from, to, text] of MEANINGS) {
  test(`bank and money 7: ${from} to ${to} in the journal`, () => assert.equal(journalText({ from, to }), text));
}

test('bank and money 7: what is set aside for an order is still held', () => {
  const inside = ACCOUNTS.filter(isInside);
  assert.deepEqual(inside, ['held', 'to_pay_back', 'to_tenant', 'to_landlord', 'to_deposit']);
  const change = (from: Account, to: Account) => heldChange({ amount: rappen(100), from, to });
  assert.equal(change('payer', 'held'), 100);
  assert.equal(change('held', 'to_tenant'), 0);
  assert.equal(change('to_tenant', 'tenant'), -100);
  assert.equal(change('payer', 'paid_back'), 0);
});

test('bank and money 5: the bank’s booking day, or where it is not known the day in Switzerland', () => {
  const at = new Date('2026-11-19T23:30:00Z');
  assert.equal(bookingDay({ at, bookedOn: '2026-11-18' as Day }), '2026-11-18');
  assert.equal(bookingDay({ at, bookedOn: null }), '2026-11-20');
});

test('bank and money 7: the total of holdings', () => {
  const holding = { depositId: 'd', externalContractId: 'C', tenants: 'L', property: 'P', iban: null };
  assert.equal(
    totalHeld([
      { ...holding, amount: 500 },
      { ...holding, amount: -20 },
    ]),
    480,
  );
  assert.equal(totalHeld([]), 0);
});
