import type { OrderFacts } from '../domain/booking.ts';
import { carriedOut, type Order } from '../domain/ledger.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import { NIL_ID } from '../storage/database/ids.ts';
import { addPostings, findOrder, lockUnknown, saveOrders, type ListedOrder } from '../storage/money/money.ts';
import { moveDeposit, moveInTransaction, type Moved } from './move-deposit.ts';
import type { Services } from './services.ts';

/** `deposit` is null for an order that belongs to no deposit. Null: there is no such order. */
export type Settled = Moved | { deposit: null; refusal: Refusal | null } | null;

/** The operator confirms that the bank has carried out an order. */
export async function completeOrder(services: Services, orderId: string): Promise<Settled> {
  const found = await findOrder(services.database, orderId);
  if (found === null) return null;
  const order = { ...found, deposit: locationOf(found) };
  const settled = await services.database.transaction((sql) => completeInTransaction(services, sql, order));
  if (settled?.refusal === null) services.wakeWorker();
  return settled;
}

/** Like `completeOrder`, in the caller's transaction; the caller wakes the worker after the commit. */
export async function completeInTransaction(services: Services, sql: Sql, order: OrderFacts): Promise<Settled> {
  if (order.deposit === null) return settleUnknown(sql, order.id, {});
  const move = order.kind === 'payout' ? 'complete_payout' : 'complete_payback';
  return moveInTransaction(services, sql, order.deposit, move, () => ({ orderId: order.id }));
}

/** Sets the account of an order that waits for one. */
export async function giveOrderAccount(services: Services, orderId: string, iban: string): Promise<Settled> {
  const order = await findOrder(services.database, orderId);
  if (order === null) return null;
  const location = locationOf(order);
  if (location === null) return services.database.transaction((sql) => settleUnknown(sql, orderId, { iban }));
  return moveDeposit(services, location, 'give_account', () => ({ orderId, iban }));
}

function locationOf({ deposit }: ListedOrder): OrderFacts['deposit'] {
  return deposit === null ? null : { organizationId: deposit.organizationId, depositId: deposit.id };
}

/** With an `iban`, the order gets that account; without, it is completed. */
async function settleUnknown(sql: Sql, orderId: string, { iban }: { iban?: string }): Promise<Settled> {
  const order = await lockUnknown(sql, orderId);
  if (order === null || order.completedAt !== null) return { deposit: null, refusal: { refused: 'no_such_order' } };
  if (iban === undefined && order.iban === null) return { deposit: null, refusal: { refused: 'account_missing' } };
  const now = await serviceNow(sql);
  const settled: Order = iban === undefined ? { ...order, completedAt: now } : { ...order, iban };
  await saveOrders(sql, { organizationId: NIL_ID, depositId: null }, [settled]);
  if (iban === undefined) {
    const account = order.paymentId as string;
    await addPostings(sql, { organizationId: NIL_ID, account }, [carriedOut(order, now)]);
  }
  return { deposit: null, refusal: null };
}
