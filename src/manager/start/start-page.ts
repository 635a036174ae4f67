import { formatDay } from '../../domain/values/calendar.ts';
import type { Language } from '../../domain/values/language.ts';
import { formatSigned } from '../../domain/values/money.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { chf, unbroken } from '../../web/parts.ts';
import { LIST_WORDS } from '../deposits/list/list-words.ts';
import { MOST_IMPORT_ERRORS, MOST_ON_A_TILE, type StartView } from './start-view.ts';
import { START_WORDS, type StartTile } from './words.ts';

/** What is to be done, what is wrong, which days come next, and what is held. Every number leads to its list. */
export function startPage(
  view: StartView,
  { name, language }: { name: string; language: Language },
): Pick<Page, 'title' | 'content'> {
  const words = START_WORDS[language];
  const { counts, importErrors } = view;
  const tiles = (names: readonly StartTile[]): Html[] => names.map((one) => tile(view, one, language));
  const isDone = counts.sign + counts.answer + counts.send_again + counts.overdue === 0;
  const content = html`<h1>${words.greeting(name)}</h1>
    ${whose(view, language)}
    <section aria-labelledby="todo">
      <h2 id="todo">${words.todo}</h2>
      ${isDone && html`<p class="lead">${words.nothing}. ${words.nothingMeans}</p>`}
      <div class="tiles">${tiles(['sign', 'answer', 'overdue', 'year'])} ${counts.send_again > 0 && tiles(['send_again'])}</div>
    </section>
    <section aria-labelledby="problems">
      <h2 id="problems">${words.problems}</h2>
      <div class="tiles">
        ${tiles(['refused', 'register'])}
        ${numberTile({ href: '/manager/import-errors', count: countText(importErrors, MOST_IMPORT_ERRORS), name: words.importErrors, means: words.importErrorsMean, tone: importErrors > 0 ? 'bad' : 'none' })}
      </div>
    </section>
    ${deadlines(view, language)}
    <section aria-labelledby="money">
      <h2 id="money">${words.money}</h2>
      <div class="tiles">
        ${numberTile({ href: '/manager/holdings', count: chf(formatSigned(view.held)), name: words.held, means: words.heldMeans, tone: 'none' })}
      </div>
    </section>
    <p><a href="/manager/deposits">${words.list}</a></p>`;
  return { title: words.title, content };
}

function whose({ isMine }: StartView, language: Language): Html {
  const words = START_WORDS[language];
  return html`<nav aria-label="${words.whose}">
    <ul class="tabs">
      <li><a href="/manager/start" ${!isMine && html`aria-current="true"`}>${words.forAll}</a></li>
      <li><a href="/manager/start?who=me" ${isMine && html`aria-current="true"`}>${words.forMe}</a></li>
    </ul>
  </nav>`;
}

const TONES: Record<StartTile, 'todo' | 'bad'> = {
  sign: 'todo',
  answer: 'todo',
  send_again: 'todo',
  overdue: 'bad',
  year: 'todo',
  refused: 'bad',
  register: 'bad',
};

function tile(view: StartView, name: StartTile, language: Language): Html {
  const words = START_WORDS[language];
  const count = view.counts[name];
  return numberTile({
    href: listOf(view, name),
    count: countText(count, MOST_ON_A_TILE),
    name: words.tiles[name],
    means: words.means[name],
    tone: count === 0 ? 'none' : TONES[name],
  });
}

/** The list that has exactly what was counted. */
function listOf({ isMine, me }: Pick<StartView, 'isMine' | 'me'>, show: StartTile): string {
  return `/manager/deposits?${new URLSearchParams({ show, ...(isMine && { manager: me }) }).toString()}`;
}

function countText(count: number, most: number): string {
  return count > most ? `${most}+` : String(count);
}

function numberTile({
  href,
  count,
  name,
  means,
  tone,
}: {
  href: string;
  count: Content;
  name: string;
  means: string;
  tone: 'todo' | 'bad' | 'none';
}): Html {
  return html`<a class="number-tile ${tone}" href="${href}">
    <span class="big">${count}</span> <strong>${name}</strong> <small>${means}</small>
  </a>`;
}

function deadlines({ deadlines: next, isMine, me }: StartView, language: Language): Content {
  if (next.length === 0) return null;
  const words = START_WORDS[language];
  const { columns } = LIST_WORDS[language];
  return html`<section aria-labelledby="deadlines">
    <h2 id="deadlines">${words.deadlines}</h2>
    <div class="table">
      <table class="cards">
        <caption class="hidden">${words.deadlines}</caption>
        <thead>
          <tr>
            <th scope="col">${columns.tenant}</th>
            <th scope="col">${columns.contract}</th>
            <th scope="col">${columns.property}</th>
            <th scope="col">${words.orderedOn}</th>
          </tr>
        </thead>
        <tbody>
          ${next.map(
            ({ depositId, tenants, externalContractId, property, freesOn }) =>
              html`<tr>
                <td class="first"><a href="/manager/deposits/${depositId}">${tenants}</a></td>
                <td data-label="${columns.contract}">${unbroken(externalContractId)}</td>
                <td data-label="${columns.property}">${property}</td>
                <td data-label="${words.orderedOn}" class="number">${freesOn !== null && formatDay(freesOn)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p><a href="${listOf({ isMine, me }, 'year')}">${words.all}</a></p>
  </section>`;
}
