import {
  cameBack,
  carriedOut,
  notOwed,
  type BankTime,
  type IncomingPayment,
  type Order,
  type Payment,
  type Posting,
} from '../../domain/ledger.ts';
import type { Effect, MailFacts, Recipient } from '../../domain/effect.ts';
import { returned } from '../../domain/lifecycle/coming-back.ts';
import { isChangeable } from '../../domain/lifecycle/orders.ts';
import { receiveUnknown } from '../../domain/lifecycle/payment.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Sql } from '../../storage/database/database.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { addPostings, saveOrders, savePayments } from '../../storage/money/booked-money.ts';
import type { UnknownCredit } from '../../storage/money/own-credits.ts';
import { addEffects } from '../../storage/effects/effects.ts';
import type { Services } from '../services.ts';

type Returned = { reason: string; bank: BankTime; operators: readonly Recipient[] };

const OWNER = { organizationId: NIL_ID, depositId: null };

/** Money that belongs to no deposit: what a batch of bookings does to it, stored together. */
export class UnknownMoney {
  readonly #services: Services;
  readonly #now: Date;
  readonly #payments = new Map<string, Payment>();
  /** Payments that the bank may take back. */
  readonly #credits = new Map<string, UnknownCredit>();
  readonly #orders = new Map<string, Order>();
  readonly #mails: Effect[] = [];
  readonly #postings = new Map<string, Posting[]>();

  constructor(services: Services, now: Date) {
    this.#services = services;
    this.#now = now;
  }

  /** It is to be paid back, until someone assigns it. */
  receive(incoming: IncomingPayment): Order {
    const { random, demoIban, money, operators } = this.#services;
    const { order, postings } = receiveUnknown(incoming, { now: this.#now, random, demoIban, money, operators });
    const payment = { ...incoming, counted: rappen(0), surplus: rappen(0), reversedAt: null };
    this.#payments.set(payment.id, payment);
    this.#credits.set(payment.id, { payment, order });
    this.#orders.set(order.id, order);
    this.#post(payment.id, ...postings);
    return order;
  }

  /** Payments that were received before. */
  load(credits: readonly UnknownCredit[]): void {
    for (const credit of credits) this.#credits.set(credit.payment.id, credit);
  }

  /** Those that the bank has not taken back, also of this batch. */
  payments(): Payment[] {
    return Array.from(this.#credits.values(), ({ payment }) => payment);
  }

  /** The bank has taken a payment back: nothing is paid back any more. Null: it was paid back already. */
  reverse(paymentId: string, { at, bookedOn }: BankTime, operators: readonly Recipient[]): Order | null {
    const credit = this.#credits.get(paymentId);
    if (credit === undefined) throw new Error(`payment ${paymentId} is not loaded`);
    const order = this.#orders.get(credit.order.id) ?? credit.order;
    if (!isChangeable(order)) return null;
    this.#credits.delete(paymentId);
    this.#payments.set(paymentId, { ...credit.payment, reversedAt: at });
    const leaves = { ...notOwed(order, order.amount, 'payer', at), bookedOn };
    const { amount, payerName: payer } = credit.payment;
    this.#mail(operators, { kind: 'payment_reversed', orderId: order.id, amount, payer });
    return this.#change({ ...order, cancelledAt: this.#now }, leaves);
  }

  complete(order: Order, bank: BankTime): Order {
    return this.#change({ ...order, completedAt: bank.at, returnReason: null }, carriedOut(order, bank));
  }

  /** The operators are told: only they can give another account. */
  comeBack(order: Order, { reason, bank, operators }: Returned): Order {
    const { id: orderId, amount, holderName, iban, kind } = order;
    const facts = { kind: 'payback_returned', orderId, amount, reason } as const;
    if (kind === 'transfer') this.#mail(operators, { ...facts, payee: iban, isTransfer: true });
    else this.#mail(operators, { ...facts, payee: holderName });
    return this.#change(returned(order, reason), cameBack(order, bank));
  }

  /** In English, like the console. */
  #mail(operators: readonly Recipient[], facts: MailFacts): void {
    for (const to of operators) {
      const mail = { to, cc: null, language: 'en', facts } as const;
      this.#mails.push({ kind: 'mail', id: this.#services.random.id(), dueAt: this.#now, mail });
    }
  }

  /** Other changes of an order of this kind. */
  #change(order: Order, posting: Posting): Order {
    if (order.paymentId === null) throw new Error(`order ${order.id} has no payment`);
    this.#orders.set(order.id, order);
    this.#post(order.paymentId, posting);
    return order;
  }

  #post(account: string, ...postings: Posting[]): void {
    this.#postings.set(account, [...(this.#postings.get(account) ?? []), ...postings]);
  }

  async store(sql: Sql): Promise<void> {
    if (this.#payments.size > 0) await savePayments(sql, [{ owner: OWNER, items: [...this.#payments.values()] }]);
    if (this.#orders.size > 0) await saveOrders(sql, [{ owner: OWNER, items: [...this.#orders.values()] }]);
    const sets = [...this.#postings].map(([account, postings]) => ({ organizationId: NIL_ID, account, postings }));
    if (sets.length > 0) await addPostings(sql, sets);
    if (this.#mails.length > 0) {
      await addEffects(sql, this.#services.vault, { ...OWNER, now: this.#now }, this.#mails);
    }
  }
}
