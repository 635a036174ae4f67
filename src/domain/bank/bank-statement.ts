import type { Day } from '../values/calendar.ts';

/** A statement of an account (camt.053), as the first reading of its file finds it. Amounts are whole Rappen with a sign. */
export type BankStatement = {
  /** As the file writes it. */
  accountIban: string;
  id: string;
  currency: string;
  /** The electronic sequence number; null: the bank gives none. */
  number: number | null;
  fromOn: Day | null;
  toOn: Day;
  /** The opening and the closing balance; null: absent, or not in CHF. */
  opening: number | null;
  closing: number | null;
  /** The sum of its booked entries. */
  entries: number;
};
