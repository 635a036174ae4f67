import type { FastifyReply } from 'fastify';
import { parseDay, startOfDay, type Day } from '../../../domain/calendar.ts';
import { INTEGRATIONS } from '../../../domain/integration.ts';
import { periodText } from '../../../domain/retention.ts';
import { readPeriods } from '../../../storage/data-protection.ts';
import { isId } from '../../../storage/ids.ts';
import { listOrganizations } from '../../../storage/organizations.ts';
import { listPartners } from '../../../storage/partners.ts';
import {
  listCalls,
  type CallFilter,
  type CallKind,
  type CallPage,
  type ListedCall,
} from '../../../storage/request-log-list.ts';
import { field } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { notice, selectField, textField, type Choice } from '../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { answeredText, durationText, momentText, outcomeMark, readText, spanText } from './words.ts';

const MOST_ON_A_PAGE = 50;

export async function callsPage({ services }: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply> {
  const { database } = services;
  const { query } = visit;
  const before = query.get('before');
  const page = await listCalls(database, {
    filter: filterOf(query),
    before: before !== null && isId(before) ? before : null,
    most: MOST_ON_A_PAGE,
  });
  const partners = await listPartners(database);
  const organizations = await listOrganizations(database);
  const periods = await readPeriods(database);
  const named = (all: readonly { id: string; name: string }[]): Choice[] => [
    ['', 'All'],
    ...all.map(({ id, name }): Choice => [id, name]).toSorted((a, b) => a[1].localeCompare(b[1], 'en')),
  ];
  const content = html`<div class="heading"><h1>Calls</h1></div>
    <p class="soft">
      Every call of a partner, newest first, kept for ${periodText('request_log', periods)}. Reads of contract status and
      events that were answered alike within a few seconds are one line.
    </p>
    ${filters(query, { partners: named(partners), organizations: named(organizations) })} ${list(page)}
    ${paging(query, page, before !== null)}`;
  return visit.show('calls', { title: 'Calls', content });
}

const PATHS: readonly Choice[] = [
  ['', 'All'],
  ...INTEGRATIONS.flatMap((name): Choice[] => [
    [`/webhook/${name}`, name],
    [`/webhook/${name}/check`, `${name}, dry run`],
  ]),
  ['/webhook/contract-status', 'contract status'],
  ['/webhook/events', 'events'],
];
const READER_PATHS: ReadonlySet<string> = new Set(['/webhook/contract-status', '/webhook/events']);

/** Reads are so many that they would hide the rest; who looks for one contract sees them all. */
const KINDS: readonly Choice[] = [
  ['', 'Openings and failures; of one contract everything'],
  ['reads', 'Reads that were answered'],
  ['all', 'Everything'],
];

function kindOf(query: URLSearchParams): CallKind {
  const chosen = field(query, 'kind');
  if (chosen === 'reads' || chosen === 'all') return chosen;
  return field(query, 'contract') !== '' || READER_PATHS.has(field(query, 'path')) ? 'all' : 'openings';
}

const OUTCOMES: readonly Choice[] = [
  ['', 'All'],
  ['refused', 'Not successful'],
  ['success', 'Success'],
  ['skipped', 'Skipped'],
  ['errored', 'Errored'],
];

/** What is not understood does not filter. */
function filterOf(query: URLSearchParams): CallFilter {
  const text = (name: string): string | null => field(query, name) || null;
  const id = (name: string): string | null => (isId(field(query, name)) ? field(query, name) : null);
  const oneOf = (name: string, choices: readonly Choice[]): string | null =>
    choices.some(([value]) => value === field(query, name)) ? text(name) : null;
  const from = parseDay(field(query, 'from'));
  const to = parseDay(field(query, 'to'));
  return {
    kind: kindOf(query),
    from: from === null ? null : startOfDay(from),
    to: to === null ? null : startOfDay(dayAfter(to)),
    path: oneOf('path', PATHS),
    partnerId: id('partner'),
    organizationId: id('organization'),
    outcome: oneOf('outcome', OUTCOMES) as CallFilter['outcome'],
    externalContractId: text('contract'),
    reason: text('reason'),
  };
}

function dayAfter(day: Day): Day {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString() as Day;
}

function filters(
  query: URLSearchParams,
  { partners, organizations }: { partners: readonly Choice[]; organizations: readonly Choice[] },
): Html {
  const value = (name: string): string => field(query, name);
  const isNarrowed = ['kind', 'from', 'to', 'path', 'partner', 'organization', 'reason'].some(
    (name) => value(name) !== '',
  );
  return html`<form class="card search" method="get" action="/operator/calls">
    <div class="row">
      ${textField({ name: 'contract', label: 'Contract id', value: value('contract'), type: 'search' })}
      ${selectField({ name: 'outcome', label: 'Outcome', value: value('outcome'), choices: OUTCOMES })}
      <button type="submit">Search</button>
    </div>
    <details ${isNarrowed && html`open`}>
      <summary>More filters</summary>
      <div class="filters">
        ${selectField({ name: 'kind', label: 'Which', value: value('kind'), choices: KINDS })}
        ${textField({ name: 'from', label: 'From', value: value('from'), type: 'date' })}
        ${textField({ name: 'to', label: 'Until', value: value('to'), type: 'date' })}
        ${selectField({ name: 'path', label: 'Path', value: value('path'), choices: PATHS })}
        ${selectField({ name: 'partner', label: 'Partner', value: value('partner'), choices: partners })}
        ${selectField({ name: 'organization', label: 'Organization', value: value('organization'), choices: organizations })}
        ${textField({ name: 'reason', label: 'Text in the reason', value: value('reason') })}
      </div>
    </details>
  </form>`;
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
  const link = (before: string | null): string => {
    const wanted = new URLSearchParams(query);
    wanted.delete('before');
    if (before !== null) wanted.set('before', before);
    return `/operator/calls?${wanted.toString()}`;
  };
  return html`<nav class="paging" aria-label="Pages">
    ${isLater && html`<a href="${link(null)}">Newest</a>`} ${next !== null && html`<a href="${link(next)}">Earlier</a>`}
  </nav>`;
}
