import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { doOrAsk } from '../actions/approvals/ask.ts';
import { resolutionChange } from '../actions/bank/money-changes.ts';
import { RESOLUTIONS, type Resolution, type ResolvedAs } from '../domain/bank/resolution.ts';
import { TARGET_OF, type ResolutionTarget } from '../domain/resolving/suggestion.ts';
import { orderIdOf } from '../domain/values/end-to-end-id.ts';
import { fromChf, signedChf, type Rappen } from '../domain/values/money.ts';
import { plainReference } from '../domain/values/payment-reference.ts';
import type { Sql } from '../storage/database/database.ts';
import { bankReferenceOf, findKept, listKept, type KeptEntry } from '../storage/money/bank-entries.ts';
import { readCandidates, type Candidate } from '../storage/money/candidates.ts';
import { notFound } from '../web/problem.ts';
import { actingOf } from './acting.ts';
import { asked, noteAsked, sendAsked } from './asked.ts';
import { noteChange } from './audit.ts';
import { positiveAmount, reasonInput } from './inputs.ts';
import { describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { done, noBody, typed } from '../web/typed.ts';

const PAGE = 100;

const entrySchema = z
  .object({
    key: z.string(),
    why: z.string().describe('Why a person must check it, as a code.'),
    attention: z.string().describe('The same as a sentence.'),
    amount: z.number(),
    currency: z.string(),
    direction: z.enum(['credit', 'debit']),
    bookedOn: z.string().nullable(),
    valueOn: z.string().nullable(),
    account: z.string(),
    payerName: z.string().nullable().describe('The other side: the payer of a credit, the payee of a debit.'),
    payerIban: z.string().nullable(),
    reference: z.string().nullable(),
    text: z.string().nullable(),
    file: z.string().nullable(),
    at: z.string().describe('When it was read.'),
    endToEndId: z.string().nullable(),
    bankReference: z.string().nullable(),
    candidates: z
      .array(z.object({ kind: z.enum(['deposit', 'payment', 'order']), id: z.string() }))
      .describe('What it may belong to.'),
  })
  .meta({ id: 'BankEntry' });

const target = {
  depositId: z.string().optional().describe('For payment, interest, charge and withholding_tax.'),
  orderId: z.string().optional().describe('For return and order.'),
  paymentId: z.string().optional().describe('For reversal.'),
};
const PARTS = RESOLUTIONS.filter((one) => one !== 'again');
type Targeted = { as?: ResolvedAs['as'] | undefined } & Partial<Record<ResolutionTarget, string | undefined>>;

function requireTarget(given: Targeted, context: z.RefinementCtx): void {
  const name = given.as === undefined ? null : TARGET_OF[given.as];
  if (name !== null && given[name] === undefined) {
    context.addIssue({ code: 'custom', path: [name], message: `is required to resolve it as ${given.as}` });
  }
}

const partSchema = z.strictObject({ as: z.enum(PARTS), amount: positiveAmount, ...target }).superRefine(requireTarget);

export const resolveInput = z
  .strictObject({
    as: z.enum(RESOLUTIONS).optional(),
    ...target,
    parts: z
      .array(partSchema)
      .min(1)
      .max(100)
      .optional()
      .describe('Instead of `as`, for an entry that does not add up.'),
    reason: reasonInput,
  })
  .superRefine((given, context) => {
    if ((given.as === undefined) === (given.parts === undefined)) {
      context.addIssue({ code: 'custom', path: ['as'], message: 'is required, or else parts' });
    }
    requireTarget(given, context);
  });

/** A resolution from a call or a command. Only what belongs to `as` is taken. */
export function resolutionFrom({ parts, reason, ...given }: z.infer<typeof resolveInput>): Resolution {
  if (parts === undefined) return { ...resolvedAs(given), reason };
  return {
    parts: parts.map((part) => ({ ...resolvedAs(part), amount: fromChf(part.amount) as Rappen })),
    reason,
  } as Resolution;
}

function resolvedAs(given: Targeted): Exclude<Resolution, { parts: unknown }> {
  const name = given.as === undefined ? null : TARGET_OF[given.as];
  return { as: given.as, ...(name === null ? {} : { [name]: given[name] }) } as never;
}

/** Statement entries that a person must check. */
export function bankEntryApi(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;
  server.get(
    '/bank/entries',
    describe('viewer', `List statement entries that a person must check, oldest first, in pages of ${PAGE}`, {
      querystring: z.object({ after: z.string().optional().describe('The `next` of the page before.') }),
      response: { 200: z.object({ entries: z.array(entrySchema), next: z.string().nullable() }) },
    }),
    async ({ query: { after = null } }) => {
      const found = await listKept(database, { after, most: PAGE + 1 });
      const page = found.slice(0, PAGE);
      const candidates = await candidatesOf(database, page);
      return {
        entries: page.map((kept) => bankEntryView(kept, candidates.get(kept.key) ?? [])),
        next: found.length > PAGE ? (page.at(-1)?.key ?? null) : null,
      };
    },
  );
  server.post(
    '/bank/entries/:key/resolve',
    describe('clerk', 'Resolve a statement entry that a person must check', {
      params: ids('key'),
      body: resolveInput,
      response: { 200: z.object({ key: z.string(), resolved: z.boolean() }), ...asked },
    }),
    async (request, reply) => {
      const { key } = request.params;
      const resolution = resolutionFrom(request.body);
      const { approvalId } = await refusing(doOrAsk(services, actingOf(request), 'resolve_entry', { key, resolution }));
      // Before `settle`, which writes the audit log.
      if (approvalId !== null) noteAsked(request, approvalId, { about: { 'bank entry': key } });
      else noteChange(request, resolutionChange(key, resolution));
      await settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      const kept = await findKept(database, key);
      return { key, resolved: kept === null || kept.settledAt !== null };
    },
  );
  server.post(
    '/bank/entries/:key/done',
    describe('clerk', 'Close a statement entry without booking it: it is no longer listed', {
      params: ids('key'),
      body: noBody,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { key } = request.params;
      const kept = await findKept(database, key);
      if (kept === null || kept.settledAt !== null) throw notFound('entry');
      const resolution = { as: 'none' as const, reason: 'checked' };
      await refusing(doOrAsk(services, actingOf(request), 'resolve_entry', { key, resolution }));
      noteChange(request, resolutionChange(key, resolution));
      return reply.code(204).send();
    },
  );
}

export function candidatesOf(sql: Sql, entries: readonly KeptEntry[]): Promise<Map<string, Candidate[]>> {
  return readCandidates(
    sql,
    entries.map(({ key, entry: { reference, endToEndId, returned } }) => ({
      key,
      reference: reference === null ? null : plainReference(reference),
      orderId: orderIdOf(returned?.originalEndToEndId ?? endToEndId),
    })),
  );
}

export function bankEntryView(kept: KeptEntry, candidates: Candidate[]): z.infer<typeof entrySchema> {
  const { entry } = kept;
  return {
    key: kept.key,
    why: kept.why,
    attention: kept.attention,
    amount: entry.amount === null ? Number(entry.amountText) : signedChf(entry.amount),
    currency: entry.currency,
    direction: entry.direction,
    bookedOn: entry.bookedOn,
    valueOn: entry.valueOn,
    account: entry.accountIban,
    payerName: entry.counterpartyName,
    payerIban: entry.counterpartyIban,
    reference: entry.reference,
    text: entry.text,
    file: kept.file,
    at: kept.at.toISOString(),
    endToEndId: entry.endToEndId,
    bankReference: bankReferenceOf(entry),
    candidates: candidates.map(({ kind, id }) => ({ kind, id })),
  };
}
