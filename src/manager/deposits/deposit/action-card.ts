import type { Deposit } from '../../../domain/deposit.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm } from '../../../web/parts.ts';
import type { Language } from '../../../domain/values/language.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { standing } from '../../../domain/lifecycle/split.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';
import { LANDLORD_ACCOUNT_WORDS } from '../words/account.ts';
import type { DepositWords } from '../words/words.ts';
import type { ManagerDepositView } from './deposit-view.ts';

/** The action that is due, and what else is possible. `token` goes into every form. */
export function actionCard(view: ManagerDepositView, token: Html, words: DepositWords, language: Language): Html {
  const { act } = words;
  const { main, waitsFor } = view.possible;
  const isOver = main === null && waitsFor === null;
  return html`<section class="card" aria-labelledby="todo">
    <h2 id="todo">${act.todo}</h2>
    ${isOver && view.asked.length === 0 && html`<p class="soft">${act.nothing}</p>`}
    ${view.asked.length > 0 && html`<p><a href="#account">${LANDLORD_ACCOUNT_WORDS[language].button}</a></p>`} ${waitsFor !== null && html`<p>${act.waitingFor[waitsFor]}</p>`}
    ${mainAction(view, token, words, language)} ${ownProposal(view.deposit, language)} ${further(view, token, words)}
  </section>`;
}

/** A party can replace its own proposal until the other has answered. */
function ownProposal(deposit: Deposit, language: Language): Content {
  const { closing, id } = deposit;
  if (closing === null || !canMove('counter_propose', deposit) || standing(closing).by !== 'manager') return null;
  const words = MANAGER_CLOSING_WORDS[language];
  return html`<p><a class="button second block" href="/manager/deposits/${id}/counter">${words.changeOwn}</a></p>`;
}

function mainAction(
  { deposit, possible, fingerprint }: ManagerDepositView,
  token: Html,
  words: DepositWords,
  language: Language,
): Content {
  const { act } = words;
  const at = `/manager/deposits/${deposit.id}`;
  const hidden = html`${token}<input type="hidden" name="seen" value="${fingerprint}" />`;
  switch (possible.main) {
    case 'sign':
      return html`<p>${act.signMeans}</p>
        ${buttonForm({ action: `${at}/sign`, label: act.signConfirm, hidden, className: 'block' })}`;
    case 'resend':
      return html`<p>${act.draftMeans}</p>
        <p>${act.resendMeans}</p>
        ${buttonForm({ action: `${at}/resend`, label: act.resend, hidden, className: 'block' })}`;
    case 'answer':
      return answer(deposit, words, language);
    case 'close':
      return html`<p>${deposit.product === 'insurance' ? act.closeInsurance : act.closeMeans}</p>
        <p><a class="button block" href="${at}/close">${act.close}</a></p>`;
    case null:
      return null;
  }
}

function answer({ id }: Deposit, { act }: DepositWords, language: Language): Html {
  const at = `/manager/deposits/${id}`;
  return html`<p>${act.consentMeans}</p>
    <p><a class="button block" href="${at}/consent">${MANAGER_CLOSING_WORDS[language].toReview}</a></p>
    <p><a class="button second block" href="${at}/counter">${act.counter}</a></p>`;
}

function further({ deposit, possible, isReminded }: ManagerDepositView, token: Html, { act }: DepositWords): Content {
  const { canCorrect, canEdit, canWithdraw, canRemind } = possible;
  if (!canCorrect && !canEdit && !canWithdraw && !canRemind) return null;
  const at = `/manager/deposits/${deposit.id}`;
  return html`<div class="buttons">
      ${
        canRemind &&
        !isReminded &&
        html`<div>
          ${buttonForm({ action: `${at}/remind`, label: act.remind, hidden: token, className: 'second' })}
          <p class="hint">${act.remindMeans}</p>
        </div>`
      }
      ${canCorrect && html`<a class="button second" href="${at}/correct">${act.correct}</a>`}
      ${canEdit && html`<a class="button second" href="${at}/edit">${act.edit}</a>`}
      ${canWithdraw && html`<a class="button danger" href="${at}/withdraw">${act.withdraw}</a>`}
    </div>
    ${canRemind && isReminded && html`<p class="hint">${act.reminded}</p>`}`;
}
