import type { FastifyReply } from 'fastify';
import { canRelease, isWithBank, stateOfOrder } from '../../../../domain/lifecycle/orders.ts';
import { formatDay } from '../../../../domain/values/calendar.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { groupedReference } from '../../../../domain/values/payment-reference.ts';
import { holderOf } from '../../../../domain/payee/missing.ts';
import { postalLine } from '../../../../domain/values/postal-address.ts';
import type { DepositAnywhere } from '../../../../storage/deposit-list/everywhere.ts';
import type { ListedOrder } from '../../../../storage/money/listed-orders.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import type { Form } from '../../../../web/forms.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { chf, checkbox, facts, notice, textField } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { formProblemSummary, type Problems } from '../../forms.ts';
import { shownTime } from '../../moment.ts';
import { entryPath } from '../bank/entries/entry-parts.ts';
import { accountFields, ACCOUNT_LABELS } from './account-form.ts';
import { assignForm, ASSIGN_LABELS, canAssign } from './assign-form.ts';
import { orderState } from './order-state.ts';
import { seenOf } from './release.ts';
import { doneNotice } from '../parts.ts';
import { CAUSE_WORDS, PAYEE_WORDS } from '../words.ts';

const ADDRESS = '/operator/money';

/** What was typed, and why it was not done. */
type Given = {
  form?: Form;
  /** Apart from the form: the assignment has a reason, too. */
  releaseReason?: string;
  problems?: Problems;
  refusal?: Content;
  /** Deposits that fit what was typed. */
  found?: readonly DepositAnywhere[];
};

const DONE = {
  account: 'The account is noted.',
  completed: 'Noted as carried out.',
  released: 'Released. It goes into the next payment file.',
  assigned: 'Assigned to the deposit.',
  taken_back: 'It belongs to no deposit again. Assign it, or pay it back: see “Unknown reference”.',
};

/** One order, and what a person can do for it. */
export function orderPage(visit: ConsoleVisit, order: ListedOrder, given: Given): FastifyReply {
  const { problems = {}, refusal } = given;
  const { name, tone, why } = orderState(order, order.missing);
  const title = `${CAUSE_WORDS[order.cause]}, ${PAYEE_WORDS[order.payee]}`;
  const content = html`<a class="crumb" href="${ADDRESS}">Money</a>
    <h1>${title}</h1>
    ${doneNotice(visit.query, DONE)} ${refusal !== undefined && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${formProblemSummary(problems, { ...ACCOUNT_LABELS, ...ASSIGN_LABELS, reason: 'Reason', sure: 'Confirmation' })}
    ${why !== null && notice(tone, html`<p>${why}</p>`)}
    <div class="card">
      ${facts([
        ['Amount', chf(formatChf(order.amount))],
        ['State', name],
        ['Account', order.iban && html`<span class="number">${groupedIban(order.iban)}</span>`],
        ['Holder', holderOf(order, order.facts)],
        ['BIC', order.bic],
        ['Address', order.address && postalLine(order.address)],
        ['Paid from', order.fromIban && html`<span class="number">${groupedIban(order.fromIban)}</span>`],
        ['Ordered', shownTime(order.orderedAt)],
        ['Released', order.releasedAt && `${shownTime(order.releasedAt)}, by ${order.releasedBy ?? ''}`],
        ['Reason of the release', order.releaseReason],
        ['Payment file', order.runId && html`<code>${order.runId}</code>`],
        [
          'Reference it came with',
          order.reference && html`<span class="number">${groupedReference(order.reference)}</span>`,
        ],
        ['Received', order.payment?.bookedOn && formatDay(order.payment.bookedOn)],
        ['Payer', order.payment?.payerName],
        [
          'Payer’s account',
          order.payment?.payerIban && html`<span class="number">${groupedIban(order.payment.payerIban)}</span>`,
        ],
        [
          'Booking',
          order.payment?.entryKey && html`<a href="${entryPath(order.payment.entryKey)}">What the bank says</a>`,
        ],
        [
          'Assigned to',
          order.assigned &&
            (order.assigned.depositId === null
              ? 'no deposit any more'
              : html`<a href="/operator/deposits/${order.assigned.depositId}">The deposit</a>`),
        ],
        ['Reason of the assignment', order.assigned?.reason],
        [
          'Deposit',
          order.deposit &&
            html`<a href="/operator/deposits/${order.deposit.id}">${order.deposit.externalContractId}</a>`,
        ],
        ['Order id', html`<code>${order.id}</code>`],
      ])}
    </div>
    ${order.completedAt === null && order.cancelledAt === null && visit.may('clerk') && forms(visit, order, given)}`;
  const status = refusal !== undefined ? 409 : Object.keys(problems).length > 0 ? 422 : 200;
  return visit.show('money', { title, content, isNarrow: true }, status);
}

/** What is due comes first and has the main button; the rest is folded. */
function forms({ token }: ConsoleVisit, order: ListedOrder, given: Given): Content {
  const { form = NO_FORM, problems = {}, found = [] } = given;
  const isAssigned = canAssign(order);
  const isReleased = canRelease(order, order.missing);
  const isAccountDue = !isAssigned && !isReleased && needsAccount(order);
  return [
    isAssigned && assignForm(token, order, { form, problems, found }),
    isReleased && releaseForm(token, order, { ...given, isMain: !isAssigned }),
    order.payee === 'deposit'
      ? sendAgainForm(token, order)
      : !isWithBank(order) && accountForm(token, order, { form, problems, isMain: isAccountDue }),
    order.iban !== null && completedForm(token, order, problems),
  ];
}

function needsAccount(order: ListedOrder): boolean {
  const state = stateOfOrder(order, order.missing);
  return state === 'waiting' || state === 'returned' || state === 'rejected';
}

function accountForm(
  token: Html,
  order: ListedOrder,
  { form, problems, isMain }: { form: Form; problems: Problems; isMain: boolean },
): Html {
  const content = html`<form method="post" action="${ADDRESS}/${order.id}/account">
    ${token} ${accountFields(form, problems, holderOf({ ...order, holderName: null }, order.facts))}
    <button type="submit" class="${isMain ? '' : 'second'}">Note the account</button>
  </form>`;
  if (isMain) return html`<section class="card"><h2>Give the account it goes to</h2>${content}</section>`;
  const isTried = [...form.keys()].includes('iban');
  return folded(order.iban === null ? 'Give the account it goes to' : 'Give another account', content, isTried);
}

/** A transfer that has failed goes to the account of its deposit again. */
function sendAgainForm(token: Html, order: ListedOrder): Html | null {
  const state = stateOfOrder(order, order.missing);
  if ((state !== 'returned' && state !== 'rejected') || order.missing !== null) return null;
  return html`<form class="card" method="post" action="${ADDRESS}/${order.id}/account">
    <h2>Send it again</h2>
    ${token} <input type="hidden" name="iban" value="${order.iban}" />
    <p>It goes to the account of the deposit. If that is wrong, correct it on the page of the deposit: then it is sent again there.</p>
    <button type="submit" class="second">Send again</button>
  </form>`;
}

function completedForm(token: Html, order: ListedOrder, problems: Problems): Html {
  const content = html`<form method="post" action="${ADDRESS}/${order.id}/completed">
    ${token}
    <p>Bookings in the bank’s files are recorded automatically. Use this for payments made in another way.</p>
    ${checkbox({
      name: 'sure',
      label: html`I have seen the booking of ${chf(formatChf(order.amount))} at the bank.`,
      isRequired: true,
      problem: problems['sure'],
    })}
    <button type="submit" class="second">Note as carried out</button>
  </form>`;
  return folded('The bank has carried it out', content, problems['sure'] !== undefined);
}

function folded(title: string, content: Html, isOpen: boolean): Html {
  return html`<section class="card">
    <details class="fold" ${isOpen && html`open`}>
      <summary><h2>${title}</h2></summary>
      <div>${content}</div>
    </details>
  </section>`;
}

const NO_FORM = new URLSearchParams();

function releaseForm(
  token: Html,
  order: ListedOrder,
  { releaseReason = '', problems = {}, isMain }: Given & { isMain: boolean },
): Html {
  return html`<form class="card" method="post" action="${ADDRESS}/${order.id}/release">
    <h2>${order.cause === 'unknown_reference' ? 'Pay it back to the payer' : 'Release the payment'}</h2>
    ${token} <input type="hidden" name="seen" value="${seenOf(order)}" />
    <p>Check amount, account and holder first. It then goes into the next payment file.</p>
    ${textField({
      name: 'reason',
      label: html`Reason <span class="optional">(optional)</span>`,
      hint: 'It is stored with the release.',
      value: releaseReason,
      problem: problems['reason'],
      autocomplete: 'off',
    })}
    <button type="submit" class="${isMain ? '' : 'second'}">${order.cause === 'unknown_reference' ? 'Pay back' : 'Release'}</button>
  </form>`;
}
