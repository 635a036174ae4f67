import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { CountedMandate } from '../../../storage/mandates/mandates.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { organizationUrl } from '../organization-page.ts';
import type { MandatesView } from './mandate-view.ts';
import { MANDATE_WORDS } from './words.ts';
import type { MandateWords } from './words/words.ts';

export function mandatesUrl(organizationId: string): string {
  return `/manager/organization/${organizationId}/mandates`;
}

/** Mandates of an organization, to and from it, newest first. */
export function mandatesPage(
  { organization, mayAdminister, mandates }: MandatesView,
  language: Language,
): Pick<Page, 'title' | 'content'> {
  const words = MANDATE_WORDS[language];
  const url = mandatesUrl(organization.id);
  const content = html`<a class="crumb" href="${organizationUrl(organization.id)}">${words.backToOrganization}</a>
    <div class="heading">
      <h1>${words.title}</h1>
      ${mayAdminister && html`<a class="button" href="${url}/new">${words.ask}</a>`}
    </div>
    <p class="lead">${words.lead}</p>
    ${mandates.length === 0 ? html`<div class="card empty"><p>${words.none}</p></div>` : table(url, mandates, words)}`;
  return { title: words.title, content };
}

function table(url: string, mandates: readonly CountedMandate[], words: MandateWords): Content {
  const row = ({ id, state, from, to, asked, counts }: CountedMandate): Html => html`<tr>
    <td class="first"><a href="${url}/${id}">${from.name} → ${to.name}</a></td>
    <td data-label="${words.state}">${words.states[state]}</td>
    <td data-label="${words.asked}">${formatDay(swissDay(asked.at))}</td>
    <td data-label="${words.moved}">${counts.moved}</td>
    <td data-label="${words.stayed}">${counts.conflicts}</td>
  </tr>`;
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.from} → ${words.to}</th>
          <th scope="col">${words.state}</th>
          <th scope="col">${words.asked}</th>
          <th scope="col">${words.moved}</th>
          <th scope="col">${words.stayed}</th>
        </tr>
      </thead>
      <tbody>
        ${mandates.map(row)}
      </tbody>
    </table>
  </div>`;
}
