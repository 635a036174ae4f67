import { PRODUCTS } from '../../../domain/product.ts';
import { LANGUAGES } from '../../../domain/values/language.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { ProviderKind } from '../../../domain/provider.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { checkbox, notice, selectField, textField, type Choice, textArea } from '../../../web/parts.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { ENGLISH_LANGUAGE_NAMES, PRODUCT_NAMES } from '../names.ts';
import { CHOICES, type TypedOrganization } from './organization-input.ts';
import { BASICS, SETTINGS } from './settings.ts';

type Filling = { typed: TypedOrganization; problems: Problems };

const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    [...Object.entries(BASICS), ...Object.entries(SETTINGS)].map(([key, { label }]) => [key, label]),
  ),
  street: 'Street',
  streetNumber: 'Number',
  zip: 'Postcode',
  city: 'Town',
};

export function organizationFormPage(
  view: {
    token: Html;
    organization: Organization | null;
    all: readonly Organization[];
    providers: readonly StoredProvider[];
    /** Why it was not done. */
    refusal: Content;
  } & Filling,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { token, organization, all, providers, typed, problems, refusal } = view;
  const title = organization === null ? 'New organization' : `Change ${organization.name}`;
  const [back, name] =
    organization === null
      ? ['/operator/organizations', 'Organizations']
      : [`/operator/organizations/${organization.id}`, organization.name];
  const content = html`<a class="crumb" href="${back}">${name}</a>
    <h1>${title}</h1>
    ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)} ${formProblemSummary(problems, LABELS)}
    <form method="post" novalidate>
      ${token}
      <section class="card">
        <h2>Who it is</h2>
        ${basics(view, parentsFor(organization, all))}
      </section>
      <section class="card">
        <h2>How deposits are opened</h2>
        ${box('preSigned', typed)} ${text('sendDelayMinutes', { typed, problems })} ${box('ownerAlwaysCareOf', typed)}
      </section>
      <section class="card">
        <h2>What tenants get</h2>
        ${box('tenantChoosesProduct', typed)}
        ${select(
          'product',
          { typed, problems },
          PRODUCTS.map((product) => [product, PRODUCT_NAMES[product]] as const),
        )}
        ${box('offersInvestment', typed)} ${text('smallDepositLimit', { typed, problems })}
        ${select('bankProviderId', { typed, problems }, providerChoices(providers, 'bank', typed.bankProviderId))}
        ${select('insurerProviderId', { typed, problems }, providerChoices(providers, 'insurer', typed.insurerProviderId))}
      </section>
      <section class="card">
        <h2>What partners and landlords get</h2>
        ${box('contractStatusEnabled', typed)} ${text('payoutIban', { typed, problems })}
        ${text('payoutHolderName', { typed, problems })} ${text('payoutBic', { typed, problems })}
        ${textArea({
          name: 'payoutAccounts',
          label: SETTINGS.payoutAccounts.label,
          hint: SETTINGS.payoutAccounts.meaning,
          value: typed.payoutAccounts,
          problem: problems['payoutAccounts'],
        })}
      </section>
      <div class="buttons">
        <button type="submit">${organization === null ? 'Add the organization' : 'Save'}</button>
        <a class="button second" href="${back}">Cancel</a>
      </div>
    </form>`;
  return { title, content, isNarrow: true };
}

function basics({ typed, problems }: Filling, parents: readonly Choice[]): Html {
  const part = (name: 'street' | 'streetNumber' | 'zip' | 'city'): Html =>
    textField({ name, label: LABELS[name], value: typed[name], isRequired: true, problem: problems[name] });
  const filling = { typed, problems };
  return html`${text('name', filling)}
    ${select(
      'language',
      filling,
      LANGUAGES.map((language) => [language, ENGLISH_LANGUAGE_NAMES[language]] as const),
    )}
    ${text('emailDomain', filling)}
    <fieldset>
      <legend>${BASICS.address.label}</legend>
      <div class="fields">${part('street')} ${part('streetNumber')} ${part('zip')} ${part('city')}</div>
    </fieldset>
    ${select('parentId', filling, [['', 'none: it is independent'], ...parents])}`;
}

type Texts = Exclude<keyof TypedOrganization, (typeof CHOICES)[number]>;
const REQUIRED: readonly Texts[] = ['name', 'emailDomain', 'sendDelayMinutes', 'smallDepositLimit'];

const meaning = (name: string): string =>
  ({ ...BASICS, ...SETTINGS } as Record<string, { meaning: string }>)[name]?.meaning ?? '';

function text(name: Texts, { typed, problems }: Filling): Html {
  return textField({
    name,
    label: LABELS[name],
    hint: meaning(name),
    value: typed[name],
    isRequired: REQUIRED.includes(name),
    problem: problems[name],
    ...(name === 'sendDelayMinutes' && { inputmode: 'numeric' }),
    ...(name === 'smallDepositLimit' && { inputmode: 'decimal' }),
  });
}

function select(name: Texts, { typed, problems }: Filling, choices: readonly Choice[]): Html {
  return selectField({
    name,
    label: LABELS[name],
    hint: meaning(name),
    value: typed[name],
    choices,
    problem: problems[name],
  });
}

function box(name: (typeof CHOICES)[number], typed: TypedOrganization): Html {
  const label = html`${LABELS[name]}<br /><span class="hint">${meaning(name)}</span>`;
  return checkbox({ name, label, isChecked: typed[name] });
}

/** The active ones, and the one it has. */
function providerChoices(providers: readonly StoredProvider[], kind: ProviderKind, current: string): Choice[] {
  const usual = providers.find((one) => one.kind === kind && one.isDefault);
  const own = providers.filter((one) => one.kind === kind && (one.isActive || one.id === current));
  return [['', usual === undefined ? 'the default: none yet' : `the default: ${usual.name}`], ...own.map(choice)];
}

function choice({ id, name, isActive }: StoredProvider): Choice {
  return [id, isActive ? name : `${name} (retired)`];
}

/** Possible parents: every other organization that is not a sub-organization itself. */
function parentsFor(organization: Organization | null, all: readonly Organization[]): Choice[] {
  const above = all.filter(({ id, parentId }) => parentId === null && id !== organization?.id);
  return above.map(({ id, name }) => [id, name] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
}
