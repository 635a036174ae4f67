import type { BankBooking } from '../src/sandbox/simulated-bank/dialects.ts';
import type { Compared } from './bank-truth.ts';

/** An entry as GET /operator/api/bank/entries lists it. */
export type KeptListed = {
  key: string;
  why: string;
  account: string;
  amount: number;
  direction: 'credit' | 'debit';
};

/** What is known about a kept entry when all statements of its account were read. */
export type Resolving = {
  depositId: string | null;
  /** Of the account and the direction. */
  compared: readonly Compared[];
  /** The amount of the entry, signed Rappen. */
  signed: number;
  /** Those of the bank with that amount. */
  bookings: readonly BankBooking[];
  paymentIds: readonly string[];
  orders: readonly { id: string; isCompleted: boolean }[];
};

export type ResolvedBody = { as: string; depositId?: string; orderId?: string; paymentId?: string };

/** How a person resolves it: money that the bank has and the books lack is booked, all else is known already. */
export function resolutions(kept: Pick<KeptListed, 'why'>, known: Resolving): ResolvedBody[] {
  const { depositId, signed } = known;
  if (depositId === null) return [{ as: 'none' }];
  if (!isMissing(kept, known)) return [{ as: 'duplicate' }];
  const rest: ResolvedBody = { as: signed > 0 ? 'payment' : 'charge', depositId };
  const booking = known.bookings[0];
  return booking === undefined ? [rest] : [...asBooked(booking, known), rest];
}

/** Of a total the sum counts: its transactions have other amounts. */
function isMissing({ why }: Pick<KeptListed, 'why'>, { compared, signed }: Resolving): boolean {
  if (why !== 'awaiting_details') {
    const same = compared.find(({ amount }) => amount === signed);
    return same !== undefined && same.atBank > same.here;
  }
  const open = compared.reduce((sum, { amount, atBank, here }) => sum + amount * (atBank - here), 0);
  return Math.abs(open) >= Math.abs(signed);
}

/** The first that is not refused is right. */
function asBooked(booking: BankBooking, { depositId, paymentIds, orders }: Resolving): ResolvedBody[] {
  if (depositId === null) return [];
  if ('item' in booking) return [{ as: booking.item, depositId }];
  const isBack = booking.isReversal === true || booking.returned !== undefined;
  if (booking.direction === 'credit') {
    const completed = isBack ? orders.filter(({ isCompleted }) => isCompleted) : [];
    return completed.map(({ id }) => ({ as: 'return', orderId: id }));
  }
  if (isBack) return paymentIds.map((paymentId) => ({ as: 'reversal', paymentId }));
  return orders.filter(({ isCompleted }) => !isCompleted).map(({ id }) => ({ as: 'order', orderId: id }));
}
