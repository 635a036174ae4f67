import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { accountChange } from '../actions/approvals/account-change.ts';
import { assignmentChange } from '../actions/bank/money-changes.ts';
import { doOrAsk } from '../actions/approvals/ask.ts';
import type { Services } from '../actions/services.ts';
import { completeOrder, orderOf, releasePayment, type Settled } from '../actions/settle-order.ts';
import { orderRules } from '../domain/payee/facts.ts';
import { isId } from '../storage/database/ids.ts';
import { listOrders, type OrderFilter } from '../storage/money/listed-orders.ts';
import { notFound } from '../web/problem.ts';
import { actingOf } from './acting.ts';
import { noteChange } from './audit.ts';
import { asked, noteAsked, sendAsked } from './asked.ts';
import { accountFrom, assignInput, orderAccountInput, releasePaymentInput } from './inputs.ts';
import { moneySchema, moneyView } from './money-view.ts';
import { problemOf, refusalOf } from './move.ts';
import { describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { noBody, typed } from '../web/typed.ts';

const MOST_ENTRIES = 500;

/** The order filter for each kind. Money received in error is listed by the order that pays it back. */
const KINDS = {
  unknown_reference: { cause: 'unknown_reference' },
  late: { cause: 'late' },
  surplus: { cause: 'surplus' },
  payback: { kind: 'payback' },
  payout: { kind: 'payout' },
  transfer: { kind: 'transfer' },
} as const satisfies Record<string, OrderFilter>;
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Payouts, and payments that are paid back. */
export function moneyApi(scope: FastifyInstance, settings: OperatorSettings): void {
  listRoute(scope, settings);
  settlingRoutes(scope, settings);
  askingRoutes(scope, settings);
}

function listRoute(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).get(
    '/money',
    describe('viewer', `List payouts and paybacks, newest first, at most ${MOST_ENTRIES}`, {
      querystring: z.object({
        kind: z.enum(KIND_NAMES).optional(),
        before: z
          .string()
          .refine(isId, 'is not the id of an entry')
          .optional()
          .describe('Only entries older than this id.'),
      }),
      response: { 200: z.object({ entries: z.array(moneySchema) }) },
    }),
    async ({ query: { kind, before = null } }) => {
      const filter = kind === undefined ? null : KINDS[kind];
      const given = { filter, before, most: MOST_ENTRIES, rules: orderRules(services) };
      return { entries: (await listOrders(services.database, given)).map(moneyView) };
    },
  );
}

/** The entry as it is now. */
async function entryOf(services: Services, id: string): Promise<z.infer<typeof moneySchema>> {
  const order = await orderOf(services, id);
  if (order === null) throw notFound('entry');
  return moneyView(order);
}

function settlingRoutes(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  const server = typed(scope);
  const settled = async (id: string, act: () => Promise<Settled>) => {
    const outcome = isId(id) ? await refusing(act()) : null;
    if (outcome === null) throw notFound('entry');
    const refusal = refusalOf(outcome);
    if (refusal !== null) throw problemOf(refusal);
    await settle();
    return entryOf(services, id);
  };
  server.post(
    '/money/:id/completed',
    describe('clerk', 'Mark an order as executed by the bank', {
      params: ids('id'),
      body: noBody,
      response: { 200: moneySchema },
    }),
    ({ params: { id } }) => settled(id, () => completeOrder(services, id)),
  );
  server.post(
    '/money/:id/release',
    describe('clerk', 'Release a payment: whoever created it or gave its account cannot', {
      params: ids('id'),
      body: releasePaymentInput,
      response: { 200: moneySchema },
    }),
    async (request) => {
      const { id } = request.params;
      const reason = request.body?.reason ?? null;
      return settled(id, () => releasePayment(services, id, { reason, by: actingOf(request) }));
    },
  );
}

/** What may wait for a second person. */
function askingRoutes(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    '/money/:id/assign',
    describe('clerk', 'Assign money with an unknown reference to a deposit', {
      params: ids('id'),
      body: assignInput,
      response: { 200: moneySchema, ...asked },
    }),
    async (request, reply) => {
      const { id: orderId } = request.params;
      const input = { orderId, ...request.body };
      const { approvalId } = await refusing(doOrAsk(services, actingOf(request), 'assign_money', input));
      if (approvalId !== null) noteAsked(request, approvalId, { about: { order: orderId } });
      else noteChange(request, assignmentChange(input));
      await settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return entryOf(services, orderId);
    },
  );
  server.post(
    '/money/:id/account',
    describe('clerk', 'Set the account that an order is paid to, in CHF', {
      params: ids('id'),
      body: orderAccountInput,
      response: { 200: moneySchema, ...asked },
    }),
    async (request, reply) => {
      const { id: orderId } = request.params;
      const input = { orderId, account: accountFrom(request.body) };
      const { approvalId, shown } = await refusing(doOrAsk(services, actingOf(request), 'change_order_account', input));
      const found = await orderOf(services, orderId);
      const changes = accountChange(shown, { hasDeposit: found?.deposit !== null });
      // Before `settle`, which writes the audit log.
      if (approvalId !== null) noteAsked(request, approvalId, { changes });
      else if (Object.keys(changes).length > 0) noteChange(request, { changes });
      await settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return entryOf(services, orderId);
    },
  );
}
