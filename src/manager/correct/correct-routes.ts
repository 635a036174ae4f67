import type { FastifyReply } from 'fastify';
import { correctDeposit } from '../../actions/correct-deposit.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Refusal } from '../../domain/lifecycle/move.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import type { FieldName } from '../../domain/payload/problem.ts';
import { writePayload } from '../../domain/payload/write-payload.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { fingerprint, ownDepositOf } from '../deposits/access.ts';
import { actingOn } from '../person.ts';
import { correctPage } from './correct-page.ts';
import { correctView, type FilledCorrection } from './correct-view.ts';
import { capitalized } from '../payload-form/controls.ts';
import { NO_PROBLEMS, problemTexts } from '../payload-form/problems.ts';
import { fieldsFromForm, shownValues, type FormValues } from '../payload-form/values.ts';
import { FORM_WORDS } from '../payload-form/words.ts';

/** Correcting a deposit before the tenants get it: the whole form again, filled with the current data. */
export function correctRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/:id/correct', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { deposit } = own;
    const values = writePayload(deposit);
    return canMove('correct', deposit)
      ? show(app, visit, deposit, { values, problems: NO_PROBLEMS, version: 'unchanged' }, 200)
      : show(app, visit, deposit, { values, problems: NO_PROBLEMS, version: 'not_now' }, 409);
  });

  app.post('/manager/deposits/:id/correct', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { deposit, member } = own;
    const fields = fieldsFromForm(visit.form);
    const corrected = await correctDeposit(
      app.services,
      { organizationId: deposit.organizationId, depositId: deposit.id },
      { fields, member, isAsSeen: (current) => fingerprint(current) === visit.form.get('seen') },
    );
    if (corrected === null) return null;
    const values = shownValues(fields);
    if ('problems' in corrected) {
      const problems = problemTexts(corrected.problems, visit.language);
      return show(app, visit, deposit, { values, problems, version: 'unchanged' }, 422);
    }
    if (corrected.refusal !== null) return refuse(app, visit, corrected.deposit, values, corrected.refusal);
    await app.settle();
    // After handing it over to another organization, the person can no longer see it.
    const isStillTheirs = actingOn(visit.person, corrected.deposit) !== null;
    return seeOther(visit.reply, isStillTheirs ? `/manager/deposits/${deposit.id}?done=correct` : '/manager/deposits');
  });
}

function refuse(
  app: ManagerApp,
  visit: ManagerVisit,
  deposit: Deposit,
  values: FormValues,
  { refused, field }: Refusal,
): Promise<FastifyReply> {
  const { refusals } = FORM_WORDS[visit.language].correct;
  if (refused === 'less_than_paid_in' || refused === 'account_has_holder') {
    const problems = new Map([[field as FieldName, capitalized(refusals[refused])]]);
    return show(app, visit, deposit, { values, problems, version: 'unchanged' }, 422);
  }
  const version = refused === 'changed_meanwhile' ? 'changed' : 'not_now';
  return show(app, visit, deposit, { values, problems: NO_PROBLEMS, version }, 409);
}

async function show(
  { services }: ManagerApp,
  visit: ManagerVisit,
  deposit: Deposit,
  filled: FilledCorrection,
  status: number,
): Promise<FastifyReply> {
  const view = await correctView(services.database, visit.person, deposit, filled);
  return visit.show('deposits', correctPage(view, visit), status);
}
