import { serviceNow } from '../../../../storage/database/clock.ts';
import type { ConsoleApp } from '../../app.ts';
import { bankAccountPage } from './account-page.ts';
import { ACCOUNTS_ADDRESS, accountsPage } from './accounts-page.ts';
import { accountsView, bankAccountView } from './accounts-view.ts';

/** Accounts beside the bank's statements. */
export function bankAccountRoutes(app: ConsoleApp): void {
  const { services } = app;

  app.get(ACCOUNTS_ADDRESS, 'viewer', async ({ query, show }) =>
    show('bank', accountsPage(await accountsView(services, query), query)),
  );

  app.get(`${ACCOUNTS_ADDRESS}/:id`, 'viewer', async ({ params, query, show }) => {
    const asked = { owner: params['id'] ?? '', iban: query.get('iban'), month: query.get('month') };
    const view = await bankAccountView(services, asked, await serviceNow(services.database));
    return view === null ? null : show('bank', bankAccountPage(view));
  });
}
