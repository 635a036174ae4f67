import type { Deposit } from '../deposit.ts';
import type { Closing, Proposal } from './closing.ts';
import type { Effect } from '../effect.ts';
import { productOf } from '../lifecycle/in-force.ts';
import { mailManager } from '../lifecycle/mails.ts';
import { inTurn, move, type Decision, type Move, type MoveContext } from '../lifecycle/move.ts';
import { orderPayout } from '../lifecycle/payout.ts';
import { closingOf, standing, tenantsShare } from '../lifecycle/split.ts';
import { daysBetween, startOfDay, swissDay, type Day } from '../values/calendar.ts';
import { rappen, type Rappen } from '../values/money.ts';
import { addDays, tenantMayClaimFrom } from './claim-year.ts';

/** So many days before the payout is ordered the manager is warned. */
const WARNING_DAYS = [30, 7, 1] as const;
/** The manager has at least so many days to answer, however long ago the tenancy ended. */
export const DAYS_TO_ANSWER = 30;

/** The day on which the payout is ordered without consent; null: the manager started, so the tenant has to demand it. */
export function freesOn({ startedBy, startedAt, tenancyEnd }: Closing): Day | null {
  if (startedBy === 'manager') return null;
  const told = addDays(swissDay(startedAt), DAYS_TO_ANSWER);
  const year = tenantMayClaimFrom(tenancyEnd);
  return year > told ? year : told;
}

/** The year has passed, and no legal claim is known or waits for the operator. */
export function isFreedByYear(deposit: Deposit, now: Date): boolean {
  const closing = closingOf(deposit);
  const from = freesOn(closing) ?? tenantMayClaimFrom(closing.tenancyEnd);
  return !isStoppedByClaim(deposit) && swissDay(now) >= from;
}

/** The day on which the payout is ordered if nobody does anything. Null: there is none, or a claim stops it. */
export function orderedOn(deposit: Pick<Deposit, 'closing' | 'legalClaim'>): Day | null {
  const { closing } = deposit;
  if (closing === null || closing.release !== null || closing.noted !== null || isStoppedByClaim(deposit)) return null;
  return freesOn(closing);
}

function isStoppedByClaim({ legalClaim, closing }: Pick<Deposit, 'closing' | 'legalClaim'>): boolean {
  return legalClaim !== null || closing?.claim?.state === 'waiting';
}

/** Queues the order and the warnings for the day that counts now. Those of an earlier plan find nothing to do. */
export function planYear(deposit: Deposit, { now, random }: MoveContext): Move {
  const closing = closingOf(deposit);
  const day = freesOn(closing);
  if (day === null || day === closing.year.queuedFor) return move(deposit);
  const at = (kind: 'order_after_year' | 'warn_of_year', due: Day): Effect => {
    const dueAt = startOfDay(due);
    return { kind, id: random.id(), dueAt: dueAt < now ? now : dueAt };
  };
  const today = swissDay(now);
  const days = WARNING_DAYS.map((before) => addDays(day, -before));
  // Of those that are due already, one is sent.
  const missed = today < day ? days.filter((one) => one <= today).slice(-1) : [];
  const warnings = [...missed, ...days.filter((one) => one > today)];
  return move(
    { ...deposit, closing: { ...closing, year: { queuedFor: day, warnings: 0 } } },
    { effects: [...warnings.map((due) => at('warn_of_year', due)), at('order_after_year', day)] },
  );
}

/** Orders once more, because a claim that stopped the year is rejected. */
export function orderAgain(deposit: Deposit, { now, random }: MoveContext): Move {
  const day = freesOn(closingOf(deposit));
  if (day === null) return move(deposit);
  const dueAt = startOfDay(day);
  return move(deposit, {
    effects: [{ kind: 'order_after_year', id: random.id(), dueAt: dueAt < now ? now : dueAt }],
  });
}

/**
 * A closing that the tenant started is ordered as the tenant last proposed it. The landlord gets no more than the manager
 * asks for. A closing of an earlier version is planned again for the day that counts now.
 */
export function orderAfterYear(deposit: Deposit, _input: undefined, context: MoveContext): Decision {
  const { now } = context;
  const closing = closingOf(deposit);
  if (closing.startedBy !== 'tenant') return { refused: 'not_now' };
  if (!isFreedByYear(deposit, now)) {
    const planned = planYear(deposit, context);
    return planned.effects.length === 0 ? { refused: 'not_now' } : planned;
  }
  const amountLandlord = landlordAfterYear(closing);
  return orderPayout(
    { ...deposit, closingWord: null },
    { at: now, ground: 'year', amountLandlord, evidence: null },
    context,
  );
}

function landlordAfterYear(closing: Closing): Rappen {
  const own = closing.proposals.findLast(({ by }) => by === 'tenant') as Proposal;
  return rappen(Math.min(own.amountLandlord, standing(closing).amountLandlord));
}

/** 30, 7 and 1 days before. After an outage several may be due; they are sent as one. */
export function warnOfYear(deposit: Deposit, _input: undefined, context: MoveContext): Decision {
  const closing = closingOf(deposit);
  const day = freesOn(closing);
  if (day === null || isStoppedByClaim(deposit)) return { refused: 'not_now' };
  const daysLeft = daysBetween(swissDay(context.now), day);
  const warnings = WARNING_DAYS.filter((before) => daysLeft <= before).length;
  if (daysLeft <= 0 || warnings <= closing.year.warnings) return { refused: 'not_now' };
  const amountLandlord = landlordAfterYear(closing);
  const about = {
    kind: 'closing_year_warning',
    product: productOf(deposit),
    amountLandlord,
    amountTenant: tenantsShare(deposit, { amountLandlord }),
    tenancyEnd: closing.tenancyEnd,
    freesOn: day,
    daysLeft,
  } as const;
  return inTurn(
    { ...deposit, closing: { ...closing, year: { ...closing.year, warnings } } },
    (current) => mailManager(current, context, about),
    (current) =>
      move(current, {
        history: [{ at: context.now, actor: 'service', event: 'year_warned', detail: { freesOn: day } }],
      }),
  );
}
