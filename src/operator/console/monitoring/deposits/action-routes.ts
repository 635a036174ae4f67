import { seeOther } from '../../../../web/page.ts';
import type { ConsoleApp } from '../../app.ts';
import { showRequest } from '../../approvals/asking.ts';
import type { Action } from './action.ts';
import { actionPage } from './action-page.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { depositOf } from './deposit-view.ts';

/** Each action has a page that says what follows and asks for what it needs, and a form that does it. */
export function actionRoutes(app: ConsoleApp): void {
  const { database } = app.services;
  for (const [name, action] of Object.entries(ACTIONS) as [ActionName, Action][]) {
    const address = `/operator/deposits/:id/${name}`;
    app.get(address, 'clerk', async (visit) => {
      const deposit = await depositOf(database, visit.params);
      if (deposit === null || !action.isPossible(deposit)) return null;
      return visit.show('deposits', actionPage(deposit, name, visit, {}));
    });
    app.post(address, 'clerk', async (visit) => {
      const deposit = await depositOf(database, visit.params);
      if (deposit === null) return null;
      const outcome = await action.make(app.services, visit.acting, deposit.id, visit.form);
      const { id, organizationId } = deposit;
      if (outcome !== null && 'approvalId' in outcome) {
        return showRequest(app, visit, outcome.approvalId, { about: { deposit: id }, organizationId });
      }
      if (outcome !== null) {
        const now = (await depositOf(database, visit.params)) ?? deposit;
        const page = actionPage(now, name, visit, { ...outcome, form: visit.form });
        return visit.show('deposits', page, 'refusal' in outcome ? 409 : 422);
      }
      visit.note({ organizationId });
      await app.settle();
      return seeOther(visit.reply, `/operator/deposits/${id}?done=${name}`);
    });
  }
}
