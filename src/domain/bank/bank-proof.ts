import type { BookingOutcome } from '../booking.ts';

/** What is booked of a deposit, or of a payment without one, beside the entries of the bank. Amounts are Rappen. */
export type BookedAtBank = {
  orders: readonly {
    id: string;
    amount: number;
    isCompleted: boolean;
    /** The bank has sent a statement of the account that covers the day on which it was completed. */
    isStated: boolean;
  }[];
  payments: readonly {
    id: string;
    amount: number;
    isReversed: boolean;
    /** Null: before the key was recorded. */
    entryKey: string | null;
    /** The amount of the booked entry with this key; null: there is none. */
    booked: { amount: number } | null;
  }[];
  /** Booked entries. */
  entries: readonly BookedEntry[];
  /** A person has divided an entry, and booked a part of it here. */
  isDivided: boolean;
  /** Null: money that belongs to no deposit. */
  sums: { interest: number; charges: number; withholdingTax: number } | null;
};

type BookedEntry = {
  key: string;
  outcome: BookingOutcome | null;
  amount: number;
  orderId: string | null;
  paymentId: string | null;
};

/** `unconfirmed`: orders that a person reported as carried out, while the bank has not sent its statement yet. */
type BankFaults = { faults: string[]; unconfirmed: number };

/** Every completed order and every payment has its booked entry, every entry its order or payment, and sums agree. */
export function bankFaultsOf(given: BookedAtBank): BankFaults {
  const orders = given.orders.map((order) => ({ order, count: timesPaid(order.id, given.entries) }));
  return {
    faults: [
      ...given.payments.flatMap((payment) => faultsOfPayment(payment, given)),
      // The parts of an entry are not stored one by one.
      ...(given.isDivided
        ? []
        : [
            ...orders.flatMap(({ order, count }) => faultsOfOrder(order, count)),
            ...given.payments.flatMap((payment) => faultsOfReversal(payment, given.entries)),
            ...given.entries.flatMap((entry) => faultsOfEntry(entry, given)),
            ...faultsOfSums(given),
          ]),
    ],
    unconfirmed: orders.filter(({ order, count }) => order.isCompleted && !order.isStated && count === 0).length,
  };
}

type Order = BookedAtBank['orders'][number];
type Payment = BookedAtBank['payments'][number];

/** Debits less returns. */
function timesPaid(orderId: string, entries: readonly BookedEntry[]): number {
  const own = entries.filter((entry) => entry.orderId === orderId);
  const out = own.filter(
    ({ outcome, paymentId }) => outcome === 'order_completed' || (outcome === 'transfer' && paymentId === null),
  );
  return out.length - own.filter(({ outcome }) => outcome === 'returned').length;
}

function faultsOfOrder({ id, isCompleted, isStated }: Order, count: number): string[] {
  if (count > 1) return [`order ${id} has ${count} entries of the bank`];
  if (isCompleted) return count === 1 || !isStated ? [] : [`order ${id} is completed without an entry of the bank`];
  return count > 0 ? [`order ${id} has an entry of the bank, but is not completed`] : [];
}

function faultsOfPayment({ id, amount, entryKey, booked }: Payment, { isDivided }: BookedAtBank): string[] {
  if (entryKey === null) return [];
  if (booked === null) return [`payment ${id} has no entry of the bank`];
  return isDivided || booked.amount === amount ? [] : [`payment ${id} has another amount than its entry`];
}

function faultsOfReversal({ id, isReversed }: Payment, entries: readonly BookedEntry[]): string[] {
  const count = entries.filter((entry) => entry.outcome === 'reversed' && entry.paymentId === id).length;
  if (count === (isReversed ? 1 : 0)) return [];
  return [`payment ${id} was taken back ${isReversed ? 'once' : 'never'}, by the bank's entries ${count} times`];
}

const OF_PAYMENTS: readonly (BookingOutcome | null)[] = ['payment', 'unknown_reference', 'reversed'];
const OF_ORDERS: readonly (BookingOutcome | null)[] = ['order_completed', 'returned'];

function faultsOfEntry(
  { key, outcome, orderId, paymentId }: BookedEntry,
  { orders, payments }: BookedAtBank,
): string[] {
  if (OF_PAYMENTS.includes(outcome) && !payments.some(({ id }) => id === paymentId))
    return [`entry ${key} has no payment`];
  if (OF_ORDERS.includes(outcome) && !orders.some(({ id }) => id === orderId)) return [`entry ${key} has no order`];
  return [];
}

/**
 * A debit may contain charges of the bank. What came back is subtracted as it was: an order that is open again may have
 * been reduced since.
 */
function chargesOf({ id, amount, isCompleted }: Order, entries: readonly BookedEntry[]): number {
  if (timesPaid(id, entries) !== (isCompleted ? 1 : 0)) return 0;
  const sum = (outcome: BookingOutcome): number =>
    entries
      .filter((entry) => entry.orderId === id && entry.outcome === outcome)
      .reduce((total, entry) => total + entry.amount, 0);
  const out = sum('order_completed');
  return out === 0 ? 0 : out - sum('returned') - (isCompleted ? amount : 0);
}

function faultsOfSums({ entries, orders, sums }: BookedAtBank): string[] {
  if (sums === null) return [];
  const sum = (outcome: BookingOutcome): number =>
    entries.filter((entry) => entry.outcome === outcome).reduce((total, { amount }) => total + amount, 0);
  const withOrders = orders.reduce((total, order) => total + chargesOf(order, entries), 0);
  const rules: [boolean, string][] = [
    [sum('interest') === sums.interest, 'interest is not what the entries of the bank say'],
    [sum('charge') + withOrders === sums.charges, 'charges are not what the entries of the bank say'],
    [sum('withholding_tax') === sums.withholdingTax, 'withholding tax is not what the entries of the bank say'],
  ];
  return rules.filter(([isTrue]) => !isTrue).map(([, fault]) => fault);
}
