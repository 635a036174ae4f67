import { changeOrganization } from '../../actions/set-up/organizations.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { listMembers } from '../../storage/set-up/members.ts';
import { field } from '../../web/forms.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp } from '../app.ts';
import { mayAdminister, organizationsOf } from '../person.ts';
import { administered } from './administered.ts';
import { memberRoutes } from './member-routes.ts';
import { organizationPage, organizationUrl } from './organization-page.ts';
import { DONE } from './words/words.ts';

/** An organization, its settings and its people: for its members to see, for its administrators to change. */
export function organizationRoutes(app: ManagerApp): void {
  const { services, get, post } = app;

  get('/manager/organization', 'member', async (visit) => {
    const { person, token, query } = visit;
    const organizations = organizationsOf(person);
    const wished = query.get('organization');
    const organization = wished === null ? organizations[0] : organizations.find(({ id }) => id === wished);
    if (organization === undefined) return null;
    const page = organizationPage({
      person,
      token,
      organization,
      organizations,
      members: await listMembers(services.database, organization.id),
      mayAdminister: mayAdminister(person, organization.id),
      done: DONE.find((what) => what === query.get('done')) ?? null,
    });
    return visit.show('organization', page);
  });

  post('/manager/organization/:organizationId/language', 'administrator', async (visit) => {
    const organization = administered(visit);
    const language = LANGUAGES.find((one) => one === field(visit.form, 'language'));
    if (organization === null || language === undefined) return null;
    await changeOrganization(services, organization.id, { language });
    return seeOther(visit.reply, organizationUrl(organization.id, 'language'));
  });

  memberRoutes(app);
}
