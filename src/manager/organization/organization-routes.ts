import { changeOrganization } from '../../actions/set-up/organizations.ts';
import { LANGUAGES } from '../../domain/values/language.ts';
import { field } from '../../web/forms.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp } from '../app.ts';
import { administered } from './administered.ts';
import { isAccountsDone, organizationPage, organizationUrl } from './organization-page.ts';
import { organizationView } from './organization-view.ts';
import { ORGANIZATION_DONE } from './words/words.ts';

/** An organization with its settings and members: its members see it, its administrators change it. */
export function organizationRoutes(app: ManagerApp): void {
  const { services, get, post } = app;

  get('/manager/organization', 'member', async (visit) => {
    const { person, query, language, token } = visit;
    const view = await organizationView(services.database, person, query.get('organization'));
    if (view === null) return null;
    const wanted = query.get('done');
    const done = isAccountsDone(wanted) ? wanted : (ORGANIZATION_DONE.find((what) => what === wanted) ?? null);
    return visit.show('organization', organizationPage(view, { language, token, done }));
  });

  post('/manager/organization/:organizationId/language', 'administrator', async (visit) => {
    const organization = administered(visit);
    const language = LANGUAGES.find((one) => one === field(visit.form, 'language'));
    if (organization === null || language === undefined) return null;
    await changeOrganization(services, organization.id, { language });
    return seeOther(visit.reply, organizationUrl(organization.id, 'language'));
  });
}
