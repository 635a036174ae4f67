import { correctDeposit } from '../actions/correct-deposit.ts';
import { canMove, explain } from '../domain/lifecycle/moves.ts';
import { speak } from '../domain/messages/speak.ts';
import { writePayload } from '../domain/payload/write-payload.ts';
import {
  changeContactInput,
  changePersonInput,
  confirmContactInput,
  contactWish,
  correctInput,
  personWish,
} from '../operator/input/change-inputs.ts';
import { findOr404, problemOf, refusalOf } from '../operator/move.ts';
import { HttpProblem, notFound } from '../web/problem.ts';
import { play, playMove, type Play } from './sandbox-call.ts';
import { noBody } from '../web/typed.ts';

/** The fields that are not given stay as they are. The whole is read again by the rules of the open call. */
const correct = play(
  'correct',
  'The property manager corrects it before it is sent',
  correctInput,
  async (services, id, body) => {
    const deposit = await findOr404(services, id);
    const location = { organizationId: deposit.organizationId, depositId: deposit.id };
    const corrected = await correctDeposit(services, location, {
      fields: { ...writePayload(deposit), ...body.fields },
      member: deposit.manager,
      isAsSeen: () => true,
      isUnsent: true,
    });
    if (corrected === null) throw notFound('deposit');
    if ('problems' in corrected) {
      // What is missing besides may have been removed since, where nothing can be corrected any more.
      const isPossible = canMove('correct', deposit) && deposit.state !== 'draft_editing';
      const own = corrected.problems.filter(({ field }) => isPossible || field in body.fields);
      if (own.length === 0) throw problemOf({ is: 'not_possible', message: explain('not_now', deposit) });
      const problems = own.map((problem) => ({
        field: `fields.${problem.field}`,
        code: problem.code,
        message: speak(problem, 'en'),
      }));
      const detail = problems.map(({ message }) => message).join('; ');
      throw new HttpProblem(422, `The input is not valid: ${detail}`, { problems });
    }
    const refusal = refusalOf(corrected);
    if (refusal !== null) throw problemOf(refusal);
  },
);

/** What tenants and managers change on their pages, in the order of the API reference. */
export const CONTACT_CALLS: readonly Play[] = [
  correct,
  playMove('send-now', 'The property manager ends the send delay', noBody, 'send_now', () => () => undefined),
  playMove(
    'change-contact',
    'Tenant or manager changes e-mail address, telephone number or postal address of a tenant',
    changeContactInput,
    'change_contact',
    ({ by, tenant, ...contact }) =>
      () =>
        contactWish(contact, { by, tenant, reason: null }),
  ),
  playMove(
    'confirm-contact',
    'The new e-mail address is confirmed, as by the button behind the link that it got',
    confirmContactInput,
    'confirm_email',
    ({ tenant }) =>
      () => ({ tenant, changeId: null }),
  ),
  playMove(
    'change-person',
    'The property manager corrects name or date of birth of a tenant',
    changePersonInput,
    'change_person',
    (body) => () => personWish(body),
  ),
];
