import { decideAnswer, isWaiting, type ProviderAnswer, type Application } from '../application.ts';
import type { Deposit } from '../deposit.ts';
import type { Recipient } from '../effect.ts';
import { answered } from './applications.ts';
import { mailManager, mailOperators } from './mails.ts';
import { inTurn, move, type Decision, type Move, type MoveContext } from './move.ts';
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
  switch (answer.answer) {
    case 'account':
      return openAccount(deposit, { ...answer, answeredBy }, context);
    case 'cover':
      return confirmCover(deposit, { ...answer, answeredBy, certificatePdf: given.certificate }, context);
    case 'paid':
      return payClaim(deposit, { ...answer, answeredBy }, context);
    case 'ended':
      if (application.kind === 'cover_end') return endCover(deposit, { ...answer, answeredBy }, context);
      return move(answered(deposit, application.kind, { answer, by: answeredBy }, context), {
        history: [{ at: context.now, actor: 'bank', event: 'account_ended', detail: {} }],
      });
    case 'done':
      return move(answered(deposit, application.kind, { answer, by: answeredBy }, context));
    case 'refused':
      return application.kind === 'account_opening' || application.kind === 'cover'
        ? refuseByProvider(deposit, { ...answer, answeredBy }, context)
        : refusedAtTheEnd(deposit, application, given, context);
  }
}

/** A claim, the end of cover or the closing of an account is refused: the operator settles it with the provider. */
function refusedAtTheEnd(
  deposit: Deposit,
  { kind }: Application,
  { answer, by, operators }: GivenAnswer,
  context: MoveContext,
): Move {
  const reason = answer.answer === 'refused' ? answer.reason : '';
  const about = {
    kind: 'provider_refused',
    application: kind,
    provider: deposit.provider?.name ?? '',
    reason,
  } as const;
  const actor = kind === 'account_closing' ? 'bank' : 'insurer';
  return inTurn(
    answered(deposit, kind, { answer, by }, context),
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
