import { groupedIban } from '../../domain/values/iban.ts';
import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import { formatChf } from '../../domain/values/money.ts';
import type { Organization } from '../../domain/organization.ts';
import type { ListedMember } from '../../storage/set-up/members.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { facts, notice, selectField } from '../../web/parts.ts';
import { LANGUAGE_NAMES } from '../../web/input/language.ts';
import { MANDATE_WORDS } from './mandates/words.ts';
import type { OrganizationView, ShownMember } from './organization-view.ts';
import { BRAND_CARD_WORDS } from './words/brand.ts';
import { RUNNING_WORDS } from '../running/words.ts';
import { ORGANIZATION_WORDS } from './words.ts';
import { LANDLORD_ACCOUNTS_WORDS } from './words/accounts.ts';
import type { OrganizationDone, OrganizationWords } from './words/words.ts';

export function organizationPage(
  view: OrganizationView,
  { language, token, done }: { language: Language; token: Html; done: OrganizationDone | AccountsDone | null },
): Pick<Page, 'title' | 'content'> {
  const { organization, mayAdminister } = view;
  const words = ORGANIZATION_WORDS[language];
  const invite = html`<a class="button" href="/manager/organization/${organization.id}/invite">${words.invite}</a>`;
  const running = html`<a class="button second" href="/manager/organization/${organization.id}/running"
    >${RUNNING_WORDS[language].title}</a
  >`;
  const content = html`${organizationTabs(view, words)}
    <div class="heading">
      <h1>${organization.name}</h1>
      ${mayAdminister && running}
      ${mayAdminister && invite}
    </div>
    ${done !== null && notice('good', html`<p>${isAccountsDone(done) ? LANDLORD_ACCOUNTS_WORDS[language][ACCOUNTS_DONE[done]] : words.done[done]}</p>`)} ${membersCard(view, words)}
    <div class="two">${languageCard(view, token, words)} ${settingsCard(view, words, language)}</div>
    <div class="two">${brandCard(view, language)} ${mandatesCard(view, language)}</div>`;
  return { title: words.title, content };
}

/** What was done with the accounts of landlords, and its word. */
const ACCOUNTS_DONE = { accounts: 'done', accounts_asked: 'asked' } as const;
type AccountsDone = keyof typeof ACCOUNTS_DONE;

export function isAccountsDone(done: string | null): done is AccountsDone {
  return done !== null && Object.hasOwn(ACCOUNTS_DONE, done);
}

export function organizationUrl(id: string, done?: OrganizationDone | AccountsDone): string {
  return `/manager/organization?${new URLSearchParams({ organization: id, ...(done && { done }) }).toString()}`;
}

function organizationTabs({ organization, organizations }: OrganizationView, words: OrganizationWords): Content {
  if (organizations.length < 2) return null;
  const tab = ({ id, name }: Organization): Html => {
    const isCurrent = id === organization.id && html`aria-current="page"`;
    return html`<li><a href="${organizationUrl(id)}" ${isCurrent}>${name}</a></li>`;
  };
  return html`<nav aria-label="${words.choose}">
    <ul class="tabs">
      ${organizations.map(tab)}
    </ul>
  </nav>`;
}

function membersCard({ members, mayAdminister }: OrganizationView, words: OrganizationWords): Html {
  const row = (member: ShownMember): Html => {
    const name = fullName(member);
    const change = html`<a class="button second small" href="${memberUrl(member)}" aria-label="${words.changeMember(name)}"
      >${words.change}</a
    >`;
    return html`<tr>
      <td class="first">
        <div>
          ${name}${member.isSelf && ` (${words.you})`}<br />
          <small class="soft">${member.email}</small>
        </div>
      </td>
      <td data-label="${words.fields.language}">${LANGUAGE_NAMES[member.language]}</td>
      <td data-label="${words.role}">${roleOf(member, words)}</td>
      <td data-label="${words.status}">${statusOf(member, words)}</td>
      ${mayAdminister && html`<td class="right">${change}</td>`}
    </tr>`;
  };
  return html`<section>
    <h2>${words.members}</h2>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col">${words.name}</th>
            <th scope="col">${words.fields.language}</th>
            <th scope="col">${words.role}</th>
            <th scope="col">${words.status}</th>
            ${mayAdminister && html`<td></td>`}
          </tr>
        </thead>
        <tbody>
          ${members.map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
}

function roleOf(member: ListedMember, words: OrganizationWords): Content {
  if (member.defaultPropertyManager) return html`<span class="state open">${words.defaultManager}</span>`;
  return member.administrator ? words.administrator : words.member;
}

function statusOf({ signedInAt, invitedAt }: ListedMember, words: OrganizationWords): string {
  const day = (at: Date): string => formatDay(swissDay(at));
  if (signedInAt !== null) return words.since(day(signedInAt));
  return invitedAt === null ? words.neverSignedIn : words.invited(day(invitedAt));
}

function languageCard({ organization, mayAdminister }: OrganizationView, token: Html, words: OrganizationWords): Html {
  const form = html`<form method="post" action="/manager/organization/${organization.id}/language">
    ${token}
    ${selectField({
      name: 'language',
      label: words.language,
      hint: words.languageMeans,
      value: organization.language,
      choices: LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
    })}
    <button type="submit" class="second">${words.save}</button>
  </form>`;
  const shown = html`<p>${LANGUAGE_NAMES[organization.language]}</p>
    <p class="hint">${words.languageMeans}</p>`;
  return html`<section class="card">
    <h2>${words.language}</h2>
    ${mayAdminister ? form : shown}
  </section>`;
}

function settingsCard(
  { organization, defaultManager, mayAdminister }: OrganizationView,
  words: OrganizationWords,
  language: Language,
): Html {
  const accounts = LANDLORD_ACCOUNTS_WORDS[language];
  const { address, preSigned, sendDelayMinutes, tenantChoosesProduct, product } = organization;
  return html`<section class="card">
    <h2>${words.settings}</h2>
    ${facts([
      [words.defaultManager, defaultManager === null ? words.noDefaultManager : fullName(defaultManager)],
      [words.address, `${address.street} ${address.streetNumber}, ${address.zip} ${address.city}`],
      [words.emailDomain, organization.emailDomain],
      [words.signing, preSigned ? words.signed.byService : words.signed.byPerson],
      [words.sendDelay, preSigned && words.minutes(sendDelayMinutes)],
      [words.product, tenantChoosesProduct ? words.tenantChooses : words.products[product]],
      [words.investment, investmentOf(organization, words)],
      [words.owner, organization.ownerAlwaysCareOf ? words.owners.careOf : words.owners.asSent],
      [words.payoutAccount, organization.payoutIban && groupedIban(organization.payoutIban)],
      [accounts.title, organization.payoutAccounts.length > 0 && organization.payoutAccounts.length],
    ])}
    ${mayAdminister && html`<p><a href="/manager/organization/${organization.id}/accounts">${accounts.edit}</a></p>`}
    <p class="hint">${words.settingsMean}</p>
  </section>`;
}

function mandatesCard({ organization }: OrganizationView, language: Language): Html {
  const { card, cardMeans, cardLink } = MANDATE_WORDS[language];
  return html`<section class="card">
    <h2>${card}</h2>
    <p>${cardMeans}</p>
    <a class="button second" href="/manager/organization/${organization.id}/mandates">${cardLink}</a>
  </section>`;
}

function brandCard({ organization, mayAdminister }: OrganizationView, language: Language): Html {
  const words = BRAND_CARD_WORDS[language];
  const { name, logo, colour, footer } = organization.shownBrand;
  return html`<section class="card">
    <h2>${words.title}</h2>
    <p>${words.means}</p>
    ${facts([
      [words.name, name],
      [words.logo, logo === null ? words.none : words.there],
      [words.colour, colour ?? words.standard],
      [words.footer, footer],
    ])}
    ${mayAdminister && html`<a class="button second" href="/manager/organization/${organization.id}/brand">${words.change}</a>`}
  </section>`;
}

function investmentOf({ offersInvestment, smallDepositLimit }: Organization, words: OrganizationWords): string {
  if (!offersInvestment) return words.no;
  return smallDepositLimit === 0 ? words.yes : words.investmentFrom(formatChf(smallDepositLimit));
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

export function memberUrl({ organizationId, id }: { organizationId: string; id: string }): string {
  return `/manager/organization/${organizationId}/members/${id}`;
}
