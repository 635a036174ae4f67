import { readDocument } from '../actions/documents/read-document.ts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { acknowledgeApplication, type AnswerResult } from '../actions/providers/answer-application.ts';
import type { Services } from '../actions/services.ts';
import { APPLICATION_STATES } from '../domain/application.ts';
import { isId } from '../storage/database/ids.ts';
import { findApplication, isShownTo, listApplications } from '../storage/providers/queue.ts';
import { asProblem, HttpProblem, invalid, notFound, parsed, problemBody, problemSchema } from '../web/problem.ts';
import { acknowledgeInput, ANSWER_INPUTS, type AnswerCall } from '../actions/providers/answer-inputs.ts';
import { applicationSchema, type ApplicationView } from '../actions/providers/application-view.ts';
import { giveAnswer } from '../actions/providers/give-answer.ts';
import { viewsOf } from '../actions/providers/read-applications.ts';
import { providerIn, recordVisit } from './visitor.ts';

const MOST_APPLICATIONS = 500;

type ProviderSettings = {
  services: Services;
  /** In the test environment, the effects of a move are done before its response. */
  settle: () => Promise<void>;
};

/** The parts of a route's schema that all calls of providers share. */
function describe<S extends { response: object }>(summary: string, schema: S) {
  const problems = {
    401: problemSchema,
    404: problemSchema,
    409: problemSchema,
    422: problemSchema,
    500: problemSchema,
  };
  return {
    schema: {
      tags: ['Provider'],
      summary,
      security: [{ providerKey: [] }],
      ...schema,
      response: { ...problems, ...schema.response },
    },
  };
}

const byId = z.object({ id: z.string() });

/** What banks and insurers are asked, and how they answer. */
export function providerInterface(scope: FastifyInstance, settings: ProviderSettings): void {
  queueRoutes(scope, settings);
  answerRoutes(scope, settings);
  documentRoute(scope, settings);
}

function queueRoutes(scope: FastifyInstance, { services }: ProviderSettings): void {
  const server = scope.withTypeProvider<ZodTypeProvider>();
  const { database } = services;
  server.get(
    '/applications',
    describe('Read what is asked of you, oldest first', {
      querystring: z.object({
        state: z.enum([...APPLICATION_STATES, 'all']).default('open'),
        after: z.string().optional().describe('`next` of the page before.'),
        limit: z.coerce.number().int().min(1).max(MOST_APPLICATIONS).default(100),
      }),
      response: {
        200: z.object({
          applications: z.array(applicationSchema),
          next: z.string().nullable().describe('Null: there are no more.'),
        }),
      },
    }),
    async (request) => {
      const { state, after = null, limit } = request.query;
      if (after !== null && !isId(after)) throw invalid('after', 'invalid', 'is not the id of an application');
      const found = await listApplications(database, providerIn(request).id, { state, after, most: limit + 1 });
      const page = found.slice(0, limit);
      const applications = await viewsOf(services, page);
      await recordVisit(services, request, { verb: 'read', applications: page.map(({ id }) => id) });
      return { applications, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
  );
  server.get(
    '/applications/:id',
    describe('Read one application', { params: byId, response: { 200: applicationSchema } }),
    async (request) => {
      const view = await readApplication(services, request, request.params.id);
      await recordVisit(services, request, { verb: 'read', applications: [view.id] });
      return view;
    },
  );
}

async function readApplication(services: Services, request: FastifyRequest, id: string): Promise<ApplicationView> {
  const found = isId(id) ? await findApplication(services.database, providerIn(request).id, id) : null;
  const [view] = found === null ? [] : await viewsOf(services, [found]);
  if (view === undefined) throw notFound('application');
  return view;
}

const SUMMARIES: Record<AnswerCall, string> = {
  account: 'The account is open',
  cover: 'The deposit is covered',
  ended: 'The account is closed, or the cover has ended',
  paid: 'The claim is paid to the landlord',
  done: 'The change is made',
  refused: 'Refuse what is asked',
};

/** A certificate of 5 MB is larger as base64. */
const LARGEST_ANSWER = 8 * 1024 * 1024;
const MOST_ANSWERS = 1_000;

function answerRoutes(scope: FastifyInstance, settings: ProviderSettings): void {
  const server = scope.withTypeProvider<ZodTypeProvider>();
  const { services, settle } = settings;
  server.post(
    '/applications/:id/acknowledge',
    describe('You have it in hand; once more replaces the number', {
      params: byId,
      body: acknowledgeInput,
      response: { 200: applicationSchema },
    }),
    async (request) => {
      const { id } = request.params;
      await acknowledge(services, request, id, request.body);
      await recordVisit(services, request, { verb: 'answer', applications: [id] });
      return readApplication(services, request, id);
    },
  );
  for (const name of Object.keys(ANSWER_INPUTS) as AnswerCall[]) {
    server.post(
      `/applications/:id/${name}`,
      {
        bodyLimit: LARGEST_ANSWER,
        ...describe(SUMMARIES[name], {
          params: byId,
          body: ANSWER_INPUTS[name],
          response: { 200: applicationSchema },
        }),
      },
      async (request) => {
        const { id } = request.params;
        await give(services, request, { id, name, body: request.body });
        await recordVisit(services, request, { verb: 'answer', applications: [id] });
        await settle();
        return readApplication(services, request, id);
      },
    );
  }
  server.post(
    '/answers',
    {
      bodyLimit: LARGEST_ANSWER,
      ...describe(`Answer up to ${MOST_ANSWERS} applications; each counts on its own`, {
        body: z
          .array(z.unknown())
          .max(MOST_ANSWERS, `must not have more than ${MOST_ANSWERS} answers`)
          .describe('Each with `application`, `answer` and the members of that answer.'),
        response: { 200: z.object({ outcomes: z.array(outcomeSchema) }) },
      }),
    },
    async (request) => {
      const outcomes: z.infer<typeof outcomeSchema>[] = [];
      for (const row of request.body) {
        outcomes.push(await outcomeOf(services, request, isRow(row) ? row : {}));
      }
      const done = outcomes.flatMap(({ application, status }) => (status === 200 && application ? [application] : []));
      await recordVisit(services, request, { verb: 'answer', applications: done });
      await settle();
      return { outcomes };
    },
  );
}

const outcomeSchema = z.object({
  application: z.string().nullable(),
  status: z.int(),
  problem: problemSchema.optional(),
});

type Row = Record<string, unknown>;

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As the single call would answer it. Rows that were taken before one that fails stay taken. */
async function outcomeOf(
  services: Services,
  request: FastifyRequest,
  { application, answer, ...body }: Row,
): Promise<z.infer<typeof outcomeSchema>> {
  const id = typeof application === 'string' ? application : null;
  try {
    if (id === null) throw invalid('application', 'missing', 'must be the id of an application');
    await giveRow(services, request, { id, answer, body });
    return { application: id, status: 200 };
  } catch (error) {
    const problem = asProblem(error as FastifyError);
    if (problem.status >= 500) request.log.error({ err: error, request: request.id }, 'an answer failed');
    return { application: id, status: problem.status, problem: problemBody(problem) };
  }
}

async function giveRow(
  services: Services,
  request: FastifyRequest,
  { id, answer, body }: { id: string; answer: unknown; body: Row },
): Promise<void> {
  if (answer === 'acknowledge') return acknowledge(services, request, id, parsed(acknowledgeInput, body));
  if (typeof answer !== 'string' || !(answer in ANSWER_INPUTS)) {
    throw invalid('answer', 'invalid', `must be one of acknowledge, ${Object.keys(ANSWER_INPUTS).join(', ')}`);
  }
  const name = answer as AnswerCall;
  await give(services, request, { id, name, body: parsed(ANSWER_INPUTS[name], body) });
}

async function acknowledge(
  services: Services,
  request: FastifyRequest,
  applicationId: string,
  body: z.infer<typeof acknowledgeInput>,
): Promise<void> {
  const { id: providerId, name: by } = providerIn(request);
  const reference = body?.reference ?? null;
  requireDone(await acknowledgeApplication(services, { providerId, applicationId, reference, by }));
}

async function give(
  services: Services,
  request: FastifyRequest,
  { id: applicationId, name, body }: { id: string; name: AnswerCall; body: unknown },
): Promise<void> {
  const { id: providerId, name: by } = providerIn(request);
  requireDone(await giveAnswer(services, { providerId, applicationId, by, name, body }));
}

function requireDone(result: AnswerResult): void {
  switch (result.is) {
    case 'done':
      return;
    case 'unknown':
      throw notFound('application');
    case 'invalid':
      throw invalid(result.field, result.code, result.message);
    case 'conflict':
      throw new HttpProblem(409, result.message, result.recorded ? { recorded: true } : {});
  }
}

const PDF = { description: 'The PDF.', content: { 'application/pdf': { schema: z.any().describe('PDF.') } } };

function documentRoute(scope: FastifyInstance, { services }: ProviderSettings): void {
  const server = scope.withTypeProvider<ZodTypeProvider>();
  server.get(
    '/documents/:id',
    describe('Read the PDF of an application’s document', {
      params: byId,
      response: { 200: PDF },
    }),
    async (request, reply) => {
      const { id } = request.params;
      const isTheirs = isId(id) && (await isShownTo(services.database, providerIn(request).id, id));
      const document = isTheirs ? await readDocument(services, id) : null;
      if (document === null || document.content === null) throw notFound('document');
      await recordVisit(services, request, { verb: 'read', applications: [], documents: [id] });
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `inline; filename="${document.kind}-${id}.pdf"`)
        .type('application/pdf')
        .send(document.content);
    },
  );
}
