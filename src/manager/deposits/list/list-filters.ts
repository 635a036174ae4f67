import { STATES, STEPS } from '../../../domain/deposit.ts';
import type { Language } from '../../../domain/values/language.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { MOST_COUNTED_DEPOSITS } from '../../../storage/deposit-list/deposit-list.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { checkbox, selectField, textField, type Choice } from '../../../web/parts.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { ALWAYS_SHOWN, LIST_COLUMN_NAMES, STANDARD_COLUMNS } from './columns.ts';
import { keptOf, listAddress, SHOWN } from './list-query.ts';
import type { ListView } from './list-view.ts';
import { LIST_WORDS } from './list-words.ts';

/** Search and filters. */
export function listFilters(view: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const { parameters, isFiltered } = view;
  const kept = ['state', 'sort', 'dir', 'view', 'col'].flatMap((name) =>
    parameters.getAll(name).map((value) => [name, value]),
  );
  return html`<form method="get" action="/manager/deposits" class="card search no-print" role="search" data-live>
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="row">
      ${textField({ name: 'q', label: list.search, hint: LIST_WORDS[language].searchHint, type: 'search', value: parameters.get('q') ?? '', autocomplete: 'off' })}
      <button type="submit" class="second">${list.find}</button>
      ${isFiltered && html`<a class="button second" href="/manager/deposits">${list.reset}</a>`}
    </div>
    ${moreFilters(view, language)}
  </form>`;
}

function moreFilters({ organizations, managers, query }: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const { shown } = LIST_WORDS[language];
  const { filter, show } = query;
  const more = [show, filter.managerIds[0], filter.organizationId, filter.from, filter.to, filter.steps[0]];
  const active = more.filter((value) => value !== null && value !== undefined).length;
  const any: Choice = ['', list.any];
  const named = (ids: readonly string[]): string => managers.find(([id]) => ids.includes(id))?.[0] ?? ids[0] ?? '';
  // Closed, so that the first deposit is near the top; the number says that something is chosen.
  return html`<details>
    <summary>${list.more}${active > 0 && html` <span class="count">${active}</span>`}</summary>
    <div class="filters">
      ${selectField({
        name: 'show',
        label: list.tabs.attention,
        value: show ?? '',
        choices: [any, ...SHOWN.map((one): Choice => [one, shown[one]])],
      })}
      ${selectField({
        name: 'step',
        label: list.step,
        value: filter.steps[0] ?? '',
        choices: [any, ...STEPS.map((step): Choice => [step, STEP_NAMES[language][step]])],
      })}
      ${selectField({ name: 'manager', label: list.manager, value: named(filter.managerIds), choices: [any, ...managers] })}
      ${
        organizations.length > 1 &&
        selectField({
          name: 'organization',
          label: list.organization,
          value: filter.organizationId ?? '',
          choices: [any, ...organizations.map(({ id, name }): Choice => [id, name])],
        })
      }
      ${textField({ name: 'from', label: list.from, type: 'date', value: filter.from ?? '' })}
      ${textField({ name: 'to', label: list.to, type: 'date', value: filter.to ?? '' })}
    </div>
  </details>`;
}

/** What is to be done, and the states, with how many of what the search and the filters find. */
export function listTabs({ parameters, query, counts, me, isMine, mine }: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const { filter, show } = query;
  const [state, ...others] = filter.states;
  const chosen = others.length === 0 ? state : undefined;
  const tab = (
    name: string,
    count: number | null | undefined,
    changes: Record<string, string | null>,
    isCurrent: boolean,
  ): Html =>
    html`<li>
      <a href="${listAddress(parameters, { show: null, state: null, step: null, ...changes })}" ${isCurrent && html`aria-current="true"`}
        >${name} ${count !== null && count !== undefined && html`<span class="count">${countText(count)}</span>`}</a
      >
    </li>`;
  const waiting = counts?.awaitsManager ?? null;
  return html`<ul class="tabs">
    ${tab(list.tabs.all, null, {}, show === null && chosen === undefined)}
    ${mine !== 0 && (mine === null || mine !== waiting) && tab(list.tabs.mine, mine, { show: 'todo', manager: me }, show === 'todo' && isMine)}
    ${tab(list.tabs.attention, waiting, { show: 'todo', ...(isMine && { manager: null }) }, show === 'todo' && !isMine)}
    ${(counts === null || counts.problems > 0) && tab(list.tabs.problems, counts?.problems, { show: 'problems' }, show === 'problems')}
    ${show !== null && show !== 'todo' && show !== 'problems' && tab(LIST_WORDS[language].shown[show], null, { show }, true)}
    ${STATES.map((one) => tab(STATE_NAMES[language][one], counts?.states[one], { state: one }, chosen === one && show === null))}
  </ul>`;
}

function countText(count: number): string {
  return count >= MOST_COUNTED_DEPOSITS ? `${MOST_COUNTED_DEPOSITS}+` : String(count);
}

/** The saved views as links. */
export function savedViews({ saved, view: open }: ListView, language: Language): Content {
  if (saved.length === 0) return null;
  const links = saved.map(
    ({ id, name, query }) =>
      html`<li>
        <a href="${viewAddress(query, id)}" ${open?.id === id && html`aria-current="true"`}>${name}</a>
      </li>`,
  );
  return html`<nav class="no-print" aria-label="${LIST_WORDS[language].views}"><ul class="tabs views">${links}</ul></nav>`;
}

/** A place to choose columns and to save this view of the list. */
export function listOptions(view: ListView, { language, token }: { language: Language; token: Html }): Html {
  const words = LIST_WORDS[language];
  const { saved, parameters } = view;
  return html`<details class="options no-print">
      <summary>${words.columnsTitle}, ${words.views}</summary>
      <div class="two">
        ${columnsForm(view, language, token)}
        <div>
          <form method="post" action="/manager/views">
            ${token} ${hiddenQuery(parameters)}
            ${view.columns.map((column) => html`<input type="hidden" name="col" value="${column}" />`)}
            <p class="hint">${words.viewsMean}</p>
            ${textField({ name: 'name', label: words.viewName, value: view.view?.name ?? '', isRequired: true, maxlength: 60, autocomplete: 'off' })}
            <button type="submit" class="second">${words.saveView}</button>
          </form>
          ${saved.map((one) => removal(one.id, words.removeView(one.name ?? ''), token))}
        </div>
      </div>
    </details>`;
}

function viewAddress(query: string, id: string): string {
  return listAddress(new URLSearchParams(query), { view: id });
}

function columnsForm(view: ListView, language: Language, token: Html): Html {
  const words = LIST_WORDS[language];
  const boxes = LIST_COLUMN_NAMES.filter((column) => !ALWAYS_SHOWN.includes(column)).map((column) =>
    checkbox({
      name: 'col',
      id: `col-${column}`,
      value: column,
      label: words.columns[column],
      isChecked: view.columns.includes(column),
    }),
  );
  return html`<form method="post" action="/manager/columns">
    ${token} ${hiddenQuery(view.parameters)}
    <fieldset>
      <legend>${words.columnsTitle}</legend>
      <p class="hint">${words.columnsMean}</p>
      <div class="boxes">${boxes}</div>
    </fieldset>
    <div class="buttons">
      <button type="submit" class="second">${words.columnsSave}</button>
      ${view.columns.join() !== STANDARD_COLUMNS.join() && html`<button type="submit" class="plain" name="standard" value="yes">${words.columnsReset}</button>`}
    </div>
  </form>`;
}

function hiddenQuery(parameters: URLSearchParams): Html {
  return html`<input type="hidden" name="query" value="${keptOf(parameters).toString()}" />`;
}

function removal(id: string, label: Content, token: Html): Html {
  return html`<form method="post" action="/manager/views/remove">
    ${token}<input type="hidden" name="view" value="${id}" /><button type="submit" class="plain">${label}</button>
  </form>`;
}
