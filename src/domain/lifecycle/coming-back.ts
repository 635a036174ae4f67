import { changeIn } from '../change.ts';
import type { Deposit } from '../deposit.ts';
import type { Recipient } from '../effect.ts';
import { cameBack, notOwed, type BankTime, type Order, type Payment, type Posting } from '../ledger.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import { settleChangePayout, withoutPayment } from './changes/money.ts';
import { withChange } from './changes/states.ts';
import { mailManager, mailOperators, mailTenants } from './mails.ts';
import { inTurn, move, type Decision, type Move, type MoveContext } from './move.ts';
import { ASKED, freeOf, isChangeable, reduced, replaced, settleFree } from './orders.ts';
import { closeIfNothingIsLeft } from './payout.ts';

type Returned = { orderId: string; reason: string; bank: BankTime; operators: readonly Recipient[] };

/**
 * The bank has returned a payment of ours. The order is open again and waits for another account; the payee is asked
 * for it. A closed deposit stays closed.
 */
export function returnOrder(
  deposit: Deposit,
  { orderId, reason, bank, operators }: Returned,
  context: MoveContext,
): Decision {
  const order = deposit.orders.find(({ id, completedAt }) => id === orderId && completedAt !== null);
  if (order === undefined) return { refused: 'no_such_order' };
  const again = returned(order, reason);
  const others = deposit.orders.filter((one) => goesToSame(one, order)).map((one) => ({ ...one, ...ASKED }));
  const detail = { to: order.payee, amount: toChf(order.amount), reason };
  return inTurn(
    [again, ...others].reduce(replaced, deposit),
    (current) =>
      move(current, {
        postings: [cameBack(order, bank)],
        history: [{ at: context.now, actor: 'bank', event: 'payment_returned', detail }],
      }),
    (current) => tellOfReturn(current, { order, reason, operators }, context),
  );
}

/** Another payout to the account that has failed, which is still here: it waits for the new account, too. */
function goesToSame(one: Order, { id, kind, payee, iban }: Order): boolean {
  const isHere = isChangeable(one) && one.rejection === null && one.returnReason === null;
  return isHere && kind === 'payout' && one.kind === kind && one.id !== id && one.payee === payee && one.iban === iban;
}

/** Open again. The next attempt has another end-to-end id. */
export function returned(order: Order, reason: string): Order {
  return {
    ...order,
    completedAt: null,
    runId: null,
    rejection: null,
    returnReason: reason,
    attempt: order.attempt + 1,
    releasedAt: null,
  };
}

/** The payee is asked for another account: the manager for the landlord's share. Of a payback the operator is told. */
function tellOfReturn(
  deposit: Deposit,
  { order, reason, operators }: { order: Order; reason: string; operators: readonly Recipient[] },
  context: MoveContext,
): Move {
  const about = { kind: 'payout_returned', amount: order.amount, reason, orderId: order.id } as const;
  switch (order.payee) {
    case 'tenant':
      return tellTenants(deposit, about, context);
    case 'landlord':
      return mailManager(deposit, context, about);
    case 'payer':
    case 'deposit':
      return mailOperators(deposit, context, about, operators);
  }
}

/** The main tenant gives the account; co-tenants get a copy. */
function tellTenants(
  deposit: Deposit,
  about: { kind: 'payout_returned'; amount: Rappen; reason: string; orderId: string },
  context: MoveContext,
): Move {
  const others = deposit.terms.tenants.map((_, index) => index + 1).slice(1);
  return inTurn(
    deposit,
    (current) => mailTenants(current, context, about, [1]),
    (current) => mailTenants(current, context, { ...about, isCopy: true }, others),
  );
}

type Reversal = { paymentId: string; bank: BankTime; operators: readonly Recipient[] };

/**
 * The bank has taken a payment back. What was counted no longer counts; orders that the bank does not have yet are
 * reduced. Refused when the money has already left.
 */
export function reversePayment(
  deposit: Deposit,
  { paymentId, bank, operators }: Reversal,
  context: MoveContext,
): Decision {
  const payment = deposit.payments.find(({ id, reversedAt }) => id === paymentId && reversedAt === null);
  if (payment === undefined) return { refused: 'no_such_payment' };
  const paybacks = deposit.orders.filter((one) => one.paymentId === paymentId && one.cancelledAt === null);
  if (paybacks.some((one) => !isChangeable(one))) return { refused: 'paid_out_already' };
  const counted = rappen(payment.counted + payment.surplus);
  if (!canTake(deposit, counted, payment.counted)) return { refused: 'paid_out_already' };
  const gone: Payment = { ...payment, counted: rappen(0), surplus: rappen(0), reversedAt: bank.at };
  // What a change has released has left the account before.
  const ofHeld = Math.min(deposit.paidIn, payment.counted);
  const without: Deposit = {
    ...withoutPayment(lessReleased(deposit, payment.counted - ofHeld), payment.id),
    paidIn: rappen(deposit.paidIn - ofHeld),
    payments: deposit.payments.map((one) => (one.id === paymentId ? gone : one)),
  };
  const about = { kind: 'payment_reversed', amount: payment.amount, missing: missingOf(without) } as const;
  return inTurn(
    paybacks.reduce((current, order) => replaced(current, reduced(order, order.amount, context.now)), without),
    (current) =>
      move(current, {
        postings: [...takenBack(payment, counted, bank), ...paybacks.map((one) => leaves(one, bank))],
        history: [
          { at: context.now, actor: 'bank', event: 'payment_reversed', detail: { amount: toChf(payment.amount) } },
        ],
      }),
    (current) => (isOrdered(current) || isOwing(current) ? settle(current, context, bank) : move(current)),
    (current) => mailManager(current, context, about),
    (current) => mailOperators(current, context, about, operators),
  );
}

/** Pays more or less. A closing of which nothing is left to pay has ended. */
function settle(deposit: Deposit, context: MoveContext, bank: BankTime): Move {
  return inTurn(
    deposit,
    (current) => settleFree(current, context),
    (current) => closeIfNothingIsLeft(current, context, bank),
    (current) => settleChangePayout(current, context),
  );
}

/** A change pays out more than is left. */
function isOwing(deposit: Deposit): boolean {
  return changeIn(deposit, 'to_pay_out') !== null && freeOf(deposit) < 0;
}

/** The running payout of a change releases so much less. */
function lessReleased(deposit: Deposit, amount: number): Deposit {
  const change = changeIn(deposit, 'to_pay_out');
  if (amount === 0 || change === null) return deposit;
  return withChange(deposit, { ...change, released: rappen(change.released - amount) });
}

/** What is held and what can be taken from orders suffices. */
function canTake(deposit: Deposit, amount: Rappen, counted: Rappen): boolean {
  const isChanged = deposit.changes.some(({ orderId, released }) => orderId !== null || released > 0);
  if (!isOrdered(deposit) && !isChanged) return true;
  const fromReleased = Math.max(0, counted - deposit.paidIn);
  if (fromReleased > (changeIn(deposit, 'to_pay_out')?.released ?? 0)) return false;
  const changeable = deposit.orders.filter((order) => order.kind === 'payout' && isChangeable(order));
  return Math.max(0, freeOf(deposit)) + changeable.reduce((sum, order) => sum + order.amount, 0) >= amount;
}

function isOrdered({ state, closing }: Deposit): boolean {
  return state === 'closed' || (closing?.release ?? null) !== null;
}

/** Withdrawn, or an insurance instead: nothing is to stay on the account. */
function isGivenUp(deposit: Deposit): boolean {
  const { state, product } = deposit;
  // Money for a change to a bank deposit stays.
  return state === 'withdrawn' || (product === 'insurance' && changeIn(deposit, 'to_pay') === null);
}

function missingOf({ product, state, terms, paidIn }: Deposit): Rappen {
  const isHeld = product !== 'insurance' && state !== 'withdrawn' && state !== 'closed';
  return rappen(isHeld ? terms.rentalDeposit - paidIn : 0);
}

function takenBack({ id }: Payment, amount: Rappen, { at, bookedOn }: BankTime): Posting[] {
  return amount === 0 ? [] : [{ at, bookedOn, amount, from: 'held', to: 'payer', paymentId: id, orderId: null }];
}

function leaves(order: Order, { at, bookedOn }: BankTime): Posting {
  return { ...notOwed(order, order.amount, 'payer', at), bookedOn };
}

type BankItem = { kind: 'interest' | 'charge' | 'withholding_tax'; amount: Rappen; bank: BankTime };

/**
 * The bank has credited interest, or charged costs or tax. After the payout was ordered, or on an account that
 * is no longer needed, what is more goes to the tenant with a supplementary order, and what is less is taken from orders that the bank does not have yet.
 */
export function bookBankItem(deposit: Deposit, { kind, amount, bank }: BankItem, context: MoveContext): Move {
  const { at, bookedOn } = bank;
  const posting = { at, bookedOn, amount, paymentId: null, orderId: null };
  const history = [
    { at: context.now, actor: 'bank' as const, event: `${kind}_booked`, detail: { amount: toChf(amount) } },
  ];
  const booked = (): Move => {
    switch (kind) {
      case 'interest':
        return move(
          { ...deposit, interest: rappen(deposit.interest + amount) },
          { history, postings: [{ ...posting, from: 'interest', to: 'held' }] },
        );
      case 'charge':
        return move(
          { ...deposit, charges: rappen(deposit.charges + amount) },
          { history, postings: [{ ...posting, from: 'held', to: 'charges' }] },
        );
      case 'withholding_tax':
        return move(
          { ...deposit, withholdingTax: rappen(deposit.withholdingTax + amount) },
          { history, postings: [{ ...posting, from: 'held', to: 'withholding_tax' }] },
        );
    }
  };
  return inTurn(deposit, booked, (current) =>
    isOrdered(current) || isGivenUp(current) ? settle(current, context, bank) : move(current),
  );
}
