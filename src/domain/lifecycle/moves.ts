import type { Deposit } from '../deposit.ts';
import * as answers from './answers.ts';
import { askOnceMore, refusedAtEnd } from './applications.ts';
import * as closing from './closing.ts';
import * as comingBack from './coming-back.ts';
import { correct } from './correcting.ts';
import * as editing from './editing.ts';
import type { MoveContext, Decision } from './move.ts';
import { isOpenOrder } from './orders.ts';
import * as orderAccount from './order-account.ts';
import * as opening from './opening.ts';
import * as payment from './payment.ts';
import * as payout from './payout.ts';
import * as providers from './providers.ts';
import { OPENING_PHASES, PHASES, phaseOf, type Phase } from './phase.ts';
import { sentence, type RefusalCode } from './refusal.ts';
import { remind, remindInTime, decideNewLink } from './reminders.ts';
import { tenantSigns } from './signing.ts';

type Rule<Input> = {
  /** In words, for the list of what is possible. Null: made by the passing of time, or concerns money only. */
  name: string | null;
  from: readonly Phase[];
  /** A further condition on the deposit. Null: the move is allowed. */
  unless?: (deposit: Deposit) => RefusalCode | null;
  decide: (deposit: Deposit, input: Input, context: MoveContext) => Decision;
};

/** Infers the input type of each row. */
const rule = <Input>(row: Rule<Input>): Rule<Input> => row;

const SENT = ['awaiting_tenant_signatures', 'awaiting_account', 'awaiting_cover', 'awaiting_payment'] as const;

/**
 * Section 3 of the contract with its sub-steps: every move and the phases it is allowed in. The first move, which
 * creates a deposit from an accepted open call, is `openDeposit`.
 */
export const MOVES = {
  // before signing, and while editing; the state stays
  correct: rule({
    name: 'the property manager corrects it',
    from: ['awaiting_manager_signature', 'draft_editing'],
    decide: correct,
  }),
  // opening, until all have signed
  sign_as_manager: rule({
    name: 'the property manager signs',
    from: ['awaiting_manager_signature'],
    decide: opening.managerSigns,
  }),
  send: rule({ name: null, from: ['awaiting_send'], decide: opening.sendToTenants }),
  sign_as_tenant: rule({
    name: 'the tenants sign',
    from: ['awaiting_tenant_signatures'],
    decide: tenantSigns,
  }),
  // opening → open
  open_account: rule({ name: 'the bank opens the account', from: ['awaiting_account'], decide: providers.openAccount }),
  correct_account: rule({
    name: null,
    from: [...OPENING_PHASES, 'draft_editing', 'open', 'closing_proposed', 'closing_ordered'],
    unless: ({ iban }) => (iban === null ? 'no_account' : null),
    decide: providers.correctAccount,
  }),
  confirm_cover: rule({ name: 'the insurer confirms cover', from: ['awaiting_cover'], decide: providers.confirmCover }),
  refuse: rule({
    name: 'the bank or the insurer refuses',
    from: ['awaiting_account', 'awaiting_cover'],
    decide: providers.refuseByProvider,
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
  withdraw: rule({ name: 'withdrawal', from: [...OPENING_PHASES, 'draft_editing'], decide: editing.withdraw }),
  // open → closing
  start_closing: rule({ name: 'tenant or manager starts closing', from: ['open'], decide: closing.startClosing }),
  // closing, until the payout is ordered
  counter_propose: rule({ name: 'a counter-proposal', from: ['closing_proposed'], decide: closing.counterPropose }),
  consent: rule({ name: 'the other party consents', from: ['closing_proposed'], decide: closing.consent }),
  release: rule({
    name: 'the operator records a judgment or payment order',
    from: ['closing_proposed'],
    decide: closing.release,
  }),
  record_legal_claim: rule({
    name: 'the operator records a legal claim',
    from: ['open', 'closing_proposed'],
    unless: ({ legalClaim }) => (legalClaim === null ? null : 'claim_recorded'),
    decide: closing.recordLegalClaim,
  }),
  order_after_year: rule({ name: null, from: ['closing_proposed'], decide: closing.orderAfterYear }),
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
  check_register: rule({ name: null, from: PHASES, decide: opening.registerChecked }),
  give_account: rule({ name: null, from: PHASES, decide: orderAccount.giveAccount }),
  give_payee_account: rule({
    name: null,
    from: ['closing_ordered', 'closed', 'withdrawn'],
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
    unless: ({ sentAt, takenOver, state }) =>
      (sentAt === null && takenOver === null) || state === 'draft_editing' ? 'not_now' : null,
    decide: decideNewLink,
  }),
  remind_in_time: rule({
    name: null,
    from: ['awaiting_manager_signature', 'awaiting_tenant_signatures', 'awaiting_payment'],
    decide: remindInTime,
  }),
} as const;

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
