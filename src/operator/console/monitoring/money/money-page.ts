import type { FastifyReply } from 'fastify';
import type { ListedOrder, Need } from '../../../../storage/money/money.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Html } from '../../../../web/html.ts';
import { chf } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';
import { nothing, paging, recordTable, tabs } from '../parts.ts';
import { CAUSE_WORDS, PAYEE_WORDS } from '../words.ts';
import { orderState } from './order-state.ts';

const ADDRESS = '/operator/money';
export const ON_A_PAGE = 50;

/** What each list shows, in the order of its tabs. `all` has those that are carried out, too. */
const LISTS: Record<Need | 'all', [name: string, means: string]> = {
  hand: ['Needs a hand', 'Orders that wait until a person acts.'],
  unknown_reference: [
    'Unknown reference',
    'Paid in with a reference that no deposit has. Pay it back to the payer by hand at the bank.',
  ],
  late: ['Late', 'Paid in after the deposit was withdrawn. It goes back to the payer.'],
  surplus: ['Surplus', 'More was paid in than the deposit amounts to. The rest goes back to the payer.'],
  rejected: [
    'Rejected',
    'The bank did not carry it out. Give another account, and it goes into the next payment file.',
  ],
  waiting: ['Waits for an account', 'The account to pay to is not known yet.'],
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
): FastifyReply {
  const orders = found.slice(0, ON_A_PAGE);
  const next = found.length > ON_A_PAGE ? (orders.at(-1)?.id ?? null) : null;
  const [, means] = LISTS[show];
  const content = html`<h1>Money</h1>
    ${tabs(
      (Object.keys(LISTS) as MoneyList[]).map((key) => ({
        name: LISTS[key][0],
        href: `${ADDRESS}?show=${key}`,
        isCurrent: key === show,
        ...(key === 'all' ? {} : { count: counts[key] }),
      })),
    )}
    <p class="soft">${means}</p>
    ${orders.length === 0 ? nothing('Nothing here', 'No money of this kind is open.') : orderTable(orders)}
    ${paging(ADDRESS, visit.query, next)}`;
  return visit.show('money', { title: 'Money', content });
}

function orderTable(orders: readonly ListedOrder[]): Html {
  const columns = [
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
      html`<a href="${ADDRESS}/${order.id}">${CAUSE_WORDS[order.cause]}</a>`,
      chf(formatChf(order.amount)),
      order.deposit === null
        ? html`<span class="soft">none</span>`
        : html`<a href="/operator/deposits/${order.deposit.id}">${order.deposit.externalContractId}</a>`,
      PAYEE_WORDS[order.payee],
      shownTime(order.orderedAt),
      stateCell(order),
    ]),
  );
}

function stateCell(order: ListedOrder): Html {
  const { name, tone } = orderState(order);
  const mark = tone === 'warn' ? 'mark bad' : tone === 'wait' ? 'mark' : '';
  return html`<span class="${mark}">${name}</span>`;
}
