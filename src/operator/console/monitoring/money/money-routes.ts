import { accountChange } from '../../../../actions/approvals/account-change.ts';
import type { FastifyReply } from 'fastify';
import { completeOrder, orderOf } from '../../../../actions/settle-order.ts';
import { orderRules } from '../../../../domain/payee/facts.ts';
import { isId } from '../../../../storage/database/ids.ts';
import {
  countOpenOrders,
  listOpenOrders,
  listOrders,
  type ListedOrder,
} from '../../../../storage/money/listed-orders.ts';
import { field } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import { accountFrom, orderAccountInput, releasePaymentInput } from '../../../inputs.ts';
import { refusalOf } from '../../../move.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { askFor, showRequest } from '../../approvals/asking.ts';
import { readInput } from '../../forms.ts';
import { MOST_ON_A_TAB } from '../parts.ts';
import { accountProblems, typedAccount } from './account-form.ts';
import { isList, moneyPage, ON_A_PAGE } from './money-page.ts';
import { orderPage } from './order-page.ts';
import { tryRelease } from './release.ts';

const ADDRESS = '/operator/money';

/** Money that goes out, and money that came and does not stay. */
export function moneyRoutes(app: ConsoleApp): void {
  const { services } = app;

  app.get(ADDRESS, 'viewer', (visit) => showMoney(app, visit, []));

  const shownOrder = ({ params }: ConsoleVisit): Promise<ListedOrder | null> => orderOf(services, params['id'] ?? '');

  app.get(`${ADDRESS}/:id`, 'viewer', async (visit) => {
    const order = await shownOrder(visit);
    return order === null ? null : orderPage(visit, order, {});
  });

  app.post(`${ADDRESS}/release`, 'clerk', (visit) => releaseMany(app, visit));

  app.post(`${ADDRESS}/:id/release`, 'clerk', async (visit) => {
    const order = await shownOrder(visit);
    if (order === null) return null;
    const read = readInput(releasePaymentInput, { reason: field(visit.form, 'reason') || undefined });
    const releaseReason = field(visit.form, 'reason');
    if (read.problems !== null) return orderPage(visit, order, { releaseReason, problems: read.problems });
    const given = { reason: read.value?.reason ?? null, seen: field(visit.form, 'seen') };
    const refusal = await tryRelease(services, visit.acting, order.id, given);
    if (refusal !== null) return orderPage(visit, order, { releaseReason, refusal });
    return goBack(app, visit, order, 'released');
  });

  app.post(`${ADDRESS}/:id/account`, 'clerk', async (visit) => {
    const order = await shownOrder(visit);
    return order === null ? null : giveAccount(app, visit, order);
  });

  app.post(`${ADDRESS}/:id/completed`, 'clerk', async (visit) => {
    const order = await shownOrder(visit);
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

async function showMoney(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  refusals: readonly string[],
): Promise<FastifyReply> {
  const { database } = services;
  const asked = visit.query.get('show') ?? (refusals.length > 0 ? 'to_release' : '');
  const show = isList(asked) ? asked : 'hand';
  const after = visit.query.get('after') ?? '';
  const rules = orderRules(services);
  const page = { before: isId(after) ? after : null, most: ON_A_PAGE + 1, rules };
  const orders =
    show === 'all'
      ? await listOrders(database, { filter: null, ...page })
      : await listOpenOrders(database, { need: show, ...page });
  const counts = await countOpenOrders(database, { rules, most: MOST_ON_A_TAB });
  return moneyPage(visit, show, orders, counts, refusals);
}

/** Each that is chosen and is as it was shown. What is refused does not stop the others. */
async function releaseMany(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply> {
  const chosen = visit.form.getAll('order').slice(0, ON_A_PAGE);
  const refusals: string[] = [];
  const released: string[] = [];
  for (const one of chosen) {
    const [id = '', seen = ''] = one.split(' ');
    const refusal = await tryRelease(app.services, visit.acting, id, { reason: null, seen });
    if (refusal === null) released.push(id);
    else refusals.push(refusal);
  }
  if (released.length > 0) visit.note({ verb: 'release', thing: 'order', about: { orders: released.join(' ') } });
  if (chosen.length === 0) refusals.push('Nothing was selected.');
  if (released.length > 0) await app.settle();
  if (refusals.length > 0) return showMoney(app, visit, [...new Set(refusals)]);
  return seeOther(visit.reply, `${ADDRESS}?show=to_release&done=released`);
}

async function giveAccount(app: ConsoleApp, visit: ConsoleVisit, order: ListedOrder): Promise<FastifyReply | null> {
  const { form } = visit;
  const read = readInput(orderAccountInput, typedAccount(form));
  if (read.problems !== null) return orderPage(visit, order, { form, problems: accountProblems(read.problems) });
  const input = { orderId: order.id, account: accountFrom(read.value) };
  const asked = await askFor(app.services, visit.acting, 'change_order_account', input);
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
      return orderPage(visit, order, { form, refusal: asked.refusal });
    case 'invalid':
      return orderPage(visit, order, { form, problems: accountProblems(asked.problems) });
    case 'done':
      return goBack(app, visit, order, 'account', accountChange(asked.shown, { hasDeposit: order.deposit !== null }));
  }
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
