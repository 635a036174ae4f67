import { notOwed, setAside, type IncomingPayment, type Order, type Posting } from '../../domain/ledger.ts';
import { isChangeable, newOrder } from '../../domain/lifecycle/orders.ts';
import type { Rappen } from '../../domain/values/money.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { isId, NIL_ID } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { linkEntry } from '../../storage/money/bank-entries.ts';
import { findPayment, lockUnknown, readOrderResolution, setOrderResolution } from '../../storage/money/money.ts';
import { addPostings, saveOrders } from '../../storage/money/booked-money.ts';
import { MoveBatch } from '../move-batch.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import { lockBookings } from './book-entries.ts';

type Assignment = { orderId: string; depositId: string; reason: string };
type Assigned = { amount: Rappen; externalContractId: string; isRepeated: boolean };

/**
 * Money with an unknown reference becomes a payment of a deposit, in the caller's transaction. In production a transfer
 * order brings it to the deposit's own account first; it counts once the bank has booked it there.
 */
export async function assignMoney(services: Services, { orderId, depositId, reason }: Assignment): Promise<Assigned> {
  const { database: sql } = services;
  await lockBookings(sql);
  const order = isId(orderId) ? await lockUnknown(sql, orderId) : null;
  if (order === null || order.kind !== 'payback') throw unknown('entry');
  const location = isId(depositId) ? await locateDeposit(sql, depositId) : null;
  if (location === null) throw new SetUpRefused('invalid', 'depositId', 'there is no such deposit', 'unknown');
  const now = await serviceNow(sql);
  const moves = new MoveBatch(services, sql, now);
  await moves.lock([location]);
  const deposit = moves.deposit(depositId);
  const { externalContractId = '' } = deposit?.terms ?? {};
  const before = await readOrderResolution(sql, orderId);
  if (before !== null) {
    const isSame = before.depositId === depositId && before.reason === reason;
    if (isSame) return { amount: order.amount, externalContractId, isRepeated: true };
    throw new SetUpRefused('conflict', 'entry', 'It was assigned in another way already.');
  }
  if (!isChangeable(order))
    throw new SetUpRefused('conflict', 'entry', 'It is being paid back, or was paid back already.');
  const iban = deposit?.iban ?? null;
  if (iban === null) throw new SetUpRefused('conflict', 'deposit', 'The deposit has no account yet.');
  const payment = await findPayment(sql, order.paymentId as string);
  if (payment === null) throw new Error(`order ${order.id} has no payment`);
  const cancelled: Order = { ...order, cancelledAt: now };
  const isHere = services.money.isTest;
  const transfer = isHere
    ? null
    : newOrder(
        {
          kind: 'transfer',
          cause: 'assigned',
          payee: 'deposit',
          amount: order.amount,
          iban,
          paymentId: payment.id,
          fromIban: order.fromIban ?? services.money.operatorIban,
        },
        { ...services, now },
      );
  if (transfer === null) {
    const incoming: IncomingPayment = { ...payment, id: services.random.id(), at: now, matchedBy: 'reference' };
    moves.decide(location, 'receive_payment', incoming);
    await moves.store(sql);
    if (payment.entryKey !== null) await linkEntry(sql, payment.entryKey, { ...location, paymentId: incoming.id });
  }
  const items = transfer === null ? [cancelled] : [cancelled, transfer];
  await saveOrders(sql, [{ owner: { organizationId: NIL_ID, depositId: null }, items }]);
  const account = payment.id;
  await addPostings(sql, [{ organizationId: NIL_ID, account, postings: postingsOf(order, transfer, now) }]);
  await setOrderResolution(sql, orderId, { depositId, reason });
  services.wakeWorker();
  return { amount: order.amount, externalContractId, isRepeated: false };
}

/** No longer owed to the payer: the deposit has it, or a transfer brings it there. */
function postingsOf(order: Order, transfer: Order | null, at: Date): Posting[] {
  const back = notOwed(order, order.amount, 'payer', at);
  return transfer === null ? [{ ...back, to: 'deposit' }] : [back, setAside(transfer, 'payer')];
}
