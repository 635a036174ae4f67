import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { checkRunning, importRunning, MOST_ROWS, ROW_OUTCOMES } from '../../actions/running/import-running.ts';
import { undoImport } from '../../actions/running/undo-import.ts';
import { noteChange, noteChanges } from '../audit.ts';
import { describe, ids, refusing, type OperatorSettings } from '../routes.ts';
import { noBody, typed } from '../../web/typed.ts';

/** A thousand rows with long texts. */
const LARGEST_BODY = 8_000_000;

const rowsInput = z.strictObject({
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'must have at least one row')
    .max(MOST_ROWS, `must not have more than ${MOST_ROWS} rows`)
    .describe(
      'Each: the fields of an open call, and `iban` or `policyNumber`, `openSince`, `balance`?, `balanceOn`?. Birth date, phone and e-mail of a tenant may be missing.',
    ),
  dryRun: z.boolean().optional().describe('Only report what would happen.'),
});

const importReportSchema = z.object({
  importId: z.string().nullable().describe('Null: a dry run.'),
  counts: z.object(
    Object.fromEntries(ROW_OUTCOMES.map((name) => [name, z.int()])) as Record<(typeof ROW_OUTCOMES)[number], z.ZodInt>,
  ),
  rows: z.array(
    z.object({
      row: z.int().describe('From 1.'),
      externalContractId: z.string().nullable(),
      outcome: z.enum(ROW_OUTCOMES),
      depositId: z.string().nullable(),
      problems: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});

/** Deposits that are in force elsewhere are taken over, and an import can be undone for a day. */
export function runningApi(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    '/organizations/:id/running-imports',
    {
      bodyLimit: LARGEST_BODY,
      ...describe('clerk', 'Take over deposits that are in force elsewhere; sends no mail', {
        params: ids('id'),
        body: rowsInput,
        response: { 200: importReportSchema },
      }),
    },
    async (request) => {
      const { rows, dryRun = false } = request.body;
      const given = { organizationId: request.params.id, rows, language: 'en' as const };
      if (dryRun) {
        noteChanges(request, []);
        return refusing(checkRunning(services, given));
      }
      const report = await refusing(importRunning(services, given, 'operator'));
      const { importId, counts } = report;
      noteChange(request, {
        verb: 'import',
        thing: 'running deposits',
        about: { organization: given.organizationId, import: importId as string },
        changes: { opened: { to: counts.opened } },
      });
      return report;
    },
  );
  server.post(
    '/organizations/:id/running-imports/:importId/undo',
    describe('clerk', 'Undo an import of running deposits within 24 hours: they are gone', {
      params: ids('id', 'importId'),
      body: noBody,
      response: { 200: z.object({ undone: z.int().describe('How many deposits were removed.') }) },
    }),
    async (request) => {
      const { id: organizationId, importId: id } = request.params;
      const undone = await refusing(undoImport(services, { organizationId, id }));
      noteChange(request, {
        verb: 'undo',
        thing: 'import of running deposits',
        about: { organization: organizationId, import: id },
        changes: { deposits: { from: undone, to: 0 } },
      });
      return { undone };
    },
  );
}
