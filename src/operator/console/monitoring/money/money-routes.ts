import { accountChange } from '../../../../actions/approvals/account-change.ts';
import type { FastifyReply } from 'fastify';
import { completeOrder } from '../../../../actions/settle-order.ts';
import { isId } from '../../../../storage/database/ids.ts';
import {
  countOpenOrders,
  findOrder,
  listOpenOrders,
  listOrders,
  type ListedOrder,
} from '../../../../storage/money/money.ts';
import { field } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import { orderAccountInput } from '../../../inputs.ts';
import { refusalOf } from '../../../move.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { askFor, showRequest } from '../../approvals/asking.ts';
import { readInput } from '../../forms.ts';
import { isList, moneyPage, ON_A_PAGE } from './money-page.ts';
import { orderPage } from './order-page.ts';

const ADDRESS = '/operator/money';

/** Money that goes out, and money that came and does not stay. */
export function moneyRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  app.get(ADDRESS, 'viewer', async (visit) => {
    const asked = visit.query.get('show') ?? '';
    const show = isList(asked) ? asked : 'hand';
    const after = visit.query.get('after') ?? '';
    const page = { before: isId(after) ? after : null, most: ON_A_PAGE + 1 };
    const orders =
      show === 'all'
        ? await listOrders(database, { filter: null, ...page })
        : await listOpenOrders(database, { need: show, ...page });
    return moneyPage(visit, show, orders, await countOpenOrders(database));
  });

  const orderOf = async ({ params }: ConsoleVisit): Promise<ListedOrder | null> => {
    const id = params['id'] ?? '';
    return isId(id) ? findOrder(database, id) : null;
  };

  app.get(`${ADDRESS}/:id`, 'viewer', async (visit) => {
    const order = await orderOf(visit);
    return order === null ? null : orderPage(visit, order, {});
  });

  app.post(`${ADDRESS}/:id/account`, 'clerk', async (visit) => {
    const order = await orderOf(visit);
    if (order === null) return null;
    const typed = field(visit.form, 'iban');
    const read = readInput(orderAccountInput, { iban: typed });
    if (read.problems !== null) return orderPage(visit, order, { iban: typed, problems: read.problems });
    const { iban } = read.value;
    const asked = await askFor(services, visit.acting, 'change_order_account', { orderId: order.id, iban });
    switch (asked.is) {
      case 'asked':
        return showRequest(app, visit, asked.approvalId, {
          about: { order: order.id },
          organizationId: ownerOf(order),
          changes: accountChange(asked.shown, { hasDeposit: order.deposit !== null }),
        });
      case 'unknown':
        return null;
      case 'refused':
        return orderPage(visit, order, { iban: typed, refusal: asked.refusal });
      case 'invalid':
        return orderPage(visit, order, { iban: typed, problems: asked.problems });
      case 'done':
        return goBack(app, visit, order, 'account', accountChange(asked.shown, { hasDeposit: order.deposit !== null }));
    }
  });

  app.post(`${ADDRESS}/:id/completed`, 'clerk', async (visit) => {
    const order = await orderOf(visit);
    if (order === null) return null;
    if (field(visit.form, 'sure') !== 'yes') {
      return orderPage(visit, order, { problems: { sure: 'Please confirm that you have seen it.' } });
    }
    const outcome = await completeOrder(services, order.id);
    if (outcome === null) return null;
    const refusal = refusalOf(outcome);
    if (refusal !== null) return orderPage(visit, order, { refusal: refusal.message });
    return goBack(app, visit, order, 'completed');
  });
}

function ownerOf({ deposit }: ListedOrder): string | null {
  return deposit?.organizationId ?? null;
}

/** To the page of the order, after a change. */
async function goBack(
  app: ConsoleApp,
  visit: ConsoleVisit,
  order: ListedOrder,
  done: string,
  changes: ReturnType<typeof accountChange> = {},
): Promise<FastifyReply> {
  visit.note({ organizationId: ownerOf(order), ...(Object.keys(changes).length > 0 && { changes }) });
  await app.settle();
  return seeOther(visit.reply, `${ADDRESS}/${order.id}?done=${done}`);
}
