import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  noteConformanceReport,
  reportsOfPartner,
  type ReportedConnection,
} from '../../actions/conformance/note-report.ts';
import { noteChange } from '../audit.ts';
import { reportInput } from './report-input.ts';
import { describe, ids, refusing, type OperatorSettings } from '../routes.ts';
import { typed } from '../../web/typed.ts';

const notedSchema = z
  .object({
    externalOrgId: z.string(),
    organizationId: z.string(),
    url: z.string().nullable().describe('Where the report can be read. Null: there is none.'),
    notedAt: z.string().nullable(),
  })
  .meta({ id: 'NotedConformance' });

/** The conformance reports behind the connections of a partner. None is a warning in the console, not a lock. */
export function conformanceReportApi(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    '/partners/:id/conformance-report',
    describe('admin', 'Note the conformance report of a partner for one of its connections', {
      params: ids('id'),
      body: reportInput,
      response: { 201: notedSchema },
    }),
    async (request, reply) => {
      const partnerId = request.params.id;
      const noted = await refusing(noteConformanceReport(services, { partnerId, ...request.body }));
      noteChange(request, { organizationId: noted.connection.organizationId });
      return reply.code(201).send(viewOf(noted));
    },
  );
  server.get(
    '/partners/:id/conformance-reports',
    describe('viewer', 'List the connections of a partner with their conformance reports', {
      params: ids('id'),
      response: { 200: z.object({ conformanceReports: z.array(notedSchema) }) },
    }),
    async (request) => {
      const all = await refusing(reportsOfPartner(services, request.params.id));
      return { conformanceReports: all.map(viewOf) };
    },
  );
}

function viewOf({ connection, report }: ReportedConnection): z.infer<typeof notedSchema> {
  const { externalOrgId, organizationId } = connection;
  return { externalOrgId, organizationId, url: report?.url ?? null, notedAt: report?.notedAt.toISOString() ?? null };
}
