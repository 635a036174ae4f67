import type { Account, Posting } from '../ledger.ts';
import type { Day } from '../values/calendar.ts';
import { bookingDay, heldChange, isInside, type OutsideAccount } from './holdings.ts';

/** What the bank booked, as the account overview calls it. */
const MOVEMENT_KINDS = [
  'payment',
  'payment_reversed',
  'interest',
  'charge',
  'withholding_tax',
  'payback',
  'payout_tenant',
  'payout_landlord',
  'returned',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** One booking of the bank in Rappen; below 0 if it takes away. */
type Movement = { on: Day; what: MovementKind; amount: number };

/** The account of a deposit in one year, in Rappen. `paidIn` and `paidOut` are net of what was reversed or returned. */
export type YearFigures = {
  opening: number;
  paidIn: number;
  interest: number;
  charges: number;
  withholdingTax: number;
  paidOut: number;
  closing: number;
  movements: readonly Movement[];
};

export function lastDayOf(year: number): Day {
  return `${year}-12-31` as Day;
}

/** Null: nothing was held in that year. */
export function yearFigures(postings: readonly Posting[], year: number): YearFigures | null {
  const [first, last] = [`${year}-01-01`, lastDayOf(year)];
  const moving = postings.filter((posting) => heldChange(posting) !== 0);
  const opening = sumOf(moving.filter((posting) => bookingDay(posting) < first).map(heldChange));
  const during = moving.filter((posting) => bookingDay(posting) >= first && bookingDay(posting) <= last);
  if (opening === 0 && during.length === 0) return null;
  const total = (...outside: OutsideAccount[]): number =>
    sumOf(during.filter((posting) => outside.includes(outsideOf(posting))).map(heldChange));
  return {
    opening,
    paidIn: total('payer'),
    interest: total('interest'),
    charges: 0 - total('charges'),
    withholdingTax: 0 - total('withholding_tax'),
    paidOut: 0 - total('tenant', 'landlord', 'paid_back', 'deposit'),
    closing: opening + sumOf(during.map(heldChange)),
    movements: movementsOf(during),
  };
}

/** A payment of which a part is paid back has two postings, but is one booking of the bank. */
function movementsOf(during: readonly Posting[]): Movement[] {
  const bookings = Map.groupBy(during, (posting, index) => {
    const id = outsideOf(posting) === 'payer' ? posting.paymentId : posting.orderId;
    return [bookingDay(posting), kindOf(posting), id ?? index].join(' ');
  });
  return [...bookings.values()]
    .map((parts) => {
      const [posting] = parts as [Posting, ...Posting[]];
      return { on: bookingDay(posting), what: kindOf(posting), amount: sumOf(parts.map(heldChange)) };
    })
    .toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
}

const KINDS: Record<OutsideAccount, readonly [comes: MovementKind, goes: MovementKind]> = {
  payer: ['payment', 'payment_reversed'],
  interest: ['interest', 'interest'],
  charges: ['charge', 'charge'],
  withholding_tax: ['withholding_tax', 'withholding_tax'],
  paid_back: ['returned', 'payback'],
  tenant: ['returned', 'payout_tenant'],
  landlord: ['returned', 'payout_landlord'],
  deposit: ['returned', 'payback'],
};

function kindOf(posting: Posting): MovementKind {
  const [comes, goes] = KINDS[outsideOf(posting)];
  return heldChange(posting) > 0 ? comes : goes;
}

/** One of the two accounts of a posting that changes what is held is outside. */
function outsideOf({ from, to }: { from: Account; to: Account }): OutsideAccount {
  if (!isInside(from)) return from;
  if (!isInside(to)) return to;
  throw new Error('the posting only sets money aside');
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
