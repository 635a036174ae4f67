import { isWithinReach, startOfDay, swissDay, tenantMayClaimFrom, type Day } from '../values/calendar.ts';
import type { Closing, Deposit, Party, Proposal } from '../deposit.ts';
import { accountFault } from '../payee/account.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import { postalLine } from '../values/postal-address.ts';
import { overtakeChange } from './changes/cancelling.ts';
import { productOf } from './in-force.ts';
import { mailManager, mailTenants } from './mails.ts';
import { recipient } from '../effect.ts';
import {
  actingMember,
  enter,
  inTurn,
  move,
  type MoveContext,
  type Decision,
  type HistoryEntry,
  type Move,
  type Refusal,
} from './move.ts';
import { orderPayout } from './payout.ts';
import { closingOf, splitOf, standing } from './split.ts';

type Split = { by: Party; amountLandlord: Rappen; reason: string | null };

/** The account for the tenants' share, if one is given. */
type GivenAccount = Pick<Closing, 'tenantIban'> &
  Partial<Pick<Closing, 'tenantHolderName' | 'tenantBic' | 'tenantAddress'>>;
type TenantAccount = Required<GivenAccount>;

/** Section 3: open → closing, with a proposed split. The other party is asked to consent. */
export function startClosing(
  deposit: Deposit,
  { tenancyEnd, by, amountLandlord, reason, ...given }: Split & GivenAccount & { tenancyEnd: Day | null },
  context: MoveContext,
): Decision {
  const split = { by, amountLandlord, reason };
  if (amountLandlord > deposit.terms.rentalDeposit) return TOO_MUCH;
  const fault = faultOf(given, context);
  if (fault !== null) return fault;
  const { now, random } = context;
  if (tenancyEnd !== null && !isWithinReach(tenancyEnd, swissDay(now))) {
    return { refused: 'day_too_far', field: 'tenancyEnd' };
  }
  const closing: Closing = {
    startedBy: split.by,
    startedAt: now,
    tenancyEnd: tenancyEnd ?? swissDay(now),
    proposals: [{ at: now, ...split }],
    ...accountOf(given),
    release: null,
  };
  const overtaken = overtakeChange(deposit, by, context);
  const started = { ...enter(overtaken.deposit, { state: 'closing', step: null }, now), closing };
  const detail = { by: split.by, amountLandlord: toChf(split.amountLandlord), tenancyEnd: closing.tenancyEnd };
  const year = startOfDay(tenantMayClaimFrom(closing.tenancyEnd));
  return inTurn(
    started,
    (current) => ({ ...overtaken, deposit: current }),
    (current) =>
      move(current, {
        history: [
          entryBy(split.by, current, context, {
            at: now,
            event: 'closing_started',
            detail,
            given: { reason, ...accountTexts(given) },
          }),
        ],
        effects: split.by === 'tenant' ? [{ kind: 'order_after_year', id: random.id(), dueAt: later(now, year) }] : [],
      }),
    (current) => askAgain(current, null, context),
  );
}

/**
 * Either party may propose another split. A year after the tenancy, the tenant may demand the whole deposit without
 * consent. The tenant may give the account with the proposal: there may be no later opportunity.
 */
export function counterPropose(
  deposit: Deposit,
  { by, amountLandlord, reason, tenantIban = null, ...more }: Split & Partial<GivenAccount>,
  context: MoveContext,
): Decision {
  const split = { by, amountLandlord, reason };
  const given = { tenantIban, ...more };
  if (amountLandlord > deposit.terms.rentalDeposit) return TOO_MUCH;
  const fault = faultOf(given, context);
  if (fault !== null) return fault;
  const { now } = context;
  const closing = closingOf(deposit);
  const proposals: Closing['proposals'] = [...closing.proposals, { at: now, ...split }];
  const detail = { by: split.by, amountLandlord: toChf(split.amountLandlord) };
  const isDemand = split.by === 'tenant' && split.amountLandlord === 0 && isFreedByYear(deposit, now);
  return inTurn(
    { ...deposit, closing: { ...closing, proposals, ...(tenantIban === null ? {} : accountOf(given)) } },
    (current) =>
      move(current, {
        history: [
          entryBy(split.by, current, context, {
            at: now,
            event: isDemand ? 'whole_demanded' : 'counter_proposed',
            detail,
            given: { reason, ...accountTexts(given) },
          }),
        ],
      }),
    (current) =>
      isDemand
        ? orderPayout(
            current,
            { at: now, ground: 'year', amountLandlord: split.amountLandlord, evidence: null },
            context,
          )
        : askAgain(current, null, context),
  );
}

/** The other party consents to the current proposal: the payout is ordered. */
export function consent(
  deposit: Deposit,
  { by, ...given }: { by: Party } & GivenAccount,
  context: MoveContext,
): Decision {
  const { now } = context;
  const fault = faultOf(given, context);
  if (fault !== null) return fault;
  const closing = closingOf(deposit);
  const proposal = standing(closing);
  if (proposal.by === by) return { refused: 'own_proposal' };
  const { amountLandlord } = proposal;
  // The tenant's own account wins; the one that the manager gave is only a fallback.
  const isUsed = given.tenantIban !== null && (by === 'tenant' || closing.tenantIban === null);
  return inTurn(
    { ...deposit, closing: { ...closing, ...(isUsed ? accountOf(given) : {}) } },
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
    deposit,
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'operator', event: 'release_recorded', detail, personal: { evidence } }],
      }),
    (current) => orderPayout(current, { at: now, ground, amountLandlord, evidence, finalOn }, context),
  );
}

/** OR 257e: with a legal claim, the deposit is not released after a year. */
export function recordLegalClaim(deposit: Deposit, { evidence }: { evidence: string }, { now }: MoveContext): Move {
  return move(
    { ...deposit, legalClaim: { at: now, evidence } },
    { history: [{ at: now, actor: 'operator', event: 'legal_claim_recorded', detail: {}, personal: { evidence } }] },
  );
}

/**
 * A year after the tenancy, a closing that the tenant started is ordered as the tenant last proposed it. The landlord
 * gets no more than the manager asks for.
 */
export function orderAfterYear(deposit: Deposit, _input: undefined, context: MoveContext): Decision {
  const { now } = context;
  const closing = closingOf(deposit);
  const { startedBy, proposals } = closing;
  if (startedBy !== 'tenant' || !isFreedByYear(deposit, now)) return { refused: 'not_now' };
  const own = proposals.findLast(({ by }) => by === 'tenant') as Proposal;
  const amountLandlord = rappen(Math.min(own.amountLandlord, standing(closing).amountLandlord));
  return orderPayout(deposit, { at: now, ground: 'year', amountLandlord, evidence: null }, context);
}

/** The year has passed, and no legal claim is known. */
export function isFreedByYear(deposit: Deposit, now: Date): boolean {
  return deposit.legalClaim === null && now >= startOfDay(tenantMayClaimFrom(closingOf(deposit).tenancyEnd));
}

/** Asks the other party to consent to the current proposal. */
export function askAgain(deposit: Deposit, tenant: number | null, context: MoveContext): Move {
  const closing = closingOf(deposit);
  if (closing.release !== null) return move(deposit);
  const { by, reason } = standing(closing);
  const about = {
    kind: 'closing_consent',
    by,
    reason,
    product: productOf(deposit),
    tenancyEnd: closing.tenancyEnd,
    claimFrom: tenantMayClaimFrom(closing.tenancyEnd),
    ...splitOf(deposit),
  } as const;
  if (by === 'manager') return mailTenants(deposit, context, about, tenant === null ? undefined : [tenant]);
  return tenant === null ? mailManager(deposit, context, about) : move(deposit);
}

/** An account is one thing: a new IBAN comes with its own holder, bank and address. */
function accountOf({
  tenantIban,
  tenantHolderName = null,
  tenantBic = null,
  tenantAddress = null,
}: GivenAccount): TenantAccount {
  return { tenantIban, tenantHolderName, tenantBic, tenantAddress };
}

const ACCOUNT_FIELDS = { iban: 'tenantIban', bic: 'tenantBic', address: 'tenantAddress' } as const;

/** The tenant's pages ask for a BIC that is missing; without it the payout waits. */
function faultOf(given: GivenAccount, { money }: MoveContext): Refusal | null {
  const { tenantIban: iban, tenantBic: bic, tenantAddress: address } = accountOf(given);
  const fault = iban === null ? null : accountFault({ iban, bic, address }, money);
  if (fault === null || fault.refused === 'bic_missing') return null;
  return { refused: fault.refused, field: ACCOUNT_FIELDS[fault.field] };
}

function accountTexts(given: GivenAccount): Record<string, string | null> {
  const { tenantAddress, ...account } = accountOf(given);
  return { ...account, tenantAddress: tenantAddress === null ? null : postalLine(tenantAddress) };
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

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
