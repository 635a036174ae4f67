import type { Order } from './ledger.ts';
import type { Day } from './values/calendar.ts';
import type { Rappen } from './values/money.ts';
import type { PostalAddress } from './values/postal-address.ts';

/** One transaction of a bank statement, or an entry that lists no transactions. */
export type StatementEntry = {
  /** The same money has the same key in every file; see `BookingKeys`. Computed with the canonical account. */
  key: string;
  /** The key as it would be with the account as the file writes it, where that differs (QR-IBAN); else null. */
  writtenKey: string | null;
  /** The key of the entry that the transaction is part of; equal to `key` when it is the whole entry. */
  entryKey: string;
  /** `entry`: the whole entry; `detail`: one of several transactions of an entry. */
  level: 'entry' | 'detail';
  /** Without details: of how many transactions it is the total (1 where none are announced). Null: it has details. */
  totalOf: number | null;
  /** Its details do not add up to it, in sum or in number; then it stands for the whole entry. */
  isMismatch: boolean;
  /** As the file writes it. */
  accountIban: string;
  direction: 'credit' | 'debit';
  isReversal: boolean;
  isBooked: boolean;
  /** What moved on the account, net of charges that the bank deducted. Null when it is not in CHF. */
  amount: Rappen | null;
  currency: string;
  amountText: string;
  bookedOn: Day | null;
  /** The moment, where the bank gives one (BookgDt/DtTm), as an ISO instant; a local time counts as Swiss. */
  bookedAt: string | null;
  valueOn: Day | null;
  reference: string | null;
  endToEndId: string | null;
  counterpartyIban: string | null;
  counterpartyName: string | null;
  /** Structured, as the bank gives it (PstlAdr; town and country at least); null where it gives none. */
  counterpartyAddress: PostalAddress | null;
  charges: Rappen;
  /** AcctSvcrRef of the entry and of the transaction. */
  entryReference: string | null;
  detailReference: string | null;
  /** BkTxCd Domn/Fmly as in `PMNT/RCDT/OTHR`, of the transaction, else of the entry; null where it is absent or proprietary only. */
  code: string | null;
  /** RtrInf, or a return code (e.g. PMNT/ICDT/RRTN, PMNT/RCDT/RRTN, sub family RRTN/RPCR …): the reason as code and text, and OrgnlEndToEndId (else null). */
  returned: { reason: string | null; originalEndToEndId: string | null } | null;
  /** Unstructured remittance, AddtlTxInf, AddtlNtryInf: the first that is there. */
  text: string | null;
  /** Several structured references with amounts of their own (RmtInf/Strd with RfrdDocAmt): one part each. Null: one or none.
   *  An empty array: there are several references, but their amounts are missing or do not add up. */
  parts: readonly { reference: string | null; amount: Rappen }[] | null;
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
  sum_mismatch: () => 'Its details do not add up to it.',
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
  ['sum_mismatch', ({ isMismatch, parts }) => isMismatch || parts?.length === 0],
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
  const { totalOf, reference, endToEndId, counterpartyIban, counterpartyName } = entry;
  if (entry.isMismatch) return false;
  return (
    (totalOf ?? 1) > 1 || [reference, endToEndId, counterpartyIban, counterpartyName].every((fact) => fact === null)
  );
}

export function isKept(outcome: BookingOutcome): outcome is KeptOutcome {
  return outcome in KEPT;
}
