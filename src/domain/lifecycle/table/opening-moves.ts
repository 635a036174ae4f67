import type { ProviderAnswer } from '../../application.ts';
import type { Deposit } from '../../deposit.ts';
import { answerChange, awaitedFor } from '../changes/provider-answers.ts';
import { correct } from '../correcting.ts';
import * as editing from '../editing.ts';
import type { Decision, MoveContext } from '../move.ts';
import * as opening from '../opening.ts';
import * as payment from '../payment.ts';
import { OPENING_PHASES, PHASES } from '../phase.ts';
import * as providers from '../providers.ts';
import type { RefusalCode } from '../refusal.ts';
import { tenantSigns } from '../signing.ts';
import { LIVING, rule, SENT } from './rule.ts';

/** From the first signature until it is in force, and what a provider answers then or to a running change. */
export const OPENING_MOVES = {
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
  confirm_change: rule({
    name: 'the bank or the insurer confirms a change',
    from: ['open'],
    unless: (deposit) => unlessAwaited(deposit, 'done'),
    decide: (deposit, { iban }: { iban: string | null }, context) =>
      changeAnswered(deposit, { answer: 'done', iban }, context),
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

/** By the operator's hand. */
function changeAnswered(deposit: Deposit, answer: ProviderAnswer, context: MoveContext): Decision {
  return answerChange(deposit, { answer, by: null, certificatePdf: null }, context);
}

function coverAnswer(input: InputOfCover): ProviderAnswer {
  const { policyNumber = null, from = null, premium = null } = input ?? {};
  return { answer: 'cover', policyNumber, from, premium, certificate: null };
}
