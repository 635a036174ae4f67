import { propertyLine } from '../../../domain/deposit.ts';
import { attentionOf } from '../../../domain/lifecycle/attention.ts';
import { tenantName } from '../../../domain/tenant.ts';
import { REGISTER_WORDS, registerValue } from '../../../domain/messages/register.ts';
import { stepName } from '../../../domain/messages/refused.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { formatChf, rappen } from '../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { chf, notice, problemNotice, progress, unbroken, type Tone } from '../../../web/parts.ts';
import { withColon, type Language } from '../../../domain/values/language.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { DEPOSIT_CONTACT_WORDS } from '../words/contacts.ts';
import { MONEY_BACK_WORDS } from '../words/money.ts';
import type { DepositWords } from '../words/words.ts';
import { changeCard } from '../changes/change-card.ts';
import { payeeCard, type TriedPayee } from './account-card.ts';
import { endCard, type TriedEnd } from '../closing/end-card.ts';
import { actionCard } from './action-card.ts';
import { closingCard } from './closing-card.ts';
import { adjustmentCard, contractCard, tenantCards } from './data-cards.ts';
import type { ManagerDepositView } from './deposit-view.ts';
import { documentCard, historyCard } from './history-card.ts';
import { bounceNotices } from '../notes/bounce-notice.ts';
import { nearDuplicateNotice } from '../notes/warning-notice.ts';
import { letterCard } from '../letters/letter-card.ts';
import { noteCard, type TriedNote } from '../notes/note-card.ts';
import { moneyCard } from './money-card.ts';

/** Shown above the deposit: what was done, or why it was refused. */
export type PageNotice = { tone: Tone; text: string };

/** One deposit with everything known about it, and the actions that are possible now. */
export function depositPage(
  view: ManagerDepositView,
  {
    language,
    token,
    message,
    tried,
    triedEnd,
    triedNote,
  }: {
    language: Language;
    token: Html;
    message: PageNotice | null;
    tried: TriedPayee | null;
    triedEnd: TriedEnd | null;
    triedNote: TriedNote | null;
  },
): Pick<Page, 'title' | 'content'> {
  const words = DEPOSIT_WORDS[language];
  const { deposit, organization } = view;
  const { terms, state } = deposit;
  const step = stepName(deposit, language);
  const title = terms.tenants.map(tenantName).join(', ');
  const content = html`<a class="crumb" href="/manager/deposits">${words.one.back}</a>
    <div class="heading">
      <h1>${title}</h1>
      <span class="state ${state}">${STATE_NAMES[language][state]}</span>
    </div>
    <p class="lead">
      ${propertyLine(terms)} · ${chf(formatChf(terms.rentalDeposit))} ·
      ${words.one.contract} ${unbroken(terms.externalContractId)}${step !== null && html`<br />${step}`}
    </p>
    ${message !== null && (message.tone === 'warn' ? problemNotice(html`<p>${message.text}</p>`) : notice(message.tone, html`<p>${message.text}</p>`))}
    ${progress(words.one.progress, view.progress)} ${problemNotices(view, words, language)} ${bounceNotices(deposit, language)} ${nearDuplicateNotice(view.duplicates, language)} ${underfundedNotice(view, language)} ${holdNotice(view, language)}
    <div class="columns">
      ${actionCard(view, token, words, language)}
      <div>
        ${payeeCard(view, { token, language, tried })} ${changeCard(view.changes, token, language)} ${closingCard(view.closing, words, { deposit, language })} ${endCard(deposit, { token, language, tried: triedEnd })} ${contractCard(deposit, organization, words, language)}
        ${tenantCards(deposit, words, language)} ${adjustmentCard(deposit, words, language)} ${moneyCard(deposit, words, language)}
      </div>
      <div>
        ${letterCard(deposit, { token, language })} ${documentCard(deposit, words, language)} ${noteCard(deposit, { token, language, tried: triedNote })} ${historyCard(deposit, words, language)}
      </div>
    </div>`;
  return { title: `${title}, ${terms.externalContractId}`, content };
}

/** What blocks the deposit, or may block it at the bank. */
function problemNotices(
  { deposit: { refusal }, differences }: ManagerDepositView,
  { one }: DepositWords,
  language: Language,
): Content {
  const words = REGISTER_WORDS[language].fields;
  return [
    refusal !== null &&
      notice('warn', html`<h2>${one.refusal[refusal.by]}</h2><p>${refusal.reason}</p><p>${one.refusalMeans}</p>`),
    differences.length > 0 &&
      notice(
        'wait',
        html`<h2>${one.registerDiffers}</h2>
          <ul>
            ${differences.map(
              ({ field, declared, registered }) =>
                html`<li>
                  ${withColon(words[field], language)} ${registerValue(field, declared, language)}${registered !== '' && html` (${one.registerNow(registerValue(field, registered, language))})`}
                </li>`,
            )}
          </ul>`,
      ),
  ];
}

/** The bank has taken a payment back. */
function underfundedNotice({ deposit }: ManagerDepositView, language: Language): Content {
  const { terms, paidIn, isOverdrawn } = deposit;
  if (!attentionOf(deposit, { isOverdrawn }).includes('underfunded')) return null;
  const { underfunded, underfundedMeans } = MONEY_BACK_WORDS[language];
  const missing = `CHF\u00a0${formatChf(rappen(terms.rentalDeposit - paidIn))}`;
  return notice('warn', html`<h2>${underfunded}</h2><p>${underfundedMeans(missing)}</p>`);
}

/** Neither ground nor evidence: the manager may not know them. */
function holdNotice({ deposit: { hold, closing } }: ManagerDepositView, language: Language): Content {
  if (hold === null) return null;
  const words = DEPOSIT_CONTACT_WORDS[language];
  const isNoted = closing !== null && closing.noted !== null;
  return notice('wait', html`<h2>${words.held}</h2><p>${words.heldMeans}</p>${isNoted && html`<p>${words.noted}</p>`}`);
}
