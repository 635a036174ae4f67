import type { FastifyReply } from 'fastify';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { listPage } from './list-page.ts';
import { listView } from './list-view.ts';

/** The list of deposits. */
export function listRoutes(app: ManagerApp): void {
  app.get('/manager/deposits', 'member', (visit) => showList(app, visit, { problem: null }));
}

/** With a problem: the form or link before could not be followed. */
export async function showList(
  { services }: ManagerApp,
  { person, query, language, token, show }: ManagerVisit,
  { problem, parameters = query }: { problem: string | null; parameters?: URLSearchParams },
): Promise<FastifyReply> {
  const view = await listView(services.database, person, parameters);
  return show('deposits', listPage(view, { language, token, problem }), problem === null ? 200 : 422);
}
