import type { Deposit, Release } from '../deposit.ts';
import { setAside, type Order } from '../ledger.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import { productOf } from './in-force.ts';
import { mailAll } from './mails.ts';
import { enter, inTurn, move, type MoveContext, type Decision, type Move } from './move.ts';
import { queueDocument } from './documents.ts';
import { completeOrderMove } from './payment.ts';
import { closingOf, splitOf, tenantsShare } from './split.ts';

/** Still closing, payout ordered. An insurance pays nothing through us; its cover must end instead. */
export function orderPayout(
  deposit: Deposit,
  released: Release,
  { now, random, organization, demoIban }: MoveContext,
): Move {
  const closing = closingOf(deposit);
  const amountTenant = tenantsShare(deposit, released);
  const shares = [
    { payee: 'tenant', amount: amountTenant, iban: closing.tenantIban ?? demoIban },
    { payee: 'landlord', amount: released.amountLandlord, iban: organization.payoutIban ?? demoIban },
  ] as const;
  const orders: Order[] =
    deposit.product === 'insurance'
      ? []
      : shares
          .filter(({ amount }) => amount > 0)
          .map((share) => ({
            id: random.id(),
            kind: 'payout',
            cause: 'closing',
            ...share,
            orderedAt: now,
            completedAt: null,
            paymentId: null,
            runId: null,
            rejection: null,
          }));
  const detail = {
    ground: released.ground,
    amountTenant: toChf(amountTenant),
    amountLandlord: toChf(released.amountLandlord),
  };
  return move(
    { ...deposit, stepSince: now, closing: { ...closing, release: released }, orders: [...deposit.orders, ...orders] },
    {
      history: [{ at: now, actor: 'service', event: 'payout_ordered', detail }],
      postings: orders.map((one) => setAside(one, 'held')),
    },
  );
}

/** Section 3: closing → closed, when the bank has paid both shares. Completes one order, or all open ones. */
export function completePayout(
  deposit: Deposit,
  { orderId }: { orderId: string | null },
  context: MoveContext,
): Decision {
  const open = deposit.orders.filter((one) => one.kind === 'payout' && one.completedAt === null);
  const done = open.filter(({ id }) => orderId === null || id === orderId);
  if (done.length === 0) return { refused: 'no_such_order' };
  if (done.some(({ iban }) => iban === null)) return { refused: 'account_missing' };
  return inTurn(
    deposit,
    (current) => completeOrderMove(current, done, context),
    (current) => (done.length === open.length ? close(current, context) : move(current)),
  );
}

/** The insurer's cover has ended: closed, and nothing was paid out. */
export function endCover(deposit: Deposit, _input: undefined, context: MoveContext): Move {
  return inTurn(
    deposit,
    (current) => move(current, { history: [{ at: context.now, actor: 'insurer', event: 'cover_ended', detail: {} }] }),
    (current) => close(current, context),
  );
}

function close(deposit: Deposit, context: MoveContext): Move {
  const { now } = context;
  const paid = (payee: Order['payee']): Rappen =>
    rappen(deposit.orders.filter((one) => one.payee === payee).reduce((sum, { amount }) => sum + amount, 0));
  const closed: Deposit = {
    ...enter(deposit, { state: 'closed', step: null }, now),
    paidOutAt: now,
    paidOutTenant: paid('tenant'),
    paidOutLandlord: paid('landlord'),
  };
  return inTurn(
    closed,
    (current) => move(current, { history: [{ at: now, actor: 'service', event: 'closed', detail: {} }] }),
    (current) =>
      mailAll(current, context, { kind: 'deposit_closed', product: productOf(current), ...splitOf(current) }),
    (current) => (current.product === 'bank_deposit' ? payOutDocument(current, context) : move(current)),
  );
}

function payOutDocument(deposit: Deposit, context: MoveContext): Move {
  const { iban, orders } = deposit;
  const { release: released } = closingOf(deposit);
  const payouts = orders
    .filter(({ kind }) => kind === 'payout')
    .map((one) => ({ to: one.payee as 'tenant' | 'landlord', amount: one.amount, iban: one.iban as string }));
  const ground = (released as Release).ground;
  return queueDocument(deposit, context, { kind: 'pay_out', iban: iban as string, ground, payouts });
}
