import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { doOrAsk } from '../actions/approvals/ask.ts';
import { exportOrders, fileOf, isResent, NOT_RESENT, resendRun, writeRunAgain } from '../actions/bank/export-orders.ts';
import { heldInWords } from '../actions/bank/held-in-words.ts';
import { NOT_RETRIED, retryFile } from '../actions/bank/retry-file.ts';
import { toChf } from '../domain/values/money.ts';
import { listBankFiles, type ListedBankFile } from '../storage/money/bank-files.ts';
import { findListedRun, listRuns, RUN_STATES, type ListedRun } from '../storage/money/payment-runs.ts';
import { HttpProblem, notFound } from '../web/problem.ts';
import { actingOf } from './acting.ts';
import { asked, noteAsked, sendAsked } from './asked.ts';
import { noteChange } from './audit.ts';
import { describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { done, noBody, typed } from '../web/typed.ts';

const MOST = 200;

const fileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    archive: z.string().nullable().describe('The archive that it was in.'),
    at: z.string().describe('When it was read.'),
    readAt: z.string().describe('The same as `at`.'),
    state: z.enum(['done', 'refused']),
    reason: z.string().nullable().describe('Why it was refused.'),
    entries: z.int(),
    booked: z.int().describe('Entries that no earlier file contained.'),
    sha256: z.string(),
  })
  .meta({ id: 'BankFile' });

const runSchema = z
  .object({
    id: z.string().describe('`MsgId` of the payment file.'),
    name: z.string().describe('Of the file.'),
    state: z.enum(RUN_STATES).describe('`waiting`: not written yet. `rejected`: the bank has rejected orders of it.'),
    createdAt: z.string(),
    orders: z.int(),
    rejected: z.int().describe('How many of its orders the bank has rejected, and were not sent again.'),
    total: z.number(),
    writtenAt: z.string().nullable(),
  })
  .meta({ id: 'PaymentRun' });

const exportedSchema = z
  .object({
    id: z.string().describe('`MsgId` of the payment file.'),
    name: z.string().describe('Of the file.'),
    orders: z.int(),
    bank: z.string().nullable().describe('The code of the bank whose folder it is in. Null: no bank is set up.'),
  })
  .meta({ id: 'ExportedRun' });

/** Bank files and payment files. */
export function bankApi(scope: FastifyInstance, settings: OperatorSettings): void {
  listRoutes(scope, settings);
  actionRoutes(scope, settings);
  resendRoute(scope, settings);
}

function listRoutes(scope: FastifyInstance, { services: { database } }: OperatorSettings): void {
  const server = typed(scope);
  server.get(
    '/bank/files',
    describe('viewer', `List the files that were read or refused, newest first, at most ${MOST}`, {
      response: { 200: z.object({ files: z.array(fileSchema) }) },
    }),
    async () => ({ files: (await listBankFiles(database, MOST)).map(fileView) }),
  );
  server.get(
    '/bank/runs',
    describe('viewer', `List the payment files, newest first, at most ${MOST}`, {
      response: { 200: z.object({ runs: z.array(runSchema) }) },
    }),
    async () => ({ runs: (await listRuns(database, MOST)).map(runView) }),
  );
}

function actionRoutes(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    '/bank/release',
    describe('clerk', 'Write payment files again after a restore or a failover', {
      body: noBody,
      response: { 200: z.object({ released: z.boolean() }), ...asked },
    }),
    async (request, reply) => {
      const { approvalId } = await refusing(doOrAsk(services, actingOf(request), 'release_bank', {}));
      // Before `settle`, which writes the audit log.
      if (approvalId !== null) noteAsked(request, approvalId);
      await settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return { released: true };
    },
  );
  server.post(
    '/bank/files/:id/retry',
    describe('clerk', 'Read a refused file again; of an archive all files inside', {
      params: ids('id'),
      body: noBody,
      response: { 200: fileSchema },
    }),
    async (request) => {
      const retried = await retryFile(services, request.params.id);
      if (retried.is === 'unknown') throw notFound('file');
      if (retried.is !== 'read') throw new HttpProblem(409, NOT_RETRIED[retried.is]);
      const { id, name, state } = retried.file;
      noteChange(request, { verb: 'retry', thing: 'bank file', about: { id, file: name, state } });
      return fileView(retried.file);
    },
  );
  server.post(
    '/bank/runs/:id/write-again',
    describe('clerk', 'Write a payment file again, with the same id, if it was lost before it reached the bank', {
      params: ids('id'),
      body: noBody,
      response: { 204: done },
    }),
    async ({ params: { id } }, reply) => {
      if (!(await writeRunAgain(services, id))) throw notFound('run');
      return reply.code(204).send();
    },
  );
  server.post(
    '/bank/export',
    describe('clerk', 'Write all orders that are ready into payment files, one for each bank', {
      body: noBody,
      response: {
        200: z.object({
          run: z.object({ id: z.string(), orders: z.int() }).nullable().describe('The first of `runs`.'),
          runs: z.array(exportedSchema).describe('One for each bank. Empty: no order is ready.'),
        }),
      },
    }),
    async () => {
      const { run, runs, hold } = await exportOrders(services);
      if (hold !== null) throw new HttpProblem(409, heldInWords(hold));
      return {
        run: run === null ? null : { id: run.id, orders: run.orders },
        runs: runs.map(({ id, orders, bank }) => ({ id, name: fileOf(id), orders, bank })),
      };
    },
  );
}

function resendRoute(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).post(
    '/bank/runs/:id/resend',
    describe('clerk', 'Send what the bank has rejected of a payment file again, in a new one', {
      params: ids('id'),
      body: noBody,
      response: { 200: runSchema },
    }),
    async (request) => {
      const { id } = request.params;
      const { run, hold } = await resendRun(services, id);
      if (hold !== null) throw new HttpProblem(409, heldInWords(hold));
      if (run === 'unknown') throw notFound('run');
      if (!isResent(run)) throw new HttpProblem(409, NOT_RESENT[run]);
      const sent = await findListedRun(services.database, run.id);
      if (sent === null) throw notFound('run');
      noteChange(request, { verb: 'send again', thing: 'payment file', about: { run: id, sentAs: run.id } });
      return runView(sent);
    },
  );
}

function fileView({ sha256, readAt, ...file }: ListedBankFile): z.infer<typeof fileSchema> {
  const at = readAt.toISOString();
  return { ...file, at, readAt: at, sha256: sha256.toString('hex') };
}

function runView(run: ListedRun): z.infer<typeof runSchema> {
  return {
    ...run,
    name: fileOf(run.id),
    total: toChf(run.total),
    createdAt: run.createdAt.toISOString(),
    writtenAt: run.writtenAt?.toISOString() ?? null,
  };
}
