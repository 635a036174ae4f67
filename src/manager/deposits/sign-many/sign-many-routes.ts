import { moveDeposit } from '../../../actions/move-deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import type { OwnDeposit } from '../access.ts';
import { allOwn, MOST_AT_ONCE } from '../all-own.ts';
import { signedBy } from '../signing.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { problemPage, reportPage, reviewPage } from './sign-many-page.ts';
import { reviewView, type Result } from './sign-many-view.ts';

/** Select imported deposits, review them, sign them all. */
export function signManyRoutes(app: ManagerApp): void {
  app.post('/manager/sign-many', 'member', async (visit) => {
    const { bulk } = DEPOSIT_WORDS[visit.language];
    const ids = [...new Set(visit.form.getAll('id'))];
    if (ids.length > MOST_AT_ONCE) return showProblem(visit, bulk.tooMany(MOST_AT_ONCE));
    const own = await allOwn(app, visit, ids);
    if (own.length === 0) return showProblem(visit, bulk.nothingMeans);
    const view = await reviewView(
      app.services.database,
      own.map(({ deposit }) => deposit),
      visit.readLogo,
    );
    return visit.show('deposits', reviewPage(view, visit));
  });

  app.post('/manager/sign-many/confirm', 'member', async (visit) => {
    // Each value is the id of a deposit and the version that was reviewed.
    const chosen = new Map(visit.form.getAll('sign').map((one) => one.split('/', 2) as [string, string]));
    if (chosen.size > MOST_AT_ONCE) return showProblem(visit, DEPOSIT_WORDS[visit.language].bulk.tooMany(MOST_AT_ONCE));
    const results: Result[] = [];
    for (const own of await allOwn(app, visit, [...chosen.keys()])) {
      results.push({ deposit: own.deposit, refusal: await sign(app, visit, own, chosen.get(own.deposit.id) ?? '') });
    }
    await app.settle();
    return visit.show('deposits', reportPage(results, visit.language));
  });
}

/** Each in a transaction of its own, so that one that is refused does not stop the others. */
async function sign(
  { services }: ManagerApp,
  visit: ManagerVisit,
  { deposit: { organizationId, id }, member }: OwnDeposit,
  reviewed: string,
): Promise<Refusal | null> {
  const moved = await moveDeposit(
    services,
    { organizationId, depositId: id },
    'sign_as_manager',
    (deposit, { organization }) => signedBy(visit, { deposit, organization, seen: reviewed }),
    { member },
  );
  return moved === null ? { refused: 'not_now' } : moved.refusal;
}

function showProblem({ language, show }: ManagerVisit, text: string) {
  return show('deposits', problemPage(text, language), 422);
}
