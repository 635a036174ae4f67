import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { accountChange } from '../actions/approvals/account-change.ts';
import { doOrAsk } from '../actions/approvals/ask.ts';
import { completeOrder, type Settled } from '../actions/settle-order.ts';
import { isId } from '../storage/database/ids.ts';
import { findOrder, listOrders, type OrderFilter } from '../storage/money/money.ts';
import { notFound } from '../web/problem.ts';
import { actingOf } from './acting.ts';
import { noteChange } from './audit.ts';
import { asked, noteAsked, sendAsked } from './asked.ts';
import { noBody, orderAccountInput } from './inputs.ts';
import { moneySchema, moneyView } from './money-view.ts';
import { problemOf, refusalOf } from './move.ts';
import { describe, ids, refusing, typed, type OperatorSettings } from './routes.ts';

const MOST_ENTRIES = 500;

/** The order filter for each kind. Money received in error is listed by the order that pays it back. */
const KINDS = {
  unknown_reference: { cause: 'unknown_reference' },
  late: { cause: 'late' },
  surplus: { cause: 'surplus' },
  payback: { kind: 'payback' },
  payout: { kind: 'payout' },
} as const satisfies Record<string, OrderFilter>;
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Payouts, and payments that are paid back. */
export function moneyApi(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;

  server.get(
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
      const orders = await listOrders(database, { filter, before, most: MOST_ENTRIES });
      return { entries: orders.map(moneyView) };
    },
  );

  const settled = async (id: string, act: () => Promise<Settled>) => {
    const outcome = isId(id) ? await act() : null;
    if (outcome === null) throw notFound('entry');
    const refusal = refusalOf(outcome);
    if (refusal !== null) throw problemOf(refusal);
    await settle();
    const order = await findOrder(database, id);
    if (order === null) throw notFound('entry');
    return moneyView(order);
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
    '/money/:id/account',
    describe('clerk', 'Set the account that an order is paid to', {
      params: ids('id'),
      body: orderAccountInput,
      response: { 200: moneySchema, ...asked },
    }),
    async (request, reply) => {
      const { id: orderId } = request.params;
      const { iban } = request.body;
      const { approvalId, shown } = await refusing(
        doOrAsk(services, actingOf(request), 'change_order_account', { orderId, iban }),
      );
      const found = await findOrder(database, orderId);
      const changes = accountChange(shown, { hasDeposit: found?.deposit !== null });
      // Before `settle`, which writes the audit log.
      if (approvalId !== null) noteAsked(request, approvalId, { changes });
      else if (Object.keys(changes).length > 0) noteChange(request, { changes });
      await settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      const order = await findOrder(database, orderId);
      if (order === null) throw notFound('entry');
      return moneyView(order);
    },
  );
}
