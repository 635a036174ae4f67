import type { FastifyReply } from 'fastify';
import { openByHand, tryByHand, type Findings } from '../../actions/open-by-hand.ts';
import type { Organization } from '../../domain/organization.ts';
import { isId } from '../../storage/database/ids.ts';
import { findRefusedCall, type KeptCall } from '../../storage/open-call/refused-calls.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { membershipIn, organizationsOf } from '../person.ts';
import { chooseOrganizationPage, newDepositPage } from './new-deposit-page.ts';
import { newDepositView, type FilledBy, type FilledForm } from './new-deposit-view.ts';
import { fieldsFromForm, fieldsFromLink, fieldsFromPayload } from '../payload-form/values.ts';

/** Opening a deposit by hand: a form, filled in by a person, by a link, or from a refused call. */
export function newDepositRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/new', 'member', async (visit) => {
    const from = visit.query.get('from');
    if (from !== null) return fromRefusedCall(app, visit, from);
    const organization = chosenOrganization(visit);
    if (organization === null) return chooseOrganization(visit, '/manager/deposits/new');
    const fields = { ownerCountryCode: 'CH', tenantType: 'natural', tenantAddressCountryCode: 'CH' };
    const findings = await beforehand(app, organization.id);
    return show(app, visit, { organization, connectionId: null, fields, findings, filledBy: PERSON });
  });

  app.get('/import-deposit', 'member', async (visit) => {
    const organization = chosenOrganization(visit);
    if (organization === null) return chooseOrganization(visit, '/import-deposit');
    const fields = fieldsFromLink(visit.query);
    const connectionId = visit.query.get('connection');
    const findings = await tryByHand(app.services, { organizationId: organization.id, connectionId, fields });
    return findings && show(app, visit, { organization, connectionId, fields, findings, filledBy: { is: 'link' } });
  });

  app.post('/manager/deposits', 'member', async (visit) => {
    const { person, form, reply } = visit;
    const organization = organizationIn(visit, form.get('organization'));
    const membership = organization && membershipIn(person, organization.id);
    if (organization === null || membership === null) return null;
    const connectionId = form.get('connection');
    const fields = fieldsFromForm(form);
    const made = { organizationId: organization.id, connectionId, fields };
    const outcome = await openByHand(app.services, made, membership.member);
    if (outcome === null) return null;
    if (!('depositId' in outcome)) {
      return show(app, visit, { organization, connectionId, fields, findings: outcome, filledBy: PERSON }, 422);
    }
    await app.settle();
    return seeOther(reply, `/manager/deposits/${outcome.depositId}?done=open`);
  });
}

/** What stands in the way of every contract is said before the form is filled in. */
async function beforehand({ services }: ManagerApp, organizationId: string): Promise<Findings> {
  const found = await tryByHand(services, { organizationId, connectionId: null, fields: {} });
  return { obstacle: found?.obstacle ?? null, problems: [] };
}

const PERSON: FilledBy = { is: 'person' };

async function show(app: ManagerApp, visit: ManagerVisit, filled: FilledForm, status = 200): Promise<FastifyReply> {
  const view = await newDepositView(app.services.database, visit.person, filled);
  return visit.show('new_deposit', newDepositPage(view, visit), status);
}

/** `from` names a refused call: `<organization>/<id>`. */
async function fromRefusedCall(app: ManagerApp, visit: ManagerVisit, from: string): Promise<FastifyReply | null> {
  const [organizationId = '', id = ''] = from.split('/');
  const organization = organizationIn(visit, organizationId);
  const { database, vault } = app.services;
  const call: KeptCall | null =
    organization !== null && isId(id) ? await findRefusedCall(database, vault, { organizationId, id }) : null;
  if (organization === null || call === null) return null;
  const { connectionId } = call;
  const fields = fieldsFromPayload(call.fields);
  const findings = await tryByHand(app.services, { organizationId, connectionId, fields });
  const filledBy: FilledBy = { is: 'refused_call', call };
  return findings && show(app, visit, { organization, connectionId, fields, findings, filledBy });
}

/** The organization that the query names, or the person's only one. */
function chosenOrganization(visit: ManagerVisit): Organization | null {
  const all = organizationsOf(visit.person);
  return organizationIn(visit, visit.query.get('organization')) ?? (all.length === 1 ? (all[0] ?? null) : null);
}

function organizationIn({ person }: ManagerVisit, id: string | null): Organization | null {
  return organizationsOf(person).find((organization) => organization.id === id) ?? null;
}

/** The other query parameters are kept. */
function chooseOrganization(visit: ManagerVisit, path: string): FastifyReply {
  const choices = organizationsOf(visit.person).map(({ id, name }) => {
    const query = new URLSearchParams(visit.query);
    query.set('organization', id);
    return { name, href: `${path}?${query.toString()}` };
  });
  return visit.show('new_deposit', chooseOrganizationPage(visit.language, choices));
}
