import type { ManagerApp } from '../app.ts';
import { importErrorPage } from './import-error-page.ts';
import { importErrorView } from './import-error-view.ts';
import { importErrorsPage } from './import-errors-page.ts';
import { importErrorsView } from './import-errors-view.ts';

/** Calls that were refused for their data: what was wrong, and how to open the deposit by hand. */
export function importErrorRoutes({ services, get }: ManagerApp): void {
  get('/manager/import-errors', 'member', async ({ person, language, query, show }) =>
    show('import_errors', importErrorsPage(await importErrorsView(services.database, person, query), language)),
  );

  get('/manager/import-errors/:organizationId/:id', 'member', async ({ person, language, params, show }) => {
    const { organizationId = '', id = '' } = params;
    const view = await importErrorView(services, person, { organizationId, id });
    return view === null ? null : show('import_errors', importErrorPage(view, language));
  });
}
