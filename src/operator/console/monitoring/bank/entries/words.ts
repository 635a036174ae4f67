import type { BookedOutcome, BookingOutcome } from '../../../../../domain/booking.ts';
import { isKept, type KEPT } from '../../../../../domain/bank/kept-bookings.ts';
import type { Resolution, ResolvedAs } from '../../../../../domain/bank/resolution.ts';
import { formatChf } from '../../../../../domain/values/money.ts';

/** Why an entry is kept, and what to do about it. docs/bank.md has the same in more words. */
const WHY_WORDS: Record<keyof typeof KEPT, { title: string; next: string }> = {
  foreign_account: {
    title: 'Account of no deposit',
    next: 'Find out whose account it is. If a deposit lacks it, record the account there and decide once more. Otherwise close it.',
  },
  currency: {
    title: 'Other currency',
    next: 'Deposits are in CHF. Have the bank convert it or send it back, then close it.',
  },
  awaiting_details: {
    title: 'Details are missing',
    next: 'Get the file with the details (camt.054) from the bank and import it: they settle it by themselves.',
  },
  sum_mismatch: {
    title: 'Parts do not add up',
    next: 'Ask the bank what it is made of. Then book each part.',
  },
  possible_duplicate: {
    title: 'Perhaps known already',
    next: 'Compare it with the booking that is known. If it is the same money, it is a duplicate; if not, book it.',
  },
  unknown_return: {
    title: 'Returned payment, not recognized',
    next: 'Find the order that came back and book it as its return: the payee is then asked for another account.',
  },
  unknown_reversal: {
    title: 'Reversal, not recognized',
    next: 'Find the payment that the bank has taken back, and book it as its reversal.',
  },
  reversed_after_payout: {
    title: 'Reversed after the payout',
    next: 'The money was paid out already. Recover it, then book this as a charge of the deposit or close it.',
  },
  own_account: {
    title: 'Interest or charge of our own account',
    next: 'Book it in your own accounts, then close it.',
  },
  debit_mismatch: {
    title: 'Differs from the payment order',
    next: 'Compare account and amount with the order. If it is the order, book it as that; if not, ask the bank.',
  },
  unexpected_debit: {
    title: 'Debit without a payment order',
    next: 'Ask the bank what it is. Then book it as a charge, or as the order that it carries out.',
  },
  account_mismatch: {
    title: 'Reference of another deposit',
    next: 'It arrived on the account of one deposit with the reference of another. Ask the payer which is meant.',
  },
  zero_amount: { title: 'Amount 0', next: 'There is nothing to book. Close it.' },
};

const OUTCOME_WORDS: Record<BookedOutcome, string> = {
  returned: 'Return of an order',
  reversed: 'Reversal of a payment',
  interest: 'Interest',
  charge: 'Charge',
  withholding_tax: 'Withholding tax',
  transfer: 'Transfer between accounts',
  order_completed: 'Execution of an order',
  payment: 'Payment',
  unknown_reference: 'Money without a deposit',
};

export function whyTitle(why: BookingOutcome): string {
  return (WHY_WORDS as Partial<Record<string, { title: string }>>)[why]?.title ?? outcomeWords(why);
}

export function whatNext(why: BookingOutcome): string | null {
  return (WHY_WORDS as Partial<Record<string, { next: string }>>)[why]?.next ?? null;
}

/** What an entry was booked as. */
export function outcomeWords(outcome: BookingOutcome): string {
  return (OUTCOME_WORDS as Partial<Record<string, string>>)[outcome] ?? 'Booked';
}

/** What a person can make of an entry. */
export const AS_WORDS: Record<ResolvedAs['as'], { label: string; means: string }> = {
  payment: { label: 'Payment', means: 'It counts for a deposit.' },
  interest: { label: 'Interest', means: 'The tenant gets it with the payout.' },
  charge: { label: 'Charge', means: 'It is taken from what the tenant gets.' },
  withholding_tax: { label: 'Withholding tax', means: 'It is taken from what the tenant gets.' },
  return: {
    label: 'Return of an order',
    means: 'The order is open again, and the payee is asked for another account.',
  },
  order: { label: 'Execution of an order', means: 'The order is completed. What is above its amount is a charge.' },
  reversal: { label: 'Reversal of a payment', means: 'The payment is taken back. The manager gets a mail.' },
  payback: { label: 'Pay back', means: 'It goes back to the payer with the next payment file.' },
  duplicate: { label: 'Duplicate', means: 'The same money is booked already. Closed without booking.' },
  again: { label: 'Decide once more', means: 'With what is known now, such as an account that was recorded since.' },
  none: { label: 'Close without booking', means: 'It is nothing of ours, or settled in another way.' },
};

/** `Payment of deposit …`, part by part. What was decided once more says how. */
export function resolutionWords(resolution: Resolution, outcome: BookingOutcome): string[] {
  if (!('parts' in resolution)) {
    const { label } = AS_WORDS[resolution.as];
    return [resolution.as === 'again' && !isKept(outcome) ? `${label}: ${outcomeWords(outcome)}` : label];
  }
  return resolution.parts.map(({ as, amount }) => `CHF ${formatChf(amount)}: ${AS_WORDS[as].label}`);
}
