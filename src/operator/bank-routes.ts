import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { doOrAsk } from '../actions/approvals/ask.ts';
import { exportOrders, writeRunAgain } from '../actions/bank/export-orders.ts';
import { heldInWords } from '../actions/bank/held-in-words.ts';
import { toChf } from '../domain/values/money.ts';
import { listAttention, settleEntry } from '../storage/money/bank-entries.ts';
import { listBankFiles } from '../storage/money/bank-files.ts';
import { listRuns } from '../storage/money/payment-runs.ts';
import { HttpProblem, notFound } from '../web/problem.ts';
import { actingOf } from './acting.ts';
import { asked, noteAsked, sendAsked } from './asked.ts';
import { noBody } from './inputs.ts';
import { describe, done, ids, refusing, typed, type OperatorSettings } from './routes.ts';

const MOST = 200;

const fileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    readAt: z.string(),
    state: z.enum(['done', 'refused']),
    reason: z.string().nullable().describe('Why it was refused.'),
    entries: z.int(),
    booked: z.int().describe('Entries that no earlier file contained.'),
    sha256: z.string(),
  })
  .meta({ id: 'BankFile' });

const runSchema = z
  .object({
    id: z.string().describe('`MsgId` of the payment file, and its name.'),
    createdAt: z.string(),
    orders: z.int(),
    total: z.number(),
    writtenAt: z.string().nullable(),
  })
  .meta({ id: 'PaymentRun' });

const entrySchema = z
  .object({
    key: z.string(),
    at: z.string(),
    accountIban: z.string(),
    direction: z.enum(['credit', 'debit']),
    amount: z.string(),
    currency: z.string(),
    bookedOn: z.string().nullable(),
    reference: z.string().nullable(),
    endToEndId: z.string().nullable(),
    bankReference: z.string().nullable(),
    attention: z.string().describe('Why a person must check it.'),
  })
  .meta({ id: 'BankEntry' });

/** Bank files, payment files, and the statement entries that a person must check. */
export function bankApi(scope: FastifyInstance, settings: OperatorSettings): void {
  listRoutes(scope, settings);
  actionRoutes(scope, settings);
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
    '/bank/entries',
    describe('viewer', `List statement entries that a person must check, newest first, at most ${MOST}`, {
      response: { 200: z.object({ entries: z.array(entrySchema) }) },
    }),
    async () => ({ entries: (await listAttention(database, MOST)).map(entryView) }),
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
    describe('clerk', 'Write payment files again after a restore', {
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
    '/bank/entries/:key/done',
    describe('clerk', 'Mark a statement entry as checked: it is no longer listed', {
      params: ids('key'),
      body: noBody,
      response: { 204: done },
    }),
    async ({ params: { key } }, reply) => {
      if (!(await settleEntry(services.database, key))) throw notFound('entry');
      return reply.code(204).send();
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
    describe('clerk', 'Write all orders that are ready into one payment file', {
      body: noBody,
      response: { 200: z.object({ run: z.object({ id: z.string(), orders: z.int() }).nullable() }) },
    }),
    async () => {
      const { run, hold } = await exportOrders(services);
      if (hold !== null) throw new HttpProblem(409, heldInWords(hold));
      return { run: run === null ? null : { id: run.id, orders: run.orders } };
    },
  );
}

/** One element of what a list function returns. */
type Listed<F extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

function fileView({ sha256, readAt, ...file }: Listed<typeof listBankFiles>): z.infer<typeof fileSchema> {
  return { ...file, readAt: readAt.toISOString(), sha256: sha256.toString('hex') };
}

function entryView(entry: Listed<typeof listAttention>): z.infer<typeof entrySchema> {
  return {
    key: entry.key,
    at: entry.at.toISOString(),
    accountIban: entry.accountIban,
    direction: entry.direction,
    amount: entry.amountText,
    currency: entry.currency,
    bookedOn: entry.bookedOn,
    reference: entry.reference,
    endToEndId: entry.endToEndId,
    bankReference: entry.bankReference,
    attention: entry.attention ?? '',
  };
}

function runView(run: Listed<typeof listRuns>): z.infer<typeof runSchema> {
  return {
    ...run,
    total: toChf(run.total),
    createdAt: run.createdAt.toISOString(),
    writtenAt: run.writtenAt?.toISOString() ?? null,
  };
}
