import type { FastifyReply } from 'fastify';
import { agreeToMandate, askMandate, MandateRefused, rejectMandate } from '../../../actions/mandates/decide-mandate.ts';
import { SetUpRefused } from '../../../actions/set-up/refused.ts';
import type { Author } from '../../../actions/audit.ts';
import type { Organization } from '../../../domain/organization.ts';
import { isId } from '../../../storage/database/ids.ts';
import { countLiving, depositsOfContracts } from '../../../storage/mandates/mandates.ts';
import { findOrganizationByName } from '../../../storage/mandates/organization-by-name.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import { csvText } from '../../../web/encoding/csv.ts';
import { field } from '../../../web/forms.ts';
import { PAGE_HEADERS, seeOther } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { administered } from '../administered.ts';
import { askPage, type AskedFor, type AskProblems } from './ask-page.ts';
import { mandatePage } from './mandate-page.ts';
import { mandatesPage, mandatesUrl } from './mandates-page.ts';
import { mandatesView, shownMandate, ownOrganization } from './mandate-view.ts';
import { MANDATE_WORDS } from './words.ts';
import { MANDATE_DONE, type MandateProblem } from './words/words.ts';

const MANDATES = '/manager/organization/:organizationId/mandates';
const MANDATE = `${MANDATES}/:mandateId`;

/** Administrators hand deposits over to another organization; members follow how far it is. */
export function mandateRoutes(app: ManagerApp): void {
  const { services, get, post } = app;
  const { database } = services;
  get(MANDATES, 'member', async (visit) => {
    const organization = ownOrganization(visit.person, visit.params['organizationId']);
    if (organization === null) return null;
    const view = await mandatesView(database, visit.person, organization);
    return visit.show('organization', mandatesPage(view, visit.language));
  });
  get(`${MANDATES}/new`, 'administrator', async (visit) => {
    const organization = administered(visit);
    return organization === null ? null : showForm(app, visit, organization, EMPTY, {});
  });
  post(`${MANDATES}/new`, 'administrator', async (visit) => {
    const organization = administered(visit);
    return organization === null ? null : ask(app, visit, organization);
  });
  get(MANDATE, 'member', (visit) => showMandate(app, visit, null));
  get(`${MANDATE}/report.csv`, 'member', (visit) => sendReport(app, visit));
  post(`${MANDATE}/agree`, 'administrator', (visit) => decide(app, visit, 'agreed'));
  post(`${MANDATE}/reject`, 'administrator', (visit) => decide(app, visit, 'rejected'));
}

const EMPTY: AskedFor = { target: '', which: 'all', contracts: '' };

const authorOf = ({ person, request }: ManagerVisit): Author => ({
  actor: person.session.emailKey,
  way: 'pages',
  origin: request.ip,
});

async function showForm(
  { services: { database } }: ManagerApp,
  { show, language, token }: ManagerVisit,
  organization: Organization,
  entered: AskedFor,
  problems: AskProblems,
): Promise<FastifyReply> {
  const deposits = await countLiving(database, organization.id);
  const hasProblem = Object.keys(problems).length > 0;
  const page = askPage({ organization, deposits, entered, problems }, { language, token });
  return show('organization', page, hasProblem ? 422 : 200);
}

async function ask(app: ManagerApp, visit: ManagerVisit, organization: Organization): Promise<FastifyReply> {
  const { services, settle } = app;
  const { form, reply } = visit;
  const entered = {
    target: field(form, 'target'),
    which: field(form, 'which') === 'chosen' ? 'chosen' : 'all',
    contracts: field(form, 'contracts'),
  };
  const target = await targetOf(app, entered.target);
  const chosen = entered.which === 'all' ? null : await chosenOf(app, organization, entered.contracts);
  const problems: AskProblems = {
    ...(target === null ? { target: 'no_target' } : target === organization.id ? { target: 'same' } : {}),
    ...(chosen !== null && 'contracts' in chosen ? chosen : {}),
  };
  if (target === null || Object.keys(problems).length > 0) {
    return showForm(app, visit, organization, entered, problems);
  }
  const depositIds = chosen !== null && 'ids' in chosen ? chosen.ids : null;
  const { id } = await askMandate(services, authorOf(visit), {
    from: organization.id,
    to: target,
    depositIds,
    agreesFor: organization.id,
  });
  await settle();
  return seeOther(reply, `${mandatesUrl(organization.id)}/${id}?done=asked`);
}

/** By its id or exactly by its name: nobody looks through the names of other organizations. */
async function targetOf({ services: { database } }: ManagerApp, text: string): Promise<string | null> {
  if (text === '') return null;
  if (isId(text)) return (await findOrganization(database, text.toLowerCase()))?.id ?? null;
  return findOrganizationByName(database, text);
}

async function chosenOf(
  { services: { database } }: ManagerApp,
  { id }: Organization,
  contracts: string,
): Promise<{ ids: string[] } | AskProblems> {
  const wanted = [...new Set(contracts.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  if (wanted.length === 0) return { contracts: 'no_contracts' };
  const found = await depositsOfContracts(database, id, wanted);
  const unknown = wanted.filter((one) => !found.has(one));
  if (unknown.length > 0) return { contracts: 'unknown_contracts', unknown };
  return { ids: [...found.values()] };
}

async function showMandate(
  { services: { database } }: ManagerApp,
  visit: ManagerVisit,
  problem: MandateProblem | null,
): Promise<FastifyReply | null> {
  const { person, params, query, language, token } = visit;
  const organization = ownOrganization(person, params['organizationId']);
  if (organization === null) return null;
  const view = await shownMandate(database, person, { organization, mandateId: params['mandateId'] });
  if (view === null) return null;
  const done = MANDATE_DONE.find((what) => what === query.get('done')) ?? null;
  return visit.show(
    'organization',
    mandatePage(view, { language, token, done, problem }),
    problem === null ? 200 : 409,
  );
}

async function decide(app: ManagerApp, visit: ManagerVisit, what: 'agreed' | 'rejected'): Promise<FastifyReply | null> {
  const organization = administered(visit);
  const { mandateId = '' } = visit.params;
  if (organization === null) return null;
  const decided = { id: mandateId, organizationId: organization.id };
  const make = what === 'agreed' ? agreeToMandate : rejectMandate;
  try {
    await make(app.services, authorOf(visit), decided);
  } catch (error) {
    if (error instanceof SetUpRefused) return null;
    if (!(error instanceof MandateRefused)) throw error;
    if (error.why === 'not_a_party') return null;
    return showMandate(app, visit, error.why === 'no_default_manager' ? 'no_default_manager' : 'late');
  }
  await app.settle();
  return seeOther(visit.reply, `${mandatesUrl(organization.id)}/${mandateId}?done=${what}`);
}

async function sendReport({ services: { database } }: ManagerApp, visit: ManagerVisit): Promise<FastifyReply | null> {
  const { person, params, language, reply } = visit;
  const organization = ownOrganization(person, params['organizationId']);
  if (organization === null) return null;
  const view = await shownMandate(database, person, { organization, mandateId: params['mandateId'] });
  if (view === null) return null;
  const words = MANDATE_WORDS[language];
  const lines = view.conflicts.map(({ externalContractId, code }) => [externalContractId, code, words.codes[code]]);
  return reply
    .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
    .header('content-disposition', `attachment; filename="depono-mandate-${view.mandate.id}.csv"`)
    .send(`\uFEFF${csvText([[words.contract, 'code', words.reason], ...lines], ';')}`);
}
