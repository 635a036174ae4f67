import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { finishRun, reportUrl } from '../../actions/conformance/end-run.ts';
import { latestRun, readRun, reportOf } from '../../actions/conformance/read-report.ts';
import { startRun } from '../../actions/conformance/start-run.ts';
import type { Services } from '../../actions/services.ts';
import { PROBE_DOCUMENT_PATH, probeDocument } from '../../domain/conformance/probe-document.ts';
import type { ConformanceRun } from '../../storage/conformance/runs.ts';
import { pageFor } from '../../web/access.ts';
import { HttpProblem, notFound } from '../../web/problem.ts';
import { selfService } from '../api/route-parts.ts';
import { partnerIn } from '../api/visitor.ts';
import { reportSchema, reportView } from './report-view.ts';
import { noBody, typed } from '../../web/typed.ts';

type ConformanceSettings = { services: Services; baseUrl: () => string };

const startInput = z.strictObject({ externalOrgId: z.string().describe('The organization, as you call it.') });
const startedSchema = z.object({ id: z.string(), url: z.string().describe('Shows the run live.') });
const byId = z.object({ id: z.string() });

const PATH = '/conformance';

/** Test environment: runs that show whether the adapter of a partner conforms. */
export function conformanceRoutes(scope: FastifyInstance, { services, baseUrl }: ConformanceSettings): void {
  const server = typed(scope);
  const answer = async (run: ConformanceRun | null) => {
    if (run === null) throw notFound('run');
    return reportView(await reportOf(services, run), baseUrl());
  };

  server.post(
    PATH,
    selfService(
      'startConformance',
      'Start a conformance run: probes are sent now, and calls are followed from now on',
      {
        body: startInput,
        response: { 202: startedSchema },
      },
    ),
    async (request, reply) => {
      const { externalOrgId } = request.body;
      const own = { partnerId: partnerIn(request).id, externalOrgId, baseUrl: baseUrl() };
      const started = await startRun(services, own);
      switch (started.is) {
        case 'unknown':
          throw notFound('connection');
        case 'open':
          throw new HttpProblem(409, 'A run is open in this organization: finish it first. It ends after 24 hours.');
        case 'started':
          return reply.code(202).send({ id: started.run.id, url: reportUrl(started.run, baseUrl()) });
      }
    },
  );
  server.get(
    `${PATH}/latest`,
    selfService('readLatestConformance', 'Read the report of your newest run', { response: { 200: reportSchema } }),
    async (request) => answer(await latestRun(services, partnerIn(request).id, baseUrl())),
  );
  server.get(
    `${PATH}/:id`,
    selfService('readConformance', 'Read the report of a run, also while it is open', {
      params: byId,
      response: { 200: reportSchema },
    }),
    async (request) => answer(await runOf(request.params.id, partnerIn(request).id)),
  );
  server.post(
    `${PATH}/:id/finish`,
    selfService('finishConformance', 'End a run, and read its report', {
      params: byId,
      body: noBody,
      response: { 200: reportSchema },
    }),
    async (request) => {
      const { id } = request.params;
      const partnerId = partnerIn(request).id;
      const run = await runOf(id, partnerId);
      if (run !== null) await finishRun(services, run, baseUrl());
      return answer(await runOf(id, partnerId));
    },
  );

  const runOf = (id: string, partnerId: string) => readRun(services, { id, partnerId }, baseUrl());
}

/** The document that probes tell of: it is of no deposit, so it needs no link of its own. */
export function probeDocumentRoute(server: FastifyInstance): void {
  server.get(PROBE_DOCUMENT_PATH, pageFor('anyone'), async (_request, reply) =>
    reply
      .type('application/pdf')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', 'inline; filename="conformance-probe.pdf"')
      .send(Buffer.from(probeDocument(), 'latin1')),
  );
}
