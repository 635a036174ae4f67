import type { FastifyReply } from 'fastify';
import { assignmentChange } from '../../../../actions/bank/money-changes.ts';
import { orderOf } from '../../../../actions/settle-order.ts';
import type { ListedOrder } from '../../../../storage/money/listed-orders.ts';
import { field } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import { assignInput } from '../../../inputs.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { askFor, showRequest } from '../../approvals/asking.ts';
import { findDeposits, findTheDeposit, NO_DEPOSIT } from '../../find-deposit.ts';
import { readInput } from '../../forms.ts';
import { assignProblems } from './assign-form.ts';
import { orderPage } from './order-page.ts';

const ADDRESS = '/operator/money';

/** Money with an unknown reference becomes a payment of a deposit. */
export function assignRoutes(app: ConsoleApp): void {
  app.post(`${ADDRESS}/:id/assign`, 'clerk', async (visit) => {
    const order = await orderOf(app.services, visit.params['id'] ?? '');
    if (order === null) return null;
    return field(visit.form, 'find') === '' ? assign(app, visit, order) : find(app, visit, order);
  });
}

async function find({ services }: ConsoleApp, visit: ConsoleVisit, order: ListedOrder): Promise<FastifyReply> {
  const { form } = visit;
  const found = await findDeposits(services.database, field(form, 'deposit'));
  return orderPage(visit, order, { form, found, problems: found.length === 0 ? { deposit: NO_DEPOSIT } : {} });
}

async function assign(app: ConsoleApp, visit: ConsoleVisit, order: ListedOrder): Promise<FastifyReply | null> {
  const { form } = visit;
  const { services } = app;
  if (field(form, 'back') !== '') return takeBack(app, visit, order);
  const typed = field(form, 'depositId') || field(form, 'deposit');
  const { deposit, problem, found } = await findTheDeposit(services.database, typed);
  const read = readInput(assignInput, { depositId: deposit?.depositId ?? '', reason: field(form, 'reason') });
  if (read.problems !== null || deposit === null) {
    const problems = { ...assignProblems(read.problems ?? {}), ...(problem === null ? {} : { deposit: problem }) };
    return orderPage(visit, order, { form, problems, found });
  }
  const input = { orderId: order.id, ...read.value };
  const asked = await askFor(services, visit.acting, 'assign_money', input);
  const { organizationId } = deposit;
  switch (asked.is) {
    case 'unknown':
      return null;
    case 'asked':
      return showRequest(app, visit, asked.approvalId, {
        about: { order: order.id, deposit: deposit.depositId },
        organizationId,
      });
    case 'refused':
      return orderPage(visit, order, { form, refusal: asked.refusal, found: [deposit] });
    case 'invalid':
      return orderPage(visit, order, { form, problems: assignProblems(asked.problems), found: [deposit] });
    case 'done':
      visit.note({ ...assignmentChange(input), organizationId });
      await app.settle();
      return seeOther(visit.reply, `${ADDRESS}/${order.id}?done=assigned`);
  }
}

/** The money belongs to no deposit again. */
async function takeBack(app: ConsoleApp, visit: ConsoleVisit, order: ListedOrder): Promise<FastifyReply | null> {
  const { form } = visit;
  const read = readInput(assignInput, { depositId: null, reason: field(form, 'reason') });
  if (read.problems !== null) return orderPage(visit, order, { form, problems: assignProblems(read.problems) });
  const input = { orderId: order.id, ...read.value };
  const asked = await askFor(app.services, visit.acting, 'assign_money', input);
  switch (asked.is) {
    case 'unknown':
      return null;
    case 'asked':
      return showRequest(app, visit, asked.approvalId, { about: { order: order.id } });
    case 'refused':
      return orderPage(visit, order, { form, refusal: asked.refusal });
    case 'invalid':
      return orderPage(visit, order, { form, problems: assignProblems(asked.problems) });
    case 'done':
      visit.note(assignmentChange(input));
      await app.settle();
      return seeOther(visit.reply, `${ADDRESS}/${order.id}?done=taken_back`);
  }
}
