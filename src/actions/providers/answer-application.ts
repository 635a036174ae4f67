import { decideAnswer, type Application, type ProviderAnswer } from '../../domain/application.ts';
import type { Refusal } from '../../domain/lifecycle/move.ts';
import { explain } from '../../domain/lifecycle/moves.ts';
import { REFUSALS, type RefusalCode } from '../../domain/lifecycle/refusal.ts';
import { isId } from '../../storage/database/ids.ts';
import type { Location } from '../../storage/deposits/deposits.ts';
import { locateApplication } from '../../storage/providers/queue.ts';
import { refusalOfAccount } from '../deposit-account.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import { operatorRecipients } from '../operators/operators.ts';
import type { Services } from '../services.ts';

/** What became of an answer. */
export type AnswerResult =
  | { is: 'done'; application: Application; location: Location }
  /** There is no such application of this provider. */
  | { is: 'unknown' }
  | { is: 'invalid'; field: string; code: string; message: string }
  /** `recorded`: the application was cancelled, but its account is kept with the deposit. */
  | { is: 'conflict'; code: RefusalCode; message: string; recorded: boolean; application: Application };

type Given = {
  providerId: string;
  applicationId: string;
  answer: ProviderAnswer;
  /** Who answers, in words. */
  by: string;
  /** The insurer's own certificate, a PDF. */
  certificate: Buffer | null;
};

/** A provider answers an application, once. Of two that answer at the same time, the second reads who was first. */
export async function answerApplication(services: Services, given: Given): Promise<AnswerResult> {
  const { applicationId, answer, by } = given;
  const certificate = given.certificate?.toString('base64') ?? null;
  const location = await locate(services, given);
  if (location === null) return { is: 'unknown' };
  let before: Application | undefined;
  const moved = await moveDeposit(services, location, 'answer_application', async (deposit, { sql }) => {
    before = deposit.applications.find(({ id }) => id === applicationId);
    const outcome = before === undefined ? null : decideAnswer(before, answer);
    const account = accountIn(answer);
    if (account !== null && (outcome === 'taken' || outcome === 'recorded')) {
      const taken = await refusalOfAccount(services, sql, account, deposit.id);
      if (taken !== null) return taken;
    }
    const operators = answer.answer === 'refused' ? await operatorRecipients(services, sql) : [];
    return { applicationId, answer, by, operators, certificate };
  });
  if (moved === null || before === undefined) return { is: 'unknown' };
  return resultOf(moved, before, location);
}

/** The account that an answer gives to the deposit. */
function accountIn(answer: ProviderAnswer): { iban: string; qrIban: string | null } | null {
  if (answer.answer === 'account') return answer;
  return answer.answer === 'done' && answer.iban !== null ? { iban: answer.iban, qrIban: null } : null;
}

/** The provider has the application in hand. Undefined: with the number that it has. */
export async function acknowledgeApplication(
  services: Services,
  given: { providerId: string; applicationId: string; reference: string | null | undefined; by: string },
): Promise<AnswerResult> {
  const { applicationId, by } = given;
  const location = await locate(services, given);
  if (location === null) return { is: 'unknown' };
  const moved = await moveDeposit(services, location, 'acknowledge_application', ({ applications }) => {
    const kept = applications.find(({ id }) => id === applicationId)?.reference ?? null;
    return { applicationId, reference: given.reference === undefined ? kept : given.reference, by };
  });
  const before = moved?.deposit.applications.find(({ id }) => id === applicationId);
  if (moved === null || before === undefined) return { is: 'unknown' };
  return resultOf(moved, before, location);
}

async function locate(
  { database }: Services,
  { providerId, applicationId }: { providerId: string; applicationId: string },
): Promise<Location | null> {
  return isId(applicationId) ? locateApplication(database, providerId, applicationId) : null;
}

function resultOf({ deposit, refusal }: Moved, before: Application, location: Location): AnswerResult {
  const after = deposit.applications.find(({ id }) => id === before.id) ?? before;
  if (refusal === null && before.state !== 'cancelled') return { is: 'done', application: after, location };
  if (refusal === null) {
    const code = 'application_cancelled';
    return { is: 'conflict', code, message: `${REFUSALS[code]} ${RECORDED}`, recorded: true, application: after };
  }
  return refused(refusal, deposit, before);
}

const RECORDED = 'The account is recorded with the deposit.';

function refused({ refused: code, field }: Refusal, deposit: Moved['deposit'], application: Application): AnswerResult {
  if (field !== undefined) return { is: 'invalid', field, code, message: REFUSALS[code] };
  const message = code in OWN_WORDS ? `${REFUSALS[code]}${whoWasFirst(code, application)}` : explain(code, deposit);
  return { is: 'conflict', code, message, recorded: false, application };
}

/** These concern the application, not the state of the deposit. */
const OWN_WORDS = {
  answer_not_fitting: true,
  answered_already: true,
  application_cancelled: true,
  account_taken: true,
  account_of_operator: true,
};

function whoWasFirst(code: Refusal['refused'], { answer, answeredBy, answeredAt }: Application): string {
  if (code !== 'answered_already' || answer === null) return '';
  return ` ${answeredBy ?? 'Someone'} answered “${answer.answer}” at ${answeredAt?.toISOString() ?? 'an earlier time'}.`;
}
