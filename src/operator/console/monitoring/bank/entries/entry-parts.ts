import { formatDay } from '../../../../../domain/values/calendar.ts';
import { groupedIban } from '../../../../../domain/values/iban.ts';
import { formatChf } from '../../../../../domain/values/money.ts';
import { groupedReference, isReference, plainReference } from '../../../../../domain/values/payment-reference.ts';
import type { StatementEntry } from '../../../../../domain/booking.ts';
import { swissDay } from '../../../../../domain/values/calendar.ts';
import type { DepositAnywhere } from '../../../../../storage/deposit-list/everywhere.ts';
import type { KnownCandidate } from '../../../../../storage/money/candidates.ts';
import { html, type Content, type Html } from '../../../../../web/html.ts';
import { CAUSE_WORDS, PAYEE_WORDS, STATE_WORDS } from '../../words.ts';

export const BANK = '/operator/bank';

export function entryPath(key: string): string {
  return `${BANK}/entries/${encodeURIComponent(key)}`;
}

/** `+ CHF 30.00`, with the direction in words for those who do not see the sign. */
export function amountOf({ direction, amount, currency, amountText }: StatementEntry): Html {
  const isCredit = direction === 'credit';
  const text = amount === null ? `${currency} ${amountText}` : `CHF ${formatChf(amount)}`;
  return html`<span class="amount ${isCredit ? 'in' : 'out'}"><span aria-hidden="true">${isCredit ? '+' : '−'} </span
    ><span class="hidden">${isCredit ? 'credit of' : 'debit of'} </span>${text}</span>`;
}

export function ibanOf(iban: string | null): Content {
  return iban !== null && html`<span class="number">${/^[A-Z]{2}[0-9]/.test(iban) ? groupedIban(iban) : iban}</span>`;
}

export function referenceOf(reference: string | null): Content {
  if (reference === null) return null;
  const plain = plainReference(reference);
  return html`<span class="number">${isReference(plain) ? groupedReference(plain) : reference}</span>`;
}

/** What it is, with a link, and enough to recognize it. */
export function candidateLine(candidate: KnownCandidate): Html {
  switch (candidate.kind) {
    case 'deposit': {
      const { deposit } = candidate;
      return html`${depositLink(deposit)}
        <small class="soft">${deposit.tenants}, deposit of ${money(deposit.rentalDeposit)}, ${STATE_WORDS[deposit.state].toLowerCase()}</small>`;
    }
    case 'payment': {
      const { deposit, amount, bookedOn, at, payerName, isReversed } = candidate;
      return html`<a href="${deposit === null ? '/operator/money' : `/operator/deposits/${deposit.depositId}#money`}"
          >Payment of ${money(amount)}</a
        >
        <small class="soft">
          ${formatDay(bookedOn ?? swissDay(at))}${payerName !== null && `, ${payerName}`}${isReversed && ', taken back'}
        </small>`;
    }
    case 'order': {
      const { amount, orderedAt, completedAt, cause, payee, id } = candidate;
      const state = completedAt === null ? 'open' : `carried out ${formatDay(swissDay(completedAt))}`;
      return html`<a href="/operator/money/${id}">Order of ${money(amount)}</a>
        <small class="soft">${CAUSE_WORDS[cause]}, ${PAYEE_WORDS[payee]}, ${formatDay(swissDay(orderedAt))}, ${state}</small>`;
    }
  }
}

export function depositLink({ depositId, externalContractId }: DepositAnywhere): Html {
  return html`<a href="/operator/deposits/${depositId}">Contract ${externalContractId}</a>`;
}

function money(amount: DepositAnywhere['rentalDeposit']): Html {
  return html`<span class="amount">CHF ${formatChf(amount)}</span>`;
}
