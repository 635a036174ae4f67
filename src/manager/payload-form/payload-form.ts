import type { Organization } from '../../domain/organization.ts';
import type { Assignable } from '../../storage/set-up/members.ts';
import { html, type Html } from '../../web/html.ts';
import { isKnownManager, languageChoices, managerChoices, memberWith } from './choices.ts';
import { controls, part, type Controls, type FormState } from './controls.ts';
import { furtherTenants, joiningTenant, mainTenant } from './tenant-fields.ts';
import { FORM_WORDS } from './words.ts';
import type { FormWords } from './words/words.ts';

type PayloadForm = FormState & {
  organization: Organization;
  managers: readonly Assignable[];
  /** The contract id of an existing deposit cannot change. */
  isContractIdFixed: boolean;
};

/** Every field of the payload, in the order of section 2. */
export function payloadForm(form: PayloadForm): Html {
  const words = FORM_WORDS[form.language];
  const managerEmail = memberWith(form.managers, form.values.propertyManagerEmail ?? '')?.email;
  const values = {
    ...form.values,
    ...(managerEmail === undefined ? {} : { propertyManagerEmail: managerEmail }),
    allowInvestment: yesOrNo(form.values.allowInvestment),
  };
  const own = controls({ ...form, values });
  return html`
    ${contract(own, words, form)} ${property(own, words)} ${owner(own, words)}
    ${responsible(own, words, { ...form, values })} ${mainTenant(own, words)}
    ${furtherTenants(own, words, { ...form, values })}
  `;
}

/** Contract 2.2: `1` and `0` mean the same as `true` and `false`; omitted means yes. */
function yesOrNo(value = ''): string {
  return YES_OR_NO.get(value.trim()) ?? value;
}

const YES_OR_NO: ReadonlyMap<string, string> = new Map([
  ['', 'true'],
  ['1', 'true'],
  ['0', 'false'],
]);

function contract(own: Controls, words: FormWords, { organization, isContractIdFixed }: PayloadForm): Html {
  const { hints, yes, no } = words;
  const investment = [
    ['true', yes],
    ['false', no],
  ] as const;
  return part('contract', words.contract, [
    html`<div class="fields">
      ${!isContractIdFixed && own.text('externalContractId', { hint: hints.externalContractId })}
      ${own.text('rentalDeposit', { hint: hints.rentalDeposit, inputmode: 'decimal' })} ${own.day('rentalStart')}
    </div>`,
    html`<div class="fields">
      ${own.choice('tenantLanguage', languageChoices(words, organization), { hint: hints.tenantLanguage })}
      ${own.choice('allowInvestment', investment, { hint: hints.allowInvestment })}
    </div>`,
  ]);
}

function property(own: Controls, words: FormWords): Html {
  const { hints } = words;
  return part('property', words.property, [
    html`<div class="fields">${own.text('propertyId', { hint: hints.propertyId })}</div>`,
    html`<div class="fields address">
      ${own.text('street', { hint: hints.street })} ${own.text('streetNumber', { isOptional: true })}
      ${own.text('zip', { inputmode: 'numeric' })} ${own.text('city')}
    </div>`,
  ]);
}

/** The owner's fields alone. */
export function newOwner(own: Controls, words: FormWords): Html {
  return owner(own, words);
}

/** A natural tenant who joins, by the fields of the first tenant. */
export function joiningFields(own: Controls, words: FormWords): Html {
  return joiningTenant(own, words);
}

function owner(own: Controls, words: FormWords): Html {
  return part('owner', words.owner, [
    html`<p class="hint">${words.ownerMeans}</p>
      ${own.text('ownerName')}`,
    html`<div class="fields address">
      ${own.text('ownerStreet', { isOptional: true })} ${own.text('ownerStreetNumber', { isOptional: true })}
      ${own.text('ownerZip', { isOptional: true })} ${own.text('ownerCity', { isOptional: true })}
    </div>`,
    html`<div class="fields">${own.country('ownerCountryCode', { label: words.country, isOptional: true })}</div>`,
  ]);
}

/** Names are asked for only if the manager is not a member yet and would be invited. */
function responsible(own: Controls, words: FormWords, { managers, values, problems }: PayloadForm): Html {
  const email = values.propertyManagerEmail ?? '';
  const names = ['propertyManagerFirstName', 'propertyManagerLastName'] as const;
  const hasNames = !isKnownManager(managers, email) || names.some((field) => problems.has(field));
  const choices = managerChoices(managers, email, words);
  return part('responsible', words.responsible, [
    own.choice('propertyManagerEmail', choices, { label: words.manager, hint: words.managerMeans }),
    hasNames &&
      html`<p class="hint">${words.hints.inviteNames}</p>
        <div class="fields">${names.map((field) => own.text(field))}</div>`,
    html`<h3>${words.assistant}</h3>
      <p class="hint">${words.assistantMeans}</p>
      <div class="fields">
        ${own.text('assistentFirstName', { isOptional: true })} ${own.text('assistentLastName', { isOptional: true })}
        ${own.text('assistentEmail', { type: 'email', isOptional: true })}
      </div>`,
  ]);
}
