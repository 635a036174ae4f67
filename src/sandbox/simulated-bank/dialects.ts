import { rappen } from '../../domain/values/money.ts';
import type { BankItem, Credit, Debit, SimulatedEntry } from './write-entries.ts';

/** How a bank writes its bookings into a file. */
export type Style = {
  /** Bookings that belong together: each on its own, in one entry with its details, or only as a total. */
  groups: 'single' | 'batch' | 'total';
  /** Whether `AcctSvcrRef` is written. */
  hasBankReference: boolean;
  /** Whether the account is named by its QR-IBAN. */
  isQrIban: boolean;
  /** Whether the moment of the booking is written, or only the day. */
  hasMoment: boolean;
};

/** How the simulated bank speaks: in notifications (camt.054) and in statements (camt.053). */
type Dialect = { notification: Style; statement: Style };

const PLAIN: Style = { groups: 'single', hasBankReference: true, isQrIban: false, hasMoment: true };
const BY_DAY: Style = { ...PLAIN, hasMoment: false };

export const DIALECTS = {
  plain: { notification: PLAIN, statement: BY_DAY },
  batch_notified: { notification: { ...PLAIN, groups: 'batch' }, statement: BY_DAY },
  batch_stated: { notification: PLAIN, statement: { ...BY_DAY, groups: 'batch' } },
  total_stated: { notification: PLAIN, statement: { ...BY_DAY, groups: 'total' } },
  no_bank_reference: { notification: PLAIN, statement: { ...BY_DAY, hasBankReference: false } },
  qr_iban_notified: { notification: { ...PLAIN, isQrIban: true }, statement: BY_DAY },
  qr_iban_stated: { notification: BY_DAY, statement: { ...PLAIN, isQrIban: true } },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** A booking of the bank. Those with the same `group` were paid together. */
export type BankBooking = (Credit | Debit | BankItem) & { bankReference: string; bookedAt: Date; group?: string };

/** The entries of a file. */
export function entriesIn(style: Style, bookings: readonly BankBooking[], qrIban: string | null): SimulatedEntry[] {
  const groups = Map.groupBy(bookings, (booking) => booking.group ?? booking.bankReference);
  return [...groups].flatMap(([group, together]): SimulatedEntry[] => {
    const written = together.map((booking) => entryOf(booking, style, qrIban));
    const batch = written.flatMap((one) => ('item' in one ? [] : [one]));
    if (style.groups === 'single' || batch.length < 2) return written;
    const bankReference = style.hasBankReference ? `B${group}`.slice(0, 35) : null;
    return [{ batch, bankReference, isTotal: style.groups === 'total' }];
  });
}

function entryOf(booking: BankBooking, style: Style, qrIban: string | null): Credit | Debit | BankItem {
  const { group: _, bookedAt, ...rest } = booking;
  return {
    ...rest,
    ...(style.hasMoment ? { bookedAt: new Date(bookedAt) } : {}),
    amount: rappen(booking.amount),
    bankReference: style.hasBankReference ? booking.bankReference : null,
    accountIban: style.isQrIban ? (qrIban ?? booking.accountIban) : booking.accountIban,
  };
}
