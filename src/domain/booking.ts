import type { Order } from './ledger.ts';
import type { KeptOutcome } from './bank/kept-bookings.ts';
import { daysBetween, type Day } from './values/calendar.ts';
import type { Rappen } from './values/money.ts';
import type { PostalAddress } from './values/postal-address.ts';

/** One transaction of a bank statement, or an entry that lists no transactions. */
export type StatementEntry = {
  /** The same money has the same key in every file; see `BookingKeys`. IBAN and QR-IBAN of an account count as one. */
  key: string;
  /** The key with the account as the file writes it, where that differs. */
  writtenKey: string | null;
  /** The key of the entry that the transaction is part of; equal to `key` when it is the whole entry. */
  entryKey: string;
  /** `detail`: one of several transactions of an entry. */
  level: 'entry' | 'detail';
  /** Without details: of how many transactions it is the total, 1 where none are announced. Null: it has details. */
  totalOf: number | null;
  /** Its details do not add up to it, in sum or in number; it stands for the whole entry. */
  isMismatch: boolean;
  accountIban: string;
  direction: 'credit' | 'debit';
  isReversal: boolean;
  /** False: the entry is still pending. */
  isBooked: boolean;
  /** What moved on the account, net of charges that the bank has deducted. Null when it is not in CHF. */
  amount: Rappen | null;
  currency: string;
  amountText: string;
  bookedOn: Day | null;
  /** The moment, where the bank gives one. */
  bookedAt: string | null;
  valueOn: Day | null;
  reference: string | null;
  endToEndId: string | null;
  /** The payer of a credit, the payee of a debit; as the bank writes it, so possibly not a valid IBAN. */
  counterpartyIban: string | null;
  counterpartyName: string | null;
  counterpartyAddress: PostalAddress | null;
  charges: Rappen;
  /** `AcctSvcrRef` of the entry and of the transaction. */
  entryReference: string | null;
  detailReference: string | null;
  /** The bank transaction code, as in `PMNT/RCDT/OTHR`. */
  code: string | null;
  /** Return information, or a return code. */
  returned: { reason: string | null; originalEndToEndId: string | null } | null;
  text: string | null;
  /** Several references with amounts of their own. Empty: the amounts are missing or do not add up. */
  parts: readonly { reference: string | null; amount: Rappen }[] | null;
};

/** What a booking is, apart from whom it belongs to. */
export type BookingKind = 'payment' | 'interest' | 'charge' | 'withholding_tax' | 'debit' | 'return' | 'reversal';

/** The codes of interest, charges and tax. */
export type BankCodes = ReadonlyMap<string, 'interest' | 'charge' | 'withholding_tax'>;

type DepositLocation = { organizationId: string; depositId: string };

/** Whose account it is. A deposit of any state counts, also by an account that was corrected since. */
export type AccountOwner =
  /** `startsAfter`: the deposit was taken over with the balance of this day, which holds all that was booked until then. */
  | { is: 'deposit'; deposit: DepositLocation; iban: string; startsAfter?: Day | null }
  | { is: 'own'; iban: string }
  | { is: 'foreign' };

/** The stored facts that decide the outcome of an entry. Earlier entries of the same batch count. */
export type BookingFacts = {
  account: AccountOwner;
  /** The entry, or the transactions that it is the total of, were stored before. */
  isKnown: boolean;
  /** Known single bookings of the account and the day add up to this total. */
  isKnownTotal: boolean;
  /** Stored bookings of the account with the same direction and amount, from other files. */
  alike: readonly KnownBooking[];
  /** The deposit that the reference names. */
  deposit: DepositLocation | null;
  /** The payment order that the end-to-end id names. */
  order: OrderFacts | null;
  /** The payment that a reversal takes back, in full; without a deposit, it is to be paid back. Null: unknown, or a part. */
  reversed: { paymentId: string; deposit: DepositLocation | null } | null;
  /** Whose account the counterparty's is. */
  counterparty: AccountOwner;
};

export type KnownBooking = Pick<
  StatementEntry,
  | 'key'
  | 'level'
  | 'bookedOn'
  | 'reference'
  | 'endToEndId'
  | 'counterpartyIban'
  | 'counterpartyName'
  | 'entryReference'
  | 'detailReference'
> & { kind: BookingKind };

export type OrderFacts = Pick<Order, 'id' | 'kind' | 'amount' | 'completedAt' | 'cancelledAt' | 'attempt'> & {
  deposit: DepositLocation | null;
  /** The account it is paid from. */
  from: string | null;
  /** The attempt that the end-to-end id names. */
  namedAttempt: number;
  /** The money of a transfer goes to this deposit. */
  transferTo: DepositLocation | null;
};

/** Where the decision is made. */
type BookingSettings = {
  codes: BankCodes;
  /** In the test environment money on the operator's own account counts for the deposit that its reference names. */
  isTest: boolean;
};

export type BookedOutcome =
  /** A payment of ours has come back. */
  | 'returned'
  /** The bank has taken a payment back. */
  | 'reversed'
  | 'interest'
  | 'charge'
  | 'withholding_tax'
  /** Between two accounts of a deposit, or from the operator's own account to a deposit's. */
  | 'transfer'
  /** A payment of ours was carried out. */
  | 'order_completed'
  /** Money for the deposit that the reference names, or the account. */
  | 'payment'
  /** Money on the operator's own account. It is assigned or paid back. */
  | 'unknown_reference';

/** `ignored`: still pending, so the bank may change it, or nothing. */
export type BookingOutcome = 'ignored' | 'already_known' | KeptOutcome | BookedOutcome;

type Given = { entry: StatementEntry; facts: BookingFacts; settings: BookingSettings; kind: BookingKind };
type Rule = [row: number, outcome: BookingOutcome, applies: (given: Given) => boolean];

const isDebit = ({ entry }: Given): boolean => entry.direction === 'debit';

/** The rows of the table of bookings; the first that applies decides. */
const RULES: readonly Rule[] = [
  [1, 'ignored', ({ entry }) => !entry.isBooked || /^0*(?:\.0*)?$/.test(entry.amountText)],
  [2, 'foreign_account', ({ facts }) => facts.account.is === 'foreign'],
  [3, 'already_known', ({ facts }) => facts.isKnown],
  [3, 'already_known', isInStartingBalance],
  [4, 'currency', ({ entry }) => entry.amount === null],
  [5, 'already_known', ({ entry, facts, kind }) => isTotal(entry, kind) && facts.isKnownTotal],
  [5, 'awaiting_details', ({ entry, kind }) => isTotal(entry, kind)],
  [6, 'sum_mismatch', ({ entry }) => entry.isMismatch || entry.parts?.length === 0],
  [7, 'possible_duplicate', ({ entry, facts, kind }) => facts.alike.some((known) => isAlike(entry, kind, known))],
  [8, 'returned', (given) => given.kind === 'return' && isReturnOfOurs(given)],
  [8, 'unknown_return', ({ kind }) => kind === 'return'],
  [9, 'reversed', ({ kind, facts }) => kind === 'reversal' && facts.reversed !== null],
  [9, 'unknown_reversal', ({ kind }) => kind === 'reversal'],
  [10, 'own_account', ({ kind, facts }) => isOfTheBank(kind) && facts.account.is === 'own'],
  [10, 'interest', ({ kind }) => kind === 'interest'],
  [10, 'charge', ({ kind }) => kind === 'charge'],
  [10, 'withholding_tax', ({ kind }) => kind === 'withholding_tax'],
  [11, 'transfer', isTransfer],
  [12, 'order_completed', (given) => isDebit(given) && isFirstDebitOf(given)],
  [12, 'possible_duplicate', (given) => isDebit(given) && isRightDebit(given)],
  [12, 'debit_mismatch', (given) => isDebit(given) && given.facts.order !== null],
  [13, 'unexpected_debit', isDebit],
  [14, 'payment', isByReference],
  [15, 'account_mismatch', ({ facts: { account, deposit } }) => account.is === 'deposit' && deposit !== null],
  [16, 'payment', ({ facts: { account } }) => account.is === 'deposit'],
  [17, 'unknown_reference', () => true],
];

/** Bank and money 6, years 3: the books of a deposit that was taken over start with a balance. */
function isInStartingBalance({ entry: { bookedOn }, facts: { account } }: Given): boolean {
  const startsAfter = account.is === 'deposit' ? (account.startsAfter ?? null) : null;
  return startsAfter !== null && bookedOn !== null && bookedOn <= startsAfter;
}

/** The outcome of a statement entry, and the row of the table that decided it. */
export function decideBooking(
  entry: StatementEntry,
  facts: BookingFacts,
  settings: BookingSettings,
): { row: number; outcome: BookingOutcome } {
  const given = { entry, facts, settings, kind: kindOf(entry, settings.codes) };
  const rule = RULES.find(([, , applies]) => applies(given));
  if (rule === undefined) throw new Error('the last rule always applies');
  return { row: rule[0], outcome: rule[1] };
}

export function kindOf({ direction, isReversal, returned, code }: StatementEntry, codes: BankCodes): BookingKind {
  const isBack = isReversal || returned !== null;
  if (isBack) return direction === 'credit' ? 'return' : 'reversal';
  const ofBank = code === null ? undefined : codes.get(code);
  if (direction === 'credit') return ofBank === 'interest' ? 'interest' : 'payment';
  // Debit interest is a charge.
  if (ofBank === 'interest') return 'charge';
  return ofBank ?? 'debit';
}

function isOfTheBank(kind: BookingKind): boolean {
  return kind === 'interest' || kind === 'charge' || kind === 'withholding_tax';
}

/** Such an entry must not be booked: the transactions in the other file have keys of their own. */
export function isTotal({ totalOf }: Pick<StatementEntry, 'totalOf'>, kind: BookingKind): boolean {
  return totalOf !== null && !isOfTheBank(kind);
}

/** Whether two bookings may be one, reported in two ways. Direction, account and amount are the same. */
function isAlike(entry: StatementEntry, kind: BookingKind, known: KnownBooking): boolean {
  return known.kind === kind && isNear(entry, known) && isSameOther(entry, known) && !canBeToldApart(entry, known);
}

const NEAR_DAYS = 5;

function isNear({ bookedOn: one }: StatementEntry, { bookedOn: other }: KnownBooking): boolean {
  return one === null || other === null || Math.abs(daysBetween(one, other)) <= NEAR_DAYS;
}

function isSameOther(entry: StatementEntry, known: KnownBooking): boolean {
  if (entry.direction === 'debit') {
    if (entry.endToEndId !== null && known.endToEndId !== null) return entry.endToEndId === known.endToEndId;
    return isSameParty(entry, known);
  }
  const isSameReference = entry.reference !== null && entry.reference === known.reference;
  return isSameReference || isSameParty(entry, known);
}

type Named = Pick<StatementEntry, 'counterpartyIban' | 'counterpartyName'>;

/** Both absent counts as the same. A bank that gives the account in one file may give only the name in the other. */
function isSameParty(one: Named, other: Named): boolean {
  if (one.counterpartyIban !== null && other.counterpartyIban !== null) {
    return one.counterpartyIban === other.counterpartyIban;
  }
  if (one.counterpartyName !== null && other.counterpartyName !== null) {
    return one.counterpartyName.trim().toLowerCase() === other.counterpartyName.trim().toLowerCase();
  }
  const isAbsent = ({ counterpartyIban, counterpartyName }: Named): boolean =>
    counterpartyIban === null && counterpartyName === null;
  return isAbsent(one) && isAbsent(other);
}

/** The bank's references say that they are two, if both have one on the same level. */
function canBeToldApart(one: KnownBooking | StatementEntry, other: KnownBooking): boolean {
  if (one.level !== other.level) return false;
  const areBoth = (name: 'entryReference' | 'detailReference'): boolean => one[name] !== null && other[name] !== null;
  return areBoth('entryReference') || areBoth('detailReference');
}

/** A return names our payment by its end-to-end id and brings all of it back to where it was paid from. */
function isReturnOfOurs({ entry, facts: { account, order } }: Given): boolean {
  if (order === null || order.amount !== entry.amount) return false;
  return isOut(order) && isBackHome(account, order);
}

/** The account it was paid from, or another one of the same deposit. */
function isBackHome(account: AccountOwner, { deposit, from }: OrderFacts): boolean {
  if (account.is === 'foreign') return false;
  const isOfDeposit = account.is === 'deposit' && account.deposit.depositId === deposit?.depositId;
  return isOfDeposit || account.iban === from;
}

/** The payment that the end-to-end id names was carried out and has not come back. */
function isOut({ completedAt, attempt, namedAttempt }: OrderFacts): boolean {
  return completedAt !== null && attempt === namedAttempt;
}

function isTransfer({ entry, facts: { account, counterparty, order } }: Given): boolean {
  if (account.is === 'deposit' && counterparty.is === 'deposit') {
    const isSame = account.deposit.depositId === counterparty.deposit.depositId;
    if (isSame && account.iban !== counterparty.iban) return true;
  }
  if (order?.kind !== 'transfer' || order.amount !== entry.amount) return false;
  if (entry.direction === 'debit') {
    const isFrom = account.is === 'own' && (order.from === null || order.from === account.iban);
    return isFrom && order.completedAt === null && order.cancelledAt === null;
  }
  return account.is === 'deposit' && order.transferTo?.depositId === account.deposit.depositId;
}

/** Still owed, from the right account, and the amount is the order's, or the order's with the bank's charges. */
function isRightDebit({ entry, facts: { account, order } }: Given): boolean {
  if (order === null || order.cancelledAt !== null || entry.amount === null) return false;
  const isAmount = order.amount === entry.amount || order.amount === entry.amount - entry.charges;
  return isAmount && account.is !== 'foreign' && order.from === account.iban;
}

function isFirstDebitOf(given: Given): boolean {
  const { order } = given.facts;
  return isRightDebit(given) && order?.completedAt === null && order.attempt === order.namedAttempt;
}

function isByReference({ facts: { account, deposit }, settings: { isTest } }: Given): boolean {
  if (deposit === null) return false;
  return account.is === 'own' ? isTest : account.is === 'deposit' && account.deposit.depositId === deposit.depositId;
}
