import type { FastifyReply } from 'fastify';
import { concludeOverdue, finishRun } from '../../../actions/conformance/end-run.ts';
import { readRun, reportOf } from '../../../actions/conformance/read-report.ts';
import { startRun } from '../../../actions/conformance/start-run.ts';
import { listConformanceRuns } from '../../../storage/conformance/runs.ts';
import { listConnectedOrganizations } from '../../../storage/set-up/connections.ts';
import { seeOther } from '../../../web/page.ts';
import type { PartnerApp, PartnerVisit } from '../app.ts';
import { PARTNER_SECTIONS } from '../sections.ts';
import { countsOf } from './report-view.ts';
import { runsPage, type ListedConformanceRun } from './runs-page.ts';

const PATH = PARTNER_SECTIONS.conformance;

const MOST_RUNS = 100;

/** Test environment: conformance runs of a partner. The report of one is in `report-routes.ts`: operators read it, too. */
export function partnerRunRoutes(app: PartnerApp): void {
  const { services, baseUrl } = app;
  const { database } = services;
  const show = async (visit: PartnerVisit, isOpenAlready = false): Promise<FastifyReply> => {
    const { partner, language, token, mayChange } = visit;
    await concludeOverdue(services, baseUrl());
    const organizations = await listConnectedOrganizations(database, partner.id);
    const runs: ListedConformanceRun[] = [];
    for (const run of await listConformanceRuns(database, { partnerId: partner.id, most: MOST_RUNS })) {
      runs.push({ run, counts: countsOf((await reportOf(services, run)).verdicts) });
    }
    const page = runsPage({ language, token, mayChange, organizations, runs, isOpenAlready });
    return visit.show('conformance', page, isOpenAlready ? 409 : 200);
  };
  app.get(PATH, 'partner_viewer', (visit) => show(visit));
  app.post(PATH, 'partner_admin', async (visit) => {
    const { partner, form, reply } = visit;
    const organizations = await listConnectedOrganizations(database, partner.id);
    const chosen = organizations.find(({ connectionId }) => connectionId === form.get('connection'));
    if (chosen === undefined) return null;
    const own = { partnerId: partner.id, externalOrgId: chosen.externalOrgId, baseUrl: baseUrl() };
    const started = await startRun(services, own);
    switch (started.is) {
      case 'unknown':
        return null;
      case 'open':
        return show(visit, true);
      case 'started':
        return seeOther(reply, `${PATH}/${started.run.id}`);
    }
  });
  app.post(`${PATH}/:id/finish`, 'partner_admin', async (visit) => {
    const { partner, params, reply } = visit;
    const run = await readRun(services, { id: params['id'] ?? '', partnerId: partner.id }, baseUrl());
    if (run === null) return null;
    await finishRun(services, run, baseUrl());
    return seeOther(reply, `${PATH}/${run.id}?done=finished`);
  });
}
