import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import {
  approvalOf,
  approve,
  listApprovals,
  reject,
  withdrawApproval,
  type Approval,
} from '../actions/approvals/decide.ts';
import { APPROVAL_STATES } from '../storage/operators/approvals.ts';
import { actingOf, authorOf } from './acting.ts';
import { rejectInput } from './inputs.ts';
import { describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { noBody, typed } from '../web/typed.ts';

const MOST = 200;

const approvalSchema = z
  .object({
    id: z.string(),
    action: z.string(),
    subject: z.string().describe('What it is about, as in `deposit:ID`.'),
    by: z.string(),
    at: z.string(),
    what: z.string().describe('What will happen, in words.'),
    changes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
    state: z.enum(APPROVAL_STATES),
    expiresAt: z.string(),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    reason: z.string().nullable(),
    result: z.string().nullable(),
  })
  .meta({ id: 'Approval' });

/** What waits for a second person. */
export function approvalApi(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  const server = typed(scope);
  const decider = (request: FastifyRequest) => ({ acting: actingOf(request), author: authorOf(request) });

  server.get(
    '/approvals',
    describe('viewer', `List approvals, newest first, at most ${MOST}`, {
      querystring: z.object({ state: z.enum(APPROVAL_STATES).default('waiting') }),
      response: { 200: z.object({ approvals: z.array(approvalSchema) }) },
    }),
    async ({ query: { state } }) => ({
      approvals: (await listApprovals(services, { state, most: MOST })).map(approvalView),
    }),
  );
  server.get(
    '/approvals/:id',
    describe('viewer', 'Read an approval', { params: ids('id'), response: { 200: approvalSchema } }),
    async ({ params: { id } }) => approvalView(await refusing(approvalOf(services, id))),
  );
  server.post(
    '/approvals/:id/approve',
    describe('clerk', 'Approve, as a clerk or admin who did not ask for it: it is carried out at once', {
      params: ids('id'),
      body: noBody,
      response: { 200: approvalSchema },
    }),
    async (request) => {
      const approval = await refusing(approve(services, decider(request), request.params.id));
      await settle();
      return approvalView(approval);
    },
  );
  server.post(
    '/approvals/:id/reject',
    describe('clerk', 'Reject, as a clerk or admin who did not ask for it', {
      params: ids('id'),
      body: rejectInput,
      response: { 200: approvalSchema },
    }),
    async (request) =>
      approvalView(await refusing(reject(services, decider(request), request.params.id, request.body.reason))),
  );
  server.post(
    '/approvals/:id/withdraw',
    describe('clerk', 'Withdraw a request that you have made', {
      params: ids('id'),
      body: noBody,
      response: { 200: approvalSchema },
    }),
    async (request) => approvalView(await refusing(withdrawApproval(services, decider(request), request.params.id))),
  );
}

export function approvalView(approval: Approval): z.infer<typeof approvalSchema> {
  const { id, action, subject, askedBy, askedAt, expiresAt, shown, state, decidedBy, decidedAt, reason, result } =
    approval;
  return {
    id,
    action,
    subject,
    by: askedBy,
    at: askedAt.toISOString(),
    what: shown.what,
    changes: shown.changes.map(([name, before, after]) => ({ name, before, after })),
    state,
    expiresAt: expiresAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    reason,
    result,
  };
}
