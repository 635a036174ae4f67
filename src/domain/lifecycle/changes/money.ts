import { changeIn, dueForChange } from '../../change.ts';
import type { Deposit, DepositChange } from '../../deposit.ts';
import type { Payment } from '../../ledger.ts';
import type { Day } from '../../values/calendar.ts';
import { rappen } from '../../values/money.ts';
import { ask } from '../applications.ts';
import { mailAll } from '../mails.ts';
import { inTurn, move, type Move, type MoveContext } from '../move.ts';
import { isOpenOrder } from '../orders.ts';
import { payInDocument } from '../in-force.ts';
import { finishPayout } from './finishing.ts';
import { amendmentOf } from './amendment.ts';
import { changeDone, running, withChange } from './states.ts';
import { applied } from './taking-effect.ts';

/** The deposit with a payment noted, of which so much counts towards the running change. */
export function paysTowards(deposit: Deposit, paymentId: string, amount: number): Deposit {
  const change = changeIn(deposit, 'to_pay');
  if (change === null || amount === 0) return deposit;
  return withChange(deposit, { ...change, paid: [...change.paid, { paymentId, amount: rappen(amount) }] });
}

/** Money that counted towards a running change has gone back to the payer. */
export function withoutPayment(deposit: Deposit, paymentId: string): Deposit {
  const change = changeIn(deposit, 'to_pay');
  if (change === null) return deposit;
  return withChange(deposit, { ...change, paid: change.paid.filter((one) => one.paymentId !== paymentId) });
}

/** With the last Rappen the change takes effect: the deposit is larger, or a bank deposit. */
export function settlePaidChange(deposit: Deposit, context: MoveContext, paidOn: Day | null): Move {
  const change = changeIn(deposit, 'to_pay');
  if (change === null || dueForChange(deposit) > 0 || isUnderfunded(deposit)) return move(deposit);
  const amendment = amendmentOf(deposit, change, context);
  const isNewProduct = change.subject.kind === 'product';
  return inTurn(
    deposit,
    (current) => (isNewProduct ? ask(current, 'cover_end', context) : move(current)),
    (current) => move(counted(current, change)),
    (current) => changeDone(current, running(current), context),
    (current) => mailAll(current, context, { kind: 'change_done', amendment }),
    (current) => payInDocument(current, context, paidOn),
  );
}

function isUnderfunded({ product, paidIn, terms }: Deposit): boolean {
  return product === 'bank_deposit' && paidIn < terms.rentalDeposit;
}

/** What was paid towards the change counts as paid in. */
function counted(deposit: Deposit, change: DepositChange): Deposit {
  const towards = new Map<string, number>();
  for (const { paymentId, amount } of change.paid) towards.set(paymentId, (towards.get(paymentId) ?? 0) + amount);
  const sum = [...towards.values()].reduce((total, amount) => total + amount, 0);
  const payments = deposit.payments.map((payment): Payment => {
    const amount = towards.get(payment.id) ?? 0;
    if (amount === 0) return payment;
    return { ...payment, counted: rappen(payment.counted + amount), surplus: rappen(payment.surplus - amount) };
  });
  const policy = change.subject.kind === 'product' ? null : deposit.policy;
  return { ...applied(deposit, change), payments, policy, paidIn: rappen(deposit.paidIn + sum) };
}

/** The payout of a change was carried out, or nothing of it is left to pay. */
export function settleChangePayout(deposit: Deposit, context: MoveContext): Move {
  const change = changeIn(deposit, 'to_pay_out');
  if (change === null) return move(deposit);
  const order = deposit.orders.find(({ id }) => id === change.orderId);
  return order !== undefined && isOpenOrder(order) ? move(deposit) : finishPayout(deposit, context);
}
