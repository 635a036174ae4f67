import type { ProviderAnswer } from '../application.ts';
import { changeIn, runningChange } from '../change.ts';
import type { Deposit, Party } from '../deposit.ts';
import * as claim from '../closing/legal-claim.ts';
import * as payoutAccount from '../closing/payout-account.ts';
import * as end from '../closing/tenancy-end.ts';
import * as year from '../closing/year.ts';
import * as answers from './answers.ts';
import { askOnceMore, refusedAtEnd } from './applications.ts';
import { cancelChange } from './changes/cancelling.ts';
import { answerChange, awaitedFor } from './changes/provider-answers.ts';
import { signChange } from './changes/signing.ts';
import { startChange } from './changes/starting.ts';
import * as closing from './closing.ts';
import * as comingBack from './coming-back.ts';
import * as contact from '../changes/contact.ts';
import { isLocked } from '../changes/email-facts.ts';
import * as email from '../changes/email.ts';
import * as holding from '../changes/hold.ts';
import { changePerson } from '../changes/person.ts';
import { correct } from './correcting.ts';
import * as editing from './editing.ts';
import type { MoveContext, Decision } from './move.ts';
import { isOpenOrder } from './orders.ts';
import * as orderAccount from './order-account.ts';
import * as opening from './opening.ts';
import * as payment from './payment.ts';
import * as payout from './payout.ts';
import * as providers from './providers.ts';
import { isKnownToTenants, OPENING_PHASES, PHASES, phaseOf, type Phase } from './phase.ts';
import { sentence, type RefusalCode } from './refusal.ts';
import { remind, remindInTime, decideNewLink } from './reminders.ts';
import { tenantSigns } from './signing.ts';

type Rule<Input> = {
  /** In words, for the list of what is possible. Null: made by the passing of time, or concerns money only. */
  name: string | null;
  from: readonly Phase[];
  /** A further condition on the deposit. Null: the move is allowed. */
  unless?: (deposit: Deposit) => RefusalCode | null;
  /** A condition on who makes the move, and when. */
  unlessBy?: (deposit: Deposit, input: NoInfer<Input>, at: Pick<MoveContext, 'now'>) => RefusalCode | null;
  decide: (deposit: Deposit, input: Input, context: MoveContext) => Decision;
};

/** Years 6: for ten days nothing from a new address counts that the manager has asked for. */
const unlessLocked: NonNullable<Rule<{ by: Party; tenant?: number | null }>['unlessBy']> = (deposit, input, { now }) =>
  isLocked(deposit, input, now) ? 'contact_locked' : null;

/** The code for an account goes to the main tenant. */
const MAIN_TENANT = { by: 'tenant', tenant: 1 } as const;

/** Infers the input type of each row. */
const rule = <Input>(row: Rule<Input>): Rule<Input> => row;

/** Neither closed nor withdrawn. */
const LIVING = [
  ...OPENING_PHASES,
  'draft_editing',
  'open',
  'closing_proposed',
  'closing_noted',
  'closing_ordered',
] as const;
const SENT = ['awaiting_tenant_signatures', 'awaiting_account', 'awaiting_cover', 'awaiting_payment'] as const;

/**
 * Section 3 of the contract with its sub-steps: every move and the phases it is allowed in. The first move, which
 * creates a deposit from an accepted open call, is `openDeposit`.
 */
export const MOVES = {
  // before it is sent, and while editing; the state stays
  correct: rule({
    name: 'the property manager corrects it',
    from: ['awaiting_manager_signature', 'awaiting_send', 'draft_editing'],
    decide: correct,
  }),
  // opening, until all have signed
  sign_as_manager: rule({
    name: 'the property manager signs',
    from: ['awaiting_manager_signature'],
    decide: opening.managerSigns,
  }),
  send: rule({ name: null, from: ['awaiting_send'], decide: opening.sendToTenants }),
  send_now: rule({
    name: 'the property manager sends it now',
    from: ['awaiting_send'],
    decide: opening.sendNow,
  }),
  sign_as_tenant: rule({
    name: 'the tenants sign',
    from: ['awaiting_tenant_signatures'],
    decide: tenantSigns,
  }),
  // opening → open
  open_account: rule({
    name: 'the bank opens the account',
    from: ['awaiting_account', 'open'],
    unless: (deposit) => unlessAwaited(deposit, 'account'),
    decide: (deposit, input: InputOfAccount, context) =>
      deposit.state === 'open'
        ? changeAnswered(deposit, { answer: 'account', openedOn: null, ...input }, context)
        : providers.openAccount(deposit, input, context),
  }),
  correct_account: rule({
    name: null,
    from: LIVING,
    unless: ({ iban }) => (iban === null ? 'no_account' : null),
    decide: providers.correctAccount,
  }),
  confirm_cover: rule({
    name: 'the insurer confirms cover',
    from: ['awaiting_cover', 'open'],
    unless: (deposit) => unlessAwaited(deposit, 'cover'),
    decide: (deposit, input: InputOfCover, context) =>
      deposit.state === 'open'
        ? changeAnswered(deposit, coverAnswer(input), context)
        : providers.confirmCover(deposit, input, context),
  }),
  refuse: rule({
    name: 'the bank or the insurer refuses',
    from: ['awaiting_account', 'awaiting_cover', 'open'],
    unless: (deposit) => unlessAwaited(deposit, null),
    decide: (deposit, input: InputOfRefusal, context) =>
      deposit.state === 'open'
        ? changeAnswered(deposit, { answer: 'refused', code: input.code ?? 'other', reason: input.reason }, context)
        : providers.refuseByProvider(deposit, input, context),
  }),
  // open, which stays: changes while it is in force
  start_change: rule({
    name: 'the property manager starts a change',
    from: ['open'],
    unless: (deposit) => (runningChange(deposit) === null ? null : 'change_running'),
    decide: startChange,
  }),
  sign_change: rule({
    name: 'manager and tenants sign a change',
    from: ['open'],
    unless: (deposit) => (changeIn(deposit, 'to_sign') === null ? 'no_change_to_sign' : null),
    decide: signChange,
  }),
  confirm_change: rule({
    name: 'the bank or the insurer confirms a change',
    from: ['open'],
    unless: (deposit) => unlessAwaited(deposit, 'done'),
    decide: (deposit, { iban }: { iban: string | null }, context) =>
      changeAnswered(deposit, { answer: 'done', iban }, context),
  }),
  cancel_change: rule({
    name: 'manager or tenant cancels a change',
    from: ['open'],
    unless: changeNotToCancel,
    decide: cancelChange,
  }),
  receive_payment: rule({
    name: 'money arrives',
    from: PHASES,
    unless: ({ paymentReference }) => (paymentReference === null ? 'no_slip' : null),
    decide: payment.decidePayment,
  }),
  // opening → draft_editing → opening
  edit: rule({
    name: 'the property manager edits it',
    from: SENT,
    unless: ({ paidIn }) => (paidIn > 0 ? 'money_arrived' : null),
    decide: editing.edit,
  }),
  send_again: rule({ name: 'the property manager sends it again', from: ['draft_editing'], decide: editing.sendAgain }),
  // opening, draft_editing → withdrawn
  withdraw: rule({
    name: 'withdrawal',
    from: [...OPENING_PHASES, 'draft_editing'],
    unless: (deposit) => (editing.isPaidInFull(deposit) ? 'paid_in_full' : null),
    decide: editing.withdraw,
  }),
  // the operator also after the whole sum has arrived, so that no money is stuck
  withdraw_as_operator: rule({
    name: 'withdrawal by the operator',
    from: [...OPENING_PHASES, 'draft_editing'],
    decide: editing.withdraw,
  }),
  // open → closing
  start_closing: rule({
    name: 'tenant or manager starts closing',
    from: ['open'],
    // Any other running change is cancelled by it.
    unless: (deposit) => (changeIn(deposit, 'to_pay_out') === null ? null : 'change_pays_out'),
    unlessBy: unlessLocked,
    decide: closing.startClosing,
  }),
  // closing, until the payout is ordered
  counter_propose: rule({
    name: 'a counter-proposal',
    from: ['closing_proposed'],
    unlessBy: unlessLocked,
    decide: closing.counterPropose,
  }),
  consent: rule({
    name: 'the other party consents',
    from: ['closing_proposed'],
    unlessBy: unlessLocked,
    decide: closing.consent,
  }),
  release: rule({
    name: 'the operator records a judgment or payment order',
    from: ['closing_proposed'],
    decide: closing.release,
  }),
  record_legal_claim: rule({
    name: 'the operator records a legal claim',
    from: ['open', 'closing_proposed'],
    unless: ({ legalClaim }) => (legalClaim === null ? null : 'claim_recorded'),
    decide: claim.recordLegalClaim,
  }),
  file_claim: rule({
    name: 'the property manager uploads proof of a claim',
    from: ['closing_proposed'],
    unless: claim.canFileClaim,
    decide: claim.claimFiled,
  }),
  reject_claim: rule({
    name: 'the operator rejects the claim',
    from: ['closing_proposed'],
    unless: claim.waitsForDecision,
    decide: claim.rejectClaim,
  }),
  // the end of the tenancy, a fact with two sides; the year of OR 257e runs from it
  confirm_end: rule({
    name: 'the property manager confirms the end of the tenancy',
    from: ['closing_proposed'],
    unless: end.isEndAsked,
    decide: end.confirmEnd,
  }),
  dispute_end: rule({
    name: 'the property manager names another end of the tenancy',
    from: ['closing_proposed'],
    unless: end.isEndAsked,
    decide: end.disputeEnd,
  }),
  contest_end: rule({
    name: 'the tenant contests the end of the tenancy',
    from: ['closing_proposed'],
    unless: end.isEndOfManager,
    decide: end.contestEnd,
  }),
  settle_end: rule({
    name: 'the operator settles the end of the tenancy',
    from: ['closing_proposed', 'closing_noted', 'closing_ordered'],
    decide: end.settleEnd,
  }),
  end_undisputed: rule({ name: null, from: ['closing_proposed'], decide: end.endUndisputed }),
  warn_of_year: rule({ name: null, from: ['closing_proposed'], decide: year.warnOfYear }),
  order_after_year: rule({ name: null, from: ['closing_proposed'], decide: year.orderAfterYear }),
  // where the tenants' share goes
  ask_account_code: rule({
    name: null,
    from: ['open', 'closing_proposed', 'closing_ordered', 'closed', 'withdrawn'],
    unless: payoutAccount.canNameAccount,
    unlessBy: (deposit, _input, { now }) => (isLocked(deposit, MAIN_TENANT, now) ? 'contact_locked' : null),
    decide: payoutAccount.askAccountCode,
  }),
  confirm_account_code: rule({
    name: null,
    from: ['open', 'closing_proposed', 'closing_ordered', 'closed', 'withdrawn'],
    unless: payoutAccount.canNameAccount,
    unlessBy: (deposit, _input, { now }) => (isLocked(deposit, MAIN_TENANT, now) ? 'contact_locked' : null),
    decide: payoutAccount.confirmAccountCode,
  }),
  // closing → closed
  complete_payout: rule({
    name: 'the bank completes the payout',
    from: PHASES,
    unless: (deposit) => {
      if (deposit.orders.some((order) => order.kind === 'payout' && isOpenOrder(order))) return null;
      return phaseOf(deposit) === 'closing_ordered' && deposit.product !== 'insurance' ? null : 'not_now';
    },
    decide: payout.completePayout,
  }),
  end_cover: rule({
    name: 'the insurer’s cover ends',
    from: ['closing_ordered'],
    unless: ({ product }) => (product === 'insurance' ? null : 'not_now'),
    decide: payout.endCover,
  }),
  // a provider answers what was asked; the answer decides what changes
  answer_application: rule({ name: null, from: PHASES, decide: answers.decideAnswerMove }),
  acknowledge_application: rule({ name: null, from: PHASES, decide: answers.decideAcknowledgement }),
  ask_again: rule({
    name: 'the operator asks the provider again',
    from: ['closing_ordered', 'closed', 'withdrawn'],
    unless: (deposit) => (refusedAtEnd(deposit) === null ? 'nothing_refused' : null),
    decide: askOnceMore,
  }),
  // in any phase, which stays the same
  complete_payback: rule({
    name: 'the bank pays back what was too much',
    from: PHASES,
    unless: ({ orders }) =>
      orders.some((order) => order.kind === 'payback' && isOpenOrder(order)) ? null : 'nothing_to_pay_back',
    decide: payment.completePayback,
  }),
  pay_back: rule({ name: null, from: PHASES, decide: payment.payBackAll }),
  return_order: rule({ name: null, from: PHASES, decide: comingBack.returnOrder }),
  reverse_payment: rule({ name: null, from: PHASES, decide: comingBack.reversePayment }),
  book_bank_item: rule({ name: null, from: PHASES, decide: comingBack.bookBankItem }),
  // contacts and names of tenants; the state stays
  change_contact: rule({
    name: 'contact data of a tenant are changed',
    from: LIVING,
    decide: contact.changeContactData,
  }),
  confirm_email: rule({ name: null, from: LIVING, decide: email.confirmEmail }),
  object_to_email: rule({ name: null, from: LIVING, decide: email.objectToEmail }),
  change_person: rule({
    name: 'the property manager corrects name or birth date of a tenant',
    from: [...SENT, 'open', 'closing_proposed', 'closing_noted', 'closing_ordered'],
    decide: changePerson,
  }),
  // while it is on hold nothing is paid out; the state stays
  hold: rule({
    name: 'the operator puts it on hold',
    from: ['open', 'closing_proposed', 'closing_ordered'],
    unless: ({ hold }) => (hold === null ? null : 'held_already'),
    decide: holding.putOnHold,
  }),
  lift_hold: rule({
    name: 'the operator lifts the hold',
    // A payout that the bank had before may have closed it.
    from: ['open', 'closing_proposed', 'closing_noted', 'closing_ordered', 'closed'],
    unless: ({ hold }) => (hold === null ? 'not_held' : null),
    decide: holding.endHold,
  }),
  check_register: rule({ name: null, from: PHASES, decide: opening.registerChecked }),
  give_account: rule({ name: null, from: PHASES, decide: orderAccount.giveAccount }),
  give_payee_account: rule({
    name: null,
    from: ['open', 'closing_proposed', 'closing_ordered', 'closed', 'withdrawn'],
    unlessBy: unlessLocked,
    decide: orderAccount.givePayeeAccount,
  }),
  release_order: rule({ name: null, from: PHASES, decide: orderAccount.releaseOrder }),
  remind: rule({
    name: 'a reminder',
    from: ['awaiting_manager_signature', 'awaiting_tenant_signatures', 'awaiting_payment', 'open', 'closing_proposed'],
    decide: remind,
  }),
  renew_link: rule({
    name: null,
    from: PHASES,
    // The tenants may change during editing; when the deposit is sent again, all of them get a link.
    unless: (deposit) => (isKnownToTenants(deposit) && deposit.state !== 'draft_editing' ? null : 'not_now'),
    decide: decideNewLink,
  }),
  remind_in_time: rule({
    name: null,
    from: ['awaiting_manager_signature', 'awaiting_tenant_signatures', 'awaiting_payment'],
    decide: remindInTime,
  }),
} as const;

type InputOfAccount = Parameters<typeof providers.openAccount>[1];
type InputOfCover = Parameters<typeof providers.confirmCover>[1];
type InputOfRefusal = Parameters<typeof providers.refuseByProvider>[1];

/** In an open deposit a provider answers to a running change alone. Null: any answer. */
function unlessAwaited(deposit: Deposit, answer: 'account' | 'cover' | 'done' | null): RefusalCode | null {
  if (deposit.state !== 'open') return null;
  const awaited = awaitedFor(deposit);
  return awaited !== null && (answer === null || answer === awaited) ? null : 'not_now';
}

function changeNotToCancel(deposit: Deposit): RefusalCode | null {
  if (runningChange(deposit) === null) return 'no_change';
  return changeIn(deposit, 'to_pay_out') === null ? null : 'change_pays_out';
}

/** By the operator's hand. */
function changeAnswered(deposit: Deposit, answer: ProviderAnswer, context: MoveContext): Decision {
  return answerChange(deposit, { answer, by: null, certificatePdf: null }, context);
}

function coverAnswer(input: InputOfCover): ProviderAnswer {
  const { policyNumber = null, from = null, premium = null } = input ?? {};
  return { answer: 'cover', policyNumber, from, premium, certificate: null };
}

export type MoveName = keyof typeof MOVES;
export type InputOf<N extends MoveName> = (typeof MOVES)[N] extends Rule<infer Input> ? Input : never;

/** Decides a move by the table; stores nothing. */
export function decideMove<N extends MoveName>(
  name: N,
  deposit: Deposit,
  input: InputOf<N>,
  context: MoveContext,
): Decision {
  const row = MOVES[name] as unknown as Rule<InputOf<N>>;
  const obstacle = obstacleTo(row, deposit);
  if (obstacle !== null) return { refused: obstacle };
  const locked = row.unlessBy?.(deposit, input, context) ?? null;
  if (locked !== null) return { refused: locked };
  return row.decide(deposit, input, context);
}

function obstacleTo({ from, unless }: Rule<never>, deposit: Deposit): RefusalCode | null {
  if (!from.includes(phaseOf(deposit))) return 'not_now';
  return unless?.(deposit) ?? null;
}

/** Whether the table allows this move now. Pages, API and jobs ask this instead of checking the phase themselves. */
export function canMove(name: MoveName, deposit: Deposit): boolean {
  return obstacleTo(MOVES[name], deposit) === null;
}

/** What can be done with the deposit now, in words. */
export function possibleMoves(deposit: Deposit): string[] {
  return Object.values(MOVES).flatMap((row) =>
    row.name !== null && obstacleTo(row as unknown as Rule<never>, deposit) === null ? [row.name] : [],
  );
}

/** A refusal as a sentence that names the state and what is possible now. */
export function explain(code: RefusalCode, deposit: Deposit): string {
  return sentence(code, deposit, possibleMoves(deposit));
}
