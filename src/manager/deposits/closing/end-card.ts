import { canMove } from '../../../domain/lifecycle/moves.ts';
import { productOf } from '../../../domain/lifecycle/in-force.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { endInWords, yearSteps, YEAR_WORDS } from '../../../domain/messages/closing-year.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatDay } from '../../../domain/values/calendar.ts';
import type { Form } from '../../../web/forms.ts';
import { field } from '../../../web/forms.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm, notice, textArea, textField } from '../../../web/parts.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';

/** The form for another day came back with a problem. */
export type TriedEnd = { form: Form; problem: string };

/** The end of the tenancy, the year that runs from it, and what the manager can do about both. */
export function endCard(
  deposit: Deposit,
  { token, language, tried }: { token: Html; language: Language; tried: TriedEnd | null },
): Content {
  const { closing, id } = deposit;
  if (closing === null || deposit.state !== 'closing') return null;
  const words = YEAR_WORDS[language];
  const own = MANAGER_CLOSING_WORDS[language];
  const steps = yearSteps(deposit, language);
  const at = `/manager/deposits/${id}`;
  return html`<section class="card" aria-labelledby="end">
    <h2 id="end">${words.heading}</h2>
    <p>${endInWords(closing, language)}</p>
    ${
      canMove('confirm_end', deposit) &&
      buttonForm({ action: `${at}/confirm-end`, label: own.end.confirm, hidden: token, className: 'second' })
    }
    ${
      canMove('dispute_end', deposit) &&
      html`<details class="fold" ${tried !== null && html`open`}>
          <summary><h3>${own.end.dispute}</h3></summary>
          <div>
            <p>${own.end.disputeMeans}</p>
            <form method="post" action="${at}/dispute-end">
              ${token}
              ${textField({
                id: 'end-day',
                name: 'day',
                type: 'date',
                label: own.end.day,
                value: tried === null ? '' : field(tried.form, 'day'),
                isRequired: true,
                problem: tried?.problem,
              })}
              ${textArea({
                id: 'end-reason',
                name: 'reason',
                label: own.end.reason,
                value: tried === null ? '' : field(tried.form, 'reason'),
              })}
              <div class="buttons"><button type="submit">${own.end.send}</button></div>
            </form>
          </div>
        </details>`
    }
    ${
      steps !== null &&
      html`<ol class="timeline">
          ${steps.map(({ day, text }) => html`<li><time datetime="${day}">${formatDay(day)}</time> ${text}</li>`)}
        </ol>
        <p class="hint">${words.note[productOf(deposit)]}</p>`
    }
    ${closing.claim?.state === 'waiting' && notice('wait', html`<p>${words.claimWaits}</p>`)}
    ${
      canMove('file_claim', deposit) &&
      html`<h3>${own.claim.heading}</h3>
        <p><a class="button second" href="${at}/claim">${own.claim.link}</a></p>`
    }
  </section>`;
}
