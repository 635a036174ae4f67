import { createHash } from 'node:crypto';
import { swissIban } from '../../src/domain/values/iban.ts';
import { qrReference } from '../../src/domain/values/payment-reference.ts';

/** What the bank books on an account. `payout` is the debit of a payment order. */
export type Planned = { as: 'payment' | 'interest' | 'charge' | 'withholding_tax' | 'payout'; rappen: number };

/** The account of the n-th deposit, with what the bank books on it. Everything follows from n. */
export type Account = {
  n: number;
  /** Waits for its payment, or for the bank to carry out its payout. */
  is: 'waiting' | 'closing';
  iban: string;
  reference: string;
  depositRappen: number;
  hasReference: boolean;
  entries: readonly Planned[];
};

/** A payout pays all of it. */
export const CLOSING_RAPPEN = 356_000;

/**
 * Ten entries belong to seven accounts: six that wait for payment and one that is closed. Of those that wait every sixth
 * is paid in two parts and every fifth without a reference; some have interest, charges and tax.
 */
const [ACCOUNTS, ENTRIES] = [70, 100];

/** The accounts of a statement, as many as have that many entries. */
export function accountsFor(entries: number, first: number): Account[] {
  if (entries % ENTRIES !== 0) throw new Error(`the number of entries must be a multiple of ${ENTRIES}`);
  return Array.from({ length: (entries / ENTRIES) * ACCOUNTS }, (_, place) => accountOf(first + place));
}

function accountOf(n: number): Account {
  const number = String(n).padStart(12, '0');
  const common = { n, iban: swissIban('00762', number), reference: qrReference(`21${'0'.repeat(12)}${number}`) };
  const place = n % ACCOUNTS;
  if (place % 7 === 6) {
    const entries: Planned[] = [{ as: 'payout', rappen: CLOSING_RAPPEN }];
    return { ...common, is: 'closing', depositRappen: CLOSING_RAPPEN, hasReference: false, entries };
  }
  const waiting = Math.floor(place / 7) * 6 + (place % 7);
  const depositRappen = 100_000 + ((n * 7919) % 5_000) * 100;
  const parts = waiting % 6 === 0 ? [40_000, depositRappen - 40_000] : [depositRappen];
  const entries: Planned[] = [
    ...parts.map((rappen): Planned => ({ as: 'payment', rappen })),
    ...(waiting % 5 === 1 ? [{ as: 'interest' as const, rappen: 125 + (n % 100) }] : []),
    ...(waiting % 10 === 2 ? [{ as: 'charge' as const, rappen: 500 }] : []),
    ...(waiting % 30 === 1 ? [{ as: 'withholding_tax' as const, rappen: 43 }] : []),
  ];
  return { ...common, is: 'waiting', depositRappen, hasReference: waiting % 5 !== 0, entries };
}

/** The id that a copied row has, from the id of the row it is a copy of. Made by the database: see COPY_ID. */
export function copyId(n: number, id: string): string {
  const hex = createHash('md5').update(`${n}/${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
