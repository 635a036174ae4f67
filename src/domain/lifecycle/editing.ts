import type { Day } from '../values/calendar.ts';
import type { Adjustment, Deposit } from '../deposit.ts';
import { investmentPossible } from '../investment.ts';
import { toChf, type Rappen } from '../values/money.ts';
import type { Organization } from '../organization.ts';
import { mailAll } from './mails.ts';
import { withRounding } from './rounding.ts';
import { recipient } from '../effect.ts';
import {
  actingMember,
  byManager,
  enter,
  inTurn,
  move,
  type Actor,
  type Decision,
  type MoveContext,
  type HistoryEntry,
  type Move,
} from './move.ts';
import { askForSignatures, productFromTheStart, type ManagerSigning } from './opening.ts';
import { proofInHistory } from '../signature.ts';
import { queueDocument } from './documents.ts';
import { askToClose, cancelApplications } from './applications.ts';
import { payBackHeld } from './payment.ts';

/** `roundedFrom`: the amount as sent, if rounding changed it. */
type Changes = {
  rentalDeposit: { amount: Rappen; roundedFrom: string | null } | null;
  rentalStart: Day | null;
};

/** The manager takes a sent deposit back to edit it. The tenants' links become outdated. */
export function edit(deposit: Deposit, changes: Changes, context: MoveContext): Move {
  const { now } = context;
  const edited = withChanges({ ...deposit, round: deposit.round + 1, refusal: null }, changes, context.organization);
  const started = move(enter({ ...edited, provider: null }, { state: 'draft_editing', step: null }, now), {
    history: [{ ...byManager(deposit, context), event: 'editing_started', detail: differences(deposit, edited) }],
  });
  return inTurn(
    deposit,
    () => started,
    (current) => cancelApplications(current, context),
  );
}

function withChanges(deposit: Deposit, changes: Changes, organization: Organization): Deposit {
  const rentalDeposit = changes.rentalDeposit?.amount ?? deposit.terms.rentalDeposit;
  const rentalStart = changes.rentalStart ?? deposit.terms.rentalStart;
  const { investmentAllowed, adjustments } = investment(deposit, rentalDeposit, organization);
  return {
    ...deposit,
    terms: { ...deposit.terms, rentalDeposit, rentalStart, investmentAllowed },
    adjustments: changes.rentalDeposit === null ? adjustments : withRounding(adjustments, changes.rentalDeposit),
  };
}

/** 2.2: whether an investment is allowed depends on the amount, so it is decided again. */
function investment(
  { terms, adjustments }: Deposit,
  rentalDeposit: Rappen,
  organization: Organization,
): { investmentAllowed: boolean; adjustments: readonly Adjustment[] } {
  const disabled = adjustments.find(({ rule }) => rule === 'investment_disabled');
  if (!terms.investmentAllowed && disabled === undefined) return { investmentAllowed: false, adjustments };
  const others = adjustments.filter((adjustment) => adjustment !== disabled);
  const tenantType = terms.tenants[0].type;
  if (investmentPossible({ tenantType, rentalDeposit, organization })) {
    return { investmentAllowed: true, adjustments: others };
  }
  const adjustment: Adjustment = disabled ?? {
    field: 'allowInvestment',
    rule: 'investment_disabled',
    from: null,
    to: 'false',
  };
  return { investmentAllowed: false, adjustments: [...others, adjustment] };
}

function differences({ terms: old }: Deposit, { terms }: Deposit): HistoryEntry['detail'] {
  const amounts =
    terms.rentalDeposit === old.rentalDeposit
      ? {}
      : { rentalDepositBefore: toChf(old.rentalDeposit), rentalDeposit: toChf(terms.rentalDeposit) };
  const days =
    terms.rentalStart === old.rentalStart ? {} : { rentalStartBefore: old.rentalStart, rentalStart: terms.rentalStart };
  return { ...amounts, ...days };
}

/** Sending again is the manager's new signature; tenants sign and choose again. An account that is already open stays. */
export function sendAgain(deposit: Deposit, { from, proof }: ManagerSigning, context: MoveContext): Move {
  const { organization, now } = context;
  const product = productFromTheStart(organization);
  const managerSignature = { at: now, from, by: recipient(actingMember(deposit, context)), proof };
  const fresh: Deposit = { ...deposit, product, managerSignature, signatures: deposit.signatures.map(() => null) };
  const entry = byManager(deposit, context);
  const personal = { ...entry.personal, ...(from === null ? {} : { from }), ...proofInHistory(proof) };
  const signed = move(fresh, { history: [{ ...entry, personal, event: 'signed_and_sent_again' }] });
  return inTurn(
    fresh,
    () => signed,
    (current) => (product === 'insurance' ? payBackHeld(current, 'insurance_chosen', context) : move(current)),
    (current) => askForSignatures(current, context),
  );
}

/** The whole sum has arrived, which can be before all have signed again. */
export function isPaidInFull({ paidIn, terms }: Pick<Deposit, 'paidIn' | 'terms'>): boolean {
  return paidIn >= terms.rentalDeposit;
}

/** Section 3: opening → withdrawn. After the whole sum has arrived, only the operator can, with a reason. Partial payments go back. Tenants get a mail if the deposit had been sent to them. */
export function withdraw(
  deposit: Deposit,
  { by, reason = null }: { by: Extract<Actor, 'manager' | 'operator'>; reason?: string | null },
  context: MoveContext,
): Decision {
  const { now } = context;
  const { paidIn } = deposit;
  if (isPaidInFull(deposit) && reason === null) return { refused: 'reason_missing', field: 'reason' };
  const entry = by === 'manager' ? byManager(deposit, context) : { at: now, actor: by, detail: {} };
  return inTurn(
    enter(deposit, { state: 'withdrawn', step: null }, now),
    (current) =>
      move(current, {
        history: [{ ...entry, event: 'withdrawn', ...(reason === null ? {} : { personal: { reason } }) }],
      }),
    (current) => payBackHeld(current, 'withdrawal', context),
    (current) => cancelApplications(current, context),
    (current) => askToClose(current, context),
    (current) =>
      current.sentAt === null
        ? move(current)
        : mailAll(current, context, { kind: 'deposit_withdrawn', paidBack: paidIn }),
    (current) => queueDocument(current, context, { kind: 'withdrawal', by, paidBack: paidIn }),
  );
}
