import { decideAnswer, isWaiting, type ProviderAnswer, type Application } from '../application.ts';
import { runningChange } from '../change.ts';
import type { Deposit } from '../deposit.ts';
import type { Recipient } from '../effect.ts';
import { answeredThis } from './applications.ts';
import { answerChange } from './changes/provider-answers.ts';
import { mailManager, mailOperators } from './mails.ts';
import { inTurn, move, type Decision, type HistoryEntry, type Move, type MoveContext } from './move.ts';
import { endCover, payClaim } from './payout.ts';
import { confirmCover, openAccount, recordAccount, refuseByProvider } from './providers.ts';

type GivenAnswer = {
  applicationId: string;
  answer: ProviderAnswer;
  /** Who answers, in words. */
  by: string;
  /** The people who run the service: they settle what a provider refuses at the end. */
  operators: readonly Recipient[];
  /** The insurer's own certificate, a PDF as base64. */
  certificate: string | null;
};

/** A provider answers what was asked of it. */
export function decideAnswerMove(deposit: Deposit, given: GivenAnswer, context: MoveContext): Decision {
  const application = deposit.applications.find(({ id }) => id === given.applicationId);
  if (application === undefined) return { refused: 'no_such_application' };
  switch (decideAnswer(application, given.answer)) {
    case 'same':
      return move(deposit);
    case 'not_fitting':
      return { refused: 'answer_not_fitting' };
    case 'answered_already':
      return { refused: 'answered_already' };
    case 'cancelled':
      return { refused: 'application_cancelled' };
    case 'recorded':
      return recordAccount(deposit, application, given, context);
    case 'taken':
      return carryOut(deposit, application, given, context);
  }
}

function carryOut(deposit: Deposit, application: Application, given: GivenAnswer, context: MoveContext): Decision {
  const { answer, by: answeredBy } = given;
  if (application.changeId !== null && application.changeId === runningChange(deposit)?.id) {
    return answerChange(deposit, { answer, by: answeredBy, certificatePdf: given.certificate }, context);
  }
  switch (answer.answer) {
    case 'account':
      return openAccount(deposit, { ...answer, answeredBy }, context);
    case 'cover':
      return confirmCover(deposit, { ...answer, answeredBy, certificatePdf: given.certificate }, context);
    case 'paid':
      return payClaim(deposit, { ...answer, answeredBy }, context);
    case 'ended':
      // A cover that a bank deposit has replaced ends without an end of the deposit.
      if (application.kind === 'cover_end' && deposit.product === 'insurance')
        return endCover(deposit, { ...answer, answeredBy }, context);
      return application.kind === 'cover_end'
        ? noted(deposit, application, given, { actor: 'insurer', event: 'cover_ended' }, context)
        : noted(deposit, application, given, { actor: 'bank', event: 'account_ended' }, context);
    case 'done':
      return move(answeredThis(deposit, application, given, context));
    case 'refused':
      return application.kind === 'account_opening' || application.kind === 'cover'
        ? refuseByProvider(deposit, { ...answer, answeredBy }, context)
        : refusedAtTheEnd(deposit, application, given, context);
  }
}

/** It is kept with its application, and in the history. */
function noted(
  deposit: Deposit,
  application: Application,
  given: GivenAnswer,
  entry: Pick<HistoryEntry, 'actor' | 'event'>,
  context: MoveContext,
): Move {
  return move(answeredThis(deposit, application, given, context), {
    history: [{ at: context.now, ...entry, detail: {} }],
  });
}

/** A claim, the end of cover or the closing of an account is refused: the operator settles it with the provider. */
function refusedAtTheEnd(
  deposit: Deposit,
  application: Application,
  { answer, by, operators }: GivenAnswer,
  context: MoveContext,
): Move {
  const { kind } = application;
  const reason = answer.answer === 'refused' ? answer.reason : '';
  const about = {
    kind: 'provider_refused',
    application: kind,
    provider: deposit.provider?.name ?? '',
    reason,
  } as const;
  const isBank = kind === 'account_closing' || (kind === 'change' && deposit.product === 'bank_deposit');
  const actor = isBank ? 'bank' : 'insurer';
  return inTurn(
    answeredThis(deposit, application, { answer, by }, context),
    (current) =>
      move(current, {
        history: [{ at: context.now, actor, event: 'refused', detail: { application: kind }, personal: { reason } }],
      }),
    (current) => mailManager(current, context, about),
    (current) => mailOperators(current, context, about, operators),
  );
}

/** The provider has taken the application in hand. Once more replaces its number. */
export function decideAcknowledgement(
  deposit: Deposit,
  { applicationId, reference, by }: { applicationId: string; reference: string | null; by: string },
  { now }: MoveContext,
): Decision {
  const application = deposit.applications.find(({ id }) => id === applicationId);
  if (application === undefined) return { refused: 'no_such_application' };
  if (application.state === 'cancelled') return { refused: 'application_cancelled' };
  if (!isWaiting(application)) return { refused: 'answered_already' };
  const events = [...application.events, { at: now, event: 'acknowledged' as const, by }];
  const acknowledged: Application = { ...application, state: 'acknowledged', reference, events };
  return move({
    ...deposit,
    applications: deposit.applications.map((one) => (one === application ? acknowledged : one)),
  });
}
