import type { FastifyReply } from 'fastify';
import type { Deposit } from '../../../domain/deposit.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { propertyLine, tenantName } from '../../../domain/lifecycle/mails.ts';
import { formatChf } from '../../../domain/money.ts';
import { html } from '../../../web/html.ts';
import { facts } from '../../../web/parts.ts';
import type { Visit } from '../../app.ts';
import { DEPOSIT_WORDS } from '../words.ts';

export type Confirmable = 'edit' | 'withdraw';

/** Says what follows, and asks once more. Null: not possible where the deposit stands. */
export function confirmPage(visit: Visit, deposit: Deposit, what: Confirmable): FastifyReply | null {
  const { act, one } = DEPOSIT_WORDS[visit.language];
  if (!canMove(what, deposit)) return null;
  const { terms, paidIn, id } = deposit;
  const isWithdrawal = what === 'withdraw';
  const content = html`<a class="crumb" href="/manager/deposits/${id}">← ${terms.externalContractId}</a>
    <h1>${isWithdrawal ? act.withdraw : act.edit}</h1>
    <div class="card">
      ${facts([
        [one.contract, terms.externalContractId],
        [one.property, propertyLine(terms)],
        [one.mainTenant, tenantName(terms.tenants[0])],
        [one.amount, `CHF ${formatChf(terms.rentalDeposit)}`],
      ])}
      <p>${isWithdrawal ? act.withdrawMeans : act.editMeans}</p>
      ${isWithdrawal && paidIn > 0 && html`<p>${act.withdrawPaysBack(formatChf(paidIn))}</p>`}
      <form method="post" action="/manager/deposits/${id}/${what}">
        ${visit.token}
        <div class="buttons">
          <button type="submit" class="${isWithdrawal ? 'danger' : ''}">
            ${isWithdrawal ? act.withdrawConfirm : act.editConfirm}
          </button>
          <a class="button second" href="/manager/deposits/${id}">${act.cancel}</a>
        </div>
      </form>
    </div>`;
  return visit.show('deposits', { title: isWithdrawal ? act.withdraw : act.edit, content, isNarrow: true });
}
