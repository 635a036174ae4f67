import { formatDay, tenantMayClaimFrom } from '../../../domain/calendar.ts';
import type { Closing, Deposit } from '../../../domain/deposit.ts';
import { standing, tenantsShare } from '../../../domain/lifecycle/split.ts';
import { formatChf, type Rappen } from '../../../domain/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm, facts, type Fact } from '../../../web/parts.ts';
import type { Visit } from '../../app.ts';
import { fingerprint } from '../access.ts';
import { possibleFor, type Possible } from './possible.ts';
import type { DepositWords } from '../words/words.ts';

/** What there is to do now, and what else is possible. */
export function actionCard(
  visit: Visit,
  deposit: Deposit,
  words: DepositWords,
  { isReminded }: { isReminded: boolean },
): Html {
  const { act } = words;
  const possible = possibleFor(deposit);
  const { waitsFor } = possible;
  const isOver = possible.main === null && waitsFor === null;
  return html`<section class="card" aria-labelledby="todo">
    <h2 id="todo">${act.todo}</h2>
    ${isOver && html`<p class="soft">${act.nothing}</p>`} ${waitsFor !== null && html`<p>${act.waitingFor[waitsFor]}</p>`}
    ${mainAction(visit, deposit, possible, words)} ${further(visit, deposit, possible, words, isReminded)}
  </section>`;
}

function mainAction(visit: Visit, deposit: Deposit, { main }: Possible, words: DepositWords): Content {
  const { act } = words;
  const at = `/manager/deposits/${deposit.id}`;
  const seen = html`${visit.token}<input type="hidden" name="seen" value="${fingerprint(deposit)}" />`;
  switch (main) {
    case 'sign':
      return html`<p>${act.signMeans}</p>
        ${buttonForm({ action: `${at}/sign`, label: act.signConfirm, hidden: seen, className: 'block' })}`;
    case 'resend':
      return html`<p>${act.draftMeans}</p>
        <p>${act.resendMeans}</p>
        ${buttonForm({ action: `${at}/resend`, label: act.resend, hidden: seen, className: 'block' })}`;
    case 'answer':
      return answer(visit, deposit, words);
    case 'close':
      return html`<p>${deposit.product === 'insurance' ? act.closeInsurance : act.closeMeans}</p>
        <p><a class="button block" href="${at}/close">${act.close}</a></p>`;
    case null:
      return null;
  }
}

function answer(visit: Visit, deposit: Deposit, { act }: DepositWords): Html {
  const at = `/manager/deposits/${deposit.id}`;
  const count = deposit.closing?.proposals.length ?? 0;
  const hidden = html`${visit.token}<input type="hidden" name="proposals" value="${count}" />`;
  return html`<p>${act.consentMeans}</p>
    ${buttonForm({ action: `${at}/consent`, label: act.consent, hidden, className: 'block' })}
    <p></p>
    <p><a class="button second block" href="${at}/counter">${act.counter}</a></p>`;
}

function further(
  visit: Visit,
  { id }: Deposit,
  { canCorrect, canEdit, canWithdraw, canRemind }: Possible,
  { act }: DepositWords,
  isReminded: boolean,
): Content {
  if (!canCorrect && !canEdit && !canWithdraw && !canRemind) return null;
  const at = `/manager/deposits/${id}`;
  return html`<div class="buttons">
      ${
        canRemind &&
        !isReminded &&
        html`<div>
          ${buttonForm({ action: `${at}/remind`, label: act.remind, hidden: visit.token, className: 'second' })}
          <p class="hint">${act.remindMeans}</p>
        </div>`
      }
      ${canCorrect && html`<a class="button second" href="${at}/correct">${act.correct}</a>`}
      ${canEdit && html`<a class="button second" href="${at}/edit">${act.edit}</a>`}
      ${canWithdraw && html`<a class="button danger" href="${at}/withdraw">${act.withdraw}</a>`}
    </div>
    ${canRemind && isReminded && html`<p class="hint">${act.reminded}</p>`}`;
}

/** The proposal on the table, or what was ordered. */
export function closingCard(deposit: Deposit, { one }: DepositWords): Content {
  const { closing, legalClaim } = deposit;
  if (closing === null) return null;
  const { release, tenancyEnd } = closing;
  const proposal = standing(closing);
  const claimFrom = formatDay(tenantMayClaimFrom(tenancyEnd));
  return html`<section class="card" aria-labelledby="split">
    <h2 id="split">${one.split}</h2>
    <p class="soft">${release === null ? one.proposedBy[proposal.by] : one.grounds[release.ground]}</p>
    ${facts([
      ...shares(deposit, (release ?? proposal).amountLandlord, one),
      [one.reason, release === null ? proposal.reason : null],
      [one.tenancyEnd, formatDay(tenancyEnd)],
    ])}
    ${release === null && html`<p class="hint">${yearNote(closing, legalClaim !== null, claimFrom, one)}</p>`}
  </section>`;
}

function shares(deposit: Deposit, amountLandlord: Rappen, one: DepositWords['one']): Fact[] {
  const chf = (amount: Rappen): Html => html`<span class="amount">CHF ${formatChf(amount)}</span>`;
  const landlord: Fact = [one.toLandlord, chf(amountLandlord)];
  return deposit.product === 'insurance'
    ? [landlord]
    : [[one.toTenant, chf(tenantsShare(deposit, { amountLandlord }))], landlord];
}

/** OR 257e. */
function yearNote({ startedBy }: Closing, isClaimed: boolean, claimFrom: string, one: DepositWords['one']): string {
  if (isClaimed) return one.legalClaim;
  return startedBy === 'tenant' ? one.ordersItself(claimFrom) : one.claimFrom(claimFrom);
}
