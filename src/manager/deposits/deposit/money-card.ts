import type { Deposit } from '../../../domain/deposit.ts';
import { groupedIban, maskedIban } from '../../../domain/values/iban.ts';
import type { Order, Payment } from '../../../domain/ledger.ts';
import { formatDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { groupedReference } from '../../../domain/values/payment-reference.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { chf, facts, meter } from '../../../web/parts.ts';
import { moment } from '../moment.ts';
import { MONEY_BACK_WORDS } from '../words/money.ts';
import type { DepositWords } from '../words/words.ts';

/** The account, incoming payments and payouts. An insurance has none of these. */
export function moneyCard(deposit: Deposit, { one }: DepositWords, language: Language): Content {
  const { iban, paymentReference, paidIn, payments, terms } = deposit;
  const orders = deposit.orders.filter(({ cancelledAt }) => cancelledAt === null);
  if (iban === null && payments.length === 0 && orders.length === 0) return null;
  const whole = terms.rentalDeposit;
  return html`<section class="card" aria-labelledby="money">
    <h2 id="money">${one.money}</h2>
    ${facts([
      [one.iban, iban && html`<span class="number">${groupedIban(iban)}</span>`],
      [one.reference, paymentReference && html`<span class="number">${groupedReference(paymentReference)}</span>`],
      [one.paidIn, one.paidOf(formatChf(paidIn), formatChf(whole))],
    ])}
    ${meter({ part: paidIn, whole, label: one.paidIn })}
    ${payments.length > 0 && html`<h3>${one.arrived}</h3>${rows(payments.map((payment) => paymentRow(payment, language)))}`}
    ${orders.length > 0 && html`<h3>${one.paidOut}</h3>${rows(orders.map((order) => orderRow(order, one, language)))}`}
  </section>`;
}

/** By the bank's booking date. */
function paymentRow({ at, bookedOn, amount, reversedAt }: Payment, language: Language): [Content, Html] {
  const day = bookedOn === null ? moment(at) : formatDay(bookedOn);
  const { takenBack } = MONEY_BACK_WORDS[language];
  return [
    html`${day}${reversedAt !== null && html`<br /><span class="mark bad">${takenBack}</span>`}`,
    chf(formatChf(amount)),
  ];
}

function orderRow(
  { payee, amount, iban, completedAt, returnReason }: Order,
  one: DepositWords['one'],
  language: Language,
): [Content, Html] {
  const names = { tenant: one.toTenant, landlord: one.toLandlord, payer: one.payBack, deposit: one.payBack };
  // Of others than themselves, managers see the last four characters.
  const shown = payee === 'landlord' ? groupedIban : maskedIban;
  const where = iban === null ? one.waitsForAccount : shown(iban);
  const when = completedAt === null ? '' : `✓ ${moment(completedAt)}`;
  const back =
    returnReason !== null && html`<br /><span class="mark bad">${MONEY_BACK_WORDS[language].returned}</span>`;
  return [html`${names[payee]}<br /><span class="hint">${where} ${when}</span>${back}`, chf(formatChf(amount))];
}

function rows(cells: readonly (readonly [Content, Html])[]): Html {
  return html`<dl>${cells.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}
