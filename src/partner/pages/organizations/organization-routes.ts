import type { FastifyReply } from 'fastify';
import {
  removeOwnCallback,
  rotateOwnSecret,
  setOwnCallback,
  type CallbackChanged,
} from '../../../actions/partners/callbacks.ts';
import {
  findPartnerConnection,
  listConnectedOrganizations,
  type OwnConnection,
} from '../../../storage/set-up/connections.ts';
import { seeOther } from '../../../web/page.ts';
import { keepForNextPage, takeKept } from '../../../web/shown-once.ts';
import { sendTestEvent } from '../../api/test-event.ts';
import type { PartnerApp, PartnerVisit } from '../app.ts';
import { keepingOf } from '../keeping.ts';
import { callbackAsTyped, readCallback, callbackTyped } from './callback-form.ts';
import {
  connectedPage,
  callbackRemovalPage,
  urlOf,
  type ConnectedView,
  type OwnOrganization,
} from './organization-page.ts';
import { organizationList } from './organizations-page.ts';

const PATH = '/partner/organizations';
const ONE = `${PATH}/:connectionId`;

/** The organizations that a partner is connected to, with their callbacks. */
export function partnerOrganizationRoutes(app: PartnerApp): void {
  const { services } = app;
  app.get(PATH, 'partner_viewer', async (visit) => {
    const organizations = await listConnectedOrganizations(services.database, visit.partner.id);
    return visit.show('organizations', organizationList(organizations, visit.language));
  });
  app.get(ONE, 'partner_viewer', async (visit) => {
    const own = await organizationInAddress(app, visit);
    return own && show(app, visit, own);
  });
  app.post(ONE, 'partner_admin', async (visit) => {
    const own = await organizationInAddress(app, visit);
    if (own === null) return null;
    const typed = callbackTyped(visit.form);
    const { input, problems } = readCallback(typed, {
      sent: app.paths[visit.partner.integration].documents,
      allowPrivate: app.callbackAllowPrivate,
    });
    if (Object.keys(problems).length > 0) return show(app, visit, own, { typed, problems }, 422);
    return changed(app, visit, own, 'saved', await setOwnCallback(services, visit.author, idsOf(own), input));
  });
  callbackRoutes(app);
}

function callbackRoutes(app: PartnerApp): void {
  const { services } = app;
  app.post(`${ONE}/rotate`, 'partner_admin', async (visit) => {
    const own = await organizationInAddress(app, visit);
    return own && changed(app, visit, own, 'rotated', await rotateOwnSecret(services, visit.author, idsOf(own)));
  });
  app.get(`${ONE}/remove`, 'partner_admin', async (visit) => {
    const own = await organizationInAddress(app, visit);
    return own === null || own.connection.callback === null
      ? null
      : visit.show('organizations', callbackRemovalPage(own, visit));
  });
  app.post(`${ONE}/remove`, 'partner_admin', async (visit) => {
    const own = await organizationInAddress(app, visit);
    return own && changed(app, visit, own, 'removed', await removeOwnCallback(services, visit.author, idsOf(own)));
  });
  // Its answer is the page: reloading sends another one, which the browser asks about.
  app.post(`${ONE}/test`, 'partner_admin', async (visit) => {
    const own = await organizationInAddress(app, visit);
    if (own === null) return null;
    const outcome = await sendTestEvent(app, idsOf(own));
    return outcome.is === 'sent' ? show(app, visit, own, { tested: outcome }) : null;
  });
}

async function organizationInAddress(
  { services: { database } }: PartnerApp,
  { partner, params }: PartnerVisit,
): Promise<OwnOrganization | null> {
  const all = await listConnectedOrganizations(database, partner.id);
  const organization = all.find(({ connectionId }) => connectionId === params['connectionId']);
  if (organization === undefined) return null;
  const { externalOrgId } = organization;
  const connection = await findPartnerConnection(database, { partnerId: partner.id, externalOrgId });
  return connection && { organization, connection };
}

function idsOf({ connection: { partnerId, externalOrgId } }: OwnOrganization): OwnConnection {
  return { partnerId, externalOrgId };
}

function changed(
  app: PartnerApp,
  visit: PartnerVisit,
  { connection }: OwnOrganization,
  done: string,
  result: CallbackChanged,
): FastifyReply | null {
  if (result.is !== 'done') return null;
  if (result.secret !== null) keepForNextPage(visit.reply, keepingOf(app, visit, 'secret'), result.secret);
  return seeOther(visit.reply, `${urlOf(connection)}?done=${done}`);
}

function show(
  app: PartnerApp,
  visit: PartnerVisit,
  own: OwnOrganization,
  more: Partial<Pick<ConnectedView, 'typed' | 'problems' | 'tested'>> = {},
  status?: number,
): FastifyReply {
  const { language, token, mayChange, partner, query, request, reply } = visit;
  const sent = app.paths[partner.integration].documents;
  const page = connectedPage({
    ...own,
    language,
    token,
    mayChange,
    sent,
    typed: callbackAsTyped(own.connection.callback, sent),
    problems: {},
    tested: null,
    secret: takeKept(request, reply, keepingOf(app, visit, 'secret')),
    done: query.get('done'),
    ...more,
  });
  return visit.show('organizations', page, status);
}
