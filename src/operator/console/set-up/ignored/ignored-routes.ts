import type { FastifyReply } from 'fastify';
import type { Organization } from '../../../../domain/organization.ts';
import { serviceNow } from '../../../../storage/database/clock.ts';
import {
  unignoreContract,
  ignoreContract,
  ignoreContracts,
  listIgnored,
} from '../../../../storage/set-up/ignored-contracts.ts';
import { field } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { readIgnoredId, readIgnored, readUntil } from './ignored-csv.ts';
import { ignoredPage, type IgnoredView, type TypedContract } from './ignored-page.ts';
import { organizationInAddress } from '../organization-routes.ts';

const PAGE_SIZE = 100;
const NOTHING: TypedContract = { contract: '', until: '' };

const PATH = '/operator/organizations/:id/ignored';

/** Contracts whose calls are skipped, one by one and as a list. */
export function ignoredRoutes(app: ConsoleApp): void {
  const { get, post } = app;
  get(PATH, 'viewer', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    return organization && show(app, visit, organization);
  });
  post(PATH, 'clerk', (visit) => ignoreOne(app, visit));
  post(`${PATH}/upload`, 'clerk', (visit) => ignoreList(app, visit));
  post(`${PATH}/unignore`, 'clerk', (visit) => unignore(app, visit));
}

async function ignoreOne(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const organization = await organizationInAddress(app, visit);
  if (organization === null) return null;
  const typed = { contract: field(visit.form, 'contract'), until: field(visit.form, 'until') };
  const externalContractId = readIgnoredId(typed.contract);
  const until = readUntil(typed.until);
  if (externalContractId === null || until === undefined) {
    const problems = {
      ...(externalContractId === null && { contract: 'This is not a contract id.' }),
      ...(until === undefined && { until: 'This is not a day, such as 2027-03-31 or 31.03.2027.' }),
    };
    return show(app, visit, organization, { typed, problems });
  }
  await ignoreContract(app.services.database, { organizationId: organization.id, externalContractId }, until);
  visit.note({
    verb: 'set',
    thing: 'ignored contract',
    about: { organization: organization.id, 'ignored contract': externalContractId },
    organizationId: organization.id,
    changes: { until: { to: until?.toISOString() ?? 'always' } },
  });
  return done(visit, organization, 'one');
}

async function ignoreList(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const organization = await organizationInAddress(app, visit);
  if (organization === null) return null;
  const list = visit.form.get('list') ?? '';
  const { contracts, problems: lines } = readIgnored(list);
  if (lines.length > 0) return show(app, visit, organization, { list, lines });
  await ignoreContracts(app.services.database, organization.id, contracts);
  visit.note({
    verb: 'upload',
    thing: 'ignored contract',
    about: { organization: organization.id },
    organizationId: organization.id,
    changes: { contracts: { to: contracts.length } },
  });
  return done(visit, organization, 'list');
}

async function unignore(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const organization = await organizationInAddress(app, visit);
  const externalContractId = visit.form.get('contract') ?? '';
  if (organization === null || externalContractId === '') return null;
  await unignoreContract(app.services.database, { organizationId: organization.id, externalContractId });
  visit.note({
    verb: 'remove',
    thing: 'ignored contract',
    about: { organization: organization.id, 'ignored contract': externalContractId },
    organizationId: organization.id,
    changes: {},
  });
  return done(visit, organization, 'unignored');
}

type Filling = Partial<Pick<IgnoredView, 'typed' | 'list' | 'problems' | 'lines'>>;

async function show(
  { services: { database } }: ConsoleApp,
  visit: ConsoleVisit,
  organization: Organization,
  { typed = NOTHING, list = '', problems = {}, lines = [] }: Filling = {},
): Promise<FastifyReply> {
  const wanted = visit.query.get('q')?.trim() ?? '';
  const after = visit.query.get('after');
  const found = await listIgnored(database, organization.id, { prefix: wanted, after, most: PAGE_SIZE + 1 });
  const page = ignoredPage({
    organization,
    token: visit.token,
    mayChange: visit.may('clerk'),
    now: await serviceNow(database),
    contracts: found.slice(0, PAGE_SIZE),
    hasMore: found.length > PAGE_SIZE,
    wanted,
    isFirst: after === null,
    done: visit.query.get('done'),
    typed,
    list,
    problems,
    lines,
  });
  const isRefused = lines.length > 0 || Object.keys(problems).length > 0;
  return visit.show('organizations', page, isRefused ? 422 : 200);
}

function done(visit: ConsoleVisit, { id }: Organization, what: string): FastifyReply {
  return seeOther(visit.reply, `/operator/organizations/${id}/ignored?done=${what}`);
}
