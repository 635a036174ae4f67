import { groupedPhone } from '../../../domain/values/contact.ts';
import type { Difference } from '../../../domain/register-check.ts';
import { formatDay, parseDay, swissDay } from '../../../domain/values/calendar.ts';
import { countryName } from '../../../domain/values/countries.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf, fromChf, rappen } from '../../../domain/values/money.ts';
import { NO_HOUSE_NUMBER } from '../../../domain/values/postal-address.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { chf, facts, type Fact } from '../../../web/parts.ts';
import type { ApplicationView } from '../../../actions/providers/application-view.ts';
import { swissMoment } from '../moment.ts';
import type { ProviderWords } from '../words/words.ts';

type Words = ProviderWords['one'];
type Holder = ApplicationView['holder'];
type Signatory = NonNullable<Holder['signatories']>[number];
type Address = Signatory['address'];

const amountOf = (amount: number): string => formatChf(fromChf(amount) ?? rappen(0));
export const shownDay = (text: string | null | undefined): string | null => {
  const day = parseDay(text ?? '');
  return day === null ? null : formatDay(day);
};

export function depositCard({ deposit, claim, reference }: ApplicationView, one: Words): Html {
  return html`<section class="card" aria-labelledby="deposit">
    <h2 id="deposit">${one.deposit}</h2>
    ${facts([
      [one.claim, claim !== undefined && chf(amountOf(claim.amount))],
      [one.amount, chf(amountOf(deposit.amount))],
      [one.property, deposit.property],
      [one.rentalStart, shownDay(deposit.rentalStart)],
      [one.investment, deposit.investmentAllowed ? one.yes : one.no],
      [one.language, one.languages[deposit.language as Language]],
      [one.reference, reference],
    ])}
  </section>`;
}

/** The main tenant, or the company with the people who sign for it. */
export function holderCards({ holder }: ApplicationView, one: Words, language: Language): Html {
  const isWhole = holder.address !== undefined || holder.company !== undefined;
  return html`<section class="card" aria-labelledby="holder">
      <h2 id="holder">${one.holder}</h2>
      ${facts([[holder.type === 'legal' ? one.company : one.name, holder.name], ...ownFacts(holder, one, language)])}
      ${!isWhole && html`<p class="hint">${one.namesOnly}</p>`}
    </section>
    ${
      holder.signatories !== undefined &&
      html`<div class="two">
        ${holder.signatories.map(
          (person, index) =>
            html`<section class="card" aria-labelledby="signatory-${index + 1}">
              <h2 id="signatory-${index + 1}">${one.signatory(index + 1)}</h2>
              ${facts([[one.name, `${person.firstName} ${person.lastName}`], ...contactFacts(person, one)])}
            </section>`,
        )}
      </div>`
    }`;
}

function ownFacts(holder: Holder, one: Words, language: Language): Fact[] {
  const { company, signatureRule, nationality, civilStatus } = holder;
  if (company !== undefined) {
    return [
      [one.legalForm, one.legalForms[company.legalForm as keyof Words['legalForms']]],
      [one.seat, company.domicile],
      [one.uid, company.uid],
      [one.signatureRule, signatureRule && one.rules[signatureRule]],
    ];
  }
  return [
    [one.birthDate, shownDay(holder.birthDate)],
    [one.nationality, nationality && countryName(nationality, language)],
    [one.civilStatus, civilStatus && one.civilStatuses[civilStatus as keyof Words['civilStatuses']]],
    ...contactFacts(holder, one),
  ];
}

function contactFacts(
  { email, phoneNumber, address }: Pick<Holder, 'email' | 'phoneNumber' | 'address'>,
  one: Words,
): Fact[] {
  return [
    [one.address, address && lines(address)],
    [one.email, email],
    [one.phone, phoneNumber && groupedPhone(phoneNumber)],
  ];
}

function lines({ street, streetNumber, zip, city, countryCode }: Address): Html {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  return html`${house}<br />${countryCode === 'CH' ? `${zip} ${city}` : `${countryCode}-${zip} ${city}`}`;
}

export function partiesCard({ tenants, owner }: ApplicationView, one: Words): Html {
  return html`<div class="two">
    <section class="card" aria-labelledby="tenants">
      <h2 id="tenants">${one.tenants}</h2>
      <ul>
        ${tenants.map(({ name }) => html`<li>${name}</li>`)}
      </ul>
    </section>
    <section class="card" aria-labelledby="owner">
      <h2 id="owner">${one.owner}</h2>
      <p>${owner.name}${owner.address !== undefined && html`<br />${lines(owner.address)}`}</p>
    </section>
  </div>`;
}

export function signatureCard({ signatures }: ApplicationView, one: Words): Content {
  if (signatures.length === 0) return null;
  return html`<section class="card" aria-labelledby="signatures">
    <h2 id="signatures">${one.signatures}</h2>
    <ol class="timeline">
      ${signatures.map(
        ({ name, at, how, termsSha256 }) =>
          html`<li>
            <time datetime="${at}">${swissMoment(new Date(at))}</time>
            ${name} <span class="hint">· ${one.how[how as keyof Words['how']]}</span>
            ${termsSha256 !== null && html`<br /><span class="hint">${one.signedTerms}: <code>${termsSha256}</code></span>`}
          </li>`,
      )}
    </ol>
  </section>`;
}

export function paperCard({ id, documents }: ApplicationView, one: Words): Html {
  return html`<section class="card" aria-labelledby="documents">
    <h2 id="documents">${one.documents}</h2>
    ${
      documents.length === 0
        ? html`<p class="soft">${one.noDocuments}</p>`
        : html`<ul>
            ${documents.map(
              (document) =>
                html`<li>
                  <a href="/provider/applications/${id}/documents/${document.id}">${one.agreement}</a>
                  <span class="hint">(PDF)</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

/** What the commercial register said about a company. */
export function registerCard({ register }: ApplicationView, one: Words): Content {
  if (register === null) return null;
  const at = formatDay(swissDay(new Date(register.checkedAt)));
  const differences = register.differences as Difference[];
  return html`<section class="card" aria-labelledby="register">
    <h2 id="register">${one.register}</h2>
    ${
      differences.length === 0
        ? html`<p>✓ ${one.registerAgrees(at)}</p>`
        : html`<p>${one.registerDiffers(at)}</p>
            ${facts(
              differences.map(({ field, declared, registered }) => [
                one.registerFields[field],
                html`${declared}${registered !== '' && html`<br /><span class="hint">${one.registerNow(registered)}</span>`}`,
              ]),
            )}`
    }
  </section>`;
}
