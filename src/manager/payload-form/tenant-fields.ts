import { TENANT_FIELDS, TENANT_PREFIXES, type TenantPrefix } from '../../domain/payload/problem.ts';
import { fieldWords } from '../../domain/messages/speak.ts';
import { html, type Html } from '../../web/html.ts';
import { entriesOf } from './choices.ts';
import { part, type Controls, type FormState } from './controls.ts';
import { NO_TENANT } from './values.ts';
import type { FormWords } from './words/words.ts';

/** Contract 2.6, the main tenant. */
export function mainTenant(own: Controls, words: FormWords): Html {
  const type = own.choice('tenantType', entriesOf(words.tenantTypes), { empty: words.choose });
  return part('main-tenant', words.mainTenant, tenantFields(own, words, { prefix: 'tenant', type }));
}

/** Contract 2.6, tenants 2 to 4: each is collapsed until it is used. */
export function furtherTenants(own: Controls, words: FormWords, form: FormState): Html {
  const choices = [...entriesOf(words.tenantTypes), [NO_TENANT, words.noTenant] as const];
  const hint = words.hints.furtherType;
  const folded = TENANT_PREFIXES.slice(1).map((prefix, index) => {
    const type = own.choice(`${prefix}Type`, choices, { empty: words.choose, hint });
    const isOpen = isUsed(prefix, form);
    return html`<details data-further ${isOpen && html`open`}>
      <summary>${isOpen ? fieldWords(`${prefix}Type`, form.language).part : words.addTenant(index + 2)}</summary>
      <div>${tenantFields(own, words, { prefix, type })}</div>
    </details>`;
  });
  return part('further-tenants', words.furtherTenants, [
    html`<p class="hint">${words.furtherTenantsMean}</p>`,
    ...folded,
  ]);
}

function isUsed(prefix: TenantPrefix, { values, problems }: FormState): boolean {
  const names = TENANT_FIELDS.map((field) => `${prefix}${field}` as const);
  return names.some((name) => (values[name] ?? '') !== '' || problems.has(name));
}

/** A natural tenant who joins a deposit in force. */
export function joiningTenant(own: Controls, words: FormWords): Html {
  return part('main-tenant', words.naturalOnly, [
    html`<div class="fields">
        ${own.choice('tenantTitle', entriesOf(words.titles), { empty: words.choose })} ${own.text('tenantFirstName')}
        ${own.text('tenantLastName')} ${own.text('tenantEmail', { type: 'email' })}
        ${own.text('tenantPhoneNumber', { type: 'tel', hint: words.hints.phoneNumber })} ${own.day('tenantBirthDate')}
        ${own.country('tenantNationality')}
        ${own.choice('tenantCivilStatus', entriesOf(words.civilStatuses), { empty: words.choose })}
      </div>
      <h3>${words.address}</h3>
      <div class="fields address">
        ${own.text('tenantAddressStreet')} ${own.text('tenantAddressStNumber', { isOptional: true })}
        ${own.text('tenantAddressPostalCode')} ${own.text('tenantAddressCity')}
      </div>
      <div class="fields">${own.country('tenantAddressCountryCode', { label: words.country })}</div>`,
  ]);
}

/** Without scripts all fields are visible; the headings say to whom they apply. */
function tenantFields(own: Controls, words: FormWords, { prefix, type }: { prefix: TenantPrefix; type: Html }): Html {
  const { hints } = words;
  return html`<div data-tenant="${prefix}">
    <div class="fields">${type}</div>
    <div data-only="legal">
      <h3>${words.legalOnly}</h3>
      <div class="fields">
        ${own.text(`${prefix}CompanyName`)}
        ${own.choice(`${prefix}LegalForm`, entriesOf(words.legalForms), { empty: words.choose })}
        ${own.text(`${prefix}Domicile`)} ${own.text(`${prefix}ZefixUid`, { hint: hints.zefixUid })}
      </div>
    </div>
    <div data-only="natural legal">
      <h3>${words.person}</h3>
      <p class="hint" data-only="legal">${words.personMeans}</p>
      <div class="fields">
        ${own.text(`${prefix}FirstName`)} ${own.text(`${prefix}LastName`)}
        ${own.text(`${prefix}Email`, { type: 'email' })}
        ${own.text(`${prefix}PhoneNumber`, { type: 'tel', hint: hints.phoneNumber })}
      </div>
    </div>
    <div data-only="natural">
      <h3>${words.naturalOnly}</h3>
      <div class="fields">
        ${own.choice(`${prefix}Title`, entriesOf(words.titles), { empty: words.choose })}
        ${own.day(`${prefix}BirthDate`, prefix === 'tenant' ? { hint: hints.birthDate } : {})}
        ${own.country(`${prefix}Nationality`)}
        ${own.choice(`${prefix}CivilStatus`, entriesOf(words.civilStatuses), { empty: words.choose })}
      </div>
    </div>
    <div data-only="natural legal">
      <h3>${words.address}</h3>
      <div class="fields address">
        ${own.text(`${prefix}AddressStreet`)} ${own.text(`${prefix}AddressStNumber`, { isOptional: true })}
        ${own.text(`${prefix}AddressPostalCode`)} ${own.text(`${prefix}AddressCity`)}
      </div>
      <div class="fields">${own.country(`${prefix}AddressCountryCode`, { label: words.country })}</div>
    </div>
  </div>`;
}
