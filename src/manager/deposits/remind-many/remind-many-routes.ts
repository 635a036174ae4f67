import { moveDeposit } from '../../../actions/move-deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import type { OwnDeposit } from '../access.ts';
import { allOwn, MOST_AT_ONCE } from '../all-own.ts';
import { isReminded, possibleFor } from '../deposit/possible.ts';
import { unlessReminded } from '../moves/remind.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { remindedPage, remindProblemPage, remindReviewPage, type Reminded } from './remind-many-page.ts';

/** Select deposits in the list, see who is awaited, remind them all. */
export function remindManyRoutes(app: ManagerApp): void {
  app.post('/manager/remind-many', 'member', async (visit) => {
    const ids = [...new Set(visit.form.getAll('id'))];
    const own = ids.length > MOST_AT_ONCE ? [] : await allOwn(app, visit, ids);
    if (own.length === 0) return refuse(visit, ids.length);
    const now = await serviceNow(app.services.database);
    const deposits = own.map(({ deposit }) => deposit);
    const awaited = deposits.filter((deposit) => possibleFor(deposit).canRemind);
    return visit.show(
      'deposits',
      remindReviewPage(
        {
          toRemind: awaited.filter((deposit) => !isReminded(deposit, now)),
          recently: awaited.filter((deposit) => isReminded(deposit, now)),
          others: deposits.filter((deposit) => !awaited.includes(deposit)),
        },
        visit,
      ),
    );
  });

  app.post('/manager/remind-many/confirm', 'member', async (visit) => {
    const ids = [...new Set(visit.form.getAll('id'))];
    if (ids.length > MOST_AT_ONCE) return refuse(visit, ids.length);
    const results: Reminded[] = [];
    for (const own of await allOwn(app, visit, ids)) {
      results.push({ deposit: own.deposit, refusal: await remind(app, own) });
    }
    await app.settle();
    return visit.show('deposits', remindedPage(results, visit.language));
  });
}

/** Each in a transaction of its own, so that one that is refused does not stop the others. */
async function remind({ services }: ManagerApp, { deposit, member }: OwnDeposit): Promise<Refusal | null> {
  if (!possibleFor(deposit).canRemind) return { refused: 'nobody_awaited' };
  const { organizationId, id: depositId } = deposit;
  const moved = await moveDeposit(services, { organizationId, depositId }, 'remind', unlessReminded, { member });
  return moved === null ? { refused: 'not_now' } : moved.refusal;
}

function refuse({ language, show }: ManagerVisit, selected: number) {
  const text = selected > MOST_AT_ONCE ? DEPOSIT_WORDS[language].bulk.tooMany(MOST_AT_ONCE) : null;
  return show('deposits', remindProblemPage(text, language), 422);
}
