import { askOther } from '../closing/asking.ts';
import { decideSpoken, keepWord, type Actors } from '../closing/joint-word.ts';
import {
  accountFor,
  accountTexts,
  faultOfGiven,
  spokenAccount,
  payeeOf,
  withConfirmed,
  type GivenAccount,
} from '../closing/given-account.ts';
import { tellOfAnother } from '../closing/payout-account.ts';
import { awaitAnswer, isTooLate, namedEnd } from '../closing/tenancy-end.ts';
import { isFreedByYear, planYear } from '../closing/year.ts';
import { isWithinReach, swissDay, type Day } from '../values/calendar.ts';
import type { Deposit } from '../deposit.ts';
import type { Closing, ClosingWord, Party } from '../closing/closing.ts';
import { toChf, type Rappen } from '../values/money.ts';
import { overtakeChange } from './changes/cancelling.ts';
import { recipient } from '../effect.ts';
import {
  actingMember,
  enter,
  inTurn,
  move,
  type MoveContext,
  type Decision,
  type HistoryEntry,
  type Refusal,
} from './move.ts';
import { orderPayout } from './payout.ts';
import { closingOf, standing } from './split.ts';

type Split = { by: Party; amountLandlord: Rappen; reason: string | null };

/** `tenant`: the position of the signatory who acts; absent: all of them. */
type Acting = { by: Party; tenant?: number | null };

/** Section 3: open → closing, with a proposed split. The other party is asked to consent. */
export function startClosing(
  deposit: Deposit,
  { tenancyEnd: named, tenant = null, ...proposed }: Split & GivenAccount & Acting & { tenancyEnd: Day | null },
  context: MoveContext,
): Decision {
  const { by, amountLandlord, reason, ...given } = proposed;
  const fault = faultOfProposal(deposit, proposed, context) ?? faultOfEnd(deposit, by, named, context);
  if (fault !== null) return fault;
  const { now } = context;
  const said = { kind: 'proposal', amountLandlord, tenancyEnd: named, reason, account: payeeOf(given) } as const;
  const spoken = decideSpoken(deposit, { by, tenant }, said);
  if (spoken === 'waits')
    return keepWord(deposit, wordOf({ tenant, ...said, tenancyEnd: named ?? swissDay(now) }, now), context);
  if (spoken !== 'counts') return spoken;
  const first = firstWord(deposit, { by, tenant });
  const tenancyEnd = named ?? first?.tenancyEnd ?? swissDay(now);
  // The account that the tenant has confirmed wins; one that the manager gives is only a fallback.
  const isKnown = by === 'manager' && deposit.payoutAccount !== null;
  const account = accountFor(deposit, isKnown ? { tenantIban: null } : given, first);
  const split = { by, amountLandlord, reason: reason ?? first?.reason ?? null };
  const closing: Closing = {
    startedBy: by,
    startedAt: now,
    tenancyEnd,
    end: namedEnd(by, tenancyEnd),
    year: { queuedFor: null, warnings: 0 },
    claim: null,
    proposals: [{ at: now, ...split }],
    ...account,
    noted: null,
    release: null,
  };
  const overtaken = overtakeChange(deposit, by, context);
  const started = { ...enter(overtaken.deposit, { state: 'closing', step: null }, now), closing, closingWord: null };
  const detail = { by, amountLandlord: toChf(amountLandlord), tenancyEnd };
  return inTurn(
    withConfirmed(started, by, account, now),
    (current) => ({ ...overtaken, deposit: current }),
    (current) =>
      move(current, {
        history: [
          entryBy(by, current, context, {
            at: now,
            event: 'closing_started',
            detail,
            given: { reason: split.reason, ...accountTexts(account) },
          }),
        ],
      }),
    (current) => tellOfAnother(deposit, current, context),
    (current) => planYear(current, context),
    (current) => awaitAnswer(current, context),
    (current) => askOther(current, tenant, context),
  );
}

/**
 * Either party may propose another split, also in place of its own. Once the year has passed, the tenant may demand the
 * whole deposit without consent.
 */
export function counterPropose(
  deposit: Deposit,
  { tenant = null, tenantIban = null, ...proposed }: Split & Partial<GivenAccount> & Acting,
  context: MoveContext,
): Decision {
  const { by, amountLandlord, reason, ...more } = proposed;
  const given = { tenantIban, ...more };
  const fault = faultOfProposal(deposit, { ...proposed, tenantIban }, context);
  if (fault !== null) return fault;
  const { now } = context;
  const said = { kind: 'proposal', amountLandlord, tenancyEnd: null, reason, account: payeeOf(given) } as const;
  const spoken = decideSpoken(deposit, { by, tenant }, said);
  if (spoken === 'waits') return keepWord(deposit, wordOf({ tenant, ...said }, now), context);
  if (spoken !== 'counts') return spoken;
  const closing = closingOf(deposit);
  const first = firstWord(deposit, { by, tenant });
  const split = { by, amountLandlord, reason: reason ?? first?.reason ?? null };
  const proposals: Closing['proposals'] = [...closing.proposals, { at: now, ...split }];
  const account = accountFor(deposit, given, first);
  const detail = { by, amountLandlord: toChf(amountLandlord) };
  const isDemand = by === 'tenant' && amountLandlord === 0 && isFreedByYear(deposit, now);
  const countered = { ...deposit, closing: { ...closing, proposals, ...account }, closingWord: null };
  return inTurn(
    withConfirmed(countered, by, spokenAccount(given, first), now),
    (current) =>
      move(current, {
        history: [
          entryBy(by, current, context, {
            at: now,
            event: isDemand ? 'whole_demanded' : 'counter_proposed',
            detail,
            given: { reason: split.reason, ...accountTexts(given) },
          }),
        ],
      }),
    (current) => tellOfAnother(deposit, current, context),
    (current) =>
      isDemand
        ? orderPayout(current, { at: now, ground: 'year', amountLandlord, evidence: null }, context)
        : askOther(current, tenant, context),
  );
}

/** The other party consents to the current proposal: the payout is ordered. */
export function consent(
  deposit: Deposit,
  {
    by,
    tenant = null,
    amountLandlord: meant = null,
    ...given
  }: Acting & GivenAccount & { amountLandlord?: Rappen | null },
  context: MoveContext,
): Decision {
  const { now } = context;
  const fault = faultOfGiven(given, context);
  if (fault !== null) return fault;
  const closing = closingOf(deposit);
  const proposal = standing(closing);
  const { amountLandlord } = proposal;
  const said = { kind: 'consent', amountLandlord, tenancyEnd: null, reason: null, account: payeeOf(given) } as const;
  const spoken = decideSpoken(deposit, { by, tenant }, said);
  if (typeof spoken === 'object' && spoken.field !== undefined) return spoken;
  if (proposal.by === by) return { refused: 'own_proposal' };
  if (meant !== null && meant !== amountLandlord) return { refused: 'proposal_replaced' };
  if (spoken === 'waits') return keepWord(deposit, wordOf({ tenant, ...said }, now), context);
  if (spoken !== 'counts') return spoken;
  // The tenant's own account wins; the one that the manager gave is only a fallback.
  const first = firstWord(deposit, { by, tenant });
  const account = by === 'tenant' || closing.tenantIban === null ? accountFor(deposit, given, first) : {};
  const consented = { ...deposit, closing: { ...closing, ...account }, closingWord: null };
  return inTurn(
    withConfirmed(consented, by, spokenAccount(given, first), now),
    (current) =>
      move(current, {
        history: [
          entryBy(by, current, context, {
            at: now,
            event: 'consented',
            detail: { by, amountLandlord: toChf(amountLandlord) },
            given: accountTexts(given),
          }),
        ],
      }),
    (current) => tellOfAnother(deposit, current, context),
    (current) => orderPayout(current, { at: now, ground: 'consent', amountLandlord, evidence: null }, context),
  );
}

/** A final judgment or a final payment order, verified by the operator. */
export function release(
  deposit: Deposit,
  {
    ground,
    amountLandlord,
    evidence,
    finalOn,
  }: { ground: 'judgment' | 'payment_order'; amountLandlord: Rappen; evidence: string; finalOn: Day | null },
  context: MoveContext,
): Decision {
  if (amountLandlord > deposit.terms.rentalDeposit) return TOO_MUCH;
  const { now } = context;
  const detail = { ground, amountLandlord: toChf(amountLandlord), ...(finalOn === null ? {} : { finalOn }) };
  return inTurn(
    { ...deposit, closingWord: null },
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'operator', event: 'release_recorded', detail, personal: { evidence } }],
      }),
    (current) => orderPayout(current, { at: now, ground, amountLandlord, evidence, finalOn }, context),
  );
}

function faultOfProposal(
  deposit: Deposit,
  { amountLandlord, ...given }: Split & GivenAccount,
  context: MoveContext,
): Refusal | null {
  return amountLandlord > deposit.terms.rentalDeposit ? TOO_MUCH : faultOfGiven(given, context);
}

function faultOfEnd(deposit: Deposit, by: Party, day: Day | null, { now }: MoveContext): Refusal | null {
  if (day === null) return null;
  if (!isWithinReach(day, swissDay(now))) return { refused: 'day_too_far', field: 'tenancyEnd' };
  return by === 'manager' && isTooLate(day, now) ? { refused: 'day_too_late', field: 'tenancyEnd' } : null;
}

function wordOf(word: Omit<ClosingWord, 'tenant' | 'at'> & { tenant: number | null }, at: Date): ClosingWord {
  return { ...word, tenant: word.tenant ?? 1, at };
}

/** What the first signatory has said, where the second completes it. */
function firstWord({ closingWord }: Deposit, { by, tenant }: Actors): ClosingWord | null {
  return by === 'tenant' && tenant !== null ? closingWord : null;
}

const TOO_MUCH = { refused: 'more_than_deposit', field: 'amountLandlord' } as const;

/** The history entry of a party's action. The values it gave may be personal. */
function entryBy(
  by: Party,
  deposit: Deposit,
  context: MoveContext,
  { at, event, detail, given }: Omit<HistoryEntry, 'actor' | 'personal'> & { given: Record<string, string | null> },
): HistoryEntry {
  const manager = actingMember(deposit, context);
  const facts = Object.entries(given).filter((fact): fact is [string, string] => fact[1] !== null);
  const personal = { ...(by === 'manager' ? recipient(manager) : {}), ...Object.fromEntries(facts) };
  return {
    at,
    actor: by,
    event,
    detail: by === 'manager' ? { ...detail, member: manager.id } : detail,
    ...(Object.keys(personal).length === 0 ? {} : { personal }),
  };
}
