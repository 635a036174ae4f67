import { changeIn, dueForChange } from '../change.ts';
import type { Deposit, FormerAccount } from '../deposit.ts';
import type { DocumentBody } from '../document.ts';
import { askToClose } from './applications.ts';
import {
  carriedOut,
  setAside,
  type BankTime,
  type IncomingPayment,
  type Order,
  type OrderCause,
  type Payment,
  type Posting,
} from '../ledger.ts';
import { SLIP_FILES } from '../messages/attachments.ts';
import { daysAfter, swissDay, type Day } from '../values/calendar.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import { paysTowards, settlePaidChange } from './changes/money.ts';
import { comesIntoForce } from './in-force.ts';
import { inTurn, move, type MoveContext, type Decision, type HistoryEntry, type Move } from './move.ts';
import { attach, documentEffect } from './documents.ts';
import { mailTenants } from './mails.ts';
import { isOpenOrder, isWithBank, newOrder, settleFree } from './orders.ts';

/** The amount still missing; zero where no payment is needed. */
export function missing({ state, product, terms, paidIn, closing }: Deposit): Rappen {
  // An open deposit misses something when the bank has taken a payment back.
  const takesMoney =
    state !== 'closed' && state !== 'withdrawn' && (closing?.release ?? null) === null && product !== 'insurance';
  return rappen(takesMoney ? terms.rentalDeposit - paidIn : 0);
}

/** What is still to be paid in, also for a change. */
export function owed(deposit: Deposit): Rappen {
  return rappen(missing(deposit) + dueForChange(deposit));
}

/**
 * A payment for the deposit arrived. It counts up to the missing amount; when nothing is missing any more, the deposit
 * opens. The excess, and any payment when nothing is owed, goes back to the payer; a small one is kept until the payout.
 */
export function decidePayment(deposit: Deposit, incoming: IncomingPayment, context: MoveContext): Move {
  const counted = rappen(Math.min(incoming.amount, missing(deposit)));
  const towards = Math.min(incoming.amount - counted, dueForChange(deposit));
  const rest = rappen(incoming.amount - counted - towards);
  const kept = rappen(isKeptSurplus(deposit, rest, context) ? rest : 0);
  const surplus = rappen(towards + kept);
  const payment: Payment = { ...incoming, counted, surplus, reversedAt: null };
  const cause: OrderCause = deposit.state === 'withdrawn' ? 'late' : 'surplus';
  const booked = move(
    {
      ...paysTowards(deposit, payment.id, towards),
      paidIn: rappen(deposit.paidIn + counted),
      payments: [...deposit.payments, payment],
    },
    {
      postings: counted + surplus === 0 ? [] : [receives(payment, rappen(counted + surplus))],
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
    (current) => (rest === kept ? move(current) : payBackRest(current, payment, rest, cause, context)),
    (current) => (isPaidInFull(current) ? comesIntoForce(current, context, paidInFullOn(current)) : move(current)),
    (current) => settlePaidChange(current, context, paidInFullOn(current)),
  );
}

/** Money that a person sends back to the payer, although it arrived on the account of the deposit. */
export function payBackAll(deposit: Deposit, incoming: IncomingPayment, context: MoveContext): Move {
  const payment: Payment = { ...incoming, counted: rappen(0), surplus: rappen(0), reversedAt: null };
  const cause: OrderCause = deposit.state === 'withdrawn' ? 'late' : 'surplus';
  return inTurn({ ...deposit, payments: [...deposit.payments, payment] }, (current) =>
    payBackRest(current, payment, payment.amount, cause, context),
  );
}

/** Too little to be paid back, as long as a payout can bring it to the tenant. */
function isKeptSurplus({ state, product, closing }: Deposit, rest: Rappen, { money }: MoveContext): boolean {
  const isPaidOutLater = state !== 'closed' && state !== 'withdrawn' && (closing?.release ?? null) === null;
  return rest > 0 && rest < money.surplusLimit && isPaidOutLater && product !== 'insurance';
}

/** Where to pay, with which reference, and how much is missing. */
function slipOf(deposit: Deposit) {
  const { iban, qrIban, paymentReference } = deposit;
  if (iban === null || paymentReference === null) throw new Error('a deposit that waits for payment has an account');
  return {
    iban: qrIban ?? iban,
    reference: paymentReference,
    missing: owed(deposit),
    dueOn: paymentDueOn(deposit),
  };
}

const LEAST_DAYS_TO_PAY = 10;
const DAYS_TO_PAY_A_CHANGE = 30;

/**
 * When it has to be paid in: by the start of the tenancy, but whoever pays has at least ten days. For a change of a
 * deposit in force, 30 days after the last signature.
 */
export function paymentDueOn(deposit: Deposit): Day | null {
  const { step, stepSince, terms } = deposit;
  if (step === 'awaiting_payment') {
    const earliest = swissDay(daysAfter(stepSince, LEAST_DAYS_TO_PAY));
    return terms.rentalStart > earliest ? terms.rentalStart : earliest;
  }
  const change = changeIn(deposit, 'to_pay');
  if (change === null) return null;
  const signed = [change.managerSignature, ...change.signatures].map((one) => (one ?? { at: change.startedAt }).at);
  const last = Math.max(...signed.map((at) => at.getTime()));
  return swissDay(daysAfter(new Date(last), DAYS_TO_PAY_A_CHANGE));
}

/** Asks the main tenant to pay. The slip is attached; after part payments it is over what is missing, and partners have the first. */
export function mailSlip(
  deposit: Deposit,
  context: MoveContext,
  kind: 'tenant_payment' | 'tenant_payment_reminder',
): Move {
  const effect = documentEffect(deposit, context, slipBody(deposit));
  const isSilent = kind === 'tenant_payment_reminder' && { isSilent: true as const };
  const mailed = mailTenants(deposit, context, { kind, ...slipOf(deposit) }, [1]);
  return attach({ ...effect, document: { ...effect.document, ...isSilent } }, mailed, SLIP_FILES);
}

/** The payment slip, as long as something is missing. */
export function slipBody(deposit: Deposit): Extract<DocumentBody, { kind: 'payment_slip' }> {
  const { iban, qrIban } = deposit;
  const { reference, missing: amount } = slipOf(deposit);
  const main = deposit.terms.tenants[0];
  const name = main.type === 'legal' ? main.company.name : `${main.firstName} ${main.lastName}`;
  const account = { holder: { name, address: main.address }, iban: iban as string, qrIban };
  return { kind: 'payment_slip', ...account, reference, missing: amount };
}

/** Signatures come first: in any other step the payment does not open the deposit. */
function isPaidInFull({ step, paidIn, terms }: Deposit): boolean {
  return step === 'awaiting_payment' && paidIn === terms.rentalDeposit;
}

/** Files may be read in another order than the bank has booked. */
function paidInFullOn({ payments }: Deposit): Day | null {
  const days = payments.filter(({ counted }) => counted > 0).map(({ bookedOn, at }) => bookedOn ?? swissDay(at));
  return days.toSorted().at(-1) ?? null;
}

function receives({ id, at, bookedOn }: IncomingPayment, amount: Rappen): Posting {
  return { at, bookedOn: bookedOn ?? swissDay(at), amount, from: 'payer', to: 'held', paymentId: id, orderId: null };
}

function payBackRest(
  deposit: Deposit,
  payment: Payment,
  amount: Rappen,
  cause: OrderCause,
  context: MoveContext,
): Move {
  const order = payback({ amount, cause, payment, deposit }, context);
  return move(
    { ...deposit, orders: [...deposit.orders, order] },
    { postings: [arrives(order, payment)], history: [paybackEntry(order, context)] },
  );
}

/**
 * Pays back money that was counted or kept but is no longer needed: after a withdrawal or a change to insurance. Interest
 * goes to the tenant.
 */
export function payBackHeld(deposit: Deposit, cause: 'withdrawal' | 'insurance_chosen', context: MoveContext): Move {
  const orders = deposit.payments
    .filter(({ counted, surplus }) => counted + surplus > 0)
    .map((payment) => {
      const amount = rappen(payment.counted + payment.surplus);
      return payback({ amount, cause, payment, deposit }, context);
    });
  const payments = deposit.payments.map((payment) =>
    payment.counted + payment.surplus > 0 ? { ...payment, counted: rappen(0), surplus: rappen(0) } : payment,
  );
  return inTurn(
    { ...deposit, paidIn: rappen(0), payments, orders: [...deposit.orders, ...orders] },
    (current) =>
      move(current, {
        postings: orders.map((order) => setAside(order, 'held')),
        history: orders.map((order) => paybackEntry(order, context)),
      }),
    (current) => settleFree(current, context),
  );
}

type PaybackContext = Pick<MoveContext, 'now' | 'random' | 'demoIban' | 'money' | 'operators'>;

/** Back to the account it came from, out of the account it arrived on. */
export function payback(
  {
    amount,
    cause,
    payment,
    deposit,
  }: { amount: Rappen; cause: OrderCause; payment: IncomingPayment; deposit: Deposit | null },
  context: PaybackContext,
): Order {
  const { accountIban, payerIban, id: paymentId } = payment;
  return newOrder(
    {
      kind: 'payback',
      cause,
      payee: 'payer',
      amount,
      iban: payerIban ?? context.demoIban,
      paymentId,
      fromIban: accountIban === null ? null : payingAccount(accountIban, deposit),
    },
    context,
  );
}

/** The account to pay back from; null: the deposit's own. Nothing can be paid from a QR-IBAN. */
function payingAccount(accountIban: string, deposit: Deposit | null): string | null {
  if (accountIban === deposit?.iban || accountIban === deposit?.qrIban) return null;
  const isIt = ({ iban, qrIban }: FormerAccount): boolean => iban === accountIban || qrIban === accountIban;
  return deposit?.formerAccounts.find(isIt)?.iban ?? accountIban;
}

function paybackEntry({ amount, cause }: Order, { now }: MoveContext): HistoryEntry {
  return { at: now, actor: 'service', event: 'payback_ordered', detail: { amount: toChf(amount), cause } };
}

/** Money with an unknown reference belongs to no deposit: it is booked separately and paid back. */
export function receiveUnknown(
  payment: IncomingPayment,
  context: PaybackContext,
): { order: Order; postings: Posting[] } {
  const order = payback({ amount: payment.amount, cause: 'unknown_reference', payment, deposit: null }, context);
  return { order, postings: [arrives(order, payment)] };
}

/** Money that is not held at all: it is set aside to be paid back when it arrives. */
function arrives(order: Order, { at, bookedOn }: IncomingPayment): Posting {
  return { ...setAside(order, 'payer'), at, bookedOn: bookedOn ?? swissDay(at) };
}

/** Orders to complete: one, or all open ones; and when the bank booked them. */
export type Completion = { orderId: string | null; bank?: BankTime | undefined };

/** While the deposit is on hold, only what the bank already has is paid. What the bank has booked has happened. */
export function mayBeDone({ hold }: Pick<Deposit, 'hold'>, order: Order, bank: BankTime | undefined): boolean {
  return hold === null || bank !== undefined || isWithBank(order);
}

/** The bank has paid money back. */
export function completePayback(deposit: Deposit, { orderId, bank }: Completion, context: MoveContext): Decision {
  const named = deposit.orders.filter(
    (order) => order.kind === 'payback' && isOpenOrder(order) && (orderId === null || order.id === orderId),
  );
  const open = named.filter((order) => mayBeDone(deposit, order, bank));
  if (open.length === 0 && named.length > 0) return { refused: 'held' };
  if (open.length === 0) return { refused: orderId === null ? 'nothing_to_pay_back' : 'no_such_order' };
  if (open.some(({ iban }) => iban === null)) return { refused: 'account_missing' };
  return inTurn(
    deposit,
    (current) => completeOrderMove(current, open, context, bank),
    (current) => askToClose(current, context),
  );
}

/** Orders that the bank has carried out. */
export function completeOrderMove(
  deposit: Deposit,
  done: readonly Order[],
  { now }: MoveContext,
  bank: BankTime = { at: now, bookedOn: swissDay(now) },
): Move {
  const byId = new Map(done.map((order) => [order.id, { ...order, completedAt: bank.at, returnReason: null }]));
  return move(
    { ...deposit, orders: deposit.orders.map((order) => byId.get(order.id) ?? order) },
    {
      postings: done.map((order) => carriedOut(order, bank)),
      history: done.map(({ kind, payee, amount }) => ({
        at: now,
        actor: 'bank',
        event: kind === 'payout' ? 'paid_out' : 'paid_back',
        detail: { to: payee, amount: toChf(amount) },
      })),
    },
  );
}
