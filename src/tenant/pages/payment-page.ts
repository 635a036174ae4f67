import { withColon } from '../../domain/values/language.ts';
import type { FastifyReply } from 'fastify';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatChf, plainAmount } from '../../domain/values/money.ts';
import { groupedReference } from '../../domain/values/payment-reference.ts';
import { html, type Html } from '../../web/html.ts';
import { meter, notice } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';
import { DUE_WORDS } from '../words/payment.ts';
import { ownershipOf } from '../ownership.ts';
import { dueView, slipFacts, type ShownSlip } from './payment-view.ts';
import { tenantDocumentCard, showTenantDeposit } from './shell.ts';

/** Every tenant may pay, so everyone sees the same slip. */
export function paymentPage(visit: TenantVisit): FastifyReply {
  const { deposit, words } = visit;
  const { payment } = words;
  const slip = slipFacts(visit);
  const arrived = { arrived: formatChf(deposit.paidIn), whole: formatChf(deposit.terms.rentalDeposit) };
  return showTenantDeposit(visit, {
    heading: payment.heading(formatChf(slip.missing)),
    lead: payment.lead,
    scripts: ['copy.js'],
    content: html`${dueNotice(visit)}
      <section class="card">
        <p><strong>${payment.arrived(arrived)}</strong></p>
        ${meter({ part: deposit.paidIn, whole: deposit.terms.rentalDeposit, label: payment.arrived(arrived) })}
        ${deposit.paidIn === 0 && html`<p class="hint">${payment.nothingYet}</p>`}
      </section>
      ${fields(visit, slip)} ${slipImage(visit)}
      <section class="card">
        <p>${payment.anyone(slip.holder.name)}</p>
        <p>${payment.yours(ownershipOf(visit).holder)}</p>
      </section>
      ${tenantDocumentCard(visit)}`,
  });
}

/** By when; calm as long as there is time. */
export function dueNotice(visit: TenantVisit): Html | null {
  const due = dueView(visit);
  if (due === null) return null;
  const { dueOn, wasDueOn, overdueMeans } = DUE_WORDS[visit.language];
  const day = formatDay(due.day);
  return due.isOver
    ? notice('wait', html`<h2>${wasDueOn(day)}</h2><p>${overdueMeans}</p>`)
    : notice('info', html`<p><strong>${dueOn(day)}</strong></p>`);
}

function fields(visit: TenantVisit, { iban, qrIban, reference, missing, holder }: ShownSlip): Html {
  const { payment } = visit.words;
  const account = qrIban ?? iban;
  return html`<section class="card">
    <h2>${payment.details}</h2>
    <p>${payment.detailsMeans}</p>
    <dl>
      ${copyable(visit, payment.iban, { shown: groupedIban(account), copied: account })}
      ${copyable(visit, payment.reference, { shown: groupedReference(reference), copied: reference })}
      ${copyable(visit, payment.amount, { shown: `CHF ${formatChf(missing)}`, copied: plainAmount(missing) })}
      <dt>${payment.holder}</dt>
      <dd>${holder.name}, ${holder.address.zip} ${holder.address.city}</dd>
    </dl>
  </section>`;
}

function copyable(
  { words, language }: TenantVisit,
  label: string,
  { shown, copied }: { shown: string; copied: string },
): Html {
  const { copy, copied: done } = words.payment;
  return html`<dt>${label}</dt>
    <dd class="copy">
      <code>${shown}</code>
      <button
        class="second small"
        type="button"
        hidden
        data-copy="${copied}"
        data-done="${done}"
        aria-label="${withColon(copy, language)} ${label}"
      >
        ${copy}
      </button>
    </dd>`;
}

function slipImage({ words, path }: TenantVisit): Html {
  const { payment } = words;
  return html`<section class="card">
    <h2>${payment.slip}</h2>
    <p>${payment.slipMeans}</p>
    <a href="${path('/slip.svg')}"><img class="slip" src="${path('/slip.svg')}" alt="${payment.slipPicture}" width="794" height="397" /></a>
    <div class="buttons"><a class="button second" href="${path('/slip.pdf')}">${payment.slipPdf}</a></div>
  </section>`;
}
