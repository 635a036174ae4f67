import { callbackFault } from '../../../callbacks/addresses.ts';
import type { FastifyReply } from 'fastify';
import { differences, given } from '../../../actions/audit.ts';
import { addConnection, changeCallback, retireSecret, rotateSecret } from '../../../actions/set-up/connections.ts';
import type { Organization } from '../../../domain/organization.ts';
import { listReports, noteReport } from '../../../storage/conformance/reports.ts';
import { findConnection, listConnections, type PartnerConnection } from '../../../storage/set-up/connections.ts';
import { isId } from '../../../storage/database/ids.ts';
import { listPartners } from '../../../storage/set-up/partners.ts';
import { seeOther } from '../../../web/page.ts';
import { reportUrlInput } from '../../conformance/report-input.ts';
import { connectionInput } from '../../inputs.ts';
import { connectionView } from '../../views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput, trySetUp, type Problems } from '../forms.ts';
import { showOnNextPage, takeShown } from '../shown-once.ts';
import { inputFrom, typedCallback, callbackFrom, type TypedCallback } from './callback-input.ts';
import { connectionPage, connectionsPage, newConnectionPage } from './connection-page.ts';
import { organizationInAddress } from './organization-routes.ts';

type About = { organization: Organization; connection: PartnerConnection };

const FIELDS = ['partnerId', 'externalOrgId', 'url'] as const;

const PATH = '/operator/organizations/:id/connections';

/** Which organization has which id in a partner's system, and where its documents are sent. */
export function connectionRoutes(app: ConsoleApp): void {
  app.get(PATH, 'viewer', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const { database } = app.services;
    const connections = await listConnections(database, organization.id);
    const page = connectionsPage({
      organization,
      connections,
      partners: await listPartners(database),
      reports: await listReports(database, { organizationId: organization.id }),
      isProduction: app.isProduction,
      may: visit.may,
    });
    return visit.show('organizations', page);
  });
  newConnectionRoutes(app);
  callbackRoutes(app);
  reportRoutes(app);
  secretRoutes(app);
}

type Typed = { partnerId: string; externalOrgId: string } & TypedCallback;

function newConnectionRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const show = async (visit: ConsoleVisit, organization: Organization, typed: Typed, problems: Problems) => {
    const partners = await listPartners(services.database);
    const page = newConnectionPage({ token: visit.token, organization, partners, typed, problems });
    return visit.show('organizations', page, Object.keys(problems).length === 0 ? 200 : 422);
  };
  get(`${PATH}/new`, 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    return organization && show(visit, organization, { partnerId: '', externalOrgId: '', ...callbackFrom(null) }, {});
  });
  post(`${PATH}/new`, 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const partnerId = visit.form.get('partnerId') ?? '';
    const externalOrgId = visit.form.get('externalOrgId') ?? '';
    const typed = { partnerId, externalOrgId, ...typedCallback(visit.form) };
    const read = readInput(connectionInput, { partnerId, externalOrgId, callback: inputFrom(typed) });
    const problems = { ...read.problems, ...addressProblems(app, typed, read.problems) };
    if (read.value === null || Object.keys(problems).length > 0) return show(visit, organization, typed, problems);
    const { callback = null, ...ids } = read.value;
    const added = await trySetUp(addConnection(services, organization.id, { ...ids, callback }), FIELDS);
    if (added === null) return null;
    if (added.value === null) return show(visit, organization, typed, added.problems);
    const { connection, secret } = added.value;
    note(visit, ['add', 'connection'], connection, given(connectionView(connection)));
    if (secret !== null) showOnNextPage(app, visit, secret);
    return goTo(visit, connection, 'added');
  });
}

function callbackRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  get(`${PATH}/:connectionId`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    return about && showConnection(app, visit, about);
  });
  /** Saves the callback and switches it on. An empty address removes it. */
  post(`${PATH}/:connectionId`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null) return null;
    const typed = typedCallback(visit.form);
    const { partnerId, externalOrgId } = about.connection;
    const read = readInput(connectionInput, { partnerId, externalOrgId, callback: inputFrom(typed) });
    const problems = { ...read.problems, ...addressProblems(app, typed, read.problems) };
    if (read.value === null || Object.keys(problems).length > 0)
      return showConnection(app, visit, about, { typed, problems });
    const changed = await trySetUp(changeCallback(services, about.connection, read.value.callback ?? null), FIELDS);
    if (changed === null) return null;
    if (changed.value === null) return showConnection(app, visit, about, { typed, problems: changed.problems });
    const { connection, secret } = changed.value;
    note(
      visit,
      ['change', 'connection'],
      connection,
      differences(connectionView(about.connection), connectionView(connection)),
    );
    if (secret !== null) showOnNextPage(app, visit, secret);
    return goTo(visit, connection, 'changed');
  });

  post(`${PATH}/:connectionId/switch-on`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null || about.connection.callback === null) return null;
    const { url: address, documents, inline } = about.connection.callback;
    await changeCallback(services, about.connection, { url: address, documents: documents ?? undefined, inline });
    note(visit, ['switch on', 'connection'], about.connection);
    return goTo(visit, about.connection, 'switched_on');
  });
}

function reportRoutes(app: ConsoleApp): void {
  app.post(`${PATH}/:connectionId/conformance-report`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null) return null;
    const typedReport = visit.form.get('reportUrl') ?? '';
    const read = reportUrlInput.safeParse(typedReport);
    if (!read.success) {
      const problems = { reportUrl: 'This is not an address that starts with https://.' };
      return showConnection(app, visit, about, { problems, typedReport });
    }
    const { organizationId, id: connectionId } = about.connection;
    await noteReport(app.services.database, { organizationId, connectionId, url: read.data, runId: null });
    note(visit, ['note', 'conformance report'], about.connection, given({ url: read.data }));
    return goTo(visit, about.connection, 'noted');
  });
}

type Refused = { typed?: TypedCallback; typedReport?: string; problems?: Problems };

async function showConnection(
  app: ConsoleApp,
  visit: ConsoleVisit,
  about: About,
  { typed = callbackFrom(about.connection.callback), typedReport = '', problems = {} }: Refused = {},
): Promise<FastifyReply> {
  const { database } = app.services;
  const partners = await listPartners(database);
  const reports = await listReports(database, { organizationId: about.organization.id });
  const page = connectionPage({
    token: visit.token,
    ...about,
    partner: partners.find(({ id }) => id === about.connection.partnerId) ?? null,
    typed,
    problems,
    shown: takeShown(app, visit),
    done: visit.query.get('done'),
    report: reports.find(({ connectionId }) => connectionId === about.connection.id),
    isProduction: app.isProduction,
    typedReport,
  });
  return visit.show('organizations', page, Object.keys(problems).length === 0 ? 200 : 422);
}

function secretRoutes(app: ConsoleApp): void {
  const { services, post } = app;
  post(`${PATH}/:connectionId/secret`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null || about.connection.callback === null) return null;
    showOnNextPage(app, visit, await rotateSecret(services, about.connection));
    note(visit, ['rotate', 'callback secret'], about.connection);
    return goTo(visit, about.connection, 'rotated');
  });
  post(`${PATH}/:connectionId/secret/retire`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null || about.connection.callback === null) return null;
    await retireSecret(services, about.connection);
    note(visit, ['retire', 'callback secret'], about.connection);
    return goTo(visit, about.connection, 'retired');
  });
}

async function aboutOf(app: ConsoleApp, visit: ConsoleVisit): Promise<About | null> {
  const organization = await organizationInAddress(app, visit);
  const id = visit.params['connectionId'] ?? '';
  const connection = organization && isId(id) ? await findConnection(app.services.database, organization.id, id) : null;
  return organization === null || connection === null ? null : { organization, connection };
}

function note(
  visit: ConsoleVisit,
  [verb, thing]: readonly [string, string],
  { id, organizationId, partnerId }: PartnerConnection,
  changes: ReturnType<typeof differences> = {},
): void {
  const about = { organization: organizationId, partner: partnerId, connection: id };
  visit.note({ verb, thing, about, organizationId, partnerId, changes });
}

function goTo(visit: ConsoleVisit, { organizationId, id }: PartnerConnection, done: string): FastifyReply {
  return seeOther(visit.reply, `/operator/organizations/${organizationId}/connections/${id}?done=${done}`);
}

function addressProblems(app: ConsoleApp, typed: TypedCallback, found: Problems | null): Problems {
  if (found?.['callback.url'] !== undefined) return { url: 'This is not a URL, such as https://example.ch/depono.' };
  const fault = typed.url === '' ? null : callbackFault(typed.url, { allowPrivate: app.callbackAllowPrivate });
  return fault === null ? {} : { url: `This ${fault}.` };
}
