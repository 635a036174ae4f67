import { formatDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { propertyLine, type Deposit } from '../../../domain/deposit.ts';
import { tenantName } from '../../../domain/tenant.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, unbroken } from '../../../web/parts.ts';
import { nearDuplicateLine } from '../notes/warning-notice.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { AGREEMENT_WORDS } from '../words/agreement.ts';
import type { DepositWords } from '../words/words.ts';
import type { Result, ReviewView } from './sign-many-view.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** The selected deposits, to review before they are signed. */
export function reviewPage(view: ReviewView, { language, token }: { language: Language; token: Html }): Shown {
  const words = DEPOSIT_WORDS[language];
  const { bulk, act } = words;
  const { toSign, others } = view;
  const content = html`<a class="crumb" href="/manager/deposits">${words.one.back}</a>
    <h1>${bulk.title}</h1>
    ${
      toSign.length > 0 &&
      html`<p class="lead">${bulk.review(toSign.length)}</p>
        ${table(view, words, language)}
        <form method="post" action="/manager/sign-many/confirm">
          ${token}
          ${toSign.map(({ deposit: { id }, version }) => html`<input type="hidden" name="sign" value="${id}/${version}" />`)}
          <div class="buttons">
            <button type="submit">${bulk.sign(toSign.length)}</button>
            <a class="button second" href="/manager/deposits">${act.cancel}</a>
          </div>
        </form>`
    }
    ${others.length > 0 && html`<h2>${bulk.notAnyMore}</h2>${links(others.map((deposit) => [deposit, null]))}`}`;
  return { title: bulk.title, content };
}

function table({ toSign, sum }: ReviewView, { list, one, bulk }: DepositWords, language: Language): Html {
  const { columns } = list;
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${bulk.title}</caption>
      <thead>
        <tr>
          <th scope="col">${columns.tenant}</th>
          <th scope="col">${columns.property}</th>
          <th scope="col">${columns.contract}</th>
          <th scope="col">${columns.rental_start}</th>
          <th scope="col">${one.owner}</th>
          <th scope="col" class="right">${columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        ${toSign.map(
          ({ deposit: { id, terms }, differsFromRegister, duplicates }) =>
            html`<tr>
              <td class="first">
                <a href="/manager/deposits/${id}">${terms.tenants.map(tenantName).join(', ')}</a>
                ${differsFromRegister && html`<small class="mark bad">${one.registerDiffers}</small>`}
                ${nearDuplicateLine(duplicates, language)}
              </td>
              <td data-label="${columns.property}">${propertyLine(terms)}</td>
              <td data-label="${columns.contract}">
                ${unbroken(terms.externalContractId)}<br />
                <a href="/manager/deposits/${id}/agreement.pdf">${AGREEMENT_WORDS[language]}</a>
              </td>
              <td data-label="${columns.rental_start}" class="number">${formatDay(terms.rentalStart)}</td>
              <td data-label="${one.owner}">${terms.owner.name}</td>
              <td data-label="${columns.amount}" class="right amount">${formatChf(terms.rentalDeposit)}</td>
            </tr>`,
        )}
        <tr>
          <td class="first" colspan="5">${bulk.sum}</td>
          <td data-label="${bulk.sum}" class="right amount"><strong>${formatChf(sum)}</strong></td>
        </tr>
      </tbody>
    </table>
  </div>`;
}

export function reportPage(results: readonly Result[], language: Language): Shown {
  const words = DEPOSIT_WORDS[language];
  const { bulk } = words;
  const signed = results.filter(({ refusal }) => refusal === null);
  const refused = results.filter(({ refusal }) => refusal !== null);
  const reason = ({ refusal }: Result): string | null => (refusal === null ? null : words.refusals[refusal.refused]);
  const content = html`<a class="crumb" href="/manager/deposits">${words.one.back}</a>
    <h1>${bulk.title}</h1>
    ${signed.length > 0 && notice('good', html`<h2>${bulk.done(signed.length)}</h2>${links(signed.map(({ deposit }) => [deposit, null]))}`)}
    ${refused.length > 0 && notice('warn', html`<h2>${bulk.notDone(refused.length)}</h2>${links(refused.map((one) => [one.deposit, reason(one)]))}`)}
    ${results.length === 0 && notice('wait', html`<h2>${bulk.nothing}</h2><p>${bulk.nothingMeans}</p>`)}`;
  return { title: bulk.title, content, isNarrow: true };
}

function links(deposits: readonly (readonly [Deposit, Content])[]): Html {
  return html`<ul>
    ${deposits.map(
      ([{ id, terms }, more]) =>
        html`<li>
          <a href="/manager/deposits/${id}">${terms.tenants.map(tenantName).join(', ')}, ${terms.externalContractId}</a> ${more}
        </li>`,
    )}
  </ul>`;
}

export function problemPage(text: string, language: Language): Shown {
  const { bulk, one } = DEPOSIT_WORDS[language];
  const content = html`<a class="crumb" href="/manager/deposits">${one.back}</a>
    <h1>${bulk.title}</h1>
    ${notice('wait', html`<p>${text}</p>`)}`;
  return { title: bulk.title, content, isNarrow: true };
}
