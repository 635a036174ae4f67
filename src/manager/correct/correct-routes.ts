import type { FastifyReply } from 'fastify';
import { correctDeposit } from '../../actions/correct-deposit.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Refusal } from '../../domain/lifecycle/move.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import type { FieldName } from '../../domain/payload/problem.ts';
import { writePayload } from '../../domain/payload/write-payload.ts';
import { listAssignable } from '../../storage/open-call/known-organization.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, Visit } from '../app.ts';
import { depositOf, fingerprint } from '../deposits/access.ts';
import { actingOn, membershipIn } from '../person.ts';
import { correctPage, type CorrectForm } from './correct-page.ts';
import { capitalized } from '../payload-form/controls.ts';
import { NO_PROBLEMS, problemTexts, type ProblemTexts } from '../payload-form/problems.ts';
import { fieldsFromForm, shownValues, type FormValues } from '../payload-form/values.ts';
import { FORM_WORDS } from '../payload-form/words.ts';

/** Data put right before the tenants get to see them: the whole form again, filled with what stands. */
export function correctRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/:id/correct', 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    if (seen === null) return null;
    const { deposit } = seen;
    const values = writePayload(deposit);
    return canMove('correct', deposit)
      ? show(app, visit, deposit, { values, problems: NO_PROBLEMS, standing: 'as_seen' }, 200)
      : show(app, visit, deposit, { values, problems: NO_PROBLEMS, standing: 'not_now' }, 409);
  });

  app.post('/manager/deposits/:id/correct', 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    if (seen === null) return null;
    const { deposit, member } = seen;
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
      return show(app, visit, deposit, { values, problems, standing: 'as_seen' }, 422);
    }
    if (corrected.refusal !== null) return refuse(app, visit, corrected.deposit, values, corrected.refusal);
    await app.settle();
    // Who has handed it over to another organization does not see it any more.
    const isStillTheirs = actingOn(visit.person, corrected.deposit) !== null;
    return seeOther(visit.reply, isStillTheirs ? `/manager/deposits/${deposit.id}?done=correct` : '/manager/deposits');
  });
}

type Filled = { values: FormValues; problems: ProblemTexts; standing: CorrectForm['standing'] };

function refuse(
  app: ManagerApp,
  visit: Visit,
  deposit: Deposit,
  values: FormValues,
  { refused, field }: Refusal,
): Promise<FastifyReply> {
  const { refusals } = FORM_WORDS[visit.language].correct;
  if (refused === 'less_than_paid_in' || refused === 'account_has_holder') {
    const problems = new Map([[field as FieldName, capitalized(refusals[refused])]]);
    return show(app, visit, deposit, { values, problems, standing: 'as_seen' }, 422);
  }
  const standing = refused === 'changed_meanwhile' ? 'changed' : 'not_now';
  return show(app, visit, deposit, { values, problems: NO_PROBLEMS, standing }, 409);
}

async function show(
  { services: { database } }: ManagerApp,
  visit: Visit,
  deposit: Deposit,
  filled: Filled,
  status: number,
): Promise<FastifyReply> {
  const organization = await findOrganization(database, deposit.organizationId);
  if (organization === null) throw new Error(`deposit ${deposit.id} has no organization`);
  // Who is responsible as a member of a sub-organization does not learn who else is in the one above.
  const isMember = membershipIn(visit.person, organization.id) !== null;
  const managers = isMember ? await listAssignable(database, organization) : [];
  const isListed = managers.some(({ member }) => member.id === deposit.manager.id);
  const { manager } = deposit;
  const page = correctPage({
    ...filled,
    language: visit.language,
    token: visit.token,
    deposit,
    organization,
    managers: isListed ? managers : [...managers, { member: manager, isDefault: false, subOrganization: null }],
    seen: fingerprint(deposit),
    standsNow: writePayload(deposit),
  });
  return visit.show('deposits', page, status);
}
