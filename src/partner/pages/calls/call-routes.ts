import type { FastifyReply } from 'fastify';
import { RETENTION } from '../../../domain/retention.ts';
import { readPeriods } from '../../../storage/data-protection/data-protection.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { searchOwnCalls, type OwnCallFilter } from '../../../storage/partners/call-search.ts';
import { listConnectedOrganizations } from '../../../storage/set-up/connections.ts';
import type { PartnerApp, PartnerVisit } from '../app.ts';
import { numberIn, textIn } from '../query.ts';
import { ownCallPage } from './call-page.ts';
import { ownCallView } from './call-view.ts';
import { ownCallsPage } from './calls-page.ts';

const ON_A_PAGE = 50;

/** The partner's own request log, with payloads, and a dry run of each call again. */
export function partnerCallRoutes(app: PartnerApp): void {
  const { services, requestLog, paths, hasSandbox } = app;
  const { database } = services;
  app.get('/partner/calls', 'partner_viewer', async (visit) => {
    const { partner, language, query } = visit;
    // Calls are written a moment after their answers.
    await requestLog.flush();
    const filter = filterIn(query);
    const before = numberIn(query, 'before');
    const page = await searchOwnCalls(database, partner.id, { filter, before, most: ON_A_PAGE });
    const organizations = await listConnectedOrganizations(database, partner.id);
    const { request_log: length } = await readPeriods(database);
    const keptFor = keptText(length, language);
    return visit.show('calls', ownCallsPage({ language, query, filter, organizations, keptFor, page }));
  });

  const show = async (visit: PartnerVisit, isAgain: boolean): Promise<FastifyReply | null> => {
    const { partner, language, token } = visit;
    const view = await ownCallView(services, visit, { path: paths[partner.integration], isAgain });
    if (view === null) return null;
    const organizations = await listConnectedOrganizations(database, partner.id);
    return visit.show('calls', ownCallPage(view, { language, token, organizations, hasSandbox }));
  };
  app.get('/partner/calls/:id', 'partner_viewer', (visit) => show(visit, false));
  // It stores nothing, so that viewers may, too.
  app.post('/partner/calls/:id/check', 'partner_viewer', (visit) => show(visit, true));
}

function filterIn(query: URLSearchParams): OwnCallFilter {
  const kind = query.get('kind');
  return {
    externalContractId: textIn(query, 'contract'),
    externalOrgId: textIn(query, 'organization'),
    code: textIn(query, 'code'),
    kind: kind === 'open' || kind === 'dry' ? kind : null,
  };
}

/** `90 Tagen`, `90 days`. */
function keptText(length: number, language: PartnerLanguage): string {
  const { unit } = RETENTION.request_log;
  const [one, many] = UNITS[language][unit];
  return `${length} ${length === 1 ? one : many}`;
}

const UNITS = {
  de: { days: ['Tag', 'Tagen'], years: ['Jahr', 'Jahren'] },
  en: { days: ['day', 'days'], years: ['year', 'years'] },
} as const;
