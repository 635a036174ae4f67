import type { FastifyReply } from 'fastify';
import { openByHand, tryByHand, type Findings } from '../../actions/open-by-hand.ts';
import { textOf } from '../../domain/payload/fields.ts';
import type { Organization } from '../../domain/organization.ts';
import { listDepositsOfContract } from '../../storage/deposits/deposits.ts';
import { isId } from '../../storage/database/ids.ts';
import { listAssignable, waysInto } from '../../storage/open-call/known-organization.ts';
import { findRefusedCall, type KeptCall } from '../../storage/open-call/refused-calls.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, Visit } from '../app.ts';
import { membershipIn, organizationsOf } from '../person.ts';
import { chooseOrganizationPage, newDepositPage, type Origin } from './new-deposit-page.ts';
import { fieldsFromForm, fieldsFromLink, fieldsFromPayload, shownValues, type Fields } from '../payload-form/values.ts';

/** A deposit by hand: a form, filled in by a person, by a link, or from a call that was refused. */
export function newDepositRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/new', 'member', async (visit) => {
    const from = visit.query.get('from');
    if (from !== null) return fromRefusedCall(app, visit, from);
    const organization = chosenOrganization(visit);
    if (organization === null) return chooseOrganization(visit, '/manager/deposits/new');
    const fields = { ownerCountryCode: 'CH', tenantType: 'natural', tenantAddressCountryCode: 'CH' };
    return show(app, visit, { organization, connectionId: null, fields, findings: NOTHING_FOUND, origin: null });
  });

  app.get('/import-deposit', 'member', async (visit) => {
    const organization = chosenOrganization(visit);
    if (organization === null) return chooseOrganization(visit, '/import-deposit');
    const fields = fieldsFromLink(visit.query);
    const connectionId = visit.query.get('connection');
    const findings = await tryByHand(app.services, { organizationId: organization.id, connectionId, fields });
    return findings && show(app, visit, { organization, connectionId, fields, findings, origin: { is: 'link' } });
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
      return show(app, visit, { organization, connectionId, fields, findings: outcome, origin: null }, 422);
    }
    await app.settle();
    return seeOther(reply, `/manager/deposits/${outcome.depositId}?done=open`);
  });
}

const NOTHING_FOUND: Findings = { obstacle: null, problems: [] };

type Filled = {
  organization: Organization;
  connectionId: string | null;
  fields: Fields;
  findings: Findings;
  origin: Origin | null;
};

async function show(
  { services: { database } }: ManagerApp,
  visit: Visit,
  { organization, connectionId, fields, findings, origin }: Filled,
  status = 200,
): Promise<FastifyReply> {
  const managers = await listAssignable(database, organization);
  const contractId = textOf(fields, 'externalContractId');
  const existing =
    findings.obstacle === 'already_exists' && contractId !== null
      ? await listDepositsOfContract(database, { organizationId: organization.id, externalContractId: contractId })
      : [];
  const page = newDepositPage({
    language: visit.language,
    token: visit.token,
    organization,
    hasOtherOrganizations: organizationsOf(visit.person).length > 1,
    ways: await waysInto(database, organization.id),
    connectionId,
    managers,
    values: {
      propertyManagerEmail: managers.find(({ isDefault }) => isDefault)?.member.email ?? '',
      ...shownValues(fields),
    },
    findings,
    existingId: existing.find(({ state }) => state !== 'withdrawn')?.id ?? null,
    origin,
  });
  return visit.show('new_deposit', page, status);
}

/** `from` is the way to a refused call: `<organization>/<id>`. */
async function fromRefusedCall(app: ManagerApp, visit: Visit, from: string): Promise<FastifyReply | null> {
  const [organizationId = '', id = ''] = from.split('/');
  const organization = organizationIn(visit, organizationId);
  const { database, vault } = app.services;
  const call: KeptCall | null =
    organization !== null && isId(id) ? await findRefusedCall(database, vault, { organizationId, id }) : null;
  if (organization === null || call === null) return null;
  const { connectionId } = call;
  const fields = fieldsFromPayload(call.fields);
  const findings = await tryByHand(app.services, { organizationId, connectionId, fields });
  const origin: Origin = { is: 'call', call };
  return findings && show(app, visit, { organization, connectionId, fields, findings, origin });
}

/** The one that the address names, or the only one there is. */
function chosenOrganization(visit: Visit): Organization | null {
  const all = organizationsOf(visit.person);
  return organizationIn(visit, visit.query.get('organization')) ?? (all.length === 1 ? (all[0] ?? null) : null);
}

function organizationIn({ person }: Visit, id: string | null): Organization | null {
  return organizationsOf(person).find((organization) => organization.id === id) ?? null;
}

/** With everything else that the address says. */
function chooseOrganization(visit: Visit, path: string): FastifyReply {
  const choices = organizationsOf(visit.person).map(({ id, name }) => {
    const query = new URLSearchParams(visit.query);
    query.set('organization', id);
    return { name, href: `${path}?${query.toString()}` };
  });
  return visit.show('new_deposit', chooseOrganizationPage(visit.language, choices));
}
