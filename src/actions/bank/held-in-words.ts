import type { BankHold } from '../../storage/money/bank-hold.ts';

/** Why no payment file is written, and what to do about it. */
export function heldInWords({ since, why }: BankHold): string {
  return (
    `Payment files are held since ${since.toISOString()}: ${why}. Import all files of the bank up to now, compare ` +
    'what is still to be paid with what the bank has carried out, then lift the hold: depono bank release'
  );
}
