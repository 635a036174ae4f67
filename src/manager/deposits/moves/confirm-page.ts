import { propertyLine, type Deposit } from '../../../domain/deposit.ts';
import { tenantName } from '../../../domain/tenant.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { Language } from '../../../domain/values/language.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts } from '../../../web/parts.ts';
import { DEPOSIT_WORDS } from '../words.ts';

export type Confirmable = 'edit' | 'withdraw';

/** Says what the action does, and asks for confirmation. */
export function confirmPage(
  deposit: Deposit,
  what: Confirmable,
  { language, token }: { language: Language; token: Html },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { act, list, one } = DEPOSIT_WORDS[language];
  const { terms, paidIn, id } = deposit;
  const isWithdrawal = what === 'withdraw';
  const content = html`<a class="crumb" href="/manager/deposits/${id}">${terms.externalContractId}</a>
    <h1>${isWithdrawal ? act.withdraw : act.edit}</h1>
    <div class="card">
      ${facts([
        [one.contract, terms.externalContractId],
        [one.property, propertyLine(terms)],
        [list.columns.tenant, terms.tenants.map(tenantName).join(', ')],
        [one.amount, `CHF ${formatChf(terms.rentalDeposit)}`],
      ])}
      <p>${isWithdrawal ? act.withdrawMeans : act.editMeans}</p>
      ${isWithdrawal && paidIn > 0 && html`<p>${act.withdrawPaysBack(formatChf(paidIn))}</p>`}
      <form method="post" action="/manager/deposits/${id}/${what}">
        ${token}
        <div class="buttons">
          <button type="submit" class="${isWithdrawal ? 'danger' : ''}">
            ${isWithdrawal ? act.withdrawConfirm : act.editConfirm}
          </button>
          <a class="button second" href="/manager/deposits/${id}">${act.cancel}</a>
        </div>
      </form>
    </div>`;
  return { title: isWithdrawal ? act.withdraw : act.edit, content, isNarrow: true };
}
