import { formatDay } from '../../../domain/values/calendar.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { insurerSentence } from '../../../domain/messages/offers.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { html, type Content } from '../../../web/html.ts';
import { chf, facts } from '../../../web/parts.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';
import type { DepositWords } from '../words/words.ts';
import type { ClosingView } from './closing-view.ts';

export function closingCard(
  closing: ClosingView | null,
  { one }: DepositWords,
  { deposit, language }: { deposit: Deposit; language: Language },
): Content {
  if (closing === null) return null;
  const { ground, proposedBy, amountTenant, amountLandlord, reason, tenancyEnd, isStoppedByClaim, account } = closing;
  const said = insurerSentence(deposit, amountLandlord, language);
  return html`<section class="card" aria-labelledby="split">
    <h2 id="split">${one.split}</h2>
    <p class="soft">${ground === null ? one.proposedBy[proposedBy] : one.grounds[ground]}</p>
    ${facts([
      [one.toTenant, amountTenant !== null && chf(formatChf(amountTenant))],
      [one.toLandlord, chf(formatChf(amountLandlord))],
      [one.reason, reason],
      [one.tenancyEnd, formatDay(tenancyEnd)],
      [MANAGER_CLOSING_WORDS[language].account, account && `${account.holderName}, •••• ${account.ending}`],
    ])}
    ${said !== null && html`<p>${said}</p>`} ${isStoppedByClaim && html`<p class="hint">${one.legalClaim}</p>`}
  </section>`;
}
