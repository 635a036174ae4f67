import { propertyLine, type Deposit } from '../../../domain/deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { stepName } from '../../../domain/messages/refused.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { tenantName } from '../../../domain/tenant.ts';
import type { Language } from '../../../domain/values/language.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, unbroken } from '../../../web/parts.ts';
import { LIST_WORDS } from '../list/list-words.ts';
import { DEPOSIT_WORDS } from '../words.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** Selected deposits, by whether somebody can be reminded now. */
type RemindReview = {
  toRemind: readonly Deposit[];
  recently: readonly Deposit[];
  others: readonly Deposit[];
};

export type Reminded = { deposit: Deposit; refusal: Refusal | null };

export function remindReviewPage(
  { toRemind, recently, others }: RemindReview,
  { language, token }: { language: Language; token: Html },
): Shown {
  const words = LIST_WORDS[language].remindMany;
  const { one, act } = DEPOSIT_WORDS[language];
  const content = html`<a class="crumb" href="/manager/deposits">${one.back}</a>
    <h1>${words.title}</h1>
    ${
      toRemind.length === 0
        ? notice('wait', html`<h2>${words.nothing}</h2><p>${words.nothingMeans}</p>`)
        : html`<p class="lead">${words.review(toRemind.length)}</p>
            ${table(toRemind, language)}
            <form method="post" action="/manager/remind-many/confirm">
              ${token} ${toRemind.map(({ id }) => html`<input type="hidden" name="id" value="${id}" />`)}
              <div class="buttons">
                <button type="submit">${words.send(toRemind.length)}</button>
                <a class="button second" href="/manager/deposits">${act.cancel}</a>
              </div>
            </form>`
    }
    ${recently.length > 0 && html`<h2>${words.recently}</h2>${links(recently.map((deposit) => [deposit, null]))}`}
    ${others.length > 0 && html`<h2>${words.notAwaited}</h2>${links(others.map((deposit) => [deposit, null]))}`}`;
  return { title: words.title, content };
}

function table(deposits: readonly Deposit[], language: Language): Html {
  const { columns, remindMany } = LIST_WORDS[language];
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${remindMany.title}</caption>
      <thead>
        <tr>
          <th scope="col">${columns.tenant}</th>
          <th scope="col">${columns.property}</th>
          <th scope="col">${columns.contract}</th>
          <th scope="col">${columns.state}</th>
        </tr>
      </thead>
      <tbody>
        ${deposits.map(
          (deposit) =>
            html`<tr>
              <td class="first">
                <a href="/manager/deposits/${deposit.id}">${deposit.terms.tenants.map(tenantName).join(', ')}</a>
              </td>
              <td data-label="${columns.property}">${propertyLine(deposit.terms)}</td>
              <td data-label="${columns.contract}">${unbroken(deposit.terms.externalContractId)}</td>
              <td data-label="${columns.state}">${stepName(deposit, language) ?? STATE_NAMES[language][deposit.state]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function remindedPage(results: readonly Reminded[], language: Language): Shown {
  const words = LIST_WORDS[language].remindMany;
  const { one, refusals } = DEPOSIT_WORDS[language];
  const done = results.filter(({ refusal }) => refusal === null);
  const refused = results.flatMap(({ deposit, refusal }) =>
    refusal === null
      ? []
      : [[deposit, refusal.refused === 'changed_meanwhile' ? words.recently : refusals[refusal.refused]] as const],
  );
  const content = html`<a class="crumb" href="/manager/deposits">${one.back}</a>
    <h1>${words.title}</h1>
    ${done.length > 0 && notice('good', html`<h2>${words.done(done.length)}</h2>${links(done.map(({ deposit }) => [deposit, null]))}`)}
    ${refused.length > 0 && notice('warn', html`<h2>${words.notDone(refused.length)}</h2>${links(refused)}`)}
    ${results.length === 0 && notice('wait', html`<h2>${words.nothing}</h2><p>${words.nothingMeans}</p>`)}`;
  return { title: words.title, content, isNarrow: true };
}

function links(deposits: readonly (readonly [Deposit, Content])[]): Html {
  return html`<ul>
    ${deposits.map(
      ([{ id, terms }, more]) =>
        html`<li>
          <a href="/manager/deposits/${id}">${terms.tenants.map(tenantName).join(', ')}, ${terms.externalContractId}</a>${more !== null && html`<br />${more}`}
        </li>`,
    )}
  </ul>`;
}

export function remindProblemPage(text: string | null, language: Language): Shown {
  const words = LIST_WORDS[language].remindMany;
  const content = html`<a class="crumb" href="/manager/deposits">${DEPOSIT_WORDS[language].one.back}</a>
    <h1>${words.title}</h1>
    ${notice('wait', text === null ? html`<h2>${words.nothing}</h2><p>${words.nothingMeans}</p>` : html`<p>${text}</p>`)}`;
  return { title: words.title, content, isNarrow: true };
}
