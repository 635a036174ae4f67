import type { FastifyReply } from 'fastify';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { groupedReference } from '../../../../domain/values/payment-reference.ts';
import type { ListedOrder } from '../../../../storage/money/money.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Content } from '../../../../web/html.ts';
import { chf, checkbox, facts, notice, textField } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { formProblemSummary, type Problems } from '../../forms.ts';
import { shownTime } from '../../moment.ts';
import { orderState } from './order-state.ts';
import { doneNotice } from '../parts.ts';
import { CAUSE_WORDS, PAYEE_WORDS } from '../words.ts';

const ADDRESS = '/operator/money';

/** What was typed, and why it was not done. */
type Given = { iban?: string; problems?: Problems; refusal?: Content };

const DONE = {
  account: 'The account is noted.',
  completed: 'Noted as carried out.',
};

/** One order, and what a person can do for it. */
export function orderPage(visit: ConsoleVisit, order: ListedOrder, given: Given): FastifyReply {
  const { problems = {}, refusal } = given;
  const { name, tone, why } = orderState(order);
  const title = `${CAUSE_WORDS[order.cause]}, ${PAYEE_WORDS[order.payee]}`;
  const content = html`<a class="crumb" href="${ADDRESS}">← Money</a>
    <h1>${title}</h1>
    ${doneNotice(visit.query, DONE)} ${refusal !== undefined && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${formProblemSummary(problems, { iban: 'IBAN', sure: 'Confirmation' })}
    ${why !== null && notice(tone, html`<p>${why}</p>`)}
    <div class="card">
      ${facts([
        ['Amount', chf(formatChf(order.amount))],
        ['State', name],
        ['Account', order.iban && html`<span class="number">${groupedIban(order.iban)}</span>`],
        ['Ordered', shownTime(order.orderedAt)],
        ['Payment file', order.runId && html`<code>${order.runId}</code>`],
        [
          'Reference it came with',
          order.reference && html`<span class="number">${groupedReference(order.reference)}</span>`,
        ],
        [
          'Deposit',
          order.deposit &&
            html`<a href="/operator/deposits/${order.deposit.id}">${order.deposit.externalContractId}</a>`,
        ],
        ['Order id', html`<code>${order.id}</code>`],
      ])}
    </div>
    ${order.completedAt === null && visit.may('clerk') && forms(visit, order, given)}`;
  const status = refusal !== undefined ? 409 : Object.keys(problems).length > 0 ? 422 : 200;
  return visit.show('money', { title, content, isNarrow: true }, status);
}

function forms({ token }: ConsoleVisit, order: ListedOrder, { iban, problems = {} }: Given): Content {
  const isWithBank = order.runId !== null && order.rejection === null;
  return [
    !isWithBank &&
      html`<form class="card" method="post" action="${ADDRESS}/${order.id}/account">
        <h2>Give the account it goes to</h2>
        ${token}
        ${textField({
          name: 'iban',
          label: 'IBAN',
          hint: 'One that can be paid to without a QR reference.',
          value: iban ?? '',
          problem: problems['iban'],
          autocomplete: 'off',
          isRequired: true,
        })}
        <button type="submit">Note the account</button>
      </form>`,
    order.iban !== null &&
      html`<form class="card" method="post" action="${ADDRESS}/${order.id}/completed">
        <h2>The bank has carried it out</h2>
        ${token}
        <p>Bookings in the bank’s files are recorded automatically. Use this for payments made in another way.</p>
        ${checkbox({
          name: 'sure',
          label: html`I have seen the booking of ${chf(formatChf(order.amount))} at the bank.`,
          isRequired: true,
          problem: problems['sure'],
        })}
        <button type="submit">Note as carried out</button>
      </form>`,
  ];
}
