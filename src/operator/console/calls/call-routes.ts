import type { FastifyReply } from 'fastify';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { callPage } from './call-page.ts';
import { callView } from './call-view.ts';
import { callsPage } from './calls-page.ts';
import { callsView } from './calls-view.ts';

/** The request log: every call of a partner, and its outcome. */
export function callRoutes({ services, get, post }: ConsoleApp): void {
  get('/operator/calls', 'viewer', async (visit) =>
    visit.show('calls', callsPage(await callsView(services.database, visit.query))),
  );

  const show = async (visit: ConsoleVisit, isRunAgain: boolean): Promise<FastifyReply | null> => {
    const view = await callView(services, visit.params['id'] ?? '', { isRunAgain });
    return view === null ? null : visit.show('calls', callPage(view, visit));
  };
  get('/operator/calls/:id', 'viewer', (visit) => show(visit, false));
  post('/operator/calls/:id/run-again', 'clerk', (visit) => show(visit, true));
}
