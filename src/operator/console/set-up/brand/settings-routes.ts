import type { FastifyReply } from 'fastify';
import { differences } from '../../../../actions/audit.ts';
import { changeServiceSettings } from '../../../../actions/set-up/service-settings.ts';
import { operatorBrand, type Imprint } from '../../../../domain/brand/brand.ts';
import { readServiceSettings } from '../../../../storage/set-up/service-settings.ts';
import { fillingOf, readBrandForm, type BrandFilling } from '../../../../web/brand/brand-form.ts';
import { field, type Form } from '../../../../web/forms.ts';
import { html, type Html } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import { facts, textArea, textField } from '../../../../web/parts.ts';
import { serviceSettingsView } from '../../../settings/brand-view.ts';
import { imprintInput } from '../../../input/brand-input.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { formProblemSummary, readInput, type Problems } from '../../forms.ts';
import { brandFormContent, brandSummary, withLogoProblem } from './brand-page.ts';

const IMPRINT: Record<keyof Imprint, { label: string; hint: string }> = {
  name: { label: 'Company', hint: 'Who runs the service. In the imprint and the privacy notice.' },
  address: { label: 'Postal address', hint: 'In lines.' },
  phone: { label: 'Phone', hint: 'On every page.' },
  email: { label: 'E-mail', hint: 'For questions of tenants and property managers.' },
  register: { label: 'Register', hint: 'Such as the UID: CHE-123.456.789.' },
};
const FIELDS = Object.keys(IMPRINT) as (keyof Imprint)[];
/** The ids of its fields on the page, apart from those of the brand. */
const LABELS = Object.fromEntries(FIELDS.map((name) => [`imprint-${name}`, IMPRINT[name].label]));

type TypedImprint = Record<keyof Imprint, string>;
type Shown = { brand: BrandFilling; imprint: TypedImprint; problems: Problems };

/** The operator's own brand, and how to reach them. */
export function consoleSettingsRoutes(app: ConsoleApp): void {
  const { services } = app;
  app.get('/operator/settings', 'viewer', async (visit) => {
    const { brand, imprint } = await readServiceSettings(services.database);
    return show(visit, { brand: fillingOf(brand, operatorBrand({})), imprint: typedFrom(imprint), problems: {} });
  });
  app.post('/operator/settings', 'admin', async (visit) => {
    const before = await readServiceSettings(services.database);
    const empty = fillingOf(before.brand, operatorBrand({}));
    const imprint = readImprint(visit.form);
    const read = readBrandForm(visit.form);
    const input = readInput(imprintInput, orNull(imprint));
    const problems = Object.fromEntries(
      Object.entries(input.problems ?? {}).map(([name, message]) => [`imprint-${name}`, message]),
    );
    if ('problems' in read) return show(visit, { brand: { ...empty, ...read }, imprint, problems });
    if (input.value === null) return show(visit, { brand: { ...empty, typed: read.typed }, imprint, problems });
    const changes = { brand: read.changes, imprint: input.value };
    const changed = await withLogoProblem(changeServiceSettings(services, changes));
    if ('problems' in changed) return show(visit, { brand: { ...empty, ...read, ...changed }, imprint, problems });
    services.look.expire();
    const differing = differences(serviceSettingsView(before), serviceSettingsView(changed.value));
    visit.note({ verb: 'change', thing: 'service settings', changes: differing });
    return seeOther(visit.reply, '/operator/settings?done=changed');
  });
}

function show(visit: ConsoleVisit, { brand, imprint, problems }: Shown): FastifyReply {
  const lead =
    'On everything that belongs to no organization, and where an organization has set nothing. Our name where empty.';
  const content = html`<h1>Settings</h1>
    ${formProblemSummary(problems, LABELS)}
    ${
      visit.may('admin')
        ? brandFormContent(brand, visit, { lead, more: imprintCard(imprint, problems) })
        : html`${brandSummary(brand)}
            <section class="card">
              <h2>Imprint</h2>
              ${facts(FIELDS.map((name) => [IMPRINT[name].label, imprint[name]] as const))}
            </section>`
    }`;
  const isRefused = Object.keys({ ...problems, ...brand.problems }).length > 0;
  return visit.show('settings', { title: 'Settings', content, isNarrow: true }, isRefused ? 422 : 200);
}

function imprintCard(typed: TypedImprint, problems: Problems): Html {
  const shown = (name: keyof Imprint): Html => {
    const { label, hint } = IMPRINT[name];
    const given = { id: `imprint-${name}`, name: `imprint-${name}`, label, hint, value: typed[name] };
    const problem = problems[`imprint-${name}`];
    return name === 'address' ? textArea({ ...given, problem }) : textField({ ...given, problem });
  };
  return html`<section class="card">
    <h2>Imprint</h2>
    ${FIELDS.map(shown)}
  </section>`;
}

function typedFrom(imprint: Imprint): TypedImprint {
  return Object.fromEntries(FIELDS.map((name) => [name, imprint[name] ?? ''])) as TypedImprint;
}

function readImprint(form: Form): TypedImprint {
  const read = (name: keyof Imprint): string =>
    name === 'address'
      ? (form.get('imprint-address') ?? '').replaceAll('\r\n', '\n').trim()
      : field(form, `imprint-${name}`);
  return Object.fromEntries(FIELDS.map((name) => [name, read(name)])) as TypedImprint;
}

function orNull(typed: TypedImprint): Record<string, string | null> {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value === '' ? null : value]));
}
