import type { Deposit } from '../../../domain/deposit.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm } from '../../../web/parts.ts';
import { REFUSED_WORDS } from '../../../domain/messages/refused.ts';
import { QUALIFIED_WORDS } from '../../../domain/messages/qualified.ts';
import type { Language } from '../../../domain/values/language.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { standing } from '../../../domain/lifecycle/split.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';
import { LANDLORD_ACCOUNT_WORDS } from '../words/account.ts';
import { moment } from '../moment.ts';
import { DEPOSIT_CONTACT_WORDS } from '../words/contacts.ts';
import { AGREEMENT_WORDS } from '../words/agreement.ts';
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
    ${view.asked.length > 0 && html`<p><a href="#account">${LANDLORD_ACCOUNT_WORDS[language].button}</a></p>`} ${waitingFor(view, words, language)}
    ${mainAction(view, token, words, language)} ${ownProposal(view.deposit, language)} ${further(view, token, words, language)}
  </section>`;
}

/** Whom the deposit waits for. After a refusal that is the manager. */
function waitingFor({ deposit, possible }: ManagerDepositView, { act }: DepositWords, language: Language): Content {
  const { sendAt, refusal } = deposit;
  const { waitsFor } = possible;
  if (waitsFor === null) return null;
  if (refusal !== null) return html`<p>${REFUSED_WORDS[language].whatNext[refusal.by]}</p>`;
  if (waitsFor === 'send' && sendAt !== null) {
    return html`<p>${DEPOSIT_CONTACT_WORDS[language].sendAt(moment(sendAt))}</p>`;
  }
  return html`<p>${act.waitingFor[waitsFor]}</p>`;
}

/** A party can replace its own proposal until the other has answered. */
function ownProposal(deposit: Deposit, language: Language): Content {
  const { closing, id } = deposit;
  if (closing === null || !canMove('counter_propose', deposit) || standing(closing).by !== 'manager') return null;
  const words = MANAGER_CLOSING_WORDS[language];
  return html`<p><a class="button second block" href="/manager/deposits/${id}/counter">${words.changeOwn}</a></p>`;
}

function mainAction(
  { deposit, possible, version, qualifiedService }: ManagerDepositView,
  token: Html,
  words: DepositWords,
  language: Language,
): Content {
  const { act } = words;
  const at = `/manager/deposits/${deposit.id}`;
  const hidden = html`${token}<input type="hidden" name="seen" value="${version}" />`;
  const toRead = html`<p><a href="${at}/agreement.pdf">${AGREEMENT_WORDS[language]}</a></p>`;
  const { hint, button } = QUALIFIED_WORDS[language];
  const elsewhere =
    qualifiedService !== null &&
    html`<p class="hint">${hint}</p>
      ${buttonForm({ action: `${at}/qualified`, label: button(qualifiedService), hidden, className: 'second' })}`;
  switch (possible.main) {
    case 'sign':
      return html`<p>${act.signMeans}</p>
        ${toRead}
        ${buttonForm({ action: `${at}/sign`, label: act.signConfirm, hidden, className: 'block' })}
        ${elsewhere}`;
    case 'resend':
      return html`<p>${act.draftMeans}</p>
        <p>${act.resendMeans}</p>
        ${toRead}
        ${buttonForm({ action: `${at}/resend`, label: act.resend, hidden, className: 'block' })}
        ${elsewhere}`;
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

function further(
  { deposit, possible, isReminded }: ManagerDepositView,
  token: Html,
  { act }: DepositWords,
  language: Language,
): Content {
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
      ${possible.canSendNow && buttonForm({ action: `${at}/send-now`, label: DEPOSIT_CONTACT_WORDS[language].sendNow, hidden: token })}
      ${canCorrect && html`<a class="button second" href="${at}/correct">${act.correct}</a>`}
      ${canEdit && html`<a class="button second" href="${at}/edit">${act.edit}</a>`}
      ${canWithdraw && html`<a class="button danger" href="${at}/withdraw">${act.withdraw}</a>`}
    </div>
    ${canRemind && isReminded && html`<p class="hint">${act.reminded}</p>`}`;
}
