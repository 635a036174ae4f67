import type { FastifyReply } from 'fastify';
import { formatDay, swissDay } from '../../../domain/calendar.ts';
import { STATES, STEPS } from '../../../domain/deposit.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { formatChf } from '../../../domain/money.ts';
import type { Organization } from '../../../domain/organization.ts';
import {
  MOST_COUNTED,
  type ListCounts,
  type ListedDeposit,
  type ListedDeposits,
} from '../../../storage/deposit-list/deposit-list.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { selectField, textField, type Choice } from '../../../web/parts.ts';
import type { Visit } from '../../app.ts';
import type { Person } from '../../person.ts';
import { listAddress, type ListQuery } from './list-query.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';

export type ListView = {
  query: ListQuery;
  found: ListedDeposits;
  counts: ListCounts;
  /** How many await this very person, as far as they were counted. */
  mine: number;
  organizations: readonly Organization[];
  managers: readonly Choice[];
};

/** The deposits of a person: counts, filters, and one page of the list. */
export function listPage(visit: Visit, view: ListView): FastifyReply {
  const { list } = DEPOSIT_WORDS[visit.language];
  const content = html`<div class="heading">
      <h1>${list.title}</h1>
      <a class="button" href="/manager/deposits/new">${list.newDeposit}</a>
    </div>
    ${filters(visit, view)}
    <div id="results" aria-live="polite">${tabs(visit, view)} ${results(visit, view)}</div>`;
  return visit.show('deposits', { title: list.title, content, scripts: ['search.js', 'select.js'] });
}

function tabs({ query, language, person }: Visit, { query: { filter }, counts, mine }: ListView): Html {
  const { list } = DEPOSIT_WORDS[language];
  const show = query.get('show');
  const me = person.memberships[0].member.id;
  const [state, ...others] = filter.states;
  const chosen = others.length === 0 ? state : undefined;
  const tab = (name: string, count: number | null, changes: Record<string, string | null>, isCurrent: boolean): Html =>
    html`<li>
      <a href="${listAddress(query, { show: null, state: null, step: null, ...changes })}" ${isCurrent && html`aria-current="true"`}
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
  return count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}

function filters({ query, language }: Visit, { organizations, managers, query: { filter } }: ListView): Html {
  const { list } = DEPOSIT_WORDS[language];
  const kept = ['show', 'state', 'sort', 'dir'].flatMap((name) => query.getAll(name).map((value) => [name, value]));
  const more = [filter.managerId, filter.organizationId, filter.from, filter.to, filter.steps[0]];
  const isOpen = more.some((value) => value !== null && value !== undefined);
  const any: Choice = ['', list.any];
  return html`<form method="get" action="/manager/deposits" class="card search no-print" role="search" data-live>
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="row">
      ${textField({ name: 'q', label: list.search, hint: list.searchHint, type: 'search', value: query.get('q') ?? '', autocomplete: 'off' })}
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

function results(visit: Visit, view: ListView): Html {
  const { list } = DEPOSIT_WORDS[visit.language];
  const { found } = view;
  if (found.deposits.length === 0) return nothing(visit, list);
  return html`<form method="post" action="/manager/sign-many">
      ${visit.token} ${table(visit, view)} ${bulkBar(found.deposits, list)}
    </form>
    ${paging(visit, view)}`;
}

function nothing({ query }: Visit, list: DepositWords['list']): Html {
  const isFiltered = [...query.keys()].some((name) =>
    ['q', 'show', 'state', 'step', 'manager', 'organization', 'from', 'to'].includes(name),
  );
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

function table(visit: Visit, { found, query: { order } }: ListView): Html {
  const { list } = DEPOSIT_WORDS[visit.language];
  const canSign = found.deposits.some(isSignable);
  const head = (column: (typeof COLUMNS)[number], className = ''): Html => {
    const isBy = order.sort === column;
    const dir = isBy && !order.descending ? 'down' : 'up';
    const sorted = isBy && html`aria-sort="${order.descending ? 'descending' : 'ascending'}"`;
    return html`<th scope="col" class="${className}" ${sorted}>
      <a href="${listAddress(visit.query, { sort: column, dir })}"
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
        ${found.deposits.map((deposit) => row(deposit, visit, canSign))}
      </tbody>
    </table>
  </div>`;
}

function isSignable({ step }: ListedDeposit): boolean {
  return step === 'awaiting_manager_signature';
}

function isMine({ memberships }: Person, { manager }: ListedDeposit): boolean {
  return memberships.some(({ member }) => member.id === manager.id);
}

function row(deposit: ListedDeposit, { language, person }: Visit, canSign: boolean): Html {
  const { list } = DEPOSIT_WORDS[language];
  const { columns } = list;
  const { depositId, externalContractId, state, step, awaitsManager, hasProblem } = deposit;
  const box = html`<input type="checkbox" name="id" value="${depositId}" aria-label="${list.select(externalContractId)}" />`;
  return html`<tr>
    ${canSign && html`<td class="box">${isSignable(deposit) && box}</td>`}
    <td class="first"><a href="/manager/deposits/${depositId}">${deposit.tenants}</a></td>
    <td data-label="${columns.property}">${deposit.property}</td>
    <td data-label="${columns.contract}" class="nowrap">${externalContractId}</td>
    <td data-label="${columns.amount}" class="right amount">${formatChf(deposit.rentalDeposit)}</td>
    <td data-label="${columns.rental_start}" class="number">${formatDay(deposit.rentalStart)}</td>
    <td data-label="${columns.created}" class="number">${formatDay(swissDay(deposit.createdAt))}</td>
    <td data-label="${columns.state}">
      <span>
        <span class="state ${state}">${STATE_NAMES[language][state]}</span>
        ${awaitsManager && html`<strong class="mark">${isMine(person, deposit) ? list.awaits : list.awaitsOther(deposit.manager.name)}</strong>`}
        ${hasProblem && html`<strong class="mark bad">${list.problem}</strong>`}
        ${step !== null && !awaitsManager && html`<small class="soft">${STEP_NAMES[language][step]}</small>`}
      </span>
    </td>
  </tr>`;
}

function bulkBar(deposits: readonly ListedDeposit[], list: DepositWords['list']): Content {
  if (!deposits.some(isSignable)) return null;
  return html`<div class="bulk no-print">
    <div class="check" hidden>
      <input type="checkbox" id="all" data-all />
      <label for="all">${list.selectAll} (<span data-selected>0</span> ${list.selected})</label>
    </div>
    <button type="submit">${list.reviewAndSign}</button>
  </div>`;
}

function paging({ query, language }: Visit, { found }: ListView): Html {
  const { list } = DEPOSIT_WORDS[language];
  const { previous, next } = found;
  const csv = listAddress(query, {}).replace('/manager/deposits', '/manager/deposits.csv');
  return html`<nav class="paging no-print" aria-label="${list.results}">
    <span>
      ${previous !== null && html`<a class="button second small" href="${listAddress(query, { before: previous })}">${list.earlier}</a>`}
      ${next !== null && html`<a class="button second small" href="${listAddress(query, { after: next })}">${list.later}</a>`}
    </span>
    <a href="${csv}">${list.export}</a>
  </nav>`;
}
