import type { BookingOutcome } from '../booking.ts';
import type { Day } from '../values/calendar.ts';

/** An account as its page shows it: our ledger and the bank's entries, day by day. Amounts are signed Rappen. */

type Linked = { depositId: string | null; paymentId: string | null; orderId: string | null };

/** What our ledger says that moved at the bank. */
export type LedgerLine = Linked & { day: Day; amount: number; what: LedgerMovement };

const LEDGER_MOVEMENTS = [
  'payment',
  'reversal',
  'payout',
  'payback',
  'transfer',
  'return',
  'interest',
  'charge',
  'withholding_tax',
] as const;
type LedgerMovement = (typeof LEDGER_MOVEMENTS)[number];

/** An entry of the bank. */
export type EntryLine = Linked & {
  day: Day;
  key: string;
  /** Null: not in CHF. */
  amount: number | null;
  currency: string;
  amountText: string;
  outcome: BookingOutcome | null;
  /** `closed`: a person closed it without booking. */
  state: 'booked' | 'kept' | 'closed';
  counterpartyName: string | null;
  counterpartyIban: string | null;
  reference: string | null;
};

export type StatementLine = { day: Day; iban: string; number: number | null; opening: number | null; closing: number };

export type PairedLine = { ledger: LedgerLine | null; entry: EntryLine | null };

export type AccountDay = {
  day: Day;
  lines: PairedLine[];
  statements: StatementLine[];
  /** What is on the account at the end of the day by our ledger, and with what is kept. */
  books: number;
  withKept: number;
  /** What moved that day by our ledger is not what the bank has booked. */
  isDifferent: boolean;
};

type Given = {
  /** By our ledger before the first of these days, and what was kept then. */
  before: { books: number; kept: number };
  ledger: readonly LedgerLine[];
  entries: readonly EntryLine[];
  statements: readonly StatementLine[];
};

/** The days on which something happened, newest first. */
export function accountDays({ before, ledger, entries, statements }: Given): AccountDay[] {
  const days = [...new Set([...ledger, ...entries, ...statements].map(({ day }) => day))].toSorted();
  let { books, kept } = before;
  return days
    .map((day) => {
      const on = <T extends { day: Day }>(all: readonly T[]): T[] => all.filter((one) => one.day === day);
      const lines = pairLines(on(ledger), on(entries));
      books += sumOf(on(ledger));
      kept += sumOf(on(entries).filter(({ state }) => state === 'kept'));
      return {
        day,
        lines,
        statements: on(statements),
        books,
        withKept: books + kept,
        isDifferent: lines.some(isDifferent),
      };
    })
    .toReversed();
}

/** One side is missing, or they differ. An entry that is kept or closed has nothing in the ledger. */
export function isDifferent({ ledger, entry }: PairedLine): boolean {
  if (entry === null) return true;
  if (ledger === null) return entry.state === 'booked' && entry.outcome !== 'transfer';
  return ledger.amount !== entry.amount;
}

function sumOf(lines: readonly { amount: number | null }[]): number {
  return lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

/** Each booked entry beside what the ledger has of the same payment or order, else of the same kind and amount. */
function pairLines(ledger: readonly LedgerLine[], entries: readonly EntryLine[]): PairedLine[] {
  const left = grouped(ledger);
  const take = (isRight: (line: LedgerLine) => boolean): LedgerLine | null => {
    const index = left.findIndex(isRight);
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null);
  };
  const pairs = entries.map((entry): PairedLine => {
    if (entry.state !== 'booked') return { entry, ledger: null };
    const isSameDirection = (line: LedgerLine): boolean => line.amount > 0 === (entry.amount ?? 0) > 0;
    const byId = take(
      (line) =>
        isSameDirection(line) &&
        ((line.paymentId !== null && line.paymentId === entry.paymentId) ||
          (line.orderId !== null && line.orderId === entry.orderId)),
    );
    if (byId === null) return { entry, ledger: take((line) => isUnlinked(line) && line.amount === entry.amount) };
    // A debit may contain charges of the bank.
    const rest = (entry.amount ?? 0) - byId.amount;
    const charge = take(({ what, amount }) => what === 'charge' && amount === rest);
    return { entry, ledger: { ...byId, amount: byId.amount + (charge?.amount ?? 0) } };
  });
  return [...pairs, ...left.map((line) => ({ ledger: line, entry: null }))];
}

const isUnlinked = ({ paymentId, orderId }: Linked): boolean => paymentId === null && orderId === null;

/** A payment may be several postings: held, and to be paid back. */
function grouped(lines: readonly LedgerLine[]): LedgerLine[] {
  const groups = Map.groupBy(lines, (line) =>
    isUnlinked(line)
      ? line
      : `${line.what} ${line.what === 'payment' || line.what === 'reversal' ? line.paymentId : line.orderId}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, amount: sumOf(group) }];
  });
}
