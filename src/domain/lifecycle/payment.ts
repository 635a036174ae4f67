import type { Deposit } from '../deposit.ts';
import type { DocumentBody } from '../document.ts';
import {
  carriedOut,
  setAside,
  type IncomingPayment,
  type Order,
  type OrderCause,
  type Payment,
  type Posting,
} from '../ledger.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import type { Organization } from '../organization.ts';
import { comesIntoForce } from './in-force.ts';
import { inTurn, move, type MoveContext, type Decision, type Move } from './move.ts';
import { queueDocument } from './documents.ts';

/** The amount still missing; zero where no payment is needed. */
export function missing({ state, product, terms, paidIn }: Deposit): Rappen {
  const takesMoney = (state === 'opening' || state === 'draft_editing') && product !== 'insurance';
  return rappen(takesMoney ? terms.rentalDeposit - paidIn : 0);
}

/**
 * A payment with the deposit's reference arrived. It counts up to the missing amount; when nothing is missing any more,
 * the deposit opens. The excess, and any payment when nothing is owed, goes back to the payer.
 */
export function decidePayment(deposit: Deposit, incoming: IncomingPayment, context: MoveContext): Move {
  const counted = rappen(Math.min(incoming.amount, missing(deposit)));
  const payment: Payment = { ...incoming, counted };
  const rest = rappen(payment.amount - counted);
  const cause: OrderCause = deposit.state === 'withdrawn' ? 'late' : 'surplus';
  const booked = move(
    { ...deposit, paidIn: rappen(deposit.paidIn + counted), payments: [...deposit.payments, payment] },
    {
      postings: counted === 0 ? [] : [countsAs(payment)],
      history: [
        {
          at: context.now,
          actor: 'bank',
          event: 'payment_received',
          detail: { amount: toChf(payment.amount), counted: toChf(counted) },
        },
      ],
    },
  );
  return inTurn(
    deposit,
    () => booked,
    (current) => (rest === 0 ? move(current) : payBackRest(current, payment, rest, cause, context)),
    (current) => (isPaidInFull(current) ? comesIntoForce(current, context) : move(current)),
  );
}

/** Where to pay, with which reference, and how much is missing. */
export function slipOf({ iban, qrIban, paymentReference, terms, paidIn }: Deposit) {
  if (iban === null || paymentReference === null) throw new Error('a deposit that waits for payment has an account');
  return {
    iban: qrIban ?? iban,
    reference: paymentReference,
    missing: rappen(terms.rentalDeposit - paidIn),
  };
}

export function paymentSlipDocument(deposit: Deposit, context: MoveContext): Move {
  return queueDocument(deposit, context, slipBody(deposit));
}

/** The payment slip, as long as something is missing. */
export function slipBody(deposit: Deposit): Extract<DocumentBody, { kind: 'payment_slip' }> {
  const { iban, qrIban } = deposit;
  const { reference, missing: owed } = slipOf(deposit);
  const main = deposit.terms.tenants[0];
  const name = main.type === 'legal' ? main.company.name : `${main.firstName} ${main.lastName}`;
  const account = { holder: { name, address: main.address }, iban: iban as string, qrIban };
  return { kind: 'payment_slip', ...account, reference, missing: owed };
}

/** Signatures come first: in any other step the payment does not open the deposit. */
function isPaidInFull({ step, paidIn, terms }: Deposit): boolean {
  return step === 'awaiting_payment' && paidIn === terms.rentalDeposit;
}

function countsAs({ id, at, counted }: Payment): Posting {
  return { at, amount: counted, from: 'payer', to: 'held', paymentId: id, orderId: null };
}

function payBackRest(
  deposit: Deposit,
  payment: Payment,
  amount: Rappen,
  cause: OrderCause,
  context: MoveContext,
): Move {
  const order = payback({ amount, cause, payment }, context);
  return move(
    { ...deposit, orders: [...deposit.orders, order] },
    { postings: [setAside(order, 'payer')], history: [paybackEntry(order, context)] },
  );
}

/** Pays back money that was counted but is no longer needed: after a withdrawal or a change to insurance. */
export function payBackHeld(deposit: Deposit, cause: 'withdrawal' | 'insurance_chosen', context: MoveContext): Move {
  const orders = deposit.payments
    .filter(({ counted }) => counted > 0)
    .map((payment) => payback({ amount: payment.counted, cause, payment }, context));
  const payments = deposit.payments.map((payment) =>
    payment.counted > 0 ? { ...payment, counted: rappen(0) } : payment,
  );
  return move(
    { ...deposit, paidIn: rappen(0), payments, orders: [...deposit.orders, ...orders] },
    {
      postings: orders.map((order) => setAside(order, 'held')),
      history: orders.map((order) => paybackEntry(order, context)),
    },
  );
}

function payback(
  { amount, cause, payment }: { amount: Rappen; cause: OrderCause; payment: IncomingPayment },
  { now, random, demoIban }: Pick<MoveContext, 'now' | 'random' | 'demoIban'>,
): Order {
  return {
    id: random.id(),
    kind: 'payback',
    cause,
    payee: 'payer',
    amount,
    iban: payment.payerIban ?? demoIban,
    orderedAt: now,
    completedAt: null,
    paymentId: payment.id,
    runId: null,
    rejection: null,
  };
}

function paybackEntry({ amount, cause }: Order, { now }: MoveContext) {
  return { at: now, actor: 'service' as const, event: 'payback_ordered', detail: { amount: toChf(amount), cause } };
}

/** Money with an unknown reference belongs to no deposit: it is booked separately and paid back. */
export function receiveUnknown(
  payment: IncomingPayment,
  context: Pick<MoveContext, 'now' | 'random' | 'demoIban'>,
): { order: Order; postings: Posting[] } {
  const order = payback({ amount: payment.amount, cause: 'unknown_reference', payment }, context);
  return { order, postings: [setAside(order, 'payer')] };
}

/** The bank has paid money back: one order, or all open ones. */
export function completePayback(
  deposit: Deposit,
  { orderId }: { orderId: string | null },
  context: MoveContext,
): Decision {
  const open = deposit.orders.filter(
    (order) => order.kind === 'payback' && order.completedAt === null && (orderId === null || order.id === orderId),
  );
  if (open.length === 0) return { refused: orderId === null ? 'nothing_to_pay_back' : 'no_such_order' };
  if (open.some(({ iban }) => iban === null)) return { refused: 'account_missing' };
  return completeOrderMove(deposit, open, context);
}

/** Orders that the bank has carried out. */
export function completeOrderMove(deposit: Deposit, done: readonly Order[], { now }: MoveContext): Move {
  const byId = new Map(done.map((order) => [order.id, { ...order, completedAt: now }]));
  return move(
    { ...deposit, orders: deposit.orders.map((order) => byId.get(order.id) ?? order) },
    {
      postings: done.map((order) => carriedOut(order, now)),
      history: done.map(({ kind, payee, amount }) => ({
        at: now,
        actor: 'bank',
        event: kind === 'payout' ? 'paid_out' : 'paid_back',
        detail: { to: payee, amount: toChf(amount) },
      })),
    },
  );
}

/** The landlord's account may have become known since the order was made. */
export function withAccount(order: Order, { payoutIban }: Pick<Organization, 'payoutIban'>): Order {
  return order.payee === 'landlord' ? { ...order, iban: order.iban ?? payoutIban } : order;
}

/** Sets or changes the account of an order that is not yet with the bank. */
export function giveAccount(
  deposit: Deposit,
  { orderId, iban }: { orderId: string; iban: string },
  { now }: MoveContext,
): Decision {
  const order = deposit.orders.find(({ id, completedAt }) => id === orderId && completedAt === null);
  if (order === undefined) return { refused: 'no_such_order' };
  if (order.runId !== null && order.rejection === null) return { refused: 'order_sent' };
  return move(
    { ...deposit, orders: deposit.orders.map((one) => (one === order ? { ...order, iban } : one)) },
    {
      history: [
        { at: now, actor: 'operator', event: 'account_given', detail: { to: order.payee }, personal: { iban } },
      ],
    },
  );
}
