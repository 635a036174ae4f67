import type { FastifyReply } from 'fastify';
import { differences } from '../../../../actions/audit.ts';
import { changeOrganization } from '../../../../actions/set-up/organizations.ts';
import type { Organization } from '../../../../domain/organization.ts';
import { findInheritedBrand } from '../../../../storage/set-up/brands.ts';
import { fillingOf, readBrandForm, type BrandFilling } from '../../../../web/brand/brand-form.ts';
import { html } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import { brandView } from '../../../settings/brand-view.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { organizationHead } from '../organization-head.ts';
import { organizationInAddress } from '../organization-routes.ts';
import { brandFormContent, brandSummary, withLogoProblem } from './brand-page.ts';

/** How pages, mails and documents of an organization look. */
export function consoleBrandRoutes(app: ConsoleApp): void {
  app.get('/operator/organizations/:id/brand', 'viewer', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    return organization && show(app, visit, organization, await filling(app, organization));
  });
  app.post('/operator/organizations/:id/brand', 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const { id, brand } = organization;
    const empty = await filling(app, organization);
    const read = readBrandForm(visit.form);
    if ('problems' in read) return show(app, visit, organization, { ...empty, ...read });
    const changed = await withLogoProblem(changeOrganization(app.services, id, { brand: read.changes }));
    if ('problems' in changed) return show(app, visit, organization, { ...empty, ...read, ...changed });
    const changes = differences({ brand: brandView(brand) }, { brand: brandView(changed.value.brand) });
    visit.note({ verb: 'change', thing: 'organization', about: { organization: id }, organizationId: id, changes });
    return seeOther(visit.reply, `/operator/organizations/${id}/brand?done=changed`);
  });
}

async function filling({ services }: ConsoleApp, organization: Organization): Promise<BrandFilling> {
  return fillingOf(organization.brand, await findInheritedBrand(services.database, organization));
}

function show(_app: ConsoleApp, visit: ConsoleVisit, organization: Organization, given: BrandFilling): FastifyReply {
  const content = html`${organizationHead(organization, 'brand')}
    ${
      visit.may('admin')
        ? brandFormContent(given, visit, {
            lead: 'What is empty comes from the parent organization, then from the operator.',
          })
        : brandSummary(given)
    }`;
  const status = Object.keys(given.problems).length > 0 ? 422 : 200;
  return visit.show('organizations', { title: organization.name, content, isNarrow: true }, status);
}
