import { carriedOut, type Order } from '../domain/ledger.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { serviceNow } from '../storage/database/clock.ts';
import { addPostings, findOrder, lockUnknown, NOBODY, saveOrders } from '../storage/money/money.ts';
import { moveDeposit, moveOnce, type Moved, type Once } from './move-deposit.ts';
import type { Services } from './services.ts';

/** What became of it; `deposit` is null for money that belongs to none. Null: there is no such order. */
export type Settled = Moved | { deposit: null; refusal: Refusal | null } | null;

/** The bank has carried an order out, as the operator has seen. */
export async function completeOrder(
  services: Services,
  orderId: string,
  once: Once = async () => true,
): Promise<Settled | 'repeated'> {
  const order = await findOrder(services.database, orderId);
  if (order === null) return null;
  if (order.deposit === null) return settleUnknown(services, orderId, {}, once);
  const { id: depositId, organizationId } = order.deposit;
  const name = order.kind === 'payout' ? 'complete_payout' : 'complete_payback';
  return moveOnce(services, { organizationId, depositId }, name, () => ({ orderId }), once);
}

/** An order that waits for an account gets one. */
export async function giveAccount(services: Services, orderId: string, iban: string): Promise<Settled> {
  const order = await findOrder(services.database, orderId);
  if (order === null) return null;
  if (order.deposit === null) return settleUnknown(services, orderId, { iban }, async () => true);
  const { id: depositId, organizationId } = order.deposit;
  return moveDeposit(services, { organizationId, depositId }, 'give_account', () => ({ orderId, iban }));
}

/** With an `iban`, that is noted; without, the order is completed. */
function settleUnknown(services: Services, orderId: string, { iban }: { iban?: string }, once: Once): Promise<Settled> {
  return services.database.transaction(async (sql) => {
    const order = await lockUnknown(sql, orderId);
    if (order === null || order.completedAt !== null) return { deposit: null, refusal: { refused: 'no_such_order' } };
    if (iban === undefined && order.iban === null) return { deposit: null, refusal: { refused: 'account_missing' } };
    if (!(await once(sql))) return { deposit: null, refusal: { refused: 'no_such_order' } };
    const now = await serviceNow(sql);
    const settled: Order = iban === undefined ? { ...order, completedAt: now } : { ...order, iban };
    await saveOrders(sql, { organizationId: NOBODY, depositId: null }, [settled]);
    if (iban === undefined) {
      const account = order.paymentId as string;
      await addPostings(sql, { organizationId: NOBODY, account }, [carriedOut(order, now)]);
    }
    return { deposit: null, refusal: null };
  });
}
