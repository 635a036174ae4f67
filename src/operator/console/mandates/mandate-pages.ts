import type { MandateState, Word } from '../../../domain/mandates/mandate.ts';
import { maskRecord } from '../../../domain/masking/mask-for-viewer.ts';
import type { Conflict, CountedMandate } from '../../../storage/mandates/mandates.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts } from '../../../web/parts.ts';
import { time } from '../moment.ts';
import { nothing, recordTable } from '../monitoring/parts.ts';

const STATES: Record<MandateState, string> = {
  asked: 'asked for',
  moving: 'moving',
  done: 'done',
  rejected: 'rejected',
};

const CODES: Record<Conflict['code'], string> = {
  contract_exists: 'The new organization has a deposit of this contract id.',
  not_here: 'It was no longer in the old organization.',
};

/** More are in the operator API. */
const SHOWN_CONFLICTS = 500;

export function consoleMandatesPage(
  mandates: readonly CountedMandate[],
  next: string | null,
): Pick<Page, 'title' | 'content'> {
  const columns = [
    { label: 'From', className: 'wrap' },
    { label: 'To', className: 'wrap' },
    { label: 'State' },
    { label: 'Asked for', className: 'number nowrap' },
    { label: 'Moved', className: 'number' },
    { label: 'Stayed', className: 'number' },
  ];
  const row = ({ id, from, to, state, asked, counts }: CountedMandate): Content[] => [
    html`<a href="/operator/mandates/${id}">${from.name}</a>`,
    to.name,
    STATES[state],
    time(asked.at),
    String(counts.moved),
    String(counts.conflicts),
  ];
  const content = html`<h1>Mandates</h1>
    <p class="lead">
      Organizations hand deposits over to others. Administrators of both ask and agree on their pages.
    </p>
    ${
      mandates.length === 0
        ? nothing('Nothing here', 'No organization has handed deposits over yet.')
        : recordTable('Mandates', columns, mandates.map(row))
    }
    ${next !== null && html`<p><a href="/operator/mandates?after=${next}">Older ones</a></p>`}`;
  return { title: 'Mandates', content };
}

/** `isPlain`: the reader may see who agreed. */
export function consoleMandatePage(
  mandate: CountedMandate,
  conflicts: readonly Conflict[],
  isPlain: boolean,
): Pick<Page, 'title' | 'content'> {
  const { from, to, state, counts, rejected } = mandate;
  const word = (given: Word | null): Content => {
    if (given === null) return 'not yet';
    const by = isPlain ? given.by : maskRecord({ email: given.by }).email;
    return html`${by}, ${time(given.at)}`;
  };
  const organization = ({ organizationId, name }: CountedMandate['from']): Html =>
    html`<a href="/operator/organizations/${organizationId}">${name}</a>`;
  const hasBegun = state === 'moving' || state === 'done';
  const content = html`<a class="crumb" href="/operator/mandates">Mandates</a>
    <h1>${from.name} → ${to.name}</h1>
    <section class="card">
      ${facts([
        ['State', STATES[state]],
        ['From', organization(from)],
        ['To', organization(to)],
        ['About', mandate.isAll ? 'all deposits neither closed nor withdrawn' : 'chosen deposits'],
        ['Deposits', String(hasBegun ? counts.waiting + counts.moved + counts.conflicts : mandate.askedFor)],
        ['Asked for by', word(mandate.asked)],
        ['Agreed, from', word(from.agreed)],
        ['Agreed, to', word(to.agreed)],
        ['Rejected', rejected === null ? null : word(rejected)],
        ['Waiting', hasBegun ? String(counts.waiting) : null],
        ['Moved', hasBegun ? String(counts.moved) : null],
        ['Stayed behind', hasBegun ? String(counts.conflicts) : null],
        ['Done', mandate.doneAt === null ? null : time(mandate.doneAt)],
      ])}
    </section>
    ${conflicts.length > 0 && conflictTable(conflicts, hasBegun)}`;
  return { title: `Mandate: ${from.name} → ${to.name}`, content };
}

function conflictTable(conflicts: readonly Conflict[], hasBegun: boolean): Html {
  const columns = [
    { label: 'Contract', className: 'wrap' },
    { label: 'Why', className: 'wrap' },
  ];
  const rows = conflicts
    .slice(0, SHOWN_CONFLICTS)
    .map(({ depositId, externalContractId, code }): Content[] => [
      html`<a href="/operator/deposits/${depositId}">${externalContractId}</a>`,
      CODES[code],
    ]);
  const title = hasBegun ? 'Stayed behind' : 'Would stay behind';
  return html`<h2>${title}</h2>
    ${recordTable(title, columns, rows)}`;
}
