import { carriedOut, type Order } from '../domain/ledger.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { completed, decideRelease, withNewAccount } from '../domain/lifecycle/order-account.ts';
import { isOpenOrder } from '../domain/lifecycle/orders.ts';
import type { Acting } from '../domain/operator.ts';
import type { PayeeAccount } from '../domain/payee/payee-account.ts';
import { orderRules, payRules } from '../domain/payee/facts.ts';
import { swissDay } from '../domain/values/calendar.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import { isId, NIL_ID } from '../storage/database/ids.ts';
import { findOrder, type ListedOrder } from '../storage/money/listed-orders.ts';
import { addPostings, saveOrders } from '../storage/money/booked-money.ts';
import { findPayment, lockUnknown } from '../storage/money/money.ts';
import type { Location } from '../storage/deposits/deposits.ts';
import { NotYours } from './approvals/refused.ts';
import { moveDeposit, type Moved } from './move-deposit.ts';
import type { Services } from './services.ts';

/** `deposit` is null for an order that belongs to no deposit. Null: there is no such order. */
export type Settled = Moved | { deposit: null; refusal: Refusal | null } | null;

/** An order as it is now. Null: there is none with this id. */
export async function orderOf(services: Services, id: string): Promise<ListedOrder | null> {
  return isId(id) ? findOrder(services.database, id, orderRules(services)) : null;
}

/** The operator confirms that the bank has carried out an order. */
export async function completeOrder(services: Services, orderId: string): Promise<Settled> {
  const order = await orderOf(services, orderId);
  if (order === null) return null;
  const location = locationOf(order);
  if (location === null) return services.database.transaction((sql) => completeUnknown(sql, orderId));
  const move = order.kind === 'payout' ? 'complete_payout' : 'complete_payback';
  return moveDeposit(services, location, move, () => ({ orderId }));
}

/** Sets the account of an order that waits for one. */
export async function giveOrderAccount(services: Services, orderId: string, account: PayeeAccount): Promise<Settled> {
  const order = await orderOf(services, orderId);
  if (order === null) return null;
  const location = locationOf(order);
  if (location !== null) return moveDeposit(services, location, 'give_account', () => ({ orderId, account }));
  return services.database.transaction(async (sql) =>
    changeUnknown(sql, orderId, async (locked) => {
      const payment = locked.paymentId === null ? null : await findPayment(sql, locked.paymentId);
      const { payerName = null } = payment ?? {};
      const names = payerName === null ? [] : [payerName];
      return withNewAccount(locked, completed(locked, account), names, services);
    }),
  );
}

type ReleaseInput = {
  reason: string | null;
  by: Acting;
  /** Whether the order is as the page showed it. */
  isSeen?: (order: Order) => boolean;
};

const CHANGED: Refusal = { refused: 'changed_meanwhile' };

/** A person releases an order. Throws `NotYours` for whoever created it or gave its account. */
export async function releasePayment(
  services: Services,
  orderId: string,
  { reason, by, isSeen = () => true }: ReleaseInput,
): Promise<Settled> {
  const order = await orderOf(services, orderId);
  if (order === null) return null;
  const location = locationOf(order);
  const settled =
    location === null
      ? await services.database.transaction((sql) => releaseUnknown(services, sql, order, { reason, by, isSeen }))
      : await moveDeposit(services, location, 'release_order', ({ orders }) => {
          const locked = orders.find(({ id }) => id === orderId);
          return locked !== undefined && isSeen(locked) ? { orderId, reason, by } : CHANGED;
        });
  if (settled?.refusal?.refused === 'own_order') {
    throw new NotYours('You created this order or gave its account: another person must release it.');
  }
  return settled;
}

function locationOf({ deposit }: ListedOrder): Location | null {
  return deposit === null ? null : { organizationId: deposit.organizationId, depositId: deposit.id };
}

const OWNER = { organizationId: NIL_ID, depositId: null };
const NO_ORDER = { deposit: null, refusal: { refused: 'no_such_order' } } as const;

async function completeUnknown(sql: Sql, orderId: string): Promise<Settled> {
  const order = await lockUnknown(sql, orderId);
  if (order === null || !isOpenOrder(order)) return NO_ORDER;
  if (order.iban === null) return { deposit: null, refusal: { refused: 'account_missing' } };
  const now = await serviceNow(sql);
  await saveOrders(sql, [{ owner: OWNER, items: [{ ...order, completedAt: now, returnReason: null }] }]);
  const postings = [carriedOut(order, { at: now, bookedOn: swissDay(now) })];
  await addPostings(sql, [{ organizationId: NIL_ID, account: order.paymentId as string, postings }]);
  return { deposit: null, refusal: null };
}

async function releaseUnknown(
  services: Services,
  sql: Sql,
  { id, facts }: ListedOrder,
  { reason, by, isSeen }: Required<ReleaseInput>,
): Promise<Settled> {
  const now = await serviceNow(sql);
  const rules = payRules(services, now);
  return changeUnknown(sql, id, async (order) =>
    isSeen(order) ? decideRelease(order, facts, { reason, by, now, rules }) : CHANGED,
  );
}

/** Changes an order that belongs to no deposit, under its lock. */
async function changeUnknown(
  sql: Sql,
  orderId: string,
  change: (order: Order) => Promise<Order | Refusal>,
): Promise<Settled> {
  const order = await lockUnknown(sql, orderId);
  if (order === null) return NO_ORDER;
  const changed = await change(order);
  if ('refused' in changed) return { deposit: null, refusal: changed };
  if (changed !== order) await saveOrders(sql, [{ owner: OWNER, items: [changed] }]);
  return { deposit: null, refusal: null };
}
