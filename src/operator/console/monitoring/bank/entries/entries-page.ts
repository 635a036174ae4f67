import { choicesFor } from '../../../../../domain/resolving/suggestion.ts';
import { formatDay } from '../../../../../domain/values/calendar.ts';
import { holderOf } from '../../../../../domain/payee/missing.ts';
import { formatChf } from '../../../../../domain/values/money.ts';
import type { ListedOrder } from '../../../../../storage/money/listed-orders.ts';
import type { KnownCandidate } from '../../../../../storage/money/candidates.ts';
import { html, type Content, type Html } from '../../../../../web/html.ts';
import { chf, notice, selectField, textField } from '../../../../../web/parts.ts';
import type { ConsoleVisit } from '../../../app.ts';
import type { Problems } from '../../../forms.ts';
import { shownTime } from '../../../moment.ts';
import { orderState } from '../../money/order-state.ts';
import { nothing, paging } from '../../parts.ts';
import { CAUSE_WORDS, PAYEE_WORDS } from '../../words.ts';
import { MOST_ORDERS, type EntriesView, type EntryToCheck } from './entries-view.ts';
import { amountOf, BANK, candidateLine, entryPath, ibanOf, referenceOf } from './entry-parts.ts';
import { AS_WORDS, whyTitle } from './words.ts';

/** Instead of a resolution: for each entry the one that its only fitting candidate suggests. */
export const SUGGESTED = 'suggested';

/** What was chosen for several entries, and what is wrong with it. */
export type ManyGiven = { keys: readonly string[]; as: string; reason: string; problems: Problems };

/** Everything about money that needs a person, the oldest first: the bank's entries, and payments that wait. */
export function entriesPart(visit: ConsoleVisit, view: EntriesView, given: ManyGiven | null): Html {
  const { entries, orders, next } = view;
  const isLater = visit.query.has('after');
  if (entries.length + orders.length === 0) {
    return html`${nothing(
      'Nothing to check',
      isLater
        ? 'There are no more entries on this page.'
        : 'Every booking was recognized, and no payment waits for a person.',
    )}
    ${paging(BANK, visit.query, null)}`;
  }
  const isClerk = visit.may('clerk');
  const table = entriesTable(view, isClerk ? (given?.keys ?? []) : null);
  return html`<p class="soft">
      The bank’s bookings that were not recognized, and payments that wait for a person, the oldest first. Nothing is
      booked or paid before a person has decided.
    </p>
    ${orders.length === MOST_ORDERS && html`<p class="soft">More payments are under <a href="/operator/money">Money</a>.</p>`}
    ${
      isClerk
        ? html`<form method="post" action="${BANK}/entries/resolve">
            ${visit.token} ${given !== null && problemNotice(given.problems)} ${table}
            ${entries.length > 0 && manyBar(entries, given)}
          </form>`
        : table
    }
    ${paging(BANK, visit.query, next)}`;
}

function problemNotice(problems: Problems): Content {
  const found = Object.values(problems);
  return found.length > 0 && notice('warn', html`<h2>Not done</h2>${found.map((message) => html`<p>${message}</p>`)}`);
}

/** `checked` is null for those who may only look. */
function entriesTable({ entries, orders }: EntriesView, checked: readonly string[] | null): Html {
  const rows = [
    ...entries.map((entry) => ({ at: entry.at, content: row(entry, checked) })),
    ...orders.map((order) => ({ at: order.orderedAt, content: orderRow(order, checked !== null) })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const columns = ['Why', 'Amount', 'Other side and account', 'Reference and text', 'May belong to'];
  return html`<div class="table">
    <table class="cards entries">
      <caption class="hidden">To check</caption>
      <thead>
        <tr>
          ${checked !== null && html`<th scope="col"><span class="hidden">Select</span></th>`}
          ${columns.map((name) => html`<th scope="col" class="${name === 'Amount' ? 'right' : ''}">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(({ content }) => content)}
      </tbody>
    </table>
  </div>`;
}

function row(kept: EntryToCheck, checked: readonly string[] | null): Html {
  const { key, why, attention, entry, approvalId } = kept;
  const title = whyTitle(why);
  return html`<tr>
    ${
      checked !== null &&
      html`<td class="box">
        <input type="checkbox" name="id" value="${key}" aria-label="${title}" ${checked.includes(key) && html`checked`} />
      </td>`
    }
    <td class="first why">
      <span>
        <a href="${entryPath(key)}">${title}</a><small class="soft">${attention}</small>
        ${approvalId !== null && html`<small><a class="mark" href="/operator/approvals/${approvalId}">waits for a second person</a></small>`}
      </span>
    </td>
    <td data-label="Amount" class="right">
      <span>
        <strong>${amountOf(entry)}</strong>
        ${entry.bookedOn !== null && html`<small class="soft number">booked ${formatDay(entry.bookedOn)}</small>`}
        ${entry.valueOn !== null && entry.valueOn !== entry.bookedOn && html`<small class="soft number">value ${formatDay(entry.valueOn)}</small>`}
      </span>
    </td>
    <td data-label="${entry.direction === 'credit' ? 'From' : 'To'}">${parties(kept)}</td>
    <td data-label="Reference" class="wrap">${details(kept)}</td>
    <td data-label="May belong to" class="belongs">${candidates(kept)}</td>
  </tr>`;
}

/** A payment of ours that waits for a person. It is decided on its own page. */
function orderRow(order: ListedOrder, hasBox: boolean): Html {
  const { name, why } = orderState(order, order.missing);
  const { payment, deposit } = order;
  return html`<tr>
    ${hasBox && html`<td class="box"></td>`}
    <td class="first why">
      <span>
        <a href="/operator/money/${order.id}">${CAUSE_WORDS[order.cause]}: ${name}</a>
        ${why !== null && html`<small class="soft">${why}</small>`}
      </span>
    </td>
    <td data-label="Amount" class="right">
      <span>
        <strong>${chf(formatChf(order.amount))}</strong>
        <small class="soft number">ordered ${shownTime(order.orderedAt)}</small>
      </span>
    </td>
    <td data-label="To">
      <span>
        ${holderOf(order, order.facts) ?? PAYEE_WORDS[order.payee]}
        ${order.iban !== null && html`<small class="soft">${ibanOf(order.iban)}</small>`}
      </span>
    </td>
    <td data-label="Reference" class="wrap">${payment === null ? unknown() : referenceOf(order.reference)}</td>
    <td data-label="May belong to" class="belongs">
      ${deposit === null ? unknown() : html`<a href="/operator/deposits/${deposit.id}">${deposit.externalContractId}</a>`}
    </td>
  </tr>`;
}

/** Who paid, or was paid; and the account that the statement is of. */
function parties({ entry: { counterpartyName, counterpartyIban, accountIban, direction } }: EntryToCheck): Html {
  const isCredit = direction === 'credit';
  const isUnknown = counterpartyName === null && counterpartyIban === null;
  return html`<span>
    ${isUnknown ? html`<span class="soft">not named</span>` : counterpartyName}
    ${counterpartyIban !== null && html`<small class="soft">${ibanOf(counterpartyIban)}</small>`}
    <small class="nowrap"><span aria-hidden="true">${isCredit ? '→' : '←'}</span> <span class="hidden">on</span> ${ibanOf(accountIban)}</small>
  </span>`;
}

function details({ entry: { reference, endToEndId, text }, file }: EntryToCheck): Html {
  if ([reference, endToEndId, text, file].every((one) => one === null)) return unknown();
  return html`<span>
    ${referenceOf(reference)} ${text !== null && html`<small>${text}</small>`}
    ${endToEndId !== null && html`<small class="soft">${endToEndId}</small>`}
    ${file !== null && html`<small class="soft">${file}</small>`}
  </span>`;
}

const MOST_SHOWN = 4;

/** By deposit. What offers no resolution is left out. */
function candidates({ key, entry, candidates: all, suggestion }: EntryToCheck): Content {
  const useful = all.filter((one) => one.kind === 'deposit' || choicesFor(entry, one).length > 0);
  if (useful.length === 0) return unknown();
  const shown = useful.slice(0, MOST_SHOWN);
  const groups = Map.groupBy(shown, ({ deposit }) => deposit?.depositId ?? '');
  return html`<ul class="candidates">
    ${[...groups.values()].map((group) => groupItem(group))}
    ${useful.length > shown.length && html`<li><a href="${entryPath(key)}">${useful.length - shown.length} more</a></li>`}
    ${suggestion !== null && html`<li><span class="state open">Suggested: ${AS_WORDS[suggestion.as].label.toLowerCase()}</span></li>`}
  </ul>`;
}

function groupItem(group: readonly KnownCandidate[]): Html {
  const deposit = group.find(({ deposit: one }) => one !== null)?.deposit ?? null;
  return html`<li>
    ${deposit !== null && candidateLine({ kind: 'deposit', id: deposit.depositId, deposit })}
    ${group.filter(({ kind }) => kind !== 'deposit').map((one) => html`<div class="of">${candidateLine(one)}</div>`)}
  </li>`;
}

function unknown(): Html {
  return html`<span class="soft" aria-label="unknown">–</span>`;
}

/** One resolution and one reason for all that are selected. */
function manyBar(entries: readonly EntryToCheck[], given: ManyGiven | null): Html {
  const suggested = entries.filter(({ suggestion }) => suggestion !== null).length;
  const choices = [
    ...(suggested > 0 ? [[SUGGESTED, `As suggested (${suggested} on this page)`] as const] : []),
    ...(['duplicate', 'none', 'again', 'payback'] as const).map((as) => [as, AS_WORDS[as].label] as const),
  ];
  return html`<div class="bulk resolve-many no-print">
    <div class="check" hidden>
      <input type="checkbox" id="all" data-all />
      <label for="all">All of this page (<span data-selected>0</span> selected)</label>
    </div>
    ${selectField({ name: 'as', label: 'Resolve as', value: given?.as ?? '', choices: [['', 'Choose…'], ...choices], problem: given?.problems['as'] })}
    ${textField({
      name: 'reason',
      label: 'Reason',
      value: given?.reason ?? '',
      problem: given?.problems['reason'],
      autocomplete: 'off',
    })}
    <button type="submit">Resolve the selected</button>
  </div>`;
}
