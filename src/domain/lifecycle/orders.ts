import type { Deposit } from '../deposit.ts';
import { NEW_ORDER, notOwed, setAside, type Order } from '../ledger.ts';
import { mainTenantSince } from '../change.ts';
import type { MoneySettings } from '../money-settings.ts';
import type { Issuer } from '../operator.ts';
import type { Missing } from '../payee/missing.ts';
import { isSameHolder, tenantNames } from '../payee/same-holder.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import { move, type MoveContext, type Move } from './move.ts';

type OrderContext = Pick<MoveContext, 'now' | 'random' | 'money' | 'operators'>;

/** A new payment order. The settings say whether it waits for release; so does an account in another name. */
export function newOrder(
  order: Pick<Order, 'kind' | 'cause' | 'payee' | 'amount' | 'iban'> & Partial<Order>,
  { now, random, money, operators = [] }: OrderContext,
  names: readonly string[] = [],
): Order {
  const whole = { ...NEW_ORDER, id: random.id(), orderedAt: now, paymentId: null, changedBy: operators, ...order };
  return { ...whole, needsRelease: isToBeReleased(whole, names, money) };
}

/** Whether an order waits for release. `names`: those of the payee; another one needs it whatever the settings say. */
export function isToBeReleased(
  { kind, holderName }: Pick<Order, 'kind' | 'holderName'>,
  names: readonly string[],
  { paymentRelease }: Pick<MoneySettings, 'paymentRelease'>,
): boolean {
  const isBySetting = paymentRelease === 'all' || (paymentRelease === 'paybacks' && kind === 'payback');
  return isBySetting || !isSameHolder(holderName, names);
}

/** Those who have changed an order, each once. */
export function changersOf(before: readonly Issuer[], operators: readonly Issuer[]): Issuer[] {
  const isNew = (one: Issuer): boolean => !before.some(({ id, actor }) => id === one.id && actor === one.actor);
  return [...before, ...operators.filter(isNew)];
}

/** Not carried out, and still to be. */
export function isOpenOrder({ completedAt, cancelledAt }: Order): boolean {
  return completedAt === null && cancelledAt === null;
}

/** The bank has it, and it may be carried out at any time. */
export function isWithBank({ runId, rejection, completedAt }: Order): boolean {
  return completedAt === null && runId !== null && rejection === null;
}

/** An order that can still be changed here. */
export function isChangeable(order: Order): boolean {
  return isOpenOrder(order) && !isWithBank(order);
}

export const ORDER_STATES = ['waiting', 'to_release', 'ordered', 'sent', 'rejected', 'returned', 'completed'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Where an order stands. `waiting`: something is missing before it can be sent. */
export function stateOfOrder(order: Order, missing: Missing | null): OrderState {
  if (order.completedAt !== null) return 'completed';
  if (order.returnReason !== null) return 'returned';
  if (order.rejection !== null) return 'rejected';
  if (order.runId !== null) return 'sent';
  if (missing !== null) return 'waiting';
  return order.needsRelease && order.releasedAt === null ? 'to_release' : 'ordered';
}

/** Money with an unknown reference that someone must assign or pay back. */
export function isUndecided(order: Order, missing: Missing | null): boolean {
  return order.cause === 'unknown_reference' && order.releasedAt === null && stateOfOrder(order, missing) === 'ordered';
}

/** A person can release it: it waits for that, or is money that may still be assigned to a deposit. */
export function canRelease(order: Order, missing: Missing | null): boolean {
  return stateOfOrder(order, missing) === 'to_release' || isUndecided(order, missing);
}

/** What is held and not set aside for an order. Below zero: more was charged or reversed than is there. */
export function freeOf({ payments, interest, charges, withholdingTax, orders }: Deposit): number {
  const paidIn = payments.reduce((sum, { counted, surplus }) => sum + counted + surplus, 0);
  const ordered = orders
    .filter(({ kind, cancelledAt }) => kind === 'payout' && cancelledAt === null)
    .reduce((sum, { amount }) => sum + amount, 0);
  return paidIn + interest - charges - withholdingTax - ordered;
}

/** All that is held, also what is set aside for a payout. */
export function heldBy(deposit: Deposit): number {
  const waiting = deposit.orders
    .filter((order) => order.kind === 'payout' && isOpenOrder(order))
    .reduce((sum, { amount }) => sum + amount, 0);
  return freeOf(deposit) + waiting;
}

/**
 * After the payout was ordered: what came in since goes to the tenant, and what is missing is taken from the orders
 * that the bank does not have yet, the tenant's first.
 */
export function settleFree(deposit: Deposit, context: MoveContext): Move {
  const free = freeOf(deposit);
  if (free > 0) return payMore(deposit, rappen(free), context);
  if (free < 0) return payLess(deposit, rappen(-free), context);
  return move(deposit);
}

function payMore(deposit: Deposit, amount: Rappen, context: MoveContext): Move {
  const toTenant = deposit.orders.filter((order) => order.kind === 'payout' && order.payee === 'tenant');
  const waiting = toTenant.find((order) => order.cause === 'supplement' && isChangeable(order));
  if (waiting !== undefined) {
    // It was released for less.
    const release = { releasedAt: null, releasedBy: null, releaseReason: null };
    const more = { ...waiting, ...release, amount: rappen(waiting.amount + amount) };
    return move(replaced(deposit, more), { postings: [setAside({ ...more, amount, orderedAt: context.now }, 'held')] });
  }
  const account = accountOfTenant(deposit, toTenant, context);
  // Who gave the account cannot release what goes there.
  const changedBy = changersOf(toTenant.at(-1)?.changedBy ?? [], context.operators ?? []);
  const order = newOrder(
    { kind: 'payout', cause: 'supplement', payee: 'tenant', amount, ...account, changedBy },
    context,
    tenantNames(deposit.terms.tenants),
  );
  return move(
    { ...deposit, orders: [...deposit.orders, order] },
    {
      postings: [setAside(order, 'held')],
      history: [{ at: context.now, actor: 'service', event: 'supplement_ordered', detail: { amount: toChf(amount) } }],
    },
  );
}

type Account = Pick<Order, 'iban' | 'holderName' | 'bic' | 'address'>;

/** Not known: the payee is asked for it. */
export const ASKED: Account = { iban: null, holderName: null, bic: null, address: null };

/**
 * Where the tenant gets money. While a payout is returned, another account is asked for; one that was given after a
 * return counts more than the others. Without a payout or a closing: the account that the tenant has confirmed, else where
 * the tenant paid from. What a former main tenant was paid to or paid from says nothing about the present one.
 */
export function accountOfTenant(deposit: Deposit, ordered: readonly Order[], { demoIban }: MoveContext): Account {
  const { closing, payments, payoutAccount, terms } = deposit;
  const since = mainTenantSince(deposit);
  const toTenant = ordered.filter(({ orderedAt }) => since === null || orderedAt >= since);
  if (toTenant.some((order) => isOpenOrder(order) && order.returnReason !== null)) return ASKED;
  const last = toTenant.findLast(({ attempt }) => attempt > 1) ?? toTenant.at(-1);
  const isNewer = last === undefined || (payoutAccount !== null && payoutAccount.confirmedAt > last.orderedAt);
  if (closing === null && payoutAccount !== null && isNewer) {
    const { iban, holderName, bic, address } = payoutAccount;
    return { iban, holderName, bic, address };
  }
  if (last !== undefined && last.iban !== null) {
    const { iban, holderName, bic, address } = last;
    return { iban, holderName, bic, address };
  }
  if (closing !== null && closing.tenantIban !== null) {
    const { tenantIban: iban, tenantHolderName: holderName, tenantBic: bic, tenantAddress: address } = closing;
    return { iban, holderName, bic, address };
  }
  const names = tenantNames(terms.tenants);
  const paid = payments.findLast(
    ({ at, payerIban, payerName, reversedAt }) =>
      payerIban !== null &&
      payerName !== null &&
      reversedAt === null &&
      (since === null || at >= since) &&
      isSameHolder(payerName, names),
  );
  if (paid === undefined) return { ...ASKED, iban: demoIban };
  return { iban: paid.payerIban, holderName: paid.payerName, bic: null, address: paid.payerAddress };
}

/** Reduces the orders that can be changed; the last Rappen of one cancels it. What cannot be taken stays missing. */
function payLess(deposit: Deposit, missing: Rappen, { now }: MoveContext): Move {
  const changeable = deposit.orders
    .filter((order) => order.kind === 'payout' && isChangeable(order))
    .toSorted((one, other) => rank(one) - rank(other));
  let current = deposit;
  let left: number = missing;
  const postings = [];
  for (const order of changeable) {
    const taken = rappen(Math.min(left, order.amount));
    if (taken === 0) break;
    left -= taken;
    postings.push(notOwed(order, taken, 'held', now));
    current = replaced(current, reduced(order, taken, now));
  }
  return move(current, { postings });
}

function rank({ payee, cause }: Order): number {
  if (payee === 'landlord') return 2;
  return cause === 'supplement' ? 0 : 1;
}

/** An order's amount is never 0: then it is cancelled and keeps its amount. */
export function reduced(order: Order, by: Rappen, now: Date): Order {
  if (by === order.amount) return { ...order, cancelledAt: now };
  return { ...order, amount: rappen(order.amount - by) };
}

export function replaced(deposit: Deposit, order: Order): Deposit {
  return { ...deposit, orders: deposit.orders.map((one) => (one.id === order.id ? order : one)) };
}
