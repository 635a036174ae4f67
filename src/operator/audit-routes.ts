import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { listAudit, findAuditCursor, type AuditEntry } from '../storage/audit-log.ts';
import { isId } from '../storage/database/ids.ts';
import { invalid } from '../web/problem.ts';
import { describe, type OperatorSettings } from './routes.ts';
import { typed } from '../web/typed.ts';

const MOST = 500;

const entrySchema = z
  .object({
    id: z.string(),
    at: z.string(),
    actor: z.string().describe("`token`, `command_line`, or an operator's e-mail address."),
    action: z.string().describe('As in `organization.change`.'),
    subject: z.string().describe('As in `organization:ID`; empty if it is about no single record.'),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

/** Who has changed what. */
export function auditApi(scope: FastifyInstance, { services: { database } }: OperatorSettings): void {
  typed(scope).get(
    '/audit',
    describe('viewer', 'Read the audit log, newest first', {
      querystring: z.object({
        actor: z.string().optional(),
        action: z
          .string()
          .regex(/^[a-z_]+\.[a-z_]+$/, 'is not an action, such as organization.change')
          .optional(),
        after: z.string().optional().describe('The id of an entry: only older ones.'),
        limit: z.coerce.number().int().min(1).max(MOST).default(100),
      }),
      response: { 200: z.object({ entries: z.array(entrySchema), next: z.string().nullable() }) },
    }),
    async ({ query: { actor, action, after, limit } }) => {
      const cursor = after === undefined || !isId(after) ? null : await findAuditCursor(database, after);
      if (after !== undefined && cursor === null) throw invalid('after', 'unknown', 'is not the id of an entry');
      const [thing, verb] = action?.replaceAll('_', ' ').split('.') ?? [];
      const filter = { actor: actor?.toLowerCase() ?? null, thing: thing ?? null, verb: verb ?? null };
      const entries = await listAudit(database, filter, { after: cursor, most: limit });
      return { entries: entries.map(entryView), next: entries.at(-1)?.id ?? null };
    },
  );
}

function entryView(entry: AuditEntry): z.infer<typeof entrySchema> {
  const { id, at, actor, way, origin, verb, thing, about, changes } = entry;
  return {
    id,
    at: at.toISOString(),
    actor,
    action: `${thing}.${verb}`.replaceAll(/[ -]/g, '_').toLowerCase(),
    subject: subjectOf(entry),
    detail: { way, origin, about, changes },
  };
}

/** The record named by the entry's own kind, or the last id. */
function subjectOf({ thing, about }: AuditEntry): string {
  const ids = Object.entries(about);
  const [kind, id] = ids.find(([name]) => name === thing) ?? ids.at(-1) ?? [];
  return kind === undefined || id === undefined ? '' : `${kind.replaceAll(' ', '_')}:${id}`;
}
