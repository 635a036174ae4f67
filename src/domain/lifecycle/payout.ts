import { shownAccount } from '../closing/shown-account.ts';
import { releasedBy } from '../change.ts';
import type { Deposit } from '../deposit.ts';
import type { Party, Release } from '../closing/closing.ts';
import { setAside, type BankTime, type Order } from '../ledger.ts';
import { payeeNames } from '../payee/facts.ts';
import { startOfDay, swissDay, type Day } from '../values/calendar.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import { answered, ask, askToClose, cancelApplications } from './applications.ts';
import { productOf } from './in-force.ts';
import { mailAll } from './mails.ts';
import { settleChangePayout } from './changes/money.ts';
import { enter, inTurn, move, type MoveContext, type Decision, type Move } from './move.ts';
import { queueDocument } from './documents.ts';
import { addressSinceMoveIn } from '../changes/contact.ts';
import { landlordAccount } from './order-account.ts';
import { freeOf, isOpenOrder, newOrder, settleFree } from './orders.ts';
import { completeOrderMove, mayBeDone, type Completion } from './payment.ts';
import { closingOf, splitOf, standing } from './split.ts';

/**
 * Still closing, payout ordered. While the deposit is on hold nothing is ordered: what frees it is noted, and ordered when
 * the hold is lifted. Every payout at the end comes through here.
 */
export function orderPayout(deposit: Deposit, released: Release, context: MoveContext): Move {
  return deposit.hold === null ? orderNow(deposit, released, context) : noteRelease(deposit, released, context);
}

function noteRelease(deposit: Deposit, released: Release, context: MoveContext): Move {
  const { at, ground, amountLandlord } = released;
  const detail = { ground, amountLandlord: toChf(amountLandlord) };
  return inTurn(
    { ...deposit, closing: { ...closingOf(deposit), noted: released } },
    (current) => move(current, { history: [{ at, actor: 'service', event: 'release_noted', detail }] }),
    (current) =>
      mailAll(current, context, {
        kind: 'closing_agreed',
        product: productOf(current),
        ground,
        agreedBy: consentOf(current, released),
        ...splitOf(current),
      }),
  );
}

/** Whose consent it was, if both have agreed. */
function consentOf(deposit: Deposit, { ground }: Release): Party | null {
  if (ground !== 'consent') return null;
  return standing(closingOf(deposit)).by === 'tenant' ? 'manager' : 'tenant';
}

/** An insurance pays nothing through us; its cover must end instead. */
function orderNow(deposit: Deposit, released: Release, context: MoveContext): Move {
  const { now, organization, demoIban } = context;
  const closing = closingOf(deposit);
  const { amountTenant, amountLandlord } = payoutOf(deposit, released);
  const { tenantIban: iban, tenantHolderName: holderName, tenantBic: bic } = closing;
  const address = closing.tenantAddress ?? addressSinceMoveIn(deposit);
  const landlord = landlordAccount(organization, deposit.terms);
  const shares = [
    { payee: 'tenant', amount: amountTenant, holderName, bic, address, iban: iban ?? demoIban },
    { payee: 'landlord', amount: amountLandlord, ...landlord, iban: landlord.iban ?? demoIban },
  ] as const;
  const orders: Order[] =
    deposit.product === 'insurance'
      ? []
      : shares
          .filter(({ amount }) => amount > 0)
          .map((share) => {
            const names = payeeNames(deposit, organization, share, null);
            return newOrder({ kind: 'payout', cause: 'closing', ...share }, context, names);
          });
  const detail = {
    ground: released.ground,
    amountTenant: toChf(amountTenant),
    amountLandlord: toChf(amountLandlord),
  };
  const ordered: Deposit = {
    ...deposit,
    stepSince: now,
    closing: { ...closing, noted: null, release: released },
    orders: [...deposit.orders, ...orders],
  };
  return inTurn(
    ordered,
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'service', event: 'payout_ordered', detail }],
        postings: orders.map((one) => setAside(one, 'held')),
      }),
    (current) => tellOrdered(current, orders, { amountTenant, amountLandlord }, context),
    (current) => {
      if (deposit.product === 'insurance') return releaseInsurance(current, amountLandlord, context);
      return orders.length === 0 ? close(current, context, { at: now, bookedOn: swissDay(now) }) : move(current);
    },
  );
}

/** Both sides hear that it is ordered, and on what ground. Where nothing is held, they only hear that it is closed. */
function tellOrdered(
  deposit: Deposit,
  orders: readonly Order[],
  split: { amountTenant: Rappen; amountLandlord: Rappen },
  context: MoveContext,
): Move {
  const product = productOf(deposit);
  if (product === 'bank_deposit' && orders.length === 0) return move(deposit);
  const release = closingOf(deposit).release as Release;
  const { ground } = release;
  const agreedBy = consentOf(deposit, release);
  const toTenant = orders.find(({ payee, iban }) => payee === 'tenant' && iban !== null);
  const account =
    toTenant === undefined
      ? null
      : shownAccount({ iban: toTenant.iban as string, holderName: toTenant.holderName }, deposit);
  return mailAll(deposit, context, { kind: 'payout_ordered', product, ground, agreedBy, account, ...split });
}

/** Money that was paid towards a change to a bank deposit goes to the tenant. */
function releaseInsurance(deposit: Deposit, amountLandlord: Rappen, context: MoveContext): Move {
  return inTurn(
    deposit,
    (current) => (deposit.changes.length > 0 && freeOf(current) > 0 ? settleFree(current, context) : move(current)),
    (current) => askInsurer(current, amountLandlord, context),
  );
}

/** First the landlord's share, if there is one; then the cover can end. */
function askInsurer(deposit: Deposit, amountLandlord: Rappen, context: MoveContext): Move {
  return amountLandlord > 0
    ? ask(deposit, 'claim', context, { claim: amountLandlord })
    : ask(deposit, 'cover_end', context);
}

/**
 * Everything held is paid out. The landlord gets the agreed share of the deposit, as far as it is held; the tenant gets
 * the rest with interest, less charges and tax.
 */
function payoutOf(deposit: Deposit, { amountLandlord }: Release): { amountTenant: Rappen; amountLandlord: Rappen } {
  if (deposit.product === 'insurance') return { amountTenant: rappen(0), amountLandlord };
  const held = Math.max(0, freeOf(deposit));
  const landlord = rappen(Math.min(amountLandlord, held));
  return { amountTenant: rappen(held - landlord), amountLandlord: landlord };
}

/**
 * Section 3: closing → closed, when the bank has paid both shares. Completes one order, or all open ones. Afterwards an
 * order that was returned, or that brings later interest, is completed without a change of state; so is one that brings
 * interest from an account that is no longer needed.
 */
export function completePayout(deposit: Deposit, { orderId, bank }: Completion, context: MoveContext): Decision {
  const open = deposit.orders.filter((one) => one.kind === 'payout' && isOpenOrder(one));
  const named = open.filter(({ id }) => orderId === null || id === orderId);
  const done = named.filter((one) => mayBeDone(deposit, one, bank));
  if (done.length === 0) return { refused: named.length === 0 ? 'no_such_order' : 'held' };
  if (done.some(({ iban }) => iban === null)) return { refused: 'account_missing' };
  const time = bank ?? { at: context.now, bookedOn: swissDay(context.now) };
  return inTurn(
    deposit,
    (current) => completeOrderMove(current, done, context, time),
    (current) => {
      if (current.state === 'closed') return move(withPaidOut(current));
      const isClosing = current.product !== 'insurance' && (current.closing?.release ?? null) !== null;
      return isClosing && done.length === open.length ? close(current, context, time) : move(current);
    },
    (current) => settleChangePayout(current, context),
    (current) => askToClose(current, context),
  );
}

/** What was still to be paid is no longer owed: nothing is left that the bank could carry out. */
export function closeIfNothingIsLeft(deposit: Deposit, context: MoveContext, bank: BankTime): Move {
  const payouts = deposit.orders.filter(({ kind }) => kind === 'payout');
  if (deposit.product === 'insurance' || deposit.state !== 'closing' || payouts.some(isOpenOrder)) return move(deposit);
  const paidAt = payouts.flatMap(({ completedAt }) => completedAt ?? []);
  const last = paidAt.toSorted((one, other) => one.getTime() - other.getTime()).at(-1);
  return close(deposit, context, last === undefined ? bank : { at: last, bookedOn: swissDay(last) });
}

type Ended = { on?: Day | null; answeredBy?: string | null };

/** The insurer's cover has ended: closed. Through us nothing was paid out. A claim that still waits is not paid. */
export function endCover(deposit: Deposit, given: Ended | undefined, context: MoveContext): Move {
  const { on = null, answeredBy: by = null } = given ?? {};
  const ended = answered(deposit, 'cover_end', { answer: { answer: 'ended', on }, by }, context);
  return inTurn(
    ended,
    (current) => move(current, { history: [{ at: context.now, actor: 'insurer', event: 'cover_ended', detail: {} }] }),
    (current) => cancelApplications(current, context),
    (current) => close(current, context, { at: on === null ? context.now : startOfDay(on), bookedOn: null }),
  );
}

/** The insurer has paid the landlord: now the cover can end. */
export function payClaim(
  deposit: Deposit,
  { amount, on, answeredBy: by }: { amount: Rappen; on: Day | null; answeredBy: string | null },
  context: MoveContext,
): Move {
  const paid = answered(
    { ...deposit, paidOutLandlord: amount },
    'claim',
    { answer: { answer: 'paid', amount, on }, by },
    context,
  );
  const detail = { amount: toChf(amount) };
  return inTurn(
    paid,
    (current) => move(current, { history: [{ at: context.now, actor: 'insurer', event: 'claim_paid', detail }] }),
    (current) => ask(current, 'cover_end', context),
  );
}

/** What has been paid out in all. A payout that came back counts: it goes out again. An insurer pays the landlord itself. */
function withPaidOut(deposit: Deposit): Deposit {
  const paid = (payee: Order['payee']): Rappen =>
    rappen(
      deposit.orders
        .filter(
          (one) => one.payee === payee && one.cancelledAt === null && (one.completedAt !== null || one.attempt > 1),
        )
        .reduce((sum, { amount }) => sum + amount, 0),
    );
  if (deposit.product === 'insurance') {
    // What a change has released counts; else an insurance pays nothing out.
    const paidOutTenant = deposit.changes.length === 0 ? rappen(0) : paid('tenant');
    return { ...deposit, paidOutTenant, paidOutLandlord: deposit.paidOutLandlord ?? rappen(0) };
  }
  return { ...deposit, paidOutTenant: paid('tenant'), paidOutLandlord: paid('landlord') };
}

/** `bank`: the last payout; others may have been booked later, although their file was read before. */
function close(deposit: Deposit, context: MoveContext, bank: BankTime): Move {
  const { now } = context;
  const times = deposit.orders
    .filter(({ kind }) => kind === 'payout')
    .map(({ completedAt }) => completedAt)
    .filter((at) => at !== null);
  const closed = withPaidOut({
    ...enter(deposit, { state: 'closed', step: null }, now),
    paidOutAt: new Date(Math.max(bank.at.getTime(), ...times.map((at) => at.getTime()))),
  });
  return inTurn(
    closed,
    (current) => move(current, { history: [{ at: now, actor: 'service', event: 'closed', detail: {} }] }),
    (current) =>
      mailAll(current, context, { kind: 'deposit_closed', product: productOf(current), ...paidSplit(current) }),
    (current) => (current.product === 'bank_deposit' ? payOutDocument(current, context) : move(current)),
    (current) => askToClose(current, context),
  );
}

/** As it was paid; by an insurance: what the insurer has paid. */
function paidSplit(deposit: Deposit): { amountTenant: Rappen; amountLandlord: Rappen } {
  const { paidOutTenant, paidOutLandlord } = deposit;
  return { amountTenant: paidOutTenant ?? rappen(0), amountLandlord: paidOutLandlord ?? rappen(0) };
}

function payOutDocument(deposit: Deposit, context: MoveContext): Move {
  const { iban, orders, interest, charges, withholdingTax } = deposit;
  const released = rappen(releasedBy(deposit));
  const { release: agreed } = closingOf(deposit);
  const payouts = orders
    .filter(({ kind, completedAt }) => kind === 'payout' && completedAt !== null)
    .map((one) => ({ to: one.payee as 'tenant' | 'landlord', amount: one.amount, iban: one.iban as string }));
  const ground = (agreed as Release).ground;
  const toTenant = orders.find(
    ({ kind, payee, completedAt }) => kind === 'payout' && payee === 'tenant' && completedAt !== null,
  );
  const surplus = rappen(deposit.payments.reduce((sum, payment) => sum + payment.surplus, 0));
  return queueDocument(deposit, context, {
    kind: 'pay_out',
    iban: iban as string,
    ground,
    payouts,
    lines: { deposit: rappen(deposit.paidIn + released), interest, charges, withholdingTax, surplus },
    bookedOn: deposit.paidOutAt === null ? null : swissDay(deposit.paidOutAt),
    tenancyEnd: closingOf(deposit).tenancyEnd,
    tenantAddress: toTenant?.address ?? null,
  });
}
