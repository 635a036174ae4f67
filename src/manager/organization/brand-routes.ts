import type { FastifyReply } from 'fastify';
import { differences, recordChange, together } from '../../actions/audit.ts';
import { changeOrganization } from '../../actions/set-up/organizations.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import { LOGO_FAULTS, type LogoFault } from '../../domain/brand/logo.ts';
import type { BrandProblems } from '../../domain/brand/typed-brand.ts';
import type { Organization } from '../../domain/organization.ts';
import { findInheritedBrand } from '../../storage/set-up/brands.ts';
import { brandFields, brandProblems, fillingOf, readBrandForm, type BrandFilling } from '../../web/brand/brand-form.ts';
import { html } from '../../web/html.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { administered } from './administered.ts';
import { organizationUrl } from './organization-page.ts';
import { BRAND_CARD_WORDS } from './words/brand.ts';

const PAGE = '/manager/organization/:organizationId/brand';

/** Administrators set how pages, mails and documents of their organization look. */
export function brandRoutes({ get, post, services }: ManagerApp): void {
  get(PAGE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    const inherited = await findInheritedBrand(services.database, organization);
    return show(visit, organization, fillingOf(organization.brand, inherited));
  });
  post(PAGE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    const { id, brand } = organization;
    const empty = fillingOf(brand, await findInheritedBrand(services.database, organization));
    const read = readBrandForm(visit.form);
    if ('problems' in read) return show(visit, organization, { ...empty, ...read });
    try {
      await together(services, async (inside) => {
        const changed = await changeOrganization(inside, id, { brand: read.changes });
        const author = { actor: visit.person.email, way: 'pages', origin: visit.request.ip } as const;
        await recordChange(inside, author, {
          verb: 'change',
          thing: 'organization',
          about: { organization: id },
          organizationId: id,
          changes: differences({ brand }, { brand: changed.brand }),
        });
      });
    } catch (error) {
      const problems = logoProblem(error);
      if (problems === null) throw error;
      return show(visit, organization, { ...empty, ...read, problems });
    }
    return seeOther(visit.reply, organizationUrl(id, 'brand'));
  });
}

function logoProblem(error: unknown): BrandProblems | null {
  if (!(error instanceof SetUpRefused) || !Object.hasOwn(LOGO_FAULTS, error.code)) return null;
  return { logo: error.code as LogoFault };
}

function show(visit: ManagerVisit, organization: Organization, filling: BrandFilling): FastifyReply {
  const { language, token } = visit;
  const words = BRAND_CARD_WORDS[language];
  const back = organizationUrl(organization.id);
  const content = html`<a class="crumb" href="${back}">← ${organization.name}</a>
    ${brandProblems(filling, language)}
    <h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <form class="card" method="post" enctype="multipart/form-data" action="/manager/organization/${organization.id}/brand" novalidate>
      ${token} ${brandFields(filling, language)}
      <div class="buttons">
        <button type="submit">${words.save}</button>
        <a class="button second" href="${back}">${words.cancel}</a>
      </div>
    </form>`;
  const status = Object.keys(filling.problems).length > 0 ? 422 : 200;
  return visit.show('organization', { title: words.title, content, isNarrow: true }, status);
}
