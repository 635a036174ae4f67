import { hash } from 'node:crypto';
import { canonicalDecimal } from './amount.ts';

/** What is the same about a booking in every file. */
export type Booking = {
  accountIban: string;
  direction: 'credit' | 'debit';
  isReversal: boolean;
  currency: string;
  amountText: string;
  bookedOn: string | null;
  /** `AcctSvcrRef` of the entry, and of the transaction detail. */
  entryReference: string | null;
  detailReference: string | null;
  /** What else names the transaction: `TxId`, `EndToEndId`, `InstrId`, the creditor's reference. */
  names: readonly (string | null)[];
};

/**
 * The keys of the bookings of one file. The same money has the same key in a camt.054 and in the camt.053 that
 * repeats it, and other money another key:
 *
 * - Account, direction, reversal, currency and amount are in every key: a correction or a reused reference is other money.
 * - Then the bank's own reference, `AcctSvcrRef`, which the Swiss standard wants unique and alike in all reports. A
 *   booking of one transaction is known by that of its entry: a camt.053 often leaves out the details. One of several is
 *   known by that of its detail; where it has none of its own, by that of the entry and its position in it.
 * - Not the booking day, where there is a reference: reports may write it as a day or as a moment of another time zone.
 * - Never `NtryRef` (often the number of the contract or the QR-IBAN), `MsgId` or `Id` (another in each file), `UETR`
 *   (only since 001.08).
 * - Without any reference of the bank: the day, whatever else names the transaction, the entry that it is one of several
 *   of, and a number among its twins in the file. Of two twins that come in a camt.054 each the second waits for the camt.053 that has both.
 *
 * Keys do not depend on the status: a pending entry has the key that it will have when it is booked.
 */
export class BookingKeys {
  readonly #twinsOfFile = new Map<string, number>();
  readonly #twinsOfEntry = new Map<string, number>();
  #entryKey = '';

  /** The whole entry. To be asked for before its details. */
  ofEntry(booking: Booking): string {
    this.#twinsOfEntry.clear();
    this.#entryKey = this.#keyOfEntry(booking);
    return this.#entryKey;
  }

  /** One of several details, at its position in the entry. */
  ofDetail(booking: Booking, position: number): string {
    const { entryReference, detailReference } = booking;
    if (detailReference !== null && detailReference !== entryReference) return this.#byDetail(booking, detailReference);
    if (entryReference !== null) return key(booking, ['entry', entryReference, position]);
    return this.#byDay(booking, ['of several', this.#entryKey]);
  }

  #keyOfEntry(booking: Booking): string {
    const { entryReference, detailReference } = booking;
    if (entryReference !== null) return key(booking, ['entry', entryReference]);
    if (detailReference !== null) return this.#byDetail(booking, detailReference);
    return this.#byDay(booking, []);
  }

  #byDetail(booking: Booking, reference: string): string {
    const parts = ['detail', reference];
    return key(booking, [...parts, count(this.#twinsOfEntry, key(booking, parts))]);
  }

  #byDay(booking: Booking, more: readonly string[]): string {
    const parts = ['day', booking.bookedOn, ...booking.names, ...more];
    return key(booking, [...parts, count(this.#twinsOfFile, key(booking, parts))]);
  }
}

/** Counted under a hash, which is short and does not keep the text of the file in memory. */
function count(twins: Map<string, number>, twin: string): number {
  const number = (twins.get(twin) ?? 0) + 1;
  twins.set(twin, number);
  return number;
}

function key(booking: Booking, parts: readonly (string | number | null)[]): string {
  const { accountIban, direction, isReversal, currency, amountText } = booking;
  const money = [accountIban, direction, isReversal, currency, canonicalDecimal(amountText)];
  return hash('sha256', JSON.stringify([...money, ...parts]), 'hex');
}
