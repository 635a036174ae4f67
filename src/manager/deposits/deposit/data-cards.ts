import { CHOICE_WORDS } from '../../../domain/messages/choices.ts';
import { payloadValue } from '../../../domain/messages/payload-value.ts';
import { groupedPhone } from '../../../domain/values/contact.ts';
import { countryName } from '../../../domain/values/countries.ts';
import { formatDay } from '../../../domain/values/calendar.ts';
import type { Adjustment, Deposit } from '../../../domain/deposit.ts';
import { NO_HOUSE_NUMBER } from '../../../domain/values/postal-address.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { Organization } from '../../../domain/organization.ts';
import { OFFER_WORDS } from '../../../domain/messages/offers.ts';
import { labelOf } from '../../../domain/messages/speak.ts';
import type { FieldName } from '../../../domain/payload/problem.ts';
import type { PostalAddress } from '../../../domain/values/postal-address.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { chf, facts, unbroken, type Fact } from '../../../web/parts.ts';
import { moment } from '../moment.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { DEPOSIT_CONTACT_WORDS } from '../words/contacts.ts';
import type { DepositWords } from '../words/words.ts';

/** The contract with its property and owner. */
export function contractCard(
  { terms, manager, product, provider, policy }: Deposit,
  organization: Organization,
  { one }: DepositWords,
  language: Language,
): Html {
  const offer = OFFER_WORDS[language];
  const { property, owner, assistant } = terms;
  return html`<section class="card" aria-labelledby="contract">
    <h2 id="contract">${one.contract}</h2>
    ${facts([
      [one.contract, unbroken(terms.externalContractId)],
      [one.amount, chf(formatChf(terms.rentalDeposit))],
      [one.product, product === null ? one.notChosen : one.products[product]],
      [product === null ? '' : offer.provider[product], product === null ? null : provider?.name],
      [offer.policy, policy?.policyNumber],
      [offer.from, policy === null || policy.from === null ? null : formatDay(policy.from)],
      [offer.premium, policy === null || policy.premium === null ? null : offer.premiumIs(formatChf(policy.premium))],
      [one.rentalStart, formatDay(terms.rentalStart)],
      [one.property, lines({ ...property, countryCode: 'CH' })],
      [one.propertyId, property.propertyId],
      [one.owner, html`${owner.name}<br />${lines(owner)}`],
      [one.investment, terms.investmentAllowed ? one.yes : one.no],
      [one.language, one.languages[terms.tenantLanguage]],
      [one.organization, organization.name],
      [one.responsible, html`${manager.firstName} ${manager.lastName} ${unbroken(`(${manager.email})`)}`],
      [
        one.assistant,
        assistant &&
          html`${[assistant.firstName, assistant.lastName].filter(Boolean).join(' ')} ${unbroken(assistant.email)}`,
      ],
    ])}
  </section>`;
}

function lines({ street, streetNumber, zip, city, countryCode }: PostalAddress): Html {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  const town = countryCode === 'CH' ? `${zip} ${city}` : `${countryCode}-${zip} ${city}`;
  return html`${house}<br />${town}`;
}

/** One card per tenant, with all their data and whether they have signed. */
export function tenantCards(deposit: Deposit, words: DepositWords, language: Language): Html {
  const { terms, signatures } = deposit;
  const { one } = words;
  const canChange = canMove('change_contact', deposit);
  return html`<div class="two">
    ${terms.tenants.map((tenant, index) => {
      const signature = signatures[index] ?? null;
      return html`<section class="card" aria-labelledby="tenant-${index + 1}">
        <h2 id="tenant-${index + 1}">${titleOf(tenant, index, words)}</h2>
        ${facts([...personFacts(tenant, one, language), ...companyFacts(tenant, one, language)])}
        <p class="hint">
          ${signature === null ? one.notSigned : html`✓ ${one.signedAt(moment(signature.at))}`}
          ${index === 0 && terms.signatureRule === 'joint' && html`<br />${one.jointly}`}
        </p>
        ${canChange && html`<p><a href="/manager/deposits/${deposit.id}/tenants/${index + 1}">${DEPOSIT_CONTACT_WORDS[language].change}</a></p>`}
      </section>`;
    })}
  </div>`;
}

function titleOf(tenant: Tenant, index: number, { one }: DepositWords): string {
  if (tenant.type === 'legal') return one.signatory(index + 1);
  return index === 0 ? one.mainTenant(tenant.title) : one.tenant(index + 1, tenant.title);
}

function personFacts(tenant: Tenant, one: DepositWords['one'], language: Language): Fact[] {
  const own: Fact[] =
    tenant.type === 'natural'
      ? [
          [one.birthDate, tenant.birthDate && formatDay(tenant.birthDate)],
          [one.nationality, tenant.nationality && countryName(tenant.nationality, language)],
          [one.civilStatus, tenant.civilStatus && one.civilStatuses[tenant.civilStatus]],
        ]
      : [];
  return [
    [one.name, `${tenant.firstName} ${tenant.lastName}`],
    [one.email, tenant.email && unbroken(tenant.email)],
    [one.phone, tenant.phoneNumber && html`<span class="number">${groupedPhone(tenant.phoneNumber)}</span>`],
    [one.address, lines(tenant.address)],
    ...own,
  ];
}

function companyFacts(tenant: Tenant, one: DepositWords['one'], language: Language): Fact[] {
  if (tenant.type !== 'legal') return [];
  const { name, legalForm, domicile, zefixUid } = tenant.company;
  return [
    [one.company, name],
    [one.legalForm, CHOICE_WORDS[language].legalForms[legalForm]],
    [one.seat, domicile],
    [one.uid, zefixUid],
  ];
}

/** What the service has changed in the data, and why. */
export function adjustmentCard({ adjustments }: Deposit, { one }: DepositWords, language: Language): Content {
  if (adjustments.length === 0) return null;
  return html`<section class="card" aria-labelledby="adjusted">
    <h2 id="adjusted">${one.adjusted}</h2>
    <p class="soft">${one.adjustedMeans}</p>
    <dl>${adjustments.map((adjustment) => adjustmentLine(adjustment, one, language))}</dl>
  </section>`;
}

function adjustmentLine({ field, rule, from, to }: Adjustment, one: DepositWords['one'], language: Language): Html {
  return html`<dt>${labelOf(field as FieldName, language)}</dt>
    <dd>
      ${to !== null && html`<strong>${payloadValue(field, to, language)}</strong> `}${one.rules[rule]}
      ${from !== null && html`<span class="hint">(${one.sentAs(from)})</span>`}
    </dd>`;
}
