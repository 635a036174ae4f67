import type { FastifyReply } from 'fastify';
import { swissDay } from '../../../domain/calendar.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { propertyLine, tenantName } from '../../../domain/lifecycle/mails.ts';
import { standing } from '../../../domain/lifecycle/split.ts';
import { formatChf, plainAmount, rappen, type Rappen } from '../../../domain/money.ts';
import { field } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { notice, textArea, textField } from '../../../web/parts.ts';
import type { Visit } from '../../app.ts';
import { closingCard } from '../deposit/action-card.ts';
import type { Asked, SplitProblems } from './split-form.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';

/** The form for a first proposal or a counter-proposal. Null: not possible where the deposit stands. */
export function splitPage(visit: Visit, { deposit, what, now }: Asked, problems: SplitProblems): FastifyReply | null {
  if (!canMove(what === 'close' ? 'start_closing' : 'counter_propose', deposit)) return null;
  const words = DEPOSIT_WORDS[visit.language];
  const { act } = words;
  const title = what === 'close' ? act.close : act.counter;
  const { id, terms, product, closing } = deposit;
  const isInsurance = product === 'insurance';
  const content = html`<a class="crumb" href="/manager/deposits/${id}">← ${terms.externalContractId}</a>
    <h1>${title}</h1>
    ${Object.keys(problems).length > 0 && summary(problems, words)}
    <p class="lead">
      ${tenantName(terms.tenants[0])} · ${propertyLine(terms)} ·
      <span class="amount">CHF ${formatChf(terms.rentalDeposit)}</span>
    </p>
    ${closingCard(deposit, words)}
    <div class="card">
      <p>${isInsurance ? act.closeInsurance : act.closeMeans}</p>
      <form method="post" action="/manager/deposits/${id}/${what}">
        ${visit.token} <input type="hidden" name="proposals" value="${closing?.proposals.length ?? 0}" />
        ${textField({
          name: 'amountLandlord',
          label: isInsurance ? act.claimInsurance : act.amountLandlord,
          hint: isInsurance ? null : act.amountLandlordHint(formatChf(terms.rentalDeposit)),
          value: field(visit.form, 'amountLandlord') || plainAmount(standingAmount(deposit)),
          inputmode: 'decimal',
          isRequired: true,
          problem: problems.amountLandlord,
        })}
        ${
          what === 'close' &&
          textField({
            name: 'tenancyEnd',
            label: act.tenancyEnd,
            type: 'date',
            value: field(visit.form, 'tenancyEnd') || swissDay(now),
            isRequired: true,
            problem: problems.tenancyEnd,
          })
        }
        ${textArea({
          name: 'reason',
          label: act.reason,
          hint: act.reasonHint,
          value: field(visit.form, 'reason'),
          problem: problems.reason,
        })}
        <div class="buttons">
          <button type="submit">${act.propose}</button>
          <a class="button second" href="/manager/deposits/${id}">${act.cancel}</a>
        </div>
      </form>
    </div>`;
  const status = Object.keys(problems).length > 0 ? 422 : 200;
  return visit.show('deposits', { title, content, isNarrow: true }, status);
}

/** A counter-proposal starts from what is on the table. */
function standingAmount({ closing }: Deposit): Rappen {
  return closing === null ? rappen(0) : standing(closing).amountLandlord;
}

function summary(problems: SplitProblems, { act }: DepositWords): Html {
  const lines = Object.entries(problems).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return notice('warn', html`<h2>${act.problems}</h2><ul>${lines}</ul>`);
}
