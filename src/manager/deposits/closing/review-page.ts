import { accountOfTenants } from '../../../domain/closing/shown-account.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { tenantsShare } from '../../../domain/lifecycle/split.ts';
import { insurerSentence } from '../../../domain/messages/offers.ts';
import { formatDay, type Day } from '../../../domain/values/calendar.ts';
import { formatChf, plainAmount, type Rappen } from '../../../domain/values/money.ts';
import type { Language } from '../../../domain/values/language.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { chf, facts } from '../../../web/parts.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';

type ReviewedClosing = {
  kind: 'proposal' | 'consent';
  /** The address that the confirmed form is sent to. */
  part: 'close' | 'counter' | 'consent';
  amountLandlord: Rappen;
  tenancyEnd: Day;
  reason: string | null;
  /** How many proposals there were when the form was shown. */
  proposals: string;
};

/** Before anything is sent: who gets how much, the account, and what it means. Nothing has happened yet. */
export function closingReviewPage(
  deposit: Deposit,
  { kind, part, amountLandlord, tenancyEnd, reason, proposals }: ReviewedClosing,
  { language, token }: { language: Language; token: Html },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const own = MANAGER_CLOSING_WORDS[language];
  const { one } = DEPOSIT_WORDS[language];
  const words = own[kind];
  const isInsurance = deposit.product === 'insurance';
  const amountTenant = tenantsShare(deposit, { amountLandlord });
  const account = accountOfTenants(deposit);
  const said = insurerSentence(deposit, amountLandlord, language);
  const hidden = {
    amountLandlord: plainAmount(amountLandlord),
    tenancyEnd,
    reason: reason ?? '',
    proposals,
    confirmed: 'yes',
  };
  const content = html`<a class="crumb" href="/manager/deposits/${deposit.id}">${deposit.terms.externalContractId}</a>
    <h1>${words.heading}</h1>
    <div class="card">
      ${facts([
        [one.toTenant, !isInsurance && chf(formatChf(amountTenant))],
        [one.toLandlord, chf(formatChf(amountLandlord))],
        [one.tenancyEnd, formatDay(tenancyEnd)],
        [one.reason, reason],
        [
          own.account,
          amountTenant > 0 && (account === null ? own.noAccount : `${account.holderName}, •••• ${account.ending}`),
        ],
      ])}
      ${said !== null && html`<p>${said}</p>`}
      <p>${isInsurance ? words.meansInsurance : words.means}</p>
      <form method="post" action="/manager/deposits/${deposit.id}/${part}">
        ${token}
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="buttons">
          <button type="submit">${words.button}</button>
          <a class="button second" href="/manager/deposits/${deposit.id}">${own.back}</a>
        </div>
      </form>
    </div>`;
  return { title: words.heading, content, isNarrow: true };
}
