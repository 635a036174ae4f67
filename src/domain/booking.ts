import type { Order } from './ledger.ts';
import type { Rappen } from './values/money.ts';

/** One transaction of a bank statement, or an entry that lists no transactions. */
export type StatementEntry = {
  /** The same money has the same key in every file; see `BookingKeys`. Only keys of booked entries are stored. */
  key: string;
  /**
   * The key of the entry that the transaction is part of; equal to `key` when it is the whole entry. An entry without
   * details whose key is the `entryKey` of known transactions is their total, not new money.
   */
  entryKey: string;
  /** The bank announces transactions and lists none: their references are in another file (camt.054). */
  isTotal: boolean;
  accountIban: string;
  direction: 'credit' | 'debit';
  isReversal: boolean;
  /** False: the entry is still pending. */
  isBooked: boolean;
  /** Null when it is not in CHF. */
  amount: Rappen | null;
  currency: string;
  amountText: string;
  bookedOn: string | null;
  reference: string | null;
  endToEndId: string | null;
  /** The payer of a credit, the payee of a debit; as the bank writes it, so possibly not a valid IBAN. */
  counterpartyIban: string | null;
  counterpartyName: string | null;
  charges: Rappen;
  bankReference: string | null;
};

/** The stored facts that decide the outcome of an entry. */
export type BookingFacts = {
  /** The entry, or the transactions that it is the total of, were stored before. */
  isKnown: boolean;
  /** The deposit that the reference names. */
  deposit: { organizationId: string; depositId: string } | null;
  /** The payment order that the end-to-end id names. */
  order: OrderFacts | null;
};

export type OrderFacts = Pick<Order, 'id' | 'kind' | 'amount' | 'completedAt'> & { deposit: BookingFacts['deposit'] };

/** Outcomes that a person must check, with the reason shown to the operator. Nothing is booked. */
export const KEPT = {
  awaiting_details: () => 'Its details are missing. They are in another file, which has not arrived yet.',
  currency: ({ currency }) => `It is in ${currency}, not in CHF.`,
  zero_amount: () => 'Its amount is 0.',
  returned: () => 'A payment of ours was returned.',
  reversed: () => 'The bank has reversed a payment.',
  unexpected_debit: () => 'It is a debit without a payment order.',
  debit_mismatch: () => 'Its amount differs from that of the payment order.',
  possible_duplicate: () => 'The payment order of this debit is completed already.',
} satisfies Record<string, (entry: StatementEntry) => string>;

export type KeptOutcome = keyof typeof KEPT;

export type BookedOutcome =
  /** A payment of ours was carried out. */
  | 'order_completed'
  /** Money for the deposit that the reference names. */
  | 'payment'
  /** Money that belongs to no deposit. It is paid back. */
  | 'unknown_reference';

/** `ignored`: still pending, so the bank may change it. */
export type BookingOutcome = 'ignored' | 'already_known' | KeptOutcome | BookedOutcome;

type Rule = [outcome: BookingOutcome, applies: (entry: StatementEntry, facts: BookingFacts) => boolean];

const RULES: readonly Rule[] = [
  ['ignored', ({ isBooked }) => !isBooked],
  ['already_known', (_, { isKnown }) => isKnown],
  ['awaiting_details', isWithoutDetails],
  ['currency', ({ amount }) => amount === null],
  ['zero_amount', ({ amount }) => amount === 0],
  ['returned', ({ isReversal, direction }) => isReversal && direction === 'credit'],
  ['reversed', ({ isReversal, direction }) => isReversal && direction === 'debit'],
  ['unexpected_debit', ({ direction }, { order }) => direction === 'debit' && order === null],
  ['debit_mismatch', ({ direction, amount }, { order }) => direction === 'debit' && order?.amount !== amount],
  ['possible_duplicate', ({ direction }, { order }) => direction === 'debit' && order?.completedAt !== null],
  ['order_completed', ({ direction }) => direction === 'debit'],
  ['payment', (_, { deposit }) => deposit !== null],
  ['unknown_reference', () => true],
];

/** The outcome of a statement entry: the first rule that applies decides. */
export function decideBooking(entry: StatementEntry, facts: BookingFacts): BookingOutcome {
  const rule = RULES.find(([, applies]) => applies(entry, facts));
  if (rule === undefined) throw new Error('the last rule always applies');
  return rule[0];
}

/** Such an entry must not be booked: the transactions in the other file have keys of their own. */
function isWithoutDetails(entry: StatementEntry): boolean {
  const { isTotal, reference, endToEndId, counterpartyIban, counterpartyName } = entry;
  return isTotal || [reference, endToEndId, counterpartyIban, counterpartyName].every((fact) => fact === null);
}

export function isKept(outcome: BookingOutcome): outcome is KeptOutcome {
  return outcome in KEPT;
}
