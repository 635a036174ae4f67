import { counted, QUEUE_STATES } from '../../../actions/providers/asked-row.ts';
import type { ApplicationState } from '../../../domain/application.ts';
import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice } from '../../../web/parts.ts';
import { PROVIDER_WORDS } from '../words.ts';
import type { ProviderWords } from '../words/words.ts';
import type { QueueRow, QueueView } from './queue-view.ts';

type Shown = {
  language: Language;
  token: Html;
  mayAnswer: boolean;
  /** What was just done, or why nothing was. */
  message: { tone: 'good' | 'warn'; text: string } | null;
};

/** What is asked of the provider, oldest first. */
export function queuePage(view: QueueView, shown: Shown): Pick<Page, 'title' | 'content' | 'scripts'> {
  const words = PROVIDER_WORDS[shown.language];
  const { queue } = words;
  const { message } = shown;
  const content = html`<div class="heading">
      <h1>${queue.title}</h1>
      ${
        (view.state === 'open' || view.state === 'acknowledged') &&
        view.rows.length > 0 &&
        html`<a class="button second" href="/provider/applications.csv?state=${view.state}">${queue.export}</a>`
      }
    </div>
    <p class="lead">${queue.lead}</p>
    ${message !== null && notice(message.tone, html`<p>${message.text}</p>`)} ${tabs(view, words)}
    ${view.rows.length === 0 ? nothing(queue) : results(view, words, shown)} ${paging(view, queue)}`;
  return { title: queue.title, content, scripts: ['select.js'] };
}

export function queueAddress({ state }: Pick<QueueView, 'state'>, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(state === 'open' ? {} : { state }), ...more }).toString();
  return query === '' ? '/provider' : `/provider?${query}`;
}

/** The same colours as the states of deposits: waiting, in progress, done. */
const TONES: Record<ApplicationState, string> = {
  open: 'opening',
  acknowledged: 'closing',
  answered: 'open',
  cancelled: '',
};

export function stateBadge(state: ApplicationState, words: ProviderWords): Html {
  return html`<span class="state ${TONES[state]}">${words.states[state]}</span>`;
}

function tabs({ state: chosen, counts }: QueueView, { states, queue }: ProviderWords): Html {
  return html`<ul class="tabs">
    ${QUEUE_STATES.map(
      (state) =>
        html`<li>
          <a href="${queueAddress({ state })}" ${state === chosen && html`aria-current="true"`}
            >${state === 'all' ? queue.all : states[state]}
            ${(state === 'open' || state === 'acknowledged') && html`<span class="count">${counted(counts[state])}</span>`}</a
          >
        </li>`,
    )}
  </ul>`;
}

function nothing(queue: ProviderWords['queue']): Html {
  return html`<div class="card empty">
    <h2>${queue.none}</h2>
    <p>${queue.noneMeans}</p>
  </div>`;
}

function results(view: QueueView, words: ProviderWords, { token, mayAnswer }: Shown): Html {
  const canSelect = mayAnswer && view.rows.some(({ state }) => state === 'open');
  const list = table(view.rows, words, canSelect);
  if (!canSelect) return list;
  const { queue } = words;
  return html`<form method="post" action="/provider/acknowledge">
    ${token}<input type="hidden" name="state" value="${view.state}" />
    ${list}
    <div class="bulk no-print">
      <div class="check" hidden>
        <input type="checkbox" id="all" data-all />
        <label for="all">${queue.selectAll} (<span data-selected>0</span> ${queue.selected})</label>
      </div>
      <button type="submit">${queue.acknowledge}</button>
    </div>
  </form>`;
}

function table(rows: readonly QueueRow[], words: ProviderWords, canSelect: boolean): Html {
  const { queue } = words;
  const { columns } = queue;
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${queue.results}</caption>
      <thead>
        <tr>
          ${canSelect && html`<th scope="col"><span class="hidden">${queue.selected}</span></th>`}
          <th scope="col">${columns.holder}</th>
          <th scope="col">${columns.kind}</th>
          <th scope="col" class="right">${columns.amount}</th>
          <th scope="col">${columns.property}</th>
          <th scope="col">${columns.asked}</th>
          <th scope="col">${columns.state}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((one) => row(one, words, canSelect))}
      </tbody>
    </table>
  </div>`;
}

function row(one: QueueRow, words: ProviderWords, canSelect: boolean): Html {
  const { queue, kinds } = words;
  const { columns } = queue;
  const box = html`<input type="checkbox" name="id" value="${one.id}" aria-label="${queue.select(one.holder)}" />`;
  return html`<tr>
    ${canSelect && html`<td class="box">${one.state === 'open' && box}</td>`}
    <td class="first"><a href="/provider/applications/${one.id}">${one.holder}</a></td>
    <td data-label="${columns.kind}">
      <span>${kinds[one.kind]}${one.claim !== null && html`<small class="soft">${queue.claimed(formatChf(one.claim))}</small>`}</span>
    </td>
    <td data-label="${columns.amount}" class="right amount">${formatChf(one.amount)}</td>
    <td data-label="${columns.property}">${one.property}</td>
    <td data-label="${columns.asked}" class="number">
      <span>${formatDay(swissDay(one.createdAt))}<small class="soft">${isWaiting(one) && queue.age(one.age)}</small></span>
    </td>
    <td data-label="${columns.state}">
      <span>${stateBadge(one.state, words)}${one.reference !== null && html`<small class="soft">${one.reference}</small>`}</span>
    </td>
  </tr>`;
}

const isWaiting = ({ state }: QueueRow): boolean => state === 'open' || state === 'acknowledged';

function paging(view: QueueView, queue: ProviderWords['queue']): Content {
  const { previous, next } = view;
  if (previous === null && next === null) return null;
  const link = (name: 'before' | 'after', id: string | null, label: string): Content =>
    id !== null && html`<a class="button second small" href="${queueAddress(view, { [name]: id })}">${label}</a>`;
  return html`<nav class="paging no-print" aria-label="${queue.results}">
    <span>${link('before', previous, queue.earlier)} ${link('after', next, queue.later)}</span>
  </nav>`;
}
