import { notOwed, setAside, type IncomingPayment, type Order, type Posting } from '../../domain/ledger.ts';
import { isChangeable, newOrder } from '../../domain/lifecycle/orders.ts';
import { receiveUnknown } from '../../domain/lifecycle/payment.ts';
import type { Rappen } from '../../domain/values/money.ts';
import type { Sql } from '../../storage/database/database.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { isId, NIL_ID } from '../../storage/database/ids.ts';
import { locateDeposit, type Location } from '../../storage/deposits/deposits.ts';
import { linkEntry } from '../../storage/money/bank-entries.ts';
import { findPayment, lockUnknown, readOrderResolution, setOrderResolution } from '../../storage/money/money.ts';
import { addPostings, saveOrders } from '../../storage/money/booked-money.ts';
import { MoveBatch } from '../move-batch.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import { lockBookings } from './book-entries.ts';

type Assignment = { orderId: string; depositId: string | null; reason: string };
/** `externalContractId` is null if it belongs to no deposit again. */
type Assigned = { amount: Rappen; externalContractId: string | null; isRepeated: boolean };

/**
 * Money with an unknown reference becomes a payment of a deposit, in the caller's transaction. In production a transfer
 * order brings it to the deposit's own account first; it counts once the bank has booked it there. Until the bank has the
 * transfer, and when it has failed, the money can be assigned again, or to no deposit: then it is to be assigned or paid back.
 */
export async function assignMoney(services: Services, { orderId, depositId, reason }: Assignment): Promise<Assigned> {
  const { database: sql } = services;
  await lockBookings(sql);
  const order = isId(orderId) ? await lockUnknown(sql, orderId) : null;
  if (order === null) throw unknown('entry');
  const now = await serviceNow(sql);
  const moves = new MoveBatch(services, sql, now);
  const location = depositId === null ? null : await lockTarget(sql, moves, depositId);
  const deposit = location === null ? null : moves.deposit(location.depositId);
  const externalContractId = location === null ? null : (deposit?.terms.externalContractId ?? '');
  const before = await readOrderResolution(sql, orderId);
  if (before !== null) {
    const isSame = before.depositId === depositId && before.reason === reason;
    if (isSame) return { amount: order.amount, externalContractId, isRepeated: true };
    throw new SetUpRefused('conflict', 'entry', 'It was assigned in another way already.');
  }
  requireHere(order, depositId);
  const payment = await findPayment(sql, order.paymentId as string);
  if (payment === null) throw new Error(`order ${order.id} has no payment`);
  const context = { ...services, now };
  let next: Order | null;
  if (location === null) next = receiveUnknown(payment, context).order;
  else {
    const iban = deposit?.iban ?? null;
    if (iban === null) throw new SetUpRefused('conflict', 'deposit', 'The deposit has no account yet.');
    next = services.money.isTest ? null : transferOf(order, iban, context);
    if (next === null) {
      const incoming: IncomingPayment = { ...payment, id: services.random.id(), at: now, matchedBy: 'reference' };
      moves.decide(location, 'receive_payment', incoming);
      await moves.store(sql);
      if (payment.entryKey !== null) await linkEntry(sql, payment.entryKey, { ...location, paymentId: incoming.id });
    }
  }
  const cancelled: Order = { ...order, cancelledAt: now };
  const items = next === null ? [cancelled] : [cancelled, next];
  await saveOrders(sql, [{ owner: { organizationId: NIL_ID, depositId: null }, items }]);
  await addPostings(sql, [{ organizationId: NIL_ID, account: payment.id, postings: postingsOf(order, next, now) }]);
  await setOrderResolution(sql, orderId, { depositId, reason });
  services.wakeWorker();
  return { amount: order.amount, externalContractId, isRepeated: false };
}

async function lockTarget(sql: Sql, moves: MoveBatch, depositId: string): Promise<Location> {
  const location = isId(depositId) ? await locateDeposit(sql, depositId) : null;
  if (location === null) throw new SetUpRefused('invalid', 'depositId', 'there is no such deposit', 'unknown');
  await moves.lock([location]);
  return location;
}

/** The money is here, and nobody but us can move it. */
function requireHere(order: Order, depositId: string | null): void {
  const isTransfer = order.kind === 'transfer';
  if (depositId === null && !isTransfer) {
    throw new SetUpRefused(
      'invalid',
      'depositId',
      'is null, but the money is not assigned to a deposit',
      'not_assigned',
    );
  }
  if (isChangeable(order)) return;
  const sentence = isTransfer
    ? 'It is on its way to a deposit, or has arrived there.'
    : 'It is being paid back, or was paid back already.';
  throw new SetUpRefused('conflict', 'entry', sentence);
}

function transferOf(assigned: Order, iban: string, context: Services & { now: Date }): Order {
  const { amount, paymentId } = assigned;
  const fromIban = assigned.fromIban ?? context.money.operatorIban;
  return newOrder(
    { kind: 'transfer', cause: 'assigned', payee: 'deposit', amount, iban, paymentId, fromIban },
    context,
  );
}

/** No longer owed as before: the deposit has it, or another order brings it to its place. */
function postingsOf(order: Order, next: Order | null, at: Date): Posting[] {
  const back = notOwed(order, order.amount, 'payer', at);
  return next === null ? [{ ...back, to: 'deposit' }] : [back, setAside(next, 'payer')];
}
