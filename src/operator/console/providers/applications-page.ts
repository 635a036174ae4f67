import { counted, QUEUE_STATES, type AskedRow } from '../../../actions/providers/asked-row.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import type { ConsoleVisit } from '../app.ts';
import { time } from '../moment.ts';
import { nothing, paging, recordTable, tabs } from '../monitoring/parts.ts';
import type { ApplicationsView } from './applications-view.ts';
import { providerHead, providerUrl } from './provider-head.ts';
import { APPLICATION_KIND_WORDS, APPLICATION_STATE_WORDS, applicationState } from './words.ts';

/** What is asked of a provider, oldest first. */
export function applicationsPage(
  view: ApplicationsView,
  provider: StoredProvider,
  { query, may }: ConsoleVisit,
): Pick<Page, 'title' | 'content'> {
  const url = `${providerUrl(provider)}/applications`;
  const { rows, state, counts, next } = view;
  const content = html`${providerHead(provider, 'applications', may)}
    <p class="lead">What is asked of the provider, oldest first.</p>
    ${may('clerk') && fileCard(provider, counts.open > 0)}
    ${tabs(
      QUEUE_STATES.map((one) => ({
        name: one === 'all' ? 'All' : APPLICATION_STATE_WORDS[one],
        href: one === 'open' ? url : `${url}?state=${one}`,
        isCurrent: one === state,
        ...((one === 'open' || one === 'acknowledged') && { count: counted(counts[one]) }),
      })),
    )}
    ${rows.length === 0 ? nothing('No applications', 'None is in this state.') : recordTable('Applications, oldest first', COLUMNS, rows.map(rowOf))}
    ${paging(url, query, next)}`;
  return { title: `Applications of ${provider.name}`, content };
}

/** For a provider without an interface. */
function fileCard(provider: StoredProvider, hasOpen: boolean): Html {
  const url = providerUrl(provider);
  return html`<section class="card">
    <h2>By file</h2>
    <p>Without an interface, hand over what is open as a CSV file, and upload the answers.</p>
    <div class="buttons">
      ${hasOpen && html`<a class="button second" href="${url}/applications.csv">Download the open ones as CSV</a>`}
      <a class="button second" href="${url}/answers">Upload answers</a>
    </div>
  </section>`;
}

const COLUMNS = [
  { label: 'Contract' },
  { label: 'Application' },
  { label: 'Holder' },
  { label: 'Deposit CHF', className: 'right' },
  { label: 'Home', className: 'wrap' },
  { label: 'Asked', className: 'number' },
  { label: 'State' },
];

function rowOf(row: AskedRow): Content[] {
  const { claim, reference } = row;
  return [
    html`<a href="/operator/deposits/${row.depositId}#applications">${row.contractId}</a>`,
    html`<span>${APPLICATION_KIND_WORDS[row.kind]}${claim !== null && html`<small class="soft">CHF ${formatChf(claim)}</small>`}</span>`,
    row.holder,
    html`<span class="amount">${formatChf(row.amount)}</span>`,
    row.property,
    time(row.createdAt),
    html`<span>${applicationState(row.state)}${reference !== null && html`<small class="soft">${reference}</small>`}</span>`,
  ];
}
