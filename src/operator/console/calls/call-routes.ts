import type { ConsoleApp } from '../app.ts';
import { callPage } from './call-page.ts';
import { callsPage } from './calls-page.ts';

/** The request log: every call of a partner, and what came of it. */
export function callRoutes(app: ConsoleApp): void {
  app.get('/operator/calls', 'operator', (visit) => callsPage(app, visit));
  app.get('/operator/calls/:id', 'operator', (visit) => callPage(app, visit, { isRunAgain: false }));
  app.post('/operator/calls/:id/run-again', 'operator', (visit) => callPage(app, visit, { isRunAgain: true }));
}
