import type { ConsoleApp } from '../app.ts';
import { statisticsPage } from './statistics-page.ts';
import { statisticsView } from './statistics-view.ts';

/** What happened: today on the front page of the console, and any day, month or year. */
export function statisticsRoutes({ services, get }: ConsoleApp): void {
  get('/operator', 'viewer', async (visit) => {
    const view = await statisticsView(services.database, new URLSearchParams(), { isToday: true });
    return visit.show('today', statisticsPage(view));
  });
  get('/operator/statistics', 'viewer', async (visit) => {
    const view = await statisticsView(services.database, visit.query, { isToday: false });
    return visit.show('today', statisticsPage(view));
  });
}
