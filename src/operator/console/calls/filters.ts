import { parseDay, startOfDay, type Day } from '../../../domain/values/calendar.ts';
import { INTEGRATIONS } from '../../../domain/integration.ts';
import type { CallFilter, CallKind } from '../../../storage/request-log/list.ts';
import { field } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { selectField, textField, type Choice } from '../../../web/parts.ts';
import { chooseField, type Chosen } from '../choose.ts';

const PATHS: readonly Choice[] = [
  ['', 'All'],
  ...INTEGRATIONS.flatMap((name): Choice[] => [
    [`/webhook/${name}`, name],
    [`/webhook/${name}/check`, `${name}, dry run`],
  ]),
  ['/webhook/contract-status', 'contract status'],
  ['/webhook/events', 'events'],
  ['/webhook/deposits', 'deposits'],
];
const READER_PATHS: ReadonlySet<string> = new Set(['/webhook/contract-status', '/webhook/events', '/webhook/deposits']);

/** Reads are hidden by default because they outnumber the rest; a search for one contract includes them. */
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

type Whose = { partner: Chosen; organization: Chosen };

/** Values that are not understood are ignored. */
export function filterOf(query: URLSearchParams, { partner, organization }: Whose): CallFilter {
  const text = (name: string): string | null => field(query, name) || null;
  const oneOf = (name: string, choices: readonly Choice[]): string | null =>
    choices.some(([value]) => value === field(query, name)) ? text(name) : null;
  const from = parseDay(field(query, 'from'));
  const to = parseDay(field(query, 'to'));
  return {
    kind: kindOf(query),
    from: from === null ? null : startOfDay(from),
    to: to === null ? null : startOfDay(dayAfter(to)),
    path: oneOf('path', PATHS),
    partnerId: partner.one?.id ?? null,
    organizationId: organization.one?.id ?? null,
    outcome: oneOf('outcome', OUTCOMES) as CallFilter['outcome'],
    externalContractId: text('contract'),
    reason: text('reason'),
  };
}

function dayAfter(day: Day): Day {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString() as Day;
}

export function filters(query: URLSearchParams, { partner, organization }: Whose): Html {
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
        ${chooseField({ name: 'partner', label: 'Partner', chosen: partner })}
        ${chooseField({ name: 'organization', label: 'Organization', chosen: organization })}
        ${textField({ name: 'reason', label: 'Text in the reason', value: value('reason') })}
      </div>
    </details>
  </form>`;
}
