import { createHash } from 'node:crypto';
import type { AccountOwner, BookingOutcome, StatementEntry } from '../../domain/booking.ts';
import type { ResolvedAs, Resolution } from '../../domain/bank/resolution.ts';
import { formatChf, rappen, type Rappen } from '../../domain/values/money.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId, NIL_ID } from '../../storage/database/ids.ts';
import { locateDeposit, type Location } from '../../storage/deposits/deposits.ts';
import { hasBookedEntry, lockKept, settleEntry, type KeptEntry } from '../../storage/money/bank-entries.ts';
import { closeDecided, forgetEntry, keepReadingTime } from '../../storage/money/decided-again.ts';
import { lockUnknownCredits } from '../../storage/money/own-credits.ts';
import { accountOwners, lockBookedOrders, type BookedOrder } from '../../storage/money/booking-facts.ts';
import { locatePayment } from '../../storage/money/money.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import { assignMoney } from './assign-money.ts';
import { bookInTransaction, lockBookings, settleTotals } from './book-entries.ts';
import { Bookings, type BookingTarget } from './bookings.ts';

/** What was done with a kept entry. `isKept`: decided again, and still for a person. */
type Resolved = { entry: KeptEntry; isKept: boolean; isRepeated: boolean };

/**
 * Resolves a kept entry as a person says, in the caller's transaction. The same words again change nothing; others are
 * refused. Throws why not.
 */
export async function resolveEntry(services: Services, key: string, resolution: Resolution): Promise<Resolved> {
  const { database: sql } = services;
  await lockBookings(sql);
  const entry = await lockKept(sql, key);
  if (entry === null) throw unknown('entry');
  if (entry.settledAt !== null) {
    if (wordsOf(entry.resolution) === wordsOf(resolution)) return { entry, isKept: false, isRepeated: true };
    throw new SetUpRefused('conflict', 'entry', 'It was resolved in another way already.');
  }
  if ('as' in resolution && resolution.as === 'again') return again(services, sql, entry, resolution);
  const booked = await book(services, sql, entry, resolution);
  await settleEntry(sql, key, { resolution, booked });
  // Whether it is a booking of its own decides whether a total is known.
  await settleTotals(sql, entry.accountOf === null ? [] : [entry.accountOf]);
  services.wakeWorker();
  return { entry, isKept: false, isRepeated: false };
}

/** The words of a resolution, in any order of members. */
function wordsOf(resolution: object | null): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .map(([name, one]) => [name, sorted(one)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
  };
  return createHash('sha256')
    .update(JSON.stringify(sorted(resolution)))
    .digest('hex');
}

async function again(services: Services, sql: Sql, kept: KeptEntry, resolution: Resolution): Promise<Resolved> {
  const forgotten = await forgetEntry(sql, kept.key);
  await bookInTransaction(services, sql, [kept.entry], { id: kept.fileId, keys: new Set([kept.entry.key]) });
  await keepReadingTime(sql, kept.entry.key, kept.at);
  const isClosed = await closeDecided(sql, kept.key, { forgotten, resolution });
  services.wakeWorker();
  return { entry: kept, isKept: !isClosed, isRepeated: false };
}

type BookedTo = BookingTarget & { outcome: BookingOutcome; organizationId: string };

async function book(services: Services, sql: Sql, kept: KeptEntry, resolution: Resolution): Promise<BookedTo | null> {
  const bookings = new Bookings(services, sql, await serviceNow(sql));
  const work: Work = { services, sql, kept, bookings, assigned: [], orders: new Map() };
  const parts =
    'parts' in resolution
      ? resolution.parts.map((part) => ({ part, amount: part.amount }))
      : [{ part: resolution, amount: null }];
  if ('parts' in resolution) requireSum(kept, resolution.parts);
  let last: BookedTo | null = null;
  for (const [index, { part, amount }] of parts.entries()) {
    // A total is stored under a key of its own, which its payment must name.
    const whole = { ...kept.entry, key: kept.key };
    const entry = amount === null ? whole : { ...whole, amount, key: `${kept.key}/${index + 1}` };
    last = (await bookAs(work, entry, part)) ?? last;
  }
  await bookings.store(sql);
  for (const one of work.assigned) await assignMoney(services, { ...one, reason: resolution.reason });
  return last;
}

function requireSum({ entry }: KeptEntry, parts: readonly { amount: Rappen }[]): void {
  const sum = rappen(parts.reduce((total, { amount }) => total + amount, 0));
  if (entry.amount === null) throw notChf(entry);
  if (sum === entry.amount) return;
  const sentence = `must add up to CHF ${formatChf(entry.amount)}; they add up to CHF ${formatChf(sum)}`;
  throw new SetUpRefused('invalid', 'parts', sentence, 'sum');
}

type Work = {
  services: Services;
  sql: Sql;
  kept: KeptEntry;
  bookings: Bookings;
  /** Money of the operator's own account that goes to a deposit by a transfer. */
  assigned: { orderId: string; depositId: string }[];
  /** As the parts before have left them. */
  orders: Map<string, BookedOrder>;
};

/** Null: closed without booking. */
async function bookAs(work: Work, entry: StatementEntry, as: ResolvedAs): Promise<BookedTo | null> {
  switch (as.as) {
    case 'duplicate':
    case 'none':
    case 'again':
      return null;
    case 'payback':
      requireDirection(entry, 'credit', as.as);
      return payBack(work, entry);
    case 'payment':
    case 'interest':
      requireDirection(entry, 'credit', as.as);
      return bookToDeposit(work, entry, as.as, as.depositId);
    case 'charge':
    case 'withholding_tax':
      requireDirection(entry, 'debit', as.as);
      return bookToDeposit(work, entry, as.as, as.depositId);
    case 'return':
      requireDirection(entry, 'credit', as.as);
      return bookToOrder(work, entry, 'returned', as.orderId);
    case 'order':
      requireDirection(entry, 'debit', as.as);
      return bookToOrder(work, entry, 'order_completed', as.orderId);
    case 'reversal':
      requireDirection(entry, 'debit', as.as);
      return reverse(work, entry, as.paymentId);
  }
}

function notChf({ currency }: StatementEntry): SetUpRefused {
  return new SetUpRefused('conflict', 'entry', `It is in ${currency}: only entries in CHF can be booked.`);
}

function requireDirection(entry: StatementEntry, wanted: string, as: string): void {
  const { direction, amount } = entry;
  if (amount === null) throw notChf(entry);
  if (direction !== wanted) {
    throw new SetUpRefused('invalid', 'as', `cannot be ${as}: the entry is a ${direction}`, 'direction');
  }
}

async function bookToDeposit(
  { services, sql, bookings, assigned }: Work,
  entry: StatementEntry,
  outcome: 'payment' | 'interest' | 'charge' | 'withholding_tax',
  depositId: string,
): Promise<BookedTo> {
  const deposit = isId(depositId) ? await locateDeposit(sql, depositId) : null;
  if (deposit === null) throw new SetUpRefused('invalid', 'depositId', 'there is no such deposit', 'unknown');
  const account = await accountOf({ services, sql }, entry);
  if (outcome === 'payment' && account.is === 'foreign') {
    const sentence = 'The account is not one of ours. Give it to its deposit, then decide the entry again.';
    throw new SetUpRefused('conflict', 'entry', sentence);
  }
  await bookings.lock([deposit]);
  if ((bookings.deposit(depositId)?.iban ?? null) === null) {
    throw new SetUpRefused('conflict', 'deposit', 'The deposit has no account, so no money can be booked to it.');
  }
  // Row 17: there it does not count for a deposit yet.
  if (!services.money.isTest && account.is === 'own') {
    if (outcome !== 'payment') throw new SetUpRefused('conflict', 'entry', OWN_ACCOUNT[outcome]);
    const { paymentId, orderId } = bookings.receiveUnknown(entry);
    assigned.push({ orderId, depositId });
    return { outcome: 'unknown_reference', organizationId: NIL_ID, paymentId };
  }
  const facts = { account: ownerOf(deposit, entry), deposit: null, reversed: null };
  return target(bookings.book(entry, outcome, { facts, order: undefined }), deposit);
}

/** OR 257e: what is on the operator's own account is not the tenant's, and costs there are not the tenant's either. */
const OWN_ACCOUNT = {
  interest:
    'It is on the operator’s own account, so it is not interest of a deposit. Close it with none; if it is money of a deposit, resolve it as payment: a transfer then brings it to the deposit’s account.',
  charge:
    'It was charged to the operator’s own account, so the deposit has not paid it. Close it with none: the operator bears it.',
  withholding_tax:
    'It was deducted on the operator’s own account, so the deposit has not paid it. Close it with none: the operator bears it.',
} as const;

/** A debit of an order that a person has completed by hand is only linked with it. */
async function bookToOrder(
  { services, sql, bookings, orders }: Work,
  entry: StatementEntry,
  outcome: 'returned' | 'order_completed',
  orderId: string,
): Promise<BookedTo> {
  const found = isId(orderId) ? await lockBookedOrders(sql, [orderId], services.money.operatorIban) : new Map();
  const order: BookedOrder | undefined = orders.get(orderId) ?? found.get(orderId);
  if (order === undefined) throw new SetUpRefused('invalid', 'orderId', 'there is no such order', 'unknown');
  if (order.cancelledAt !== null) throw new SetUpRefused('conflict', 'order', 'Nothing is left to pay of this order.');
  await bookings.lock(order.deposit === null ? [] : [order.deposit]);
  const amount = entry.amount as Rappen;
  if (outcome === 'order_completed' && order.completedAt !== null) {
    const isFirst = !orders.has(orderId) && !(await hasBookedEntry(sql, orderId));
    if (amount === order.amount && isFirst) {
      orders.set(orderId, order);
      return { outcome, organizationId: order.deposit?.organizationId ?? NIL_ID, deposit: order.deposit, orderId };
    }
    throw new SetUpRefused('conflict', 'order', 'The order was carried out already, with another booking.');
  }
  if (outcome === 'returned' ? amount !== order.amount : amount < order.amount) {
    const sentence = `The order is of CHF ${formatChf(order.amount)}, the entry of CHF ${formatChf(amount)}.`;
    throw new SetUpRefused('conflict', 'order', sentence);
  }
  if (outcome === 'returned' && order.completedAt === null) {
    throw new SetUpRefused('conflict', 'order', 'The order was not carried out, so it cannot come back.');
  }
  const account =
    order.deposit === null ? { is: 'own' as const, iban: entry.accountIban } : ownerOf(order.deposit, entry);
  const booked = bookings.book(entry, outcome, { facts: { account, deposit: null, reversed: null }, order });
  if (booked.outcome !== outcome) throw new SetUpRefused('conflict', 'order', 'The order does not allow it.');
  if (booked.order !== undefined) orders.set(orderId, booked.order);
  return target(booked, order.deposit);
}

async function reverse({ sql, bookings }: Work, entry: StatementEntry, paymentId: string): Promise<BookedTo> {
  const deposit = isId(paymentId) ? await locatePayment(sql, paymentId) : null;
  await bookings.lock(deposit === null ? [] : [deposit]);
  if (deposit === null) bookings.loadUnknown(isId(paymentId) ? await lockUnknownCredits(sql, [paymentId]) : []);
  const known = deposit === null ? bookings.unknownPayments() : bookings.deposit(deposit.depositId)?.payments;
  const payment = known?.find(({ id }) => id === paymentId);
  if (payment === undefined) throw new SetUpRefused('invalid', 'paymentId', 'there is no such payment', 'unknown');
  if (payment.amount !== entry.amount || payment.reversedAt !== null) {
    throw new SetUpRefused('conflict', 'payment', 'The payment has another amount, or was taken back already.');
  }
  const account = deposit === null ? { is: 'own' as const, iban: entry.accountIban } : ownerOf(deposit, entry);
  const facts = { account, deposit: null, reversed: { paymentId, deposit } };
  const booked = bookings.book(entry, 'reversed', { facts, order: undefined });
  if (booked.outcome !== 'reversed') {
    throw new SetUpRefused(
      'conflict',
      'payment',
      'Its money has been paid out already: recover it, then book it as charge.',
    );
  }
  return target(booked, deposit);
}

/** To the payer: from the account of a deposit as its surplus, from the operator's own as money without a deposit. */
async function payBack({ services, sql, bookings }: Work, entry: StatementEntry): Promise<BookedTo> {
  const owner = await accountOf({ services, sql }, entry);
  if (owner.is === 'foreign') {
    throw new SetUpRefused('conflict', 'entry', 'The account is not one of ours, so nothing can be paid back from it.');
  }
  if (owner.is === 'own') {
    const facts = { account: owner, deposit: null, reversed: null };
    return target(bookings.book(entry, 'unknown_reference', { facts, order: undefined }), null);
  }
  await bookings.lock([owner.deposit]);
  return target(bookings.payBack(entry, owner.deposit), owner.deposit);
}

async function accountOf(
  { services, sql }: Pick<Work, 'services' | 'sql'>,
  { accountIban }: StatementEntry,
): Promise<AccountOwner> {
  const owners = await accountOwners(sql, [accountIban], services.money.operatorIban);
  return owners.get(accountIban) ?? { is: 'foreign' };
}

function ownerOf(deposit: Location, { accountIban: iban }: StatementEntry) {
  return { is: 'deposit' as const, deposit, iban };
}

function target(booked: { outcome: BookingOutcome; target: BookingTarget }, deposit: Location | null): BookedTo {
  return {
    ...booked.target,
    outcome: booked.outcome,
    organizationId: deposit?.organizationId ?? NIL_ID,
  };
}
