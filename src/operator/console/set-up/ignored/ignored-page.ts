import type { Organization } from '../../../../domain/organization.ts';
import type { IgnoredContract } from '../../../../storage/set-up/ignored-contracts.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { notice, textArea, textField } from '../../../../web/parts.ts';
import { time } from '../../moment.ts';
import type { LineProblem } from './ignored-csv.ts';
import { organizationHead } from '../organization-head.ts';

export type TypedContract = { contract: string; until: string };

export type IgnoredView = {
  organization: Organization;
  token: Html;
  mayChange: boolean;
  now: Date;
  contracts: readonly IgnoredContract[];
  hasMore: boolean;
  /** What the contract ids begin with. */
  wanted: string;
  isFirst: boolean;
  done: string | null;
  typed: TypedContract;
  list: string;
  problems: Partial<Record<keyof TypedContract, string>>;
  lines: readonly LineProblem[];
};

const DONE: Record<string, string> = {
  one: 'Calls for this contract are skipped from now on.',
  list: 'The list is saved. Calls for its contracts are skipped from now on.',
  unignored: 'Calls for this contract open deposits again.',
};

/** A longer list of problems does not help. */
const MOST_PROBLEMS = 20;

export function ignoredPage(view: IgnoredView): Pick<Page, 'title' | 'content' | 'scripts'> {
  const { organization, done, mayChange } = view;
  const message = Object.hasOwn(DONE, done ?? '') ? DONE[done ?? ''] : undefined;
  const content = html`${organizationHead(organization, 'ignored')}
    ${message !== undefined && notice('good', html`<p>${message}</p>`)} ${summary(view)}
    <p class="lead">
      Calls for a contract on this list are answered as skipped and open no deposit. Use it for contracts that stay with another provider or move over later. Existing deposits are not affected.
    </p>
    ${mayChange && html`<div class="two">${oneCard(view)} ${listCard(view)}</div>`}
    <section>
      <h2>The list</h2>
      ${listed(view)}
    </section>`;
  return { title: `Ignored contracts of ${organization.name}`, content, scripts: ['file.js'] };
}

function summary({ problems, lines }: IgnoredView): Content {
  if (lines.length === 0 && Object.keys(problems).length === 0) return null;
  return notice(
    'warn',
    html`<p>Nothing was saved. Please correct:</p>
      <ul>
        ${problems.contract && html`<li><a href="#contract">Contract id</a>: ${problems.contract}</li>`}
        ${problems.until && html`<li><a href="#until">Last day</a>: ${problems.until}</li>`}
        ${lines.slice(0, MOST_PROBLEMS).map(({ line, message }) => html`<li><a href="#list">Line ${line}</a>: ${message}</li>`)}
        ${lines.length > MOST_PROBLEMS && html`<li>and ${lines.length - MOST_PROBLEMS} more</li>`}
      </ul>`,
  );
}

function oneCard({ organization, token, typed, problems }: IgnoredView): Html {
  return html`<section class="card">
    <h2>One contract</h2>
    <form method="post" action="/operator/organizations/${organization.id}/ignored" novalidate>
      ${token}
      ${textField({
        name: 'contract',
        label: 'Contract id',
        hint: 'As the partner sends it in externalContractId.',
        value: typed.contract,
        isRequired: true,
        problem: problems.contract,
      })}
      ${textField({
        name: 'until',
        label: 'Last day',
        hint: 'Such as 31.03.2027. Empty: permanently.',
        value: typed.until,
        problem: problems.until,
      })}
      <button type="submit">Ignore it</button>
    </form>
  </section>`;
}

function listCard({ organization, token, list, lines }: IgnoredView): Html {
  return html`<section class="card">
    <h2>Many at once</h2>
    <form method="post" action="/operator/organizations/${organization.id}/ignored/upload" novalidate>
      ${token}
      <div class="field" hidden>
        <label for="file">From a file</label>
        <input type="file" id="file" accept=".csv,text/csv,text/plain" data-fills="list" />
      </div>
      ${textArea({
        name: 'list',
        label: 'CSV: contract id;last day',
        hint: 'Choose a file or paste its lines. Either all lines are saved or none. Contracts that are listed already get the new day.',
        value: list,
        isRequired: true,
        problem: lines.length === 0 ? null : 'Some lines cannot be read; they are listed above.',
      })}
      <button type="submit">Save the list</button>
    </form>
  </section>`;
}

function listed(view: IgnoredView): Html {
  const { organization, token, contracts, hasMore, wanted, isFirst, now, mayChange } = view;
  const url = `/operator/organizations/${organization.id}/ignored`;
  const row = ({ externalContractId, until }: IgnoredContract): Html => html`<tr>
    <td class="first"><code>${externalContractId}</code></td>
    <td data-label="Until">
      ${until === null ? 'permanently' : html`<span>${time(until)}${until <= now && ' (expired)'}</span>`}
    </td>
    <td class="right">
      ${
        mayChange &&
        html`<form method="post" action="${url}/unignore">
          ${token}<input type="hidden" name="contract" value="${externalContractId}" />
          <button type="submit" class="second small" aria-label="Stop ignoring: ${externalContractId}">Stop ignoring</button>
        </form>`
      }
    </td>
  </tr>`;
  const last = contracts.at(-1)?.externalContractId ?? '';
  const query = (after: string | null): string =>
    new URLSearchParams({ ...(wanted !== '' && { q: wanted }), ...(after !== null && { after }) }).toString();
  return html`<form class="card search" method="get" role="search">
      <div class="row">
        <div class="field">
          <label for="q">Contract id begins with</label>
          <input id="q" name="q" type="search" value="${wanted}" />
        </div>
        <button type="submit" class="second">Search</button>
      </div>
    </form>
    ${
      contracts.length === 0
        ? html`<p class="empty">${wanted === '' ? 'No contract is ignored.' : 'Nothing was found.'}</p>`
        : html`<div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">Contract id</th>
                  <th scope="col">Until</th>
                  <td></td>
                </tr>
              </thead>
              <tbody>
                ${contracts.map(row)}
              </tbody>
            </table>
          </div>`
    }
    <nav class="paging" aria-label="Pages">
      ${!isFirst && html`<a class="button second" href="${url}?${query(null)}">First page</a>`}
      ${hasMore && html`<a class="button second" href="${url}?${query(last)}">Next page</a>`}
    </nav>`;
}
