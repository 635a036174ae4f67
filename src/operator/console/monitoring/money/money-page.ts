import type { FastifyReply } from 'fastify';
import type { ListedOrder, Need } from '../../../../storage/money/listed-orders.ts';
import { holderOf } from '../../../../domain/payee/missing.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { chf, notice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';
import { MOST_ON_A_TAB, tabCount, doneNotice, nothing, paging, recordTable, tabs } from '../parts.ts';
import { CAUSE_WORDS, PAYEE_WORDS } from '../words.ts';
import { orderState } from './order-state.ts';
import { seenOf } from './release.ts';

const ADDRESS = '/operator/money';
export const ON_A_PAGE = 50;

/** What each list shows, in the order of its tabs. `all` has those that are carried out, too. */
const LISTS: Record<Need | 'all', [name: string, means: string]> = {
  hand: ['Needs a hand', 'Orders that wait until a person acts.'],
  unknown_reference: [
    'Unknown reference',
    'Paid in on the operator’s own account with a reference that no deposit has. Assign it to a deposit, or it goes back to the payer.',
  ],
  late: ['Late', 'Paid in after the deposit was withdrawn. It goes back to the payer.'],
  surplus: ['Surplus', 'More was paid in than the deposit amounts to. The rest goes back to the payer.'],
  rejected: [
    'Rejected',
    'The bank did not carry it out. Give another account, and it goes into the next payment file.',
  ],
  returned: ['Returned', 'The bank has sent the money back. Give another account, and it goes out again.'],
  to_release: ['To release', 'A person must release it before it goes into a payment file.'],
  waiting: ['Waits for details', 'The account, its bank, or name or address of the payee are not known yet.'],
  open: ['All open', 'All that is not yet carried out, also what is with the bank or ready for the next file.'],
  all: ['All', 'Everything that has ever gone out, or will.'],
};

type MoneyList = keyof typeof LISTS;

export function isList(name: string): name is MoneyList {
  return Object.hasOwn(LISTS, name);
}

export function moneyPage(
  visit: ConsoleVisit,
  show: MoneyList,
  found: readonly ListedOrder[],
  counts: Record<Need, number>,
  refusals: readonly Content[] = [],
): FastifyReply {
  const orders = found.slice(0, ON_A_PAGE);
  const next = found.length > ON_A_PAGE ? (orders.at(-1)?.id ?? null) : null;
  const [, means] = LISTS[show];
  const content = html`<h1>Money</h1>
    ${doneNotice(visit.query, DONE)} ${refusals.length > 0 && notRelease(refusals)}
    ${tabs(
      (Object.keys(LISTS) as MoneyList[]).map((key) => ({
        name: LISTS[key][0],
        href: `${ADDRESS}?show=${key}`,
        isCurrent: key === show,
        ...(key === 'all' ? {} : { count: tabCount(counts[key], counts.open === MOST_ON_A_TAB) }),
      })),
    )}
    <p class="soft">${means}</p>
    ${orders.length === 0 ? nothing('Nothing here', 'No money of this kind is open.') : list(visit, show, orders)}
    ${paging(ADDRESS, visit.query, next)}`;
  return visit.show('money', { title: 'Money', content, scripts: ['select.js'] }, refusals.length > 0 ? 409 : 200);
}

const DONE = { released: 'Released. They go into the next payment file.' };

function notRelease(refusals: readonly Content[]): Html {
  return notice(
    'warn',
    html`<h2>Not released</h2>
      <ul>
        ${refusals.map((one) => html`<li>${one}</li>`)}
      </ul>`,
  );
}

/** What waits for release can be released together. */
function list({ token, may }: ConsoleVisit, show: MoneyList, orders: readonly ListedOrder[]): Html {
  if (show !== 'to_release' || !may('clerk')) return orderTable(orders);
  return html`<form method="post" action="${ADDRESS}/release">
    ${token} ${orderTable(orders, releaseBox)}
    <div class="bulk no-print">
      <div class="check" hidden>
        <input type="checkbox" id="all" data-all />
        <label for="all">Select all (<span data-selected>0</span> selected)</label>
      </div>
      <button type="submit">Release the selected payments</button>
    </div>
  </form>`;
}

/** What is released is what was shown. */
function releaseBox(order: ListedOrder): Html {
  const label = `Release CHF ${formatChf(order.amount)} ${PAYEE_WORDS[order.payee]}`;
  return html`<input type="checkbox" name="order" value="${order.id} ${seenOf(order)}" aria-label="${label}" />`;
}

function orderTable(orders: readonly ListedOrder[], box: ((order: ListedOrder) => Html) | null = null): Html {
  const columns = [
    ...(box === null ? [] : [{ label: '', className: 'box' }]),
    { label: 'What' },
    { label: 'CHF', className: 'right' },
    { label: 'Contract' },
    { label: 'To' },
    { label: 'Ordered', className: 'number' },
    { label: 'State' },
  ];
  return recordTable(
    'Money',
    columns,
    orders.map((order) => [
      ...(box === null ? [] : [box(order)]),
      html`<a href="${ADDRESS}/${order.id}">${CAUSE_WORDS[order.cause]}</a>`,
      chf(formatChf(order.amount)),
      order.deposit === null
        ? html`<span class="soft">none</span>`
        : html`<a href="/operator/deposits/${order.deposit.id}">${order.deposit.externalContractId}</a>`,
      html`<span>${PAYEE_WORDS[order.payee]}${box !== null && html`<small class="soft">${accountLine(order)}</small>`}</span>`,
      shownTime(order.orderedAt),
      stateCell(order),
    ]),
  );
}

function accountLine(order: ListedOrder): string {
  const holder = holderOf(order, order.facts);
  return [order.iban === null ? '' : groupedIban(order.iban), holder ?? ''].filter((part) => part !== '').join(', ');
}

function stateCell(order: ListedOrder): Html {
  const { name, tone } = orderState(order, order.missing);
  const mark = tone === 'warn' ? 'mark bad' : tone === 'wait' ? 'mark' : '';
  return html`<span class="${mark}">${name}</span>`;
}
