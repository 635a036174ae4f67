import type { FastifyReply } from 'fastify';
import { periodText } from '../../../domain/retention.ts';
import { readPeriods } from '../../../storage/data-protection/data-protection.ts';
import { isId } from '../../../storage/database/ids.ts';
import { listCalls, type CallPage, type ListedCall } from '../../../storage/request-log/list.ts';
import { html, type Html } from '../../../web/html.ts';
import { notice } from '../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { choose, isUnclear, whoIsMeant } from '../choose.ts';
import { filterOf, filters } from './filters.ts';
import { answeredText, durationText, momentText, outcomeMark, readText, spanText } from './words.ts';

const ADDRESS = '/operator/calls';
const MOST_ON_A_PAGE = 50;

export async function callsPage({ services }: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply> {
  const { database } = services;
  const { query } = visit;
  const partner = await choose(database, 'partners', query, 'partner');
  const organization = await choose(database, 'organizations', query, 'organization');
  const periods = await readPeriods(database);
  const head = html`<div class="heading"><h1>Calls</h1></div>
    <p class="soft">
      Every call of a partner, newest first, kept for ${periodText('request_log', periods)}. Reads of contract status and
      events that were answered alike within a few seconds are one line.
    </p>
    ${filters(query, { partner, organization })}`;
  const chosen = [partner, organization];
  if (chosen.some(isUnclear)) {
    const unclear = whoIsMeant(chosen, ({ kind }, { id }) =>
      addressOf(query, { [kind === 'partners' ? 'partner' : 'organization']: id, before: null }),
    );
    return visit.show('calls', { title: 'Calls', content: html`${head} ${unclear}` });
  }
  const before = query.get('before');
  const page = await listCalls(database, {
    filter: filterOf(query, { partner, organization }),
    before: before !== null && isId(before) ? before : null,
    most: MOST_ON_A_PAGE,
  });
  const content = html`${head} ${list(page)} ${paging(query, page, before !== null)}`;
  return visit.show('calls', { title: 'Calls', content });
}

function list({ calls, lookedBackTo }: CallPage): Html {
  const limit =
    lookedBackTo !== null &&
    notice(
      'info',
      html`<p>Looked through the calls back to ${momentText(lookedBackTo)}. There may be earlier ones.</p>`,
    );
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

/** Partners print reasons as HTML; here the breaks only cost room. */
function shortReason(reason: string): string {
  return shortened(reason.replaceAll(/<br\s*\/?>/g, ' ').trim(), LONGEST_REASON);
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function paging(query: URLSearchParams, { next }: CallPage, isLater: boolean): Html {
  return html`<nav class="paging" aria-label="Pages">
    ${isLater && html`<a href="${addressOf(query, { before: null })}">Newest</a>`}
    ${next !== null && html`<a href="${addressOf(query, { before: next })}">Earlier</a>`}
  </nav>`;
}

/** The same page with some of what is asked for changed; null: it is left out. */
function addressOf(query: URLSearchParams, changes: Record<string, string | null>): string {
  const wanted = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) wanted.delete(name);
    else wanted.set(name, value);
  }
  return `${ADDRESS}?${wanted.toString()}`;
}
