import type { Account, Posting } from '../ledger.ts';
import type { DocumentBrand } from '../brand/brand.ts';
import type { OrganizationAddress } from '../values/postal-address.ts';
import { swissDay, type Day } from '../values/calendar.ts';
import type { Language } from '../values/language.ts';

/** The accounts of money that is at the bank, also of what is set aside for an order. All others are outside. */
export const INSIDE_ACCOUNTS = [
  'held',
  'to_pay_back',
  'to_tenant',
  'to_landlord',
  'to_deposit',
] as const satisfies Account[];
type InsideAccount = (typeof INSIDE_ACCOUNTS)[number];
export type OutsideAccount = Exclude<Account, InsideAccount>;

export function isInside(account: Account): account is InsideAccount {
  return (INSIDE_ACCOUNTS as readonly Account[]).includes(account);
}

/** The bank's booking day. Earlier versions did not record it. */
export function bookingDay({ bookedOn, at }: Pick<Posting, 'bookedOn' | 'at'>): Day {
  return bookedOn ?? swissDay(at);
}

/** How much a posting adds to what is held; below 0 if it takes away, 0 if it only sets aside. */
export function heldChange({ amount, from, to }: Pick<Posting, 'amount' | 'from' | 'to'>): number {
  return (isInside(to) ? amount : 0) - (isInside(from) ? amount : 0);
}

/** What a deposit held at the end of a day, in Rappen; below 0 if more was charged than was there. */
export type Holding = {
  depositId: string;
  externalContractId: string;
  tenants: string;
  property: string;
  /** The account on that day. Null: removed at the end of its retention period. */
  iban: string | null;
  amount: number;
};

/** A balance confirmation for the auditor of an organization. */
export type BalanceConfirmation = {
  madeAt: Date;
  language: Language;
  organization: { name: string; address: OrganizationAddress };
  brand?: DocumentBrand | undefined;
  on: Day;
  holdings: readonly Holding[];
};

export function totalHeld(holdings: readonly Holding[]): number {
  return holdings.reduce((sum, { amount }) => sum + amount, 0);
}
