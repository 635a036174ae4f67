import type { CallPage, ListedCall } from '../../../storage/request-log/list.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice } from '../../../web/parts.ts';
import { whoIsMeant } from '../choose.ts';
import type { CallsView } from './calls-view.ts';
import { filters } from './filters.ts';
import { answeredText, durationText, momentText, outcomeMark, readText, spanText } from './words.ts';

const ADDRESS = '/operator/calls';

export function callsPage({ query, partner, organization, keptFor, page }: CallsView): Pick<Page, 'title' | 'content'> {
  const title = 'Calls';
  const head = html`<div class="heading"><h1>${title}</h1></div>
    <p class="soft">
      Every call of a partner, newest first, kept for ${keptFor}. Reads of contract status and events that were answered
      alike within a few seconds are one line.
    </p>
    ${filters(query, { partner, organization })}`;
  if (page === null) {
    const unclear = whoIsMeant([partner, organization], ({ kind }, { id }) =>
      addressOf(query, { [kind === 'partners' ? 'partner' : 'organization']: id, before: null }),
    );
    return { title, content: html`${head} ${unclear}` };
  }
  return { title, content: html`${head} ${list(page)} ${paging(query, page)}` };
}

function list({ calls, lookedBackTo }: CallPage): Html {
  const limit =
    lookedBackTo !== null &&
    notice('info', html`<p>Searched back to ${momentText(lookedBackTo)}. There may be earlier calls.</p>`);
  if (calls.length === 0) {
    return html`${limit}<div class="card empty"><h2>No calls</h2><p>Nothing matches what you are looking for.</p></div>`;
  }
  return html`${limit}<div class="table">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Contract</th>
            <th scope="col">Outcome</th>
            <th scope="col">Reason, or what was read</th>
            <th scope="col">Partner, organization</th>
            <th scope="col">Path</th>
            <th scope="col" class="right">Took</th>
          </tr>
        </thead>
        <tbody>${calls.map(row)}</tbody>
      </table>
    </div>`;
}

function row(call: ListedCall): Html {
  const { read } = call;
  return html`<tr>
    <td class="first"><a class="nowrap" href="/operator/calls/${call.id}">${momentText(call.at)}</a>${read !== null && spanText(call.at, read.lastAt)}</td>
    <td data-label="Contract">${shortened(call.externalContractId ?? '–', LONGEST_ID)}</td>
    <td data-label="Outcome">${outcomeMark(call.outcome)}</td>
    <td class="wrap" data-label="Reason">${read === null ? shortReason(call.reason ?? '') : html`${readText(read)}<small>${answeredText(read)}</small>`}</td>
    <td data-label="Who">${who(call)}</td>
    <td data-label="Path">${call.path.replace('/webhook/', '')}</td>
    <td class="right amount" data-label="Took">${durationText(call.durationMs)}</td>
  </tr>`;
}

function who({ partner, organization }: ListedCall): Html {
  if (partner === null && organization === null) return html`Unknown`;
  return html`${partner ?? 'Reader'}<small>${organization ?? 'no organization'}</small>`;
}

const LONGEST_ID = 40;
const LONGEST_REASON = 160;

/** Reasons are written for HTML pages of partners; line breaks only waste space here. */
function shortReason(reason: string): string {
  return shortened(reason.replaceAll(/<br\s*\/?>/g, ' ').trim(), LONGEST_REASON);
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function paging(query: URLSearchParams, { next }: CallPage): Html {
  return html`<nav class="paging" aria-label="Pages">
    ${query.has('before') && html`<a href="${addressOf(query, { before: null })}">Newest</a>`}
    ${next !== null && html`<a href="${addressOf(query, { before: next })}">Earlier</a>`}
  </nav>`;
}

/** The address of this page with changed parameters; null removes one. */
function addressOf(query: URLSearchParams, changes: Record<string, string | null>): string {
  const wanted = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) wanted.delete(name);
    else wanted.set(name, value);
  }
  return `${ADDRESS}?${wanted.toString()}`;
}
