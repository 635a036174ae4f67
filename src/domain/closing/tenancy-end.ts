import type { Deposit } from '../deposit.ts';
import type { Closing, NamedEnd, Party } from './closing.ts';
import type { Recipient } from '../effect.ts';
import { productOf } from '../lifecycle/in-force.ts';
import { mailAll, mailManager, mailOperators, mailTenants } from '../lifecycle/mails.ts';
import { byManager, inTurn, move, type Decision, type Move, type MoveContext } from '../lifecycle/move.ts';
import type { RefusalCode } from '../lifecycle/refusal.ts';
import { closingOf } from '../lifecycle/split.ts';
import { isWithinReach, startOfDay, swissDay, type Day } from '../values/calendar.ts';
import { addDays, tenantMayClaimFrom } from './claim-year.ts';
import { DAYS_TO_ANSWER, freesOn, isFreedByYear, planYear } from './year.ts';

/** How far ahead of today a manager may name the end. */
const MONTHS_AHEAD = 12;

/** The end as the party that starts the closing names it. The manager is asked about a tenant's day. */
export function namedEnd(by: Party, day: Day): NamedEnd {
  return by === 'manager'
    ? { state: 'confirmed', namedBy: by, tenantDay: null, managerDay: day, reason: null }
    : { state: 'asked', namedBy: by, tenantDay: day, managerDay: null, reason: null };
}

/** The day on which a tenant's end counts as undisputed, if the manager says nothing. */
export function undisputedOn({ startedAt }: Pick<Closing, 'startedAt'>): Day {
  return addDays(swissDay(startedAt), DAYS_TO_ANSWER);
}

/** Queues the end of the manager's time to answer. */
export function awaitAnswer(deposit: Deposit, { random }: MoveContext): Move {
  const closing = closingOf(deposit);
  if (closing.end.state !== 'asked') return move(deposit);
  return move(deposit, {
    effects: [{ kind: 'end_undisputed', id: random.id(), dueAt: startOfDay(undisputedOn(closing)) }],
  });
}

/** A manager may name a day of the next twelve months: the year of OR 257e runs from it. */
export function isTooLate(day: Day, now: Date): boolean {
  return day > Temporal.PlainDate.from(swissDay(now)).add({ months: MONTHS_AHEAD }).toString();
}

export const isEndAsked = ({ closing }: Deposit): RefusalCode | null =>
  closing?.end.state === 'asked' ? null : 'end_not_asked';

export const isEndOfManager = ({ closing }: Deposit): RefusalCode | null => {
  if (closing?.end.namedBy !== 'manager') return 'end_not_managers';
  return closing.end.state === 'confirmed' ? null : 'end_contested';
};

export function confirmEnd(deposit: Deposit, _input: undefined, context: MoveContext): Move {
  const { tenancyEnd: day } = closingOf(deposit);
  return inTurn(withEnd(deposit, { state: 'confirmed' }), (current) =>
    move(current, { history: [entry(deposit, context, 'end_confirmed', day, null)] }),
  );
}

/** The manager names another day, which counts until the operator settles it. */
export function disputeEnd(
  deposit: Deposit,
  { day, reason, operators }: { day: Day; reason: string | null; operators: readonly Recipient[] },
  context: MoveContext,
): Decision {
  const { tenancyEnd } = closingOf(deposit);
  if (day === tenancyEnd) return { refused: 'same_day', field: 'day' };
  if (isTooLate(day, context.now)) return { refused: 'day_too_late', field: 'day' };
  if (day < deposit.terms.rentalStart) return { refused: 'day_before_start', field: 'day' };
  return inTurn(
    withEnd(deposit, { state: 'disputed', managerDay: day, reason }, day),
    (current) => move(current, { history: [entry(deposit, context, 'end_disputed', day, reason)] }),
    (current) => planYear(current, context),
    (current) => mailOperators(current, context, aboutEnd(current, 'manager'), operators),
    (current) => mailTenants(current, context, aboutEnd(current, 'manager')),
  );
}

/** The tenant contests the manager's day, which counts until the operator settles it. */
export function contestEnd(
  deposit: Deposit,
  { reason, operators }: { reason: string | null; operators: readonly Recipient[] },
  context: MoveContext,
): Move {
  const { tenancyEnd } = closingOf(deposit);
  return inTurn(
    withEnd(deposit, { state: 'disputed', reason }),
    (current) =>
      move(current, {
        history: [
          {
            at: context.now,
            actor: 'tenant',
            event: 'end_contested',
            detail: { day: tenancyEnd },
            ...(reason === null ? {} : { personal: { reason } }),
          },
        ],
      }),
    (current) => mailOperators(current, context, aboutEnd(current, 'tenant'), operators),
    (current) => mailManager(current, context, aboutEnd(current, 'tenant')),
    (current) => mailTenants(current, context, aboutEnd(current, 'tenant')),
  );
}

/**
 * The operator settles the end with evidence, also on a day before the start: a tenancy may end before it begins. Once the
 * payout is ordered, only the fact changes.
 */
export function settleEnd(
  deposit: Deposit,
  { day, evidence }: { day: Day; evidence: string },
  context: MoveContext,
): Decision {
  const { now } = context;
  if (!isWithinReach(day, swissDay(now))) return { refused: 'day_too_far', field: 'day' };
  const settled = withoutEarlyYear(withEnd(deposit, { state: 'settled', reason: null }, day), now);
  const history = [
    { at: now, actor: 'operator', event: 'end_settled', detail: { day }, personal: { evidence } },
  ] as const;
  if (closingOf(deposit).release !== null) return move(settled, { history });
  return inTurn(
    settled,
    (current) => move(current, { history }),
    (current) => planYear(current, context),
    (current) => {
      const product = productOf(current);
      return mailAll(current, context, { kind: 'closing_end_settled', product, ...daysOf(closingOf(current)) });
    },
  );
}

/** While it is on hold, the year may have been noted by another day: it is not over yet. */
function withoutEarlyYear(deposit: Deposit, now: Date): Deposit {
  const closing = closingOf(deposit);
  const isEarly = closing.noted?.ground === 'year' && !isFreedByYear(deposit, now);
  return isEarly ? { ...deposit, closing: { ...closing, noted: null } } : deposit;
}

/** The manager has said nothing for 30 days. */
export function endUndisputed(deposit: Deposit, _input: undefined, { now }: MoveContext): Decision {
  const closing = closingOf(deposit);
  if (closing.end.state !== 'asked' || swissDay(now) < undisputedOn(closing)) return { refused: 'not_now' };
  const detail = { day: closing.tenancyEnd };
  return move(withEnd(deposit, { state: 'undisputed' }), {
    history: [{ at: now, actor: 'service', event: 'end_undisputed', detail }],
  });
}

function withEnd(deposit: Deposit, changed: Partial<NamedEnd>, day?: Day): Deposit {
  const closing = closingOf(deposit);
  return {
    ...deposit,
    closing: { ...closing, tenancyEnd: day ?? closing.tenancyEnd, end: { ...closing.end, ...changed } },
  };
}

function entry(deposit: Deposit, context: MoveContext, event: string, day: Day, reason: string | null) {
  const base = byManager(deposit, context);
  const personal = reason === null ? base.personal : { ...base.personal, reason };
  return { ...base, event, detail: { ...base.detail, day }, ...(personal === undefined ? {} : { personal }) };
}

function aboutEnd(deposit: Deposit, by: Party) {
  const closing = closingOf(deposit);
  const { tenantDay, reason } = closing.end;
  const product = productOf(deposit);
  return { kind: 'closing_end_disputed', by, product, tenantDay, reason, ...daysOf(closing) } as const;
}

/** The day that counts, and what follows from it. */
export function daysOf(closing: Closing): { tenancyEnd: Day; freesOn: Day | null; claimFrom: Day } {
  const { tenancyEnd } = closing;
  return { tenancyEnd, freesOn: freesOn(closing), claimFrom: tenantMayClaimFrom(tenancyEnd) };
}
