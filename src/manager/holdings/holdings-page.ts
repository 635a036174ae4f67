import type { Organization } from '../../domain/organization.ts';
import { totalHeld, type BalanceConfirmation, type Holding } from '../../domain/statements/holdings.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import type { Language } from '../../domain/values/language.ts';
import { formatSigned } from '../../domain/values/money.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { chf, textField } from '../../web/parts.ts';
import type { HoldingsView } from './holdings-view.ts';
import { HOLDINGS_WORDS } from './words.ts';

/** Further deposits are in the files. */
const MOST_SHOWN = 100;

/** What an organization's deposits held on a day, with the files for its auditor. */
export function holdingsPage(view: HoldingsView, language: Language): Pick<Page, 'title' | 'content'> {
  const words = HOLDINGS_WORDS[language];
  const { organization, confirmation, day, problem } = view;
  const content = html`${tabs(view, language)}
    <h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <form method="get" action="/manager/holdings" class="card search no-print">
      <input type="hidden" name="organization" value="${organization.id}" />
      <div class="row">
        ${textField({ name: 'at', type: 'date', label: words.day, value: day, isRequired: true, problem: problem && words.problems[problem] })}
        <button type="submit" class="second">${words.show}</button>
      </div>
    </form>
    ${confirmation !== null && heldCard(organization, confirmation, language)}
    ${confirmation !== null && confirmation.holdings.length > 0 && listCard(confirmation.holdings, language)}`;
  return { title: words.title, content };
}

function tabs({ organization, organizations, day }: HoldingsView, language: Language): Content {
  if (organizations.length < 2) return null;
  const tab = ({ id, name }: Organization): Html => {
    const isCurrent = id === organization.id && html`aria-current="page"`;
    return html`<li><a href="${address('', id, day)}" ${isCurrent}>${name}</a></li>`;
  };
  return html`<nav aria-label="${HOLDINGS_WORDS[language].choose}">
    <ul class="tabs">
      ${organizations.map(tab)}
    </ul>
  </nav>`;
}

function address(ending: '' | '.pdf' | '.xlsx' | '.csv', organization: string, at: string): string {
  return `/manager/holdings${ending}?${new URLSearchParams({ organization, at }).toString()}`;
}

function heldCard({ id, name }: Organization, { on, holdings }: BalanceConfirmation, language: Language): Html {
  const words = HOLDINGS_WORDS[language];
  if (holdings.length === 0) return html`<div class="card empty"><p>${words.none}</p></div>`;
  return html`<section class="card">
    <h2>${words.total(formatDay(on))}</h2>
    <p class="big">${chf(formatSigned(totalHeld(holdings)))}</p>
    <p class="soft">${name} · ${words.count(holdings.length)}</p>
    <h3>${words.files}</h3>
    <p class="hint">${words.filesMean}</p>
    <div class="buttons">
      <a class="button" href="${address('.pdf', id, on)}">PDF</a>
      <a class="button second" href="${address('.xlsx', id, on)}">${words.excel}</a>
      <a class="button second" href="${address('.csv', id, on)}">CSV</a>
    </div>
    <p class="hint">${words.computed}</p>
  </section>`;
}

function listCard(holdings: readonly Holding[], language: Language): Html {
  const { list, columns, shown } = HOLDINGS_WORDS[language];
  const row = ({ depositId, externalContractId, tenants, property, iban, amount }: Holding): Html => html`<tr>
    <td class="first"><a href="/manager/deposits/${depositId}">${externalContractId}</a></td>
    <td data-label="${columns.tenants}">${tenants}</td>
    <td data-label="${columns.property}">${property}</td>
    <td data-label="${columns.account}" class="nowrap">${iban === null ? '' : groupedIban(iban)}</td>
    <td data-label="${columns.amount}" class="right nowrap">${chf(formatSigned(amount))}</td>
  </tr>`;
  return html`<section>
    <h2>${list}</h2>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col">${columns.contract}</th>
            <th scope="col">${columns.tenants}</th>
            <th scope="col">${columns.property}</th>
            <th scope="col">${columns.account}</th>
            <th scope="col" class="right">${columns.amount}</th>
          </tr>
        </thead>
        <tbody>
          ${holdings.slice(0, MOST_SHOWN).map(row)}
        </tbody>
      </table>
    </div>
    ${holdings.length > MOST_SHOWN && html`<p class="hint">${shown(MOST_SHOWN, holdings.length)}</p>`}
  </section>`;
}
