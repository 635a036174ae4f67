import type { FastifyReply } from 'fastify';
import { differences, given } from '../../../actions/audit.ts';
import { addOrganization, changeOrganization } from '../../../actions/set-up/organizations.ts';
import type { Organization } from '../../../domain/organization.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findOrganization, listOrganizations } from '../../../storage/set-up/organizations.ts';
import { seeOther } from '../../../web/page.ts';
import { organizationRecord } from '../../views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { recentChangesPart } from '../audit/recent-part.ts';
import { readRecentChanges } from '../audit/recent-view.ts';
import { trySetUp, type Problems } from '../forms.ts';
import { organizationFormPage } from './organization-form-page.ts';
import {
  NEW_ORGANIZATION,
  readOrganization,
  typedFromOrganization,
  type TypedOrganization,
} from './organization-input.ts';
import { consoleOrganizationPage, organizationsPage } from './organization-page.ts';

/** Organizations and sub-organizations, with every setting and what it means. */
export function consoleOrganizationRoutes(app: ConsoleApp): void {
  const { get, post } = app;
  const { database } = app.services;
  get('/operator/organizations', 'viewer', async (visit) => {
    const page = organizationsPage(await listOrganizations(database), visit.query.get('q') ?? '');
    return visit.show('organizations', page);
  });
  get('/operator/organizations/new', 'admin', async (visit) => {
    const typed = { ...NEW_ORGANIZATION, parentId: visit.query.get('parent') ?? '' };
    return showForm(app, visit, null, { typed, problems: {} });
  });
  post('/operator/organizations/new', 'admin', (visit) => add(app, visit));
  get('/operator/organizations/:id', 'viewer', (visit) => showOne(app, visit));
  get('/operator/organizations/:id/edit', 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    return (
      organization && showForm(app, visit, organization, { typed: typedFromOrganization(organization), problems: {} })
    );
  });
  post('/operator/organizations/:id/edit', 'admin', (visit) => change(app, visit));
}

async function add(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const { typed, value, problems } = readOrganization(visit.form);
  if (value === null) return showForm(app, visit, null, { typed, problems });
  const added = await trySetUp(addOrganization(app.services, value), Object.keys(value));
  if (added === null) return null;
  if (added.value === null) return showForm(app, visit, null, { typed, problems: added.problems });
  const { id } = added.value;
  visit.note({
    verb: 'add',
    thing: 'organization',
    about: { organization: id },
    organizationId: id,
    changes: given(organizationRecord(added.value)),
  });
  return seeOther(visit.reply, `/operator/organizations/${id}?done=added`);
}

async function showOne(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const { database } = app.services;
  const organization = await organizationInAddress(app, visit);
  if (organization === null) return null;
  const all = await listOrganizations(database);
  const page = consoleOrganizationPage({
    organization,
    parent: all.find(({ id }) => id === organization.parentId) ?? null,
    subOrganizations: all.filter(({ parentId }) => parentId === organization.id),
    done: visit.query.get('done'),
    changes: recentChangesPart(await readRecentChanges(database, { organizationId: organization.id })),
  });
  return visit.show('organizations', page);
}

async function change(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const organization = await organizationInAddress(app, visit);
  if (organization === null) return null;
  const { id } = organization;
  const { typed, value, problems } = readOrganization(visit.form);
  if (value === null) return showForm(app, visit, organization, { typed, problems });
  // Do not check a parent that stays the same: an organization with sub-organizations would fail that check.
  const { parentId, ...rest } = value;
  const settings = parentId === organization.parentId ? rest : value;
  const changed = await trySetUp(changeOrganization(app.services, id, settings), Object.keys(value));
  if (changed === null) return null;
  if (changed.value === null) return showForm(app, visit, organization, { typed, problems: changed.problems });
  const changes = differences(organizationRecord(organization), organizationRecord(changed.value));
  visit.note({ verb: 'change', thing: 'organization', about: { organization: id }, organizationId: id, changes });
  return seeOther(visit.reply, `/operator/organizations/${id}?done=changed`);
}

/** Organization null: the form for a new one. */
async function showForm(
  { services: { database } }: ConsoleApp,
  visit: ConsoleVisit,
  organization: Organization | null,
  { typed, problems }: { typed: TypedOrganization; problems: Problems },
): Promise<FastifyReply> {
  const all = await listOrganizations(database);
  const page = organizationFormPage({ token: visit.token, organization, all, typed, problems });
  return visit.show('organizations', page, Object.keys(problems).length === 0 ? 200 : 422);
}

/** The organization that an address names. */
export async function organizationInAddress(app: ConsoleApp, { params }: ConsoleVisit): Promise<Organization | null> {
  const id = params['id'] ?? '';
  return isId(id) ? findOrganization(app.services.database, id) : null;
}
