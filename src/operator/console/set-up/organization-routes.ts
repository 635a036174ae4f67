import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { differences, given } from '../../../actions/audit.ts';
import { addOrganization } from '../../../actions/set-up/organizations.ts';
import type { Organization } from '../../../domain/organization.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findOrganization, listOrganizations } from '../../../storage/set-up/organizations.ts';
import { listProviders } from '../../../storage/providers/providers.ts';
import type { Content } from '../../../web/html.ts';
import { seeOther } from '../../../web/page.ts';
import { organizationRecord } from '../../views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { askFor, showRequest } from '../approvals/asking.ts';
import { recentChangesPart } from '../audit/recent-part.ts';
import { readRecentChanges } from '../audit/recent-view.ts';
import { trySetUp, type Problems } from '../forms.ts';
import { organizationFormPage } from './organization-form-page.ts';
import {
  NEW_ORGANIZATION,
  readOrganization,
  type ShownSettings,
  typedFromOrganization,
  type TypedOrganization,
} from './organization-input.ts';
import { consoleOrganizationPage, organizationsPage } from './organization-page.ts';

/** Organizations and sub-organizations, with every setting and what it means. */
export function consoleOrganizationRoutes(app: ConsoleApp): void {
  const { get, post } = app;
  const { database } = app.services;
  get('/operator/organizations', 'viewer', async (visit) => {
    const page = organizationsPage(await listOrganizations(database), visit.query.get('q') ?? '', visit.may);
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
    changes: recentChangesPart(await readRecentChanges(database, { organizationId: organization.id }), visit.may),
    may: visit.may,
  });
  return visit.show('organizations', page);
}

async function change(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const organization = await organizationInAddress(app, visit);
  if (organization === null) return null;
  const { id } = organization;
  const { typed, value, problems } = readOrganization(visit.form);
  if (value === null) return showForm(app, visit, organization, { typed, problems });
  const asked = await askFor(app.services, visit.acting, 'change_organization', {
    id,
    changes: changedSettings(organization, value),
  });
  switch (asked.is) {
    case 'asked':
      return showRequest(app, visit, asked.approvalId, { about: { organization: id }, organizationId: id });
    case 'unknown':
      return null;
    case 'refused':
      return showForm(app, visit, organization, { typed, problems: {}, refusal: asked.refusal });
    case 'invalid':
      return showForm(app, visit, organization, { typed, problems: asked.problems });
    case 'done':
      break;
  }
  const changed = (await organizationInAddress(app, visit)) ?? organization;
  const changes = differences(organizationRecord(organization), organizationRecord(changed));
  visit.note({ verb: 'change', thing: 'organization', about: { organization: id }, organizationId: id, changes });
  return seeOther(visit.reply, `/operator/organizations/${id}?done=changed`);
}

/** Only these are checked and changed: a parent that stays the same would not pass the check for a new one. */
function changedSettings(before: Organization, after: ShownSettings): Partial<ShownSettings> {
  const names = Object.keys(after) as (keyof typeof after)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Organization null: the form for a new one. */
async function showForm(
  { services: { database } }: ConsoleApp,
  visit: ConsoleVisit,
  organization: Organization | null,
  { typed, problems, refusal = null }: { typed: TypedOrganization; problems: Problems; refusal?: Content },
): Promise<FastifyReply> {
  const all = await listOrganizations(database);
  const providers = await listProviders(database);
  const page = organizationFormPage({ token: visit.token, organization, all, providers, typed, problems, refusal });
  const status = refusal !== null ? 409 : Object.keys(problems).length > 0 ? 422 : 200;
  return visit.show('organizations', page, status);
}

/** The organization that an address names. */
export async function organizationInAddress(app: ConsoleApp, { params }: ConsoleVisit): Promise<Organization | null> {
  const id = params['id'] ?? '';
  return isId(id) ? findOrganization(app.services.database, id) : null;
}
