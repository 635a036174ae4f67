import type { FastifyReply } from 'fastify';
import { completeOrder, giveAccount, type Settled } from '../../../../actions/settle-order.ts';
import { isId } from '../../../../storage/database/ids.ts';
import {
  countOpenOrders,
  findOrder,
  listOpenOrders,
  listOrders,
  type ListedOrder,
  type Need,
} from '../../../../storage/money/money.ts';
import { field } from '../../../../web/forms.ts';
import { html, type Html } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import { orderAccountInput } from '../../../inputs.ts';
import { refusalOf } from '../../../move.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { readInput } from '../../forms.ts';
import { moment } from '../../moment.ts';
import { orderPage } from './order-page.ts';
import { orderState } from './order-state.ts';
import { chf, nothing, paging, table, tabs } from '../parts.ts';
import { CAUSE_WORDS, PAYEE_WORDS } from '../words.ts';

const ADDRESS = '/operator/money';
const ON_A_PAGE = 50;

/** What each list shows, in the order of its tabs. `all` has those that are carried out, too. */
const LISTS: Record<Need | 'all', [name: string, means: string]> = {
  hand: ['Needs a hand', 'Money that goes nowhere until a person does something.'],
  unknown_reference: [
    'Unknown reference',
    'It came with a reference that no deposit has. It goes back to whoever paid it, by hand at the bank.',
  ],
  late: ['Late', 'It came after its deposit was withdrawn. It goes back to whoever paid it.'],
  surplus: ['Surplus', 'More came than the deposit is. The rest goes back to whoever paid it.'],
  rejected: [
    'Rejected',
    'The bank did not carry it out. Give another account, and it goes into the next payment file.',
  ],
  waiting: ['Waits for an account', 'Nobody has said yet where it should go.'],
  open: ['All open', 'All that is not yet carried out, also what is with the bank or ready for the next file.'],
  all: ['All', 'Everything that has ever gone out, or will.'],
};

/** Money that goes out, and money that came and does not stay. */
export function moneyRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  app.get(ADDRESS, 'operator', async (visit) => {
    const asked = visit.query.get('show') ?? '';
    const show = Object.hasOwn(LISTS, asked) ? (asked as keyof typeof LISTS) : 'hand';
    const after = visit.query.get('after') ?? '';
    const page = { before: isId(after) ? after : null, most: ON_A_PAGE + 1 };
    const orders =
      show === 'all'
        ? await listOrders(database, { filter: null, ...page })
        : await listOpenOrders(database, { need: show, ...page });
    return listPage(visit, show, orders, await countOpenOrders(database));
  });

  const orderOf = async ({ params }: ConsoleVisit): Promise<ListedOrder | null> => {
    const id = params['id'] ?? '';
    return isId(id) ? findOrder(database, id) : null;
  };

  app.get(`${ADDRESS}/:id`, 'operator', async (visit) => {
    const order = await orderOf(visit);
    return order === null ? null : orderPage(visit, order, {});
  });

  /** Shows why it was not done, or goes back to the order. */
  const settle = async (visit: ConsoleVisit, order: ListedOrder, outcome: Settled, done: string) => {
    if (outcome === null) return null;
    const refusal = refusalOf(outcome);
    if (refusal !== null) {
      return orderPage(visit, order, { refusal: refusal.message, iban: field(visit.form, 'iban') });
    }
    visit.note({ organizationId: order.deposit?.organizationId ?? null });
    await app.settle();
    return seeOther(visit.reply, `${ADDRESS}/${order.id}?done=${done}`);
  };

  app.post(`${ADDRESS}/:id/account`, 'operator', async (visit) => {
    const order = await orderOf(visit);
    if (order === null) return null;
    const typed = field(visit.form, 'iban');
    const read = readInput(orderAccountInput, { iban: typed });
    if (read.problems !== null) return orderPage(visit, order, { iban: typed, problems: read.problems });
    return settle(visit, order, await giveAccount(services, order.id, read.value.iban), 'account');
  });

  app.post(`${ADDRESS}/:id/completed`, 'operator', async (visit) => {
    const order = await orderOf(visit);
    if (order === null) return null;
    if (field(visit.form, 'sure') !== 'yes') {
      return orderPage(visit, order, { problems: { sure: 'Please confirm that you have seen it.' } });
    }
    return settle(visit, order, await completeOrder(services, order.id), 'completed');
  });
}

function listPage(
  visit: ConsoleVisit,
  show: keyof typeof LISTS,
  found: readonly ListedOrder[],
  counts: Record<Need, number>,
): FastifyReply {
  const orders = found.slice(0, ON_A_PAGE);
  const next = found.length > ON_A_PAGE ? (orders.at(-1)?.id ?? null) : null;
  const [, means] = LISTS[show];
  const content = html`<h1>Money</h1>
    ${tabs(
      (Object.keys(LISTS) as (keyof typeof LISTS)[]).map((key) => ({
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
  return table(
    'Money',
    columns,
    orders.map((order) => [
      html`<a href="${ADDRESS}/${order.id}">${CAUSE_WORDS[order.cause]}</a>`,
      chf(order.amount),
      order.deposit === null
        ? html`<span class="soft">none</span>`
        : html`<a href="/operator/deposits/${order.deposit.id}">${order.deposit.externalContractId}</a>`,
      PAYEE_WORDS[order.payee],
      moment(order.orderedAt),
      stateCell(order),
    ]),
  );
}

function stateCell(order: ListedOrder): Html {
  const { name, tone } = orderState(order);
  const mark = tone === 'warn' ? 'mark bad' : tone === 'wait' ? 'mark' : '';
  return html`<span class="${mark}">${name}</span>`;
}
