import { integrationName } from '../../domain/messages/integrations.ts';
import type { Language } from '../../domain/values/language.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { selectField, textField } from '../../web/parts.ts';
import { moment } from '../deposits/moment.ts';
import { FORM_WORDS } from '../payload-form/words.ts';
import type { FormWords } from '../payload-form/words/words.ts';

import type { ImportErrorsView } from './import-errors-view.ts';

type Words = FormWords['errors'];

export function importErrorsPage(
  list: ImportErrorsView,
  language: Language,
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const words = FORM_WORDS[language].errors;
  const { calls, organizationId, contractId, isFirst } = list;
  const isNarrowed = organizationId !== '' || contractId !== '' || !isFirst;
  const nothing = isNarrowed
    ? html`<div class="card empty"><p>${words.nothingFound}</p></div>`
    : html`<div class="card empty">
        <h2>${words.empty}</h2>
        <p>${words.emptyMeans(list.keptDays)}</p>
      </div>`;
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${(calls.length > 0 || isNarrowed) && filters(list, words)}
    <div id="results">
      ${calls.length === 0 ? nothing : table(list, words, language)} ${paging(list, words)}
    </div>
    <p class="hint">${words.kept(list.keptDays)}</p>`;
  return { title: words.title, content, scripts: ['search.js'] };
}

function filters({ organizations, organizationId, contractId }: ImportErrorsView, words: Words): Html {
  const choices = [['', words.allOrganizations] as const, ...organizations.map(({ id, name }) => [id, name] as const)];
  return html`<form class="card search no-print" method="get" action="/manager/import-errors" data-live role="search">
    <div class="row">
      ${textField({ name: 'contract', label: words.search, value: contractId, type: 'search', autocomplete: 'off' })}
      ${
        organizations.length > 1 &&
        selectField({ name: 'organization', label: words.organization, value: organizationId, choices })
      }
      <button class="second" type="submit">${words.find}</button>
    </div>
  </form>`;
}

function table({ calls, organizations }: ImportErrorsView, words: Words, language: Language): Html {
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const hasSeveral = organizations.length > 1;
  const rows = calls.map(
    (call) => html`<tr>
      <td class="first wrap">
        <a href="/manager/import-errors/${call.organizationId}/${call.id}">${call.externalContractId}</a>
      </td>
      <td data-label="${words.when}"><time datetime="${call.at.toISOString()}">${moment(call.at)}</time></td>
      ${hasSeveral && html`<td data-label="${words.organization}">${names.get(call.organizationId)}</td>`}
      <td data-label="${words.path}">${integrationName(call.integration, language)}</td>
      <td data-label="${words.problems}" class="number">${call.problemCount}</td>
      <td data-label="${words.since}">
        ${
          call.depositId === null
            ? html`<span class="soft">${words.notOpened}</span>`
            : html`<a href="/manager/deposits/${call.depositId}">${words.openedSince}</a>`
        }
      </td>
    </tr>`,
  );
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.contract}</th>
          <th scope="col">${words.when}</th>
          ${hasSeveral && html`<th scope="col">${words.organization}</th>`}
          <th scope="col">${words.path}</th>
          <th scope="col">${words.problems}</th>
          <th scope="col">${words.since}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function paging({ organizationId, contractId, isFirst, next }: ImportErrorsView, words: Words): Content {
  const chosen = Object.entries({ contract: contractId, organization: organizationId }).filter(([, one]) => one !== '');
  const to = (before: string | null): string =>
    `/manager/import-errors?${new URLSearchParams([...chosen, ...(before === null ? [] : [['before', before]])]).toString()}`;
  if (isFirst && next === null) return null;
  return html`<div class="paging">
    ${isFirst ? html`<span></span>` : html`<a class="button second" href="${to(null)}">${words.newest}</a>`}
    ${next !== null && html`<a class="button second" href="${to(next)}">${words.older}</a>`}
  </div>`;
}
