/** Outcomes that a person must check, with the reason shown to the operator. Nothing is booked. */
export const KEPT = {
  foreign_account: ({ accountIban }) => `The account ${accountIban} belongs to no deposit.`,
  currency: ({ currency }) => `It is in ${currency}, not in CHF.`,
  awaiting_details: () => 'Its details are missing. They are in another file, which has not arrived yet.',
  sum_mismatch: () => 'Its parts do not add up to it.',
  possible_duplicate: () => 'It may be a booking that is known already.',
  unknown_return: () => 'It is a returned payment, but not one of ours in full.',
  unknown_reversal: () => 'The bank has reversed a payment, but not one of ours in full.',
  reversed_after_payout: () => 'The bank has reversed a payment after its money was paid out.',
  own_account: () => 'It is interest, a charge or tax of the operator’s own account.',
  debit_mismatch: () => 'Its account or amount differs from that of the payment order.',
  unexpected_debit: () => 'It is a debit without a payment order.',
  account_mismatch: () => 'Its reference names the deposit of another account.',
  /** Of earlier versions. */
  zero_amount: () => 'Its amount is 0.',
} satisfies Record<string, (entry: { accountIban: string; currency: string }) => string>;

export type KeptOutcome = keyof typeof KEPT;

export function isKept<T extends string>(outcome: T): outcome is T & KeptOutcome {
  return Object.hasOwn(KEPT, outcome);
}
