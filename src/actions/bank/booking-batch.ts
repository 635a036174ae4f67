import { namedOrder } from '../../domain/values/end-to-end-id.ts';
import {
  decideBooking,
  isTotal,
  kindOf,
  type AccountOwner,
  type BookingFacts,
  type BookingOutcome,
  type KnownBooking,
  type StatementEntry,
} from '../../domain/booking.ts';
import { isKept, KEPT } from '../../domain/bank/kept-bookings.ts';
import type { Payment } from '../../domain/ledger.ts';
import { plainReference } from '../../domain/values/payment-reference.ts';
import type { Sql } from '../../storage/database/database.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import type { NewEntry } from '../../storage/money/bank-entries.ts';
import { findOwnCredits, lockUnknownCredits } from '../../storage/money/own-credits.ts';
import { claimSingles } from '../../storage/money/totals.ts';
import {
  accountOwners,
  alikeBookings,
  alikeKey,
  bookedTotals,
  depositsByReference,
  depositsOfOrders,
  knownKeys,
  lockBookedOrders,
  lockOtherAccounts,
  type BookedOrder,
} from '../../storage/money/booking-facts.ts';
import type { Services } from '../services.ts';
import { Bookings, reversedPaymentOf, type BookingTarget } from './bookings.ts';

const FOREIGN: AccountOwner = { is: 'foreign' };

/** An entry with its outcome; where it was booked to. */
export type Decided = { entry: StatementEntry; outcome: BookingOutcome; target: BookingTarget };

/**
 * Entries of one file, decided and booked in one transaction. What decides them is read for all of them together; each
 * sees the bookings of those before it.
 */
export class BookingBatch {
  readonly #services: Services;
  readonly #sql: Sql;
  readonly #file: { id: string; keys: ReadonlySet<string> };
  readonly #bookings: Bookings;
  #owners = new Map<string, AccountOwner>();
  #known = new Set<string>();
  #bookedTotals = new Set<string>();
  #alike = new Map<string, KnownBooking[]>();
  #byReference = new Map<string, { organizationId: string; depositId: string }>();
  #orders = new Map<string, BookedOrder>();
  /** Whose money on the operator's own account reversals of this batch may take back. */
  #creditedDeposits: readonly { organizationId: string; depositId: string }[] = [];

  constructor(
    services: Services,
    sql: Sql,
    { file, now }: { file: { id: string; keys: ReadonlySet<string> }; now: Date },
  ) {
    this.#services = services;
    this.#sql = sql;
    this.#file = file;
    this.#bookings = new Bookings(services, sql, now);
  }

  /**
   * Locks all deposits and orders that the entries may concern, then reads all facts: what another file books on the same
   * accounts meanwhile is among them.
   */
  async prepare(entries: readonly StatementEntry[]): Promise<void> {
    const sql = this.#sql;
    await this.#lock(entries);
    this.#known = await knownKeys(
      sql,
      entries.flatMap(({ key, writtenKey }) => (writtenKey === null ? [key] : [key, writtenKey])),
    );
    this.#bookedTotals = await bookedTotals(
      sql,
      entries.filter(({ level }) => level === 'detail').map(({ entryKey }) => entryKey),
    );
    const sought = entries.flatMap((entry) => {
      const accountOf = ownerIdOf(this.#ownerOf(entry.accountIban));
      return accountOf === null || entry.amount === null ? [] : [{ accountOf, amount: entry.amount }];
    });
    this.#alike = await alikeBookings(sql, sought, this.#file.id);
  }

  async #lock(entries: readonly StatementEntry[]): Promise<void> {
    const sql = this.#sql;
    const { operatorIban } = this.#services.money;
    const ibans = entries.flatMap(({ accountIban, counterpartyIban }) => [accountIban, counterpartyIban ?? '']);
    this.#owners = await accountOwners(sql, ibans, operatorIban);
    if (entries.some(({ accountIban }) => this.#ownerOf(accountIban).is !== 'deposit')) await lockOtherAccounts(sql);
    this.#byReference = await depositsByReference(sql, [...new Set(entries.flatMap(referencesOf))]);
    const orderIds = [...new Set(entries.flatMap((entry) => namedOrder(endToEndIdOf(entry))?.orderId ?? []))];
    const { deposits, paymentIds } = await findOwnCredits(
      sql,
      entries.filter((entry) => this.#isOwnReversal(entry)),
    );
    this.#creditedDeposits = deposits;
    await this.#bookings.lock([
      ...deposits,
      ...entries.flatMap(({ accountIban }) => locationOf(this.#ownerOf(accountIban))),
      ...this.#byReference.values(),
      ...(await depositsOfOrders(sql, orderIds)),
    ]);
    this.#orders = await lockBookedOrders(sql, orderIds, operatorIban);
    this.#bookings.loadUnknown(await lockUnknownCredits(sql, paymentIds));
  }

  async decide(entry: StatementEntry): Promise<Decided[]> {
    const facts = await this.#factsOf(entry);
    const { outcome } = decideBooking(entry, facts, this.#services.money);
    if (outcome === 'ignored' || outcome === 'already_known') return [{ entry, outcome, target: {} }];
    this.#known.add(entry.key);
    if (!isKept(outcome) && entry.parts !== null) return this.#decideParts(entry, entry.parts);
    return [this.#book(entry, outcome, facts)];
  }

  /** One transaction with several references: each part is a booking of its own. */
  async #decideParts(entry: StatementEntry, parts: NonNullable<StatementEntry['parts']>): Promise<Decided[]> {
    const decided: Decided[] = [];
    for (const [index, { reference, amount }] of parts.entries()) {
      const part: StatementEntry = {
        ...entry,
        key: `${entry.key}/${index + 1}`,
        entryKey: entry.key,
        reference,
        amount,
        parts: null,
      };
      const facts = { ...(await this.#factsOf(part)), isKnown: false, alike: [] };
      decided.push(this.#book(part, decideBooking(part, facts, this.#services.money).outcome, facts));
    }
    return decided;
  }

  #book(entry: StatementEntry, outcome: BookingOutcome, facts: BookingFacts): Decided {
    if (isKept(outcome) || outcome === 'ignored' || outcome === 'already_known') {
      return { entry, outcome, target: { deposit: facts.account.is === 'deposit' ? facts.account.deposit : null } };
    }
    const named = namedOrder(endToEndIdOf(entry));
    const order = named === null ? undefined : this.#orders.get(named.orderId);
    const booked = this.#bookings.book(entry, outcome, { facts, order });
    if (booked.order !== undefined) this.#orders.set(booked.order.id, booked.order);
    return { entry, outcome: booked.outcome, target: booked.target };
  }

  async #factsOf(entry: StatementEntry): Promise<BookingFacts> {
    const account = this.#ownerOf(entry.accountIban);
    const accountOf = ownerIdOf(account);
    const kind = kindOf(entry, this.#services.money.codes);
    const named = namedOrder(endToEndIdOf(entry));
    const order = named === null ? undefined : this.#orders.get(named.orderId);
    const isKnown =
      this.#known.has(entry.key) ||
      (entry.writtenKey !== null && this.#known.has(entry.writtenKey)) ||
      this.#bookedTotals.has(entry.entryKey);
    const isAsked = !isKnown && entry.isBooked && accountOf !== null && entry.amount !== null;
    return {
      account,
      isKnown,
      isKnownTotal: isAsked && isTotal(entry, kind) && (await this.#claim(entry, accountOf)),
      alike:
        accountOf === null || entry.amount === null
          ? []
          : (this.#alike.get(alikeKey({ ...entry, accountOf, amount: entry.amount })) ?? []),
      deposit: this.#byReference.get(plainReference(entry.reference ?? '')) ?? null,
      order: order === undefined || named === null ? null : { ...order, namedAttempt: named.attempt },
      reversed: kind === 'reversal' ? this.#reversedBy(entry, account) : null,
      counterparty: this.#ownerOf(entry.counterpartyIban ?? ''),
    };
  }

  #claim(entry: StatementEntry, accountOf: string): Promise<boolean> {
    const { key, accountIban, direction, bookedOn, amount, totalOf } = entry;
    const total = {
      key,
      direction,
      bookedOn,
      accountOf,
      accountIban,
      amount: amount ?? 0,
      count: totalOf ?? 1,
      fileId: this.#file.id,
    };
    return claimSingles(this.#sql, total, this.#file.keys);
  }

  #reversedBy(entry: StatementEntry, account: AccountOwner): BookingFacts['reversed'] {
    switch (account.is) {
      case 'foreign':
        return null;
      case 'deposit':
        return this.#reversedOf(entry, account.deposit, () => true);
      case 'own': {
        const named = this.#byReference.get(plainReference(entry.reference ?? ''));
        const isHere = ({ accountIban }: Payment): boolean => accountIban === account.iban;
        for (const deposit of named === undefined ? this.#creditedDeposits : [named, ...this.#creditedDeposits]) {
          const found = this.#reversedOf(entry, deposit, isHere);
          if (found !== null) return found;
        }
        const unknown = this.#bookings.unknownPayments();
        const payment = reversedPaymentOf(
          unknown.filter((one) => one.accountIban === null || isHere(one)),
          entry,
        );
        return payment === null ? null : { paymentId: payment.id, deposit: null };
      }
    }
  }

  #reversedOf(
    entry: StatementEntry,
    deposit: { organizationId: string; depositId: string },
    isMeant: (payment: Payment) => boolean,
  ): BookingFacts['reversed'] {
    const payments = this.#bookings.deposit(deposit.depositId)?.payments ?? [];
    const payment = reversedPaymentOf(payments.filter(isMeant), entry);
    return payment === null ? null : { paymentId: payment.id, deposit };
  }

  #isOwnReversal(entry: StatementEntry): boolean {
    const isOwn = this.#ownerOf(entry.accountIban).is === 'own';
    return isOwn && entry.amount !== null && kindOf(entry, this.#services.money.codes) === 'reversal';
  }

  #ownerOf(iban: string): AccountOwner {
    return this.#owners.get(iban) ?? FOREIGN;
  }

  /** The rows of the decided entries. */
  rowOf({ entry, outcome, target }: Decided): NewEntry {
    const owner = this.#ownerOf(entry.accountIban);
    return {
      entry,
      fileId: this.#file.id,
      kind: kindOf(entry, this.#services.money.codes),
      accountOf: ownerIdOf(owner),
      outcome,
      attention: isKept(outcome) ? KEPT[outcome](entry) : null,
      organizationId: isKept(outcome) ? NIL_ID : this.#homeOf(target.deposit ?? null),
      depositId: target.deposit?.depositId ?? null,
      paymentId: target.paymentId ?? null,
      orderId: target.orderId ?? null,
    };
  }

  /** Where the locked deposit is: a mandate may have moved it since it was located. */
  #homeOf(deposit: { organizationId: string; depositId: string } | null): string {
    if (deposit === null) return NIL_ID;
    return this.#bookings.deposit(deposit.depositId)?.organizationId ?? deposit.organizationId;
  }

  async store(sql: Sql): Promise<void> {
    await this.#bookings.store(sql);
  }
}

function ownerIdOf(owner: AccountOwner): string | null {
  if (owner.is === 'foreign') return null;
  return owner.is === 'own' ? NIL_ID : owner.deposit.depositId;
}

function locationOf(owner: AccountOwner): { organizationId: string; depositId: string }[] {
  return owner.is === 'deposit' ? [owner.deposit] : [];
}

function referencesOf({ reference, parts }: StatementEntry): string[] {
  const all = [reference, ...(parts ?? []).map((part) => part.reference)];
  return all.filter((one) => one !== null).map(plainReference);
}

/** A return names the payment that came back. */
function endToEndIdOf({ returned, endToEndId }: StatementEntry): string | null {
  return returned?.originalEndToEndId ?? endToEndId;
}
