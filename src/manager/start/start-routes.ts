import type { ManagerApp } from '../app.ts';
import { startPage } from './start-page.ts';
import { startView } from './start-view.ts';

/** The first page after signing in. */
export function startRoutes({ services: { database }, get }: ManagerApp): void {
  get('/manager/start', 'member', async ({ person, query, language, show }) => {
    const view = await startView(database, person, { isMine: query.get('who') === 'me' });
    return show('start', startPage(view, { name: person.name, language }));
  });
}
