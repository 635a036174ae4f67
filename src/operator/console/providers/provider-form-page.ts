import type { ProviderKind } from '../../../domain/provider.ts';
import { LANGUAGES } from '../../../domain/values/language.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { textField, type Field } from '../../../web/parts.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { tabs } from '../monitoring/parts.ts';
import { ENGLISH_LANGUAGE_NAMES } from '../names.ts';
import { providerUrl } from './provider-head.ts';
import { ADDRESS, BANK_FIELDS, offerFields, type TypedProvider } from './provider-input.ts';

type Filling = { typed: TypedProvider; problems: Problems };
type Name = keyof TypedProvider;

const LABELS: Record<Name, string> = {
  code: 'Code',
  name: 'Name',
  street: 'Street',
  streetNumber: 'Number',
  zip: 'Postcode',
  city: 'Town',
  interestRate: 'Interest (percent per year)',
  fees: 'Fees (CHF per year)',
  premiumPercent: 'Premium (percent of the deposit per year)',
  premiumMinimum: 'Least premium (CHF per year)',
  stampDutyPercent: 'Stamp duty (percent)',
  feeOnce: 'Fee, paid once (CHF)',
  conditions_de: ENGLISH_LANGUAGE_NAMES.de,
  conditions_fr: ENGLISH_LANGUAGE_NAMES.fr,
  conditions_it: ENGLISH_LANGUAGE_NAMES.it,
  conditions_en: ENGLISH_LANGUAGE_NAMES.en,
  phone: 'Phone',
  url: 'Address',
  exchangeFolder: 'Exchange folder',
  initiatingParty: 'Initiating party',
  ownIban: 'Own account of the operator',
};

const HINTS: Partial<Record<Name, string>> = {
  code: 'Contract status shows it to partners. Lower-case letters, digits and _. It cannot be changed later.',
  name: 'Tenants see it before they choose; agreements name it.',
  premiumPercent: 'Before stamp duty.',
  premiumMinimum: 'Before stamp duty.',
  stampDutyPercent: 'Empty: 5.',
  phone: 'For questions of tenants.',
  url: 'Told when something is asked, or no longer. Empty: the provider reads its queue.',
  exchangeFolder:
    'For statements and payment files, below BANK_EXCHANGE_DIR. Empty: the code. The first bank uses the folder itself.',
  initiatingParty: 'Who sends the payment files, at most 70 characters. Empty: as the settings say.',
  ownIban: 'The operator’s own account at this bank. Empty: OPERATOR_IBAN.',
};

const REQUIRED: readonly Name[] = ['code', 'name', ...ADDRESS];
const NUMBERS: readonly Name[] = [...offerFields('bank'), ...offerFields('insurer')];

export function newProviderPage(
  view: { token: Html; kind: ProviderKind } & Filling,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { token, kind, problems } = view;
  const title = 'New provider';
  const content = html`<a class="crumb" href="/operator/providers">Providers</a>
    <h1>${title}</h1>
    <p class="lead">
      The first of its kind becomes the default. A key and, with a callback, a secret are made at once and shown only once.
    </p>
    ${tabs([
      { name: 'Bank', href: '/operator/providers/new?kind=bank', isCurrent: kind === 'bank' },
      { name: 'Insurer', href: '/operator/providers/new?kind=insurer', isCurrent: kind === 'insurer' },
    ])}
    ${formProblemSummary(problems, LABELS)}
    <form method="post" action="/operator/providers/new" novalidate>
      ${token}<input type="hidden" name="kind" value="${kind}" />
      <section class="card">
        <h2>Who it is</h2>
        ${text('code', view)} ${basics(view)}
      </section>
      ${offerCard(kind, view)} ${kind === 'bank' && bankCard(view)}
      <section class="card">
        <h2>Callback</h2>
        ${text('url', view)}
      </section>
      <div class="buttons">
        <button type="submit">Add the ${kind}</button>
        <a class="button second" href="/operator/providers">Cancel</a>
      </div>
    </form>`;
  return { title, content, isNarrow: true };
}

export function changeProviderPage(
  view: { token: Html; provider: StoredProvider } & Filling,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { token, provider, problems } = view;
  const title = `Change ${provider.name}`;
  const back = providerUrl(provider);
  const content = html`<a class="crumb" href="${back}">${provider.name}</a>
    <h1>${title}</h1>
    <p class="lead">
      Deposits that are already sent keep the name, the address and the offer that their tenants saw.
    </p>
    ${formProblemSummary(problems, LABELS)}
    <form method="post" novalidate>
      ${token}
      <section class="card">
        <h2>Who it is</h2>
        ${basics(view)}
      </section>
      ${offerCard(provider.kind, view)} ${provider.kind === 'bank' && bankCard(view)}
      <div class="buttons">
        <button type="submit">Save</button>
        <a class="button second" href="${back}">Cancel</a>
      </div>
    </form>`;
  return { title, content, isNarrow: true };
}

function basics(filling: Filling): Html {
  return html`${text('name', filling)}
    <fieldset>
      <legend>Address</legend>
      <div class="fields">${ADDRESS.map((name) => text(name, filling))}</div>
    </fieldset>`;
}

function offerCard(kind: ProviderKind, filling: Filling): Html {
  return html`<section class="card">
    <h2>Offer</h2>
    <p class="hint">What tenants see before they choose. An empty field is not shown.</p>
    <div class="fields">${offerFields(kind).map((name) => text(name, filling))}</div>
    <fieldset>
      <legend>Conditions</legend>
      <p class="hint">Links that begin with https://.</p>
      <div class="fields">${LANGUAGES.map((language) => text(`conditions_${language}`, filling))}</div>
    </fieldset>
    ${text('phone', filling)}
  </section>`;
}

function bankCard(filling: Filling): Html {
  return html`<section class="card">
    <h2>Payments</h2>
    ${BANK_FIELDS.map((name) => text(name, filling))}
  </section>`;
}

function text(name: Name, { typed, problems }: Filling): Html {
  const more: Partial<Field> = NUMBERS.includes(name) ? { inputmode: 'decimal' } : {};
  return textField({
    name,
    label: LABELS[name],
    hint: HINTS[name],
    value: typed[name],
    isRequired: REQUIRED.includes(name),
    problem: problems[name],
    ...more,
  });
}
