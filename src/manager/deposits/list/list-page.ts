import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import { STATES, STEPS } from '../../../domain/deposit.ts';
import type { Language } from '../../../domain/values/language.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { MOST_COUNTED_DEPOSITS } from '../../../storage/deposit-list/deposit-list.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { selectField, textField, type Choice } from '../../../web/parts.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';
import { listAddress } from './list-query.ts';
import type { ListRow, ListView } from './list-view.ts';

/** The deposits of a person: counts, filters, and one page of the list. */
export function listPage(
  view: ListView,
  { language, token }: { language: Language; token: Html },
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const { list } = DEPOSIT_WORDS[language];
  const content = html`<div class="heading">
      <h1>${list.title}</h1>
      <a class="button" href="/manager/deposits/new">${list.newDeposit}</a>
    </div>
    ${filters(view, language)}
    <div id="results" aria-live="polite">${tabs(view, language)} ${results(view, language, token)}</div>`;
  return { title: list.title, content, scripts: ['search.js', 'select.js'] };
}

function tabs({ parameters, query: { filter }, counts, me, mine }: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const show = parameters.get('show');
  const [state, ...others] = filter.states;
  const chosen = others.length === 0 ? state : undefined;
  const tab = (name: string, count: number | null, changes: Record<string, string | null>, isCurrent: boolean): Html =>
    html`<li>
      <a href="${listAddress(parameters, { show: null, state: null, step: null, ...changes })}" ${isCurrent && html`aria-current="true"`}
        >${name} ${count !== null && html`<span class="count">${countText(count)}</span>`}</a
      >
    </li>`;
  return html`<ul class="tabs">
    ${tab(list.tabs.all, null, {}, show === null && chosen === undefined)}
    ${
      mine > 0 &&
      mine < counts.awaitsManager &&
      tab(list.tabs.mine, mine, { show: 'todo', manager: me }, show === 'todo' && filter.managerId === me)
    }
    ${tab(list.tabs.attention, counts.awaitsManager, { show: 'todo', manager: null }, show === 'todo' && filter.managerId !== me)}
    ${counts.problems > 0 && tab(list.tabs.problems, counts.problems, { show: 'problems' }, show === 'problems')}
    ${STATES.map((one) => tab(STATE_NAMES[language][one], counts.states[one], { state: one }, chosen === one && show === null))}
  </ul>`;
}

function countText(count: number): string {
  return count >= MOST_COUNTED_DEPOSITS ? `${MOST_COUNTED_DEPOSITS}+` : String(count);
}

function filters({ parameters, organizations, managers, query: { filter } }: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const kept = ['show', 'state', 'sort', 'dir'].flatMap((name) =>
    parameters.getAll(name).map((value) => [name, value]),
  );
  const more = [filter.managerId, filter.organizationId, filter.from, filter.to, filter.steps[0]];
  const isOpen = more.some((value) => value !== null && value !== undefined);
  const any: Choice = ['', list.any];
  return html`<form method="get" action="/manager/deposits" class="card search no-print" role="search" data-live>
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="row">
      ${textField({ name: 'q', label: list.search, hint: list.searchHint, type: 'search', value: parameters.get('q') ?? '', autocomplete: 'off' })}
      <button type="submit" class="second">${list.find}</button>
      <a class="button second" href="/manager/deposits">${list.reset}</a>
    </div>
    <details ${isOpen && html`open`}>
      <summary>${list.more}</summary>
      <div class="filters">
        ${selectField({
          name: 'step',
          label: list.step,
          value: filter.steps[0] ?? '',
          choices: [any, ...STEPS.map((step): Choice => [step, STEP_NAMES[language][step]])],
        })}
        ${selectField({ name: 'manager', label: list.manager, value: filter.managerId ?? '', choices: [any, ...managers] })}
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
    </details>
  </form>`;
}

function results(view: ListView, language: Language, token: Html): Html {
  const { list } = DEPOSIT_WORDS[language];
  if (view.rows.length === 0) return nothing(view, list);
  return html`<form method="post" action="/manager/sign-many">
      ${token} ${table(view, language)} ${bulkBar(view, list)}
    </form>
    ${paging(view, list)}`;
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

const COLUMNS = ['tenant', 'contract', 'amount', 'rental_start', 'created'] as const;

function table({ parameters, rows, query: { order } }: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  const canSign = rows.some((one) => one.canSign);
  const head = (column: (typeof COLUMNS)[number], className = ''): Html => {
    const isBy = order.sort === column;
    const dir = isBy && !order.descending ? 'down' : 'up';
    const sorted = isBy && html`aria-sort="${order.descending ? 'descending' : 'ascending'}"`;
    return html`<th scope="col" class="${className}" ${sorted}>
      <a href="${listAddress(parameters, { sort: column, dir })}"
        >${list.columns[column]}${isBy && html`<span aria-hidden="true"> ${order.descending ? '↓' : '↑'}</span>`}</a
      >
    </th>`;
  };
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${list.results}</caption>
      <thead>
        <tr>
          ${canSign && html`<th scope="col"><span class="hidden">${list.selected}</span></th>`} ${head('tenant')}
          <th scope="col">${list.columns.property}</th>
          ${head('contract')} ${head('amount', 'right')} ${head('rental_start')} ${head('created')}
          <th scope="col">${list.columns.state}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((one) => row(one, language, canSign))}
      </tbody>
    </table>
  </div>`;
}

function row(deposit: ListRow, language: Language, hasBoxes: boolean): Html {
  const { list } = DEPOSIT_WORDS[language];
  const { columns } = list;
  const { depositId, externalContractId, state, step, awaitsManager, hasProblem } = deposit;
  const box = html`<input type="checkbox" name="id" value="${depositId}" aria-label="${list.select(externalContractId)}" />`;
  return html`<tr>
    ${hasBoxes && html`<td class="box">${deposit.canSign && box}</td>`}
    <td class="first"><a href="/manager/deposits/${depositId}">${deposit.tenants}</a></td>
    <td data-label="${columns.property}">${deposit.property}</td>
    <td data-label="${columns.contract}" class="nowrap">${externalContractId}</td>
    <td data-label="${columns.amount}" class="right amount">${formatChf(deposit.rentalDeposit)}</td>
    <td data-label="${columns.rental_start}" class="number">${formatDay(deposit.rentalStart)}</td>
    <td data-label="${columns.created}" class="number">${formatDay(swissDay(deposit.createdAt))}</td>
    <td data-label="${columns.state}">
      <span>
        <span class="state ${state}">${STATE_NAMES[language][state]}</span>
        ${awaitsManager && html`<strong class="mark">${deposit.isMine ? list.awaits : list.awaitsOther(deposit.manager.name)}</strong>`}
        ${hasProblem && html`<strong class="mark bad">${list.problem}</strong>`}
        ${step !== null && !awaitsManager && html`<small class="soft">${STEP_NAMES[language][step]}</small>`}
      </span>
    </td>
  </tr>`;
}

function bulkBar({ rows }: ListView, list: DepositWords['list']): Content {
  if (!rows.some(({ canSign }) => canSign)) return null;
  return html`<div class="bulk no-print">
    <div class="check" hidden>
      <input type="checkbox" id="all" data-all />
      <label for="all">${list.selectAll} (<span data-selected>0</span> ${list.selected})</label>
    </div>
    <button type="submit">${list.reviewAndSign}</button>
  </div>`;
}

function paging({ parameters, previous, next }: ListView, list: DepositWords['list']): Html {
  const csv = listAddress(parameters, {}).replace('/manager/deposits', '/manager/deposits.csv');
  return html`<nav class="paging no-print" aria-label="${list.results}">
    <span>
      ${previous !== null && html`<a class="button second small" href="${listAddress(parameters, { before: previous })}">${list.earlier}</a>`}
      ${next !== null && html`<a class="button second small" href="${listAddress(parameters, { after: next })}">${list.later}</a>`}
    </span>
    <a href="${csv}">${list.export}</a>
  </nav>`;
}
