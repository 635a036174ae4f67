import type { BookedOutcome, BookingFacts, BookingOutcome, StatementEntry } from '../../domain/booking.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Recipient } from '../../domain/effect.ts';
import type { BankTime, IncomingPayment, Payment } from '../../domain/ledger.ts';
import { startOfDay, swissDay } from '../../domain/values/calendar.ts';
import { parsePayable } from '../../domain/values/iban.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import { plainReference } from '../../domain/values/payment-reference.ts';
import type { Sql } from '../../storage/database/database.ts';
import { bankReferenceOf } from '../../storage/money/bank-entries.ts';
import type { BookedOrder } from '../../storage/money/booking-facts.ts';
import type { Location } from '../../storage/deposits/deposits.ts';
import type { UnknownCredit } from '../../storage/money/own-credits.ts';
import { MoveBatch } from '../move-batch.ts';
import { operatorRecipients } from '../operators/operators.ts';
import type { Services } from '../services.ts';
import { UnknownMoney } from './unknown-money.ts';

/** What a booking belongs to. */
export type BookingTarget = { deposit?: Location | null; paymentId?: string; orderId?: string };

type Booked = { outcome: BookingOutcome; target: BookingTarget; order?: BookedOrder };
type Given = { facts: Pick<BookingFacts, 'account' | 'deposit' | 'reversed'>; order: BookedOrder | undefined };

/** Carries outcomes out: for deposits as moves, for money without a deposit in books of its own. */
export class Bookings {
  readonly #services: Services;
  readonly #sql: Sql;
  readonly #now: Date;
  readonly #moves: MoveBatch;
  readonly #unknown: UnknownMoney;
  #operators: readonly Recipient[] = [];

  constructor(services: Services, sql: Sql, now: Date) {
    this.#services = services;
    this.#sql = sql;
    this.#now = now;
    this.#moves = new MoveBatch(services, sql, now);
    this.#unknown = new UnknownMoney(services, now);
  }

  async lock(locations: readonly Location[]): Promise<void> {
    this.#operators = await operatorRecipients(this.#services, this.#sql);
    await this.#moves.lock(locations);
  }

  deposit(id: string): Deposit | null {
    return this.#moves.deposit(id);
  }

  /** Money without a deposit that a reversal may take back. */
  loadUnknown(credits: readonly UnknownCredit[]): void {
    this.#unknown.load(credits);
  }

  unknownPayments(): Payment[] {
    return this.#unknown.payments();
  }

  async store(sql: Sql): Promise<void> {
    await this.#moves.store(sql);
    await this.#unknown.store(sql);
  }

  /** A refused move is kept instead. */
  book(entry: StatementEntry, outcome: BookedOutcome, given: Given): Booked {
    const { facts } = given;
    const deposit = facts.account.is === 'deposit' ? facts.account.deposit : null;
    switch (outcome) {
      case 'payment':
        // In the test environment a reference counts on the operator's own account, too.
        return this.#pay(entry, deposit ?? (facts.deposit as Location), {
          matchedBy: facts.deposit === null ? 'account' : 'reference',
        });
      case 'unknown_reference': {
        const { paymentId } = this.receiveUnknown(entry);
        return { outcome, target: { paymentId } };
      }
      case 'interest':
      case 'charge':
      case 'withholding_tax':
        return this.#bankItem(entry, outcome, deposit as Location);
      case 'order_completed':
        return this.#complete(entry, given.order as BookedOrder);
      case 'returned':
        return this.#comeBack(entry, given.order as BookedOrder);
      case 'reversed':
        return this.#reverse(entry, facts.reversed as NonNullable<BookingFacts['reversed']>);
      case 'transfer':
        return this.#transfer(entry, given, deposit);
    }
  }

  #pay(
    entry: StatementEntry,
    deposit: Location,
    more: Pick<IncomingPayment, 'matchedBy'> & Partial<IncomingPayment>,
  ): Booked {
    const payment = this.#incoming(entry, more);
    const refusal = this.#moves.decide(deposit, 'receive_payment', payment);
    if (refusal !== null) throw new Error('a deposit with an account takes money in every state');
    return { outcome: 'payment', target: { deposit, paymentId: payment.id } };
  }

  /** Money without a deposit: the payment, and the order that pays it back. */
  receiveUnknown(entry: StatementEntry): { paymentId: string; orderId: string } {
    const payment = this.#incoming(entry, { matchedBy: 'account' });
    return { paymentId: payment.id, orderId: this.#unknown.receive(payment).id };
  }

  /** All of it goes back to the payer, whatever the deposit lacks. */
  payBack(entry: StatementEntry, deposit: Location): Booked {
    const payment = this.#incoming(entry, { matchedBy: 'account' });
    this.#moves.decide(deposit, 'pay_back', payment);
    return { outcome: 'payment', target: { deposit, paymentId: payment.id } };
  }

  #incoming(
    entry: StatementEntry,
    more: Pick<IncomingPayment, 'matchedBy'> & Partial<IncomingPayment>,
  ): IncomingPayment {
    const { counterpartyIban } = entry;
    return {
      id: this.#services.random.id(),
      at: this.#now,
      reference: plainReference(entry.reference ?? ''),
      amount: entry.amount as Rappen,
      payerIban: counterpartyIban === null ? null : parsePayable(counterpartyIban),
      payerName: entry.counterpartyName,
      payerAddress: entry.counterpartyAddress,
      bookedOn: entry.bookedOn,
      valueOn: entry.valueOn,
      bankReference: bankReferenceOf(entry),
      entryKey: entry.key,
      accountIban: entry.accountIban,
      ...more,
    };
  }

  #bankItem(entry: StatementEntry, kind: 'interest' | 'charge' | 'withholding_tax', deposit: Location): Booked {
    const bank = bankTimeOf(entry, this.#now);
    this.#moves.decide(deposit, 'book_bank_item', { kind, amount: entry.amount as Rappen, bank });
    return { outcome: kind, target: { deposit } };
  }

  /** A debit may be the order's amount with the bank's charges. */
  #complete(entry: StatementEntry, order: BookedOrder): Booked {
    const bank = bankTimeOf(entry, this.#now);
    const target = { deposit: order.deposit, orderId: order.id };
    if (order.deposit === null) {
      const completed = this.#unknown.complete(order.order, bank);
      return { outcome: 'order_completed', target, order: withOrder(order, completed) };
    }
    const move = order.kind === 'payout' ? 'complete_payout' : 'complete_payback';
    const refusal = this.#moves.decide(order.deposit, move, { orderId: order.id, bank });
    if (refusal !== null) return { outcome: 'possible_duplicate', target };
    const charges = rappen((entry.amount as Rappen) - order.amount);
    if (charges > 0) this.#moves.decide(order.deposit, 'book_bank_item', { kind: 'charge', amount: charges, bank });
    return { outcome: 'order_completed', target, order: { ...order, completedAt: bank.at } };
  }

  #comeBack(entry: StatementEntry, order: BookedOrder): Booked {
    const bank = bankTimeOf(entry, this.#now);
    const reason = entry.returned?.reason ?? entry.text ?? 'The bank gave no reason.';
    const target = { deposit: order.deposit, orderId: order.id };
    if (order.deposit === null) {
      const back = this.#unknown.comeBack(order.order, { reason, bank, operators: this.#operators });
      return { outcome: 'returned', target, order: withOrder(order, back) };
    }
    const input = { orderId: order.id, reason, bank, operators: this.#operators };
    const refusal = this.#moves.decide(order.deposit, 'return_order', input);
    if (refusal !== null) return { outcome: 'unknown_return', target };
    return { outcome: 'returned', target, order: { ...order, completedAt: null, attempt: order.attempt + 1 } };
  }

  #reverse(entry: StatementEntry, { paymentId, deposit }: NonNullable<BookingFacts['reversed']>): Booked {
    const bank = bankTimeOf(entry, this.#now);
    if (deposit === null) {
      const order = this.#unknown.reverse(paymentId, bank, this.#operators);
      if (order === null) return { outcome: 'reversed_after_payout', target: { paymentId } };
      return { outcome: 'reversed', target: { paymentId, orderId: order.id } };
    }
    const input = { paymentId, bank, operators: this.#operators };
    const refusal = this.#moves.decide(deposit, 'reverse_payment', input);
    const outcome = refusal === null ? 'reversed' : 'reversed_after_payout';
    return { outcome, target: { deposit, paymentId } };
  }

  /** Between two accounts of a deposit nothing changes. Money from the operator's own account arrives as a payment. */
  #transfer(entry: StatementEntry, { order }: Given, deposit: Location | null): Booked {
    if (order?.kind !== 'transfer') return { outcome: 'transfer', target: { deposit } };
    if (entry.direction === 'debit') {
      const completed = this.#unknown.complete(order.order, bankTimeOf(entry, this.#now));
      return { outcome: 'transfer', target: { orderId: order.id }, order: withOrder(order, completed) };
    }
    const { iban, name, address } = order.payer;
    const payer = { payerIban: iban, payerName: name, payerAddress: address };
    const { target } = this.#pay(entry, deposit as Location, { matchedBy: 'reference', ...payer });
    return { outcome: 'transfer', target: { ...target, orderId: order.id } };
  }
}

function withOrder(booked: BookedOrder, order: BookedOrder['order']): BookedOrder {
  return { ...booked, order, completedAt: order.completedAt, attempt: order.attempt };
}

/** When the bank booked it: the moment it gives, or the start of that day in Switzerland. */
function bankTimeOf({ bookedAt, bookedOn }: StatementEntry, now: Date): BankTime {
  if (bookedAt !== null) return { at: new Date(bookedAt), bookedOn };
  if (bookedOn !== null) return { at: startOfDay(bookedOn), bookedOn };
  return { at: now, bookedOn: swissDay(now) };
}

/** The payment that a reversal takes back, in full: by the bank's reference, else by the payment's, else by its payer. */
export function reversedPaymentOf(payments: readonly Payment[], entry: StatementEntry): Payment | null {
  const candidates = payments.filter(({ amount, reversedAt }) => reversedAt === null && amount === entry.amount);
  const references = [entry.entryReference, entry.detailReference].filter((one) => one !== null);
  const byBank = candidates.find(({ bankReference }) => bankReference !== null && references.includes(bankReference));
  if (byBank !== undefined) return byBank;
  const reference = entry.reference === null ? null : plainReference(entry.reference);
  if (reference !== null) return candidates.findLast((one) => one.reference === reference) ?? null;
  const { counterpartyIban: iban, counterpartyName: name } = entry;
  if (iban !== null) return candidates.findLast(({ payerIban }) => payerIban === iban) ?? null;
  if (name !== null) return candidates.findLast(({ payerName }) => payerName === name) ?? null;
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}
