import { freeAccount, freeChangedAccount } from '../actions/deposit-account.ts';
import type { MoveInput } from '../actions/move-deposit.ts';
import { answerApplication, type AnswerResult } from '../actions/providers/answer-application.ts';
import type { Services } from '../actions/services.ts';
import { isWaiting, type Application, type ApplicationKind, type ProviderAnswer } from '../domain/application.ts';
import { runningChange } from '../domain/change.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Random } from '../domain/lifecycle/move.ts';
import type { MoveName } from '../domain/lifecycle/moves.ts';
import { swissIban } from '../domain/values/iban.ts';
import { findOr404, problemOf, tryMove } from '../operator/move.ts';

/** Why the provider could not act, as the operator API says it. Null: it has acted. */
type Played = Awaited<ReturnType<typeof tryMove>>;

/** What the simulated bank or insurer does. Each is an answer to an application of its provider. */
export type Part = (services: Services, depositId: string) => Promise<Played>;

/** The bank opens the account. */
export const opensAccount: Part = (services, depositId) => {
  const account = newAccount(services.random);
  return answers(services, depositId, {
    asked: 'account_opening',
    answer: () => ({ answer: 'account', ...account, openedOn: null }),
    otherwise: ['open_account', freeAccount(services, account)],
  });
};

/** The insurer confirms cover. */
export const confirmsCover: Part = (services, depositId) => {
  const policyNumber = `SIM-${services.random.digits(8)}`;
  return answers(services, depositId, {
    asked: 'cover',
    answer: () => ({ answer: 'cover', policyNumber, from: null, premium: null, certificate: null }),
    otherwise: ['confirm_cover', () => undefined],
  });
};

/** The insurer pays what the landlord claims, if anything, and ends the cover. */
export const paysAndEnds: Part = async (services, depositId) => {
  const deposit = await findOr404(services, depositId);
  const claim = deposit.applications.find((one) => one.kind === 'claim' && isWaiting(one));
  if (claim?.claim !== undefined && claim.claim !== null) {
    const answer: ProviderAnswer = { answer: 'paid', amount: claim.claim, on: null };
    const refused = playedBy(await give(services, deposit, claim, answer));
    if (refused !== null) return refused;
  }
  return answers(services, depositId, {
    asked: 'cover_end',
    answer: () => ({ answer: 'ended', on: null }),
    otherwise: ['end_cover', () => undefined],
  });
};

/** The bank or the insurer answers to a running change. */
export async function answersChange(
  services: Services,
  depositId: string,
  changeId: string | null,
  { accepted, reason, iban }: { accepted: boolean; reason: string; iban: string | null },
): Promise<Played> {
  const deposit = await findOr404(services, depositId);
  const answer: ProviderAnswer = accepted ? { answer: 'done', iban } : { answer: 'refused', code: 'other', reason };
  const asked = deposit.applications.find(
    (one) => one.changeId !== null && one.changeId === changeId && isWaiting(one),
  );
  if (asked !== undefined) return playedBy(await give(services, deposit, asked, answer));
  if (accepted) return tryMove(services, depositId, 'confirm_change', freeChangedAccount(services, iban));
  return changeId === null
    ? tryMove(services, depositId, 'confirm_change', () => ({ iban: null }))
    : tryMove(services, depositId, 'refuse', () => ({ reason }));
}

/** The bank or the insurer refuses. */
export function refusesWith(asked: ApplicationKind, reason: string): Part {
  return (services, depositId) =>
    answers(services, depositId, {
      asked,
      answer: () => ({ answer: 'refused', code: 'other', reason }),
      otherwise: ['refuse', () => ({ reason })],
    });
}

/** For a route: a refusal is a problem. */
export function requirePlayed(played: Played): void {
  if (played !== null) throw problemOf(played);
}

type Asked<N extends MoveName> = {
  asked: ApplicationKind;
  answer: () => ProviderAnswer;
  /** Nothing of this kind is asked, such as for a deposit from before there were providers: by the operator's hand. */
  otherwise: [N, MoveInput<N>];
};

async function answers<N extends MoveName>(
  services: Services,
  depositId: string,
  { asked, answer, otherwise }: Asked<N>,
): Promise<Played> {
  const deposit = await findOr404(services, depositId);
  const application = deposit.applications.findLast((one) => one.kind === asked && isAnswerable(one));
  if (application === undefined) return tryMove(services, depositId, ...otherwise);
  return playedBy(await give(services, deposit, application, answer()));
}

/** After a refusal the bank may open the account after all, and the insurer confirm cover. */
function isAnswerable(application: Application): boolean {
  const { kind, state, answer } = application;
  const isRefused = state === 'answered' && answer?.answer === 'refused';
  return isWaiting(application) || (isRefused && (kind === 'account_opening' || kind === 'cover'));
}

/** As over the provider's interface. */
function give(
  services: Services,
  deposit: Deposit,
  { id: applicationId, providerId }: Application,
  answer: ProviderAnswer,
): Promise<AnswerResult> {
  const by = `${nameOf(deposit, providerId)} (simulated)`;
  return answerApplication(services, { providerId, applicationId, answer, by, certificate: null });
}

/** Of the deposit, or of the product that it changes to. */
function nameOf(deposit: Deposit, providerId: string): string {
  const subject = runningChange(deposit)?.subject;
  const next = subject?.kind === 'product' ? subject.provider : null;
  return [next, deposit.provider].find((one) => one?.id === providerId)?.name ?? 'Provider';
}

function playedBy(result: AnswerResult): Played {
  switch (result.is) {
    case 'done':
      return null;
    case 'unknown':
      return { is: 'unknown_deposit' };
    case 'invalid':
      return { is: 'invalid_field', field: result.field, code: result.code, message: result.message };
    case 'conflict':
      return { is: 'not_possible', message: result.message };
  }
}

function newAccount(random: Random): { iban: string; qrIban: string } {
  const account = random.digits(12);
  return { iban: swissIban('09999', account), qrIban: swissIban('30999', account) };
}
