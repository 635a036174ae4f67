import type { Deposit } from '../../../domain/deposit.ts';
import { groupedIban } from '../../../domain/values/iban.ts';
import type { Order } from '../../../domain/ledger.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { groupedReference } from '../../../domain/values/payment-reference.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { chf, facts, meter } from '../../../web/parts.ts';
import { moment } from '../moment.ts';
import type { DepositWords } from '../words/words.ts';

/** The account, incoming payments and payouts. An insurance has none of these. */
export function moneyCard(deposit: Deposit, { one }: DepositWords): Content {
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
    ${payments.length > 0 && html`<h3>${one.arrived}</h3>${rows(payments.map(({ at, amount }) => [moment(at), chf(formatChf(amount))]))}`}
    ${orders.length > 0 && html`<h3>${one.paidOut}</h3>${rows(orders.map((order) => orderRow(order, one)))}`}
  </section>`;
}

function orderRow({ payee, amount, iban, completedAt }: Order, one: DepositWords['one']): [Content, Html] {
  const names = { tenant: one.toTenant, landlord: one.toLandlord, payer: one.payBack, deposit: one.payBack };
  const where = iban === null ? one.waitsForAccount : groupedIban(iban);
  const when = completedAt === null ? '' : `✓ ${moment(completedAt)}`;
  return [html`${names[payee]}<br /><span class="hint">${where} ${when}</span>`, chf(formatChf(amount))];
}

function rows(cells: readonly (readonly [Content, Html])[]): Html {
  return html`<dl>${cells.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}
