import type { Language } from '../../../domain/values/language.ts';
import { propertyLine } from '../../../domain/deposit.ts';
import { tenantName } from '../../../domain/tenant.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { chf, notice, textArea, textField } from '../../../web/parts.ts';
import { closingCard } from '../deposit/closing-card.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';
import type { DepositWords } from '../words/words.ts';
import type { SplitProblems } from './split-form.ts';
import type { SplitView } from './split-view.ts';

/** The form for a first proposal or a counter-proposal. */
export function splitPage(
  { deposit, what, closing, proposals, values, problems }: SplitView,
  { language, token }: { language: Language; token: Html },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = DEPOSIT_WORDS[language];
  const { act } = words;
  const title = what === 'close' ? act.close : act.counter;
  const { id, terms, product } = deposit;
  const isInsurance = product === 'insurance';
  const content = html`<a class="crumb" href="/manager/deposits/${id}">${terms.externalContractId}</a>
    <h1>${title}</h1>
    ${Object.keys(problems).length > 0 && summary(problems, words)}
    <p class="lead">
      ${terms.tenants.map(tenantName).join(', ')} · ${propertyLine(terms)} ·
      ${chf(formatChf(terms.rentalDeposit))}
    </p>
    ${closingCard(closing, words, { deposit, language })}
    <div class="card">
      <p>${isInsurance ? act.closeInsurance : act.closeMeans}</p>
      <form method="post" action="/manager/deposits/${id}/${what}">
        ${token} <input type="hidden" name="proposals" value="${proposals}" />
        ${textField({
          name: 'amountLandlord',
          label: isInsurance ? act.claimInsurance : act.amountLandlord,
          hint: isInsurance ? null : act.amountLandlordHint(formatChf(terms.rentalDeposit)),
          value: values.amountLandlord,
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
            value: values.tenancyEnd,
            isRequired: true,
            problem: problems.tenancyEnd,
          })
        }
        ${textArea({
          name: 'reason',
          label: act.reason,
          hint: act.reasonHint,
          value: values.reason,
          problem: problems.reason,
        })}
        <div class="buttons">
          <button type="submit">${MANAGER_CLOSING_WORDS[language].toReview}</button>
          <a class="button second" href="/manager/deposits/${id}">${act.cancel}</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

function summary(problems: SplitProblems, { act }: DepositWords): Html {
  const lines = Object.entries(problems).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return notice('warn', html`<h2>${act.problems}</h2><ul>${lines}</ul>`);
}
