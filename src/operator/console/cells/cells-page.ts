import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, notice } from '../../../web/parts.ts';
import type { AskedCell, CellOverview } from '../../cells/overview.ts';
import { SECTIONS } from '../sections.ts';

export function cellsPage(cells: readonly AskedCell[], search: string): Pick<Page, 'title' | 'content'> {
  const title = 'Cells';
  const away = cells.filter(({ overview }) => overview === null).map(({ name }) => name);
  const content = html`<h1>${title}</h1>
    <p class="lead">Each organization is at home in one cell, a database with its own processes and its own console.</p>
    ${
      away.length > 0 &&
      notice('warn', html`<p>No answer from ${away.join(', ')}. What is there is missing below, also in a search.</p>`)
    }
    <form class="card search" method="get" role="search">
      <div class="row">
        <div class="field">
          <label for="q">Organization, contract id, payment reference or id of a deposit</label>
          <input id="q" name="q" type="search" value="${search}" />
        </div>
        <button type="submit" class="second">Search in all cells</button>
      </div>
    </form>
    ${cells.map((cell) => cellCard(cell, search !== ''))}`;
  return { title, content };
}

function cellCard(cell: AskedCell, isSearch: boolean): Html {
  const { name, address, isOwn, overview } = cell;
  return html`<section class="card" aria-labelledby="cell-${name}">
    <div class="heading">
      <h2 id="cell-${name}">${name}${isOwn && ' (this one)'}</h2>
      ${!isOwn && html`<a class="button second small" href="${pathIn(cell, '/operator')}">Open its console</a>`}
    </div>
    ${overview === null ? html`<p>It does not answer.</p>` : answered(cell, overview, isSearch)}
    ${address !== null && html`<p class="hint">${address}</p>`}
  </section>`;
}

function answered(cell: AskedCell, overview: CellOverview, isSearch: boolean): Content {
  const { isKnown, organizations, count, deposits, attention, untold } = overview;
  if (!isKnown) return html`<p>You are not an operator of this cell. Its admins can add you.</p>`;
  const waiting = Object.entries(attention).filter(([, number]) => number > 0);
  return [
    facts([
      ['State', 'It answers.'],
      ['Waits for an operator', waiting.length > 0 && waitingList(cell, waiting)],
      ['Not yet told to', untoldTo(untold)],
      [isSearch ? 'Organizations found' : 'Organizations', String(count)],
    ]),
    organizations.length > 0 &&
      html`<ul>
        ${organizations.map(({ id, name }) => html`<li><a href="${pathIn(cell, `/operator/organizations/${id}`)}">${name}</a></li>`)}
      </ul>`,
    count > organizations.length &&
      html`<p class="hint">${organizations.length} of ${count} are shown; search for the others.</p>`,
    isSearch && depositList(cell, deposits),
  ];
}

function waitingList(cell: AskedCell, waiting: readonly (readonly [string, number])[]): Content {
  return waiting.map(([key, number], index) => {
    const [name, href] = SECTIONS[key as keyof typeof SECTIONS] ?? [key, '/operator'];
    return html`${index > 0 && ', '}<a href="${pathIn(cell, href)}">${name}: ${number}</a>`;
  });
}

function untoldTo(untold: CellOverview['untold']): Content {
  const some = Object.entries(untold);
  return (
    some.length > 0 && some.map(([cell, count]) => `${cell}: ${count} ${count === 1 ? 'change' : 'changes'}`).join(', ')
  );
}

function depositList(cell: AskedCell, deposits: CellOverview['deposits']): Content {
  if (deposits.length === 0) return html`<p class="empty">No deposit fits.</p>`;
  return html`<h3>Deposits</h3>
    <ul>
      ${deposits.map(
        ({ id, contract, organization, state }) =>
          html`<li><a href="${pathIn(cell, `/operator/deposits/${id}`)}">${contract}</a>, ${organization}, ${state}</li>`,
      )}
    </ul>`;
}

/** A page of a cell's console; of another cell by the way that keeps the operator signed in. */
function pathIn({ name, isOwn }: AskedCell, path: string): string {
  return isOwn ? path : pathInCell(name, path);
}

/** A page of another cell's console. */
function pathInCell(cell: string, path: string): string {
  return `/operator/cells/${cell}/open?${new URLSearchParams({ next: path }).toString()}`;
}

/** On pages of an organization that has moved away. */
export function atHomeElsewhere(home: string | null, path: string): Content {
  if (home === null) return null;
  return notice(
    'wait',
    html`<p>
      The organization is at home in the cell ${home}, or on its way there. What is here is what was here when it moved.
      <a href="${pathInCell(home, path)}">Open it there</a>
    </p>`,
  );
}

type Arrival = { text: string; ticket: { from: string; emailKey: string } };

/** Before an operator is signed in who comes from another cell. */
export function consoleArrivalPage(own: string, { text, ticket }: Arrival): Page {
  const title = `Console of the cell ${own}`;
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">You come from the cell ${ticket.from}, where you are signed in as <strong>${ticket.emailKey}</strong>.</p>
    <form method="post" action="/operator/sign-in/arrive">
      <input type="hidden" name="ticket" value="${text}" />
      <button type="submit" class="block">Go on here</button>
    </form>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}

export function noArrivalPage(): Page {
  const title = 'This way in no longer works';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">
      It works once, for two minutes, and only for operators of this cell. Go back and open the console of this cell again, or sign in here.
    </p>
    <p><a class="button second" href="/operator/sign-in">Sign in</a></p>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}
