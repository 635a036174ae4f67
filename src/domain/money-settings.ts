import type { BankCodes } from './booking.ts';
import type { Rappen } from './values/money.ts';

export const PAYMENT_RELEASES = ['none', 'paybacks', 'all'] as const;
type PaymentRelease = (typeof PAYMENT_RELEASES)[number];

/** How the operator handles money. */
export type MoneySettings = {
  /** The operator's own account. Null: none. */
  operatorIban: string | null;
  /** A surplus below this is kept until the payout. */
  surplusLimit: Rappen;
  /** Which orders wait until a person releases them. */
  paymentRelease: PaymentRelease;
  /** No payment goes to accounts in these countries. */
  refusedCountries: readonly string[];
  codes: BankCodes;
  isTest: boolean;
};

/** Interest, charges and tax by the bank transaction code. */
export const BANK_CODES: BankCodes = new Map([
  ['ACMT/MCOP/INTR', 'interest'],
  ['ACMT/MDOP/INTR', 'charge'],
  ['ACMT/MDOP/CHRG', 'charge'],
  ['ACMT/MDOP/COMM', 'charge'],
  ['ACMT/MDOP/FEES', 'charge'],
  ['ACMT/MDOP/TAXE', 'withholding_tax'],
  ['ACMT/MDOP/WITH', 'withholding_tax'],
]);
