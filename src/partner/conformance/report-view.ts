import * as z from 'zod';
import { reportUrl } from '../../actions/conformance/end-run.ts';
import type { Report } from '../../actions/conformance/read-report.ts';
import { REQUIREMENT_IDS, REQUIREMENTS, sectionOf } from '../../domain/conformance/requirements.ts';

const requirementSchema = z.object({
  id: z.enum(REQUIREMENT_IDS),
  title: z.string(),
  section: z.string().describe('Where it is asked for.'),
  result: z.enum(['passed', 'failed', 'not_seen']),
  evidence: z
    .array(z.string())
    .describe('Some of the requests and messages that show it, by `x-request-id` and `webhook-id`.'),
});

export const reportSchema = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'finished']),
    url: z.string().describe('Where the report can be read, by the contacts of the partner and the operator.'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    requirements: z.array(requirementSchema),
  })
  .meta({ id: 'ConformanceReport' });

export function reportView({ run, verdicts }: Report, baseUrl: string): z.infer<typeof reportSchema> {
  return {
    id: run.id,
    state: run.finishedAt === null ? 'running' : 'finished',
    url: reportUrl(run, baseUrl),
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    requirements: REQUIREMENT_IDS.map((id) => {
      const { result, evidence } = verdicts[id];
      return { id, title: REQUIREMENTS[id].title.en, section: sectionOf(id), result, evidence: [...evidence] };
    }),
  };
}
