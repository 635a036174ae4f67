import type { Language } from '../../../domain/values/language.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice } from '../../../web/parts.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';
import { listFilters, listOptions, listTabs, savedViews } from './list-filters.ts';
import { listAddress } from './list-query.ts';
import { listTable } from './list-table.ts';
import type { ListView } from './list-view.ts';
import { LIST_WORDS } from './list-words.ts';

/** The deposits of a person: counts, filters, and one page of the list. */
export function listPage(
  view: ListView,
  { language, token, problem = null }: { language: Language; token: Html; problem?: string | null },
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const { list } = DEPOSIT_WORDS[language];
  const content = html`<div class="heading">
      <h1>${list.title}</h1>
      <a class="button" href="/manager/deposits/new" data-key="n">${list.newDeposit}</a>
    </div>
    ${problem !== null && notice('warn', html`<p>${problem}</p>`)}
    ${listFilters(view, language)}
    <div id="results" aria-live="polite">
      ${savedViews(view, language)} ${listTabs(view, language)} ${results(view, language, token)} ${listOptions(view, { language, token })}
    </div>
    ${shortcuts(language)}`;
  return { title: list.title, content, scripts: ['search.js', 'select.js', 'shortcuts.js'] };
}

function results(view: ListView, language: Language, token: Html): Html {
  const { list } = DEPOSIT_WORDS[language];
  if (view.rows.length === 0) return nothing(view, list);
  const canSign = view.rows.some((one) => one.canSign);
  return html`<form method="post" action="${canSign ? '/manager/sign-many' : '/manager/remind-many'}">
      ${token} ${listTable(view, language)} ${bulkBar(view, language)}
    </form>
    ${paging(view, language)}`;
}

function nothing({ isFiltered }: ListView, list: DepositWords['list']): Html {
  return html`<div class="card empty">
    <h2>${isFiltered ? list.noneFound : list.none}</h2>
    <p>${isFiltered ? list.noneFoundMeans : list.noneMeans}</p>
    ${
      isFiltered
        ? html`<a class="button second" href="/manager/deposits">${list.reset}</a>`
        : html`<a class="button" href="/manager/deposits/new">${list.newDeposit}</a>`
    }
  </div>`;
}

/** What can be done with the selected deposits. */
function bulkBar({ rows }: ListView, language: Language): Content {
  const { list } = DEPOSIT_WORDS[language];
  const words = LIST_WORDS[language];
  const canSign = rows.some((one) => one.canSign);
  const canRemind = rows.some((one) => one.canRemind);
  const file = (type: 'csv' | 'xlsx', name: 'CSV' | 'Excel'): Html =>
    html`<button type="submit" class="second" formaction="/manager/deposits/export" name="type" value="${type}">
      ${words.exportAs(name)}
    </button>`;
  return html`<div class="bulk no-print">
    <div class="check" hidden>
      <input type="checkbox" id="all" data-all />
      <label for="all">${list.selectAll} (<span data-selected>0</span> ${list.selected})</label>
    </div>
    <div class="buttons">
      ${canSign && html`<button type="submit">${list.reviewAndSign}</button>`}
      ${canRemind && html`<button type="submit" class="second" formaction="/manager/remind-many">${words.remind}</button>`}
      ${file('csv', 'CSV')} ${file('xlsx', 'Excel')}
    </div>
  </div>`;
}

function paging({ parameters, previous, next }: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const words = LIST_WORDS[language];
  const file = (ending: string): string =>
    listAddress(parameters, { view: null, col: null }).replace('/manager/deposits', `/manager/deposits${ending}`);
  return html`<nav class="paging no-print" aria-label="${list.results}">
    <span>
      ${previous !== null && html`<a class="button second small" href="${listAddress(parameters, { before: previous })}">${list.earlier}</a>`}
      ${next !== null && html`<a class="button second small" href="${listAddress(parameters, { after: next })}">${list.later}</a>`}
    </span>
    <span class="files">${words.whole} <a href="${file('.csv')}">${list.export}</a> <a href="${file('.xlsx')}">${words.exportAs('Excel')}</a></span>
  </nav>`;
}

/** Shown by the script that knows them; they can be switched off, because single keys may be typed by mistake. */
function shortcuts(language: Language): Html {
  const { title, use, keys } = LIST_WORDS[language].shortcuts;
  return html`<details class="options shortcuts no-print" hidden data-shortcuts>
    <summary>${title}</summary>
    <div>
      <div class="check">
        <input type="checkbox" id="shortcuts" checked data-use-shortcuts />
        <label for="shortcuts">${use}</label>
      </div>
      <dl>
        ${keys.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}
      </dl>
    </div>
  </details>`;
}
