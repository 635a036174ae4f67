import type { FastifyInstance, FastifyReply } from 'fastify';
import { readRun, reportOf } from '../../../actions/conformance/read-report.ts';
import type { ConformanceRun } from '../../../storage/conformance/runs.ts';
import { reportView } from '../../conformance/report-view.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { PartnerPagesSettings } from '../app.ts';
import { PARTNER_SECTIONS } from '../sections.ts';
import { runReportPage } from './report-page.ts';
import { reportPageView } from './report-view.ts';
import { reportReaders, type ReportVisit } from './readers.ts';

const ONE = `${PARTNER_SECTIONS.conformance}/:id`;

/** The report of a run, for contacts of its partner and for operators. */
export async function reportRoutes(scope: FastifyInstance, settings: PartnerPagesSettings): Promise<void> {
  const { services, baseUrl } = settings;
  const { get } = await reportReaders(scope, settings);

  get(ONE, 'report_reader', async (visit): Promise<FastifyReply | null> => {
    const run = await runFor(visit);
    if (run === null) return null;
    const { contact, query, language, token } = visit;
    const isOwn = contact?.partner.id === run.partnerId;
    const view = await reportPageView(services, run, query.get('with'));
    const page = runReportPage(view, {
      language,
      baseUrl: baseUrl(),
      links: isOwn ? OWN_LINKS : OPERATORS_LINKS,
      list: isOwn ? PARTNER_SECTIONS.conformance : null,
      finishing: isOwn && contact.contact.role === 'admin' ? token : null,
      isFinished: query.get('done') === 'finished',
      isLive: query.get('live') !== 'off',
    });
    return visit.show(isOwn, page);
  });

  get(`${ONE}/report.json`, 'report_reader', async (visit): Promise<FastifyReply | null> => {
    const run = await runFor(visit);
    if (run === null) return null;
    return visit.reply
      .headers(PAGE_HEADERS)
      .header('content-disposition', `attachment; filename="conformance-${run.id}.json"`)
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(reportView(await reportOf(services, run), baseUrl()), null, 2)}\n`);
  });

  /** Somebody can be signed in as both. */
  async function runFor({ contact, operator, params }: ReportVisit): Promise<ConformanceRun | null> {
    const partnerId = operator === null ? (contact?.partner.id ?? null) : null;
    if (operator === null && partnerId === null) return null;
    return readRun(services, { id: params['id'] ?? '', partnerId }, baseUrl());
  }
}

const OWN_LINKS = {
  call: (id: string) => `${PARTNER_SECTIONS.calls}/${id}`,
  delivery: (id: string) => `${PARTNER_SECTIONS.deliveries}/${id}`,
};
const OPERATORS_LINKS = { call: (id: string) => `/operator/calls/${id}`, delivery: () => null };
