import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import * as z from 'zod';
import { isNotAtHome, MOVED_SENTENCE } from '../domain/cells.ts';

type InputProblem = { field: string; code: string; message: string };
/**
 * `problems` for invalid input; `approvalId` if the same request waits for approval; `recorded` if a late account is kept
 * with its deposit.
 */
type ProblemMembers = { problems?: InputProblem[]; approvalId?: string; recorded?: true };

/** An error answer, as RFC 9457 problem details. */
export class HttpProblem extends Error {
  readonly status: number;
  /** Further members of the answer. */
  readonly more: ProblemMembers;

  constructor(status: number, detail: string, more: ProblemMembers = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }
}

export const notFound = (what: string): HttpProblem => new HttpProblem(404, `There is no such ${what}.`);

/** Invalid input with one fault. */
export function invalid(field: string, code: string, message: string): HttpProblem {
  return new HttpProblem(422, `The input is not valid: ${field}: ${message}`, {
    problems: [{ field, code, message }],
  });
}

const TITLES: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  422: 'Invalid input',
  500: 'Internal error',
};

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What is wrong and what to do, as a sentence.'),
    problems: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .describe('For invalid input: all faults.'),
    approvalId: z.string().optional().describe('The same request that already waits for a second person.'),
    recorded: z.literal(true).optional().describe('The account is kept with the deposit all the same.'),
  })
  .meta({ id: 'Problem' });

/** Answers every error of a scope as `application/problem+json`. */
export function answerWithProblems(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError | HttpProblem, request, reply) => {
    const problem = asProblem(error);
    if (problem.status >= 500) request.log.error({ err: error, request: request.id }, 'request failed');
    return sendProblem(reply, problem);
  });
  server.setNotFoundHandler((_request, reply) => sendProblem(reply, notFound('address')));
}

function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  const { status } = problem;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem)));
}

/** The members of an error answer. */
export function problemBody({ status, message, more }: HttpProblem): z.infer<typeof problemSchema> {
  return { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail: message, ...more };
}

/** What an error answers: its own problem, or that something went wrong. */
export function asProblem(error: FastifyError | HttpProblem): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (isNotAtHome(error)) return new HttpProblem(409, MOVED_SENTENCE);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new HttpProblem(413, 'The body is too large.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new HttpProblem(422, error.message);
  }
  // The change may have been stored before the error, so nothing is promised.
  return new HttpProblem(
    500,
    'Something went wrong on our side. Check whether the change was made before you try again.',
  );
}

/** Reads bodies as JSON, whatever the content type says. An empty body counts as none. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request: FastifyRequest, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text as string));
    } catch {
      done(
        new HttpProblem(422, 'The body is not valid JSON.', {
          problems: [{ field: '', code: 'not_json', message: 'not valid JSON' }],
        }),
      );
    }
  });
  server.addHook('onRequest', async (request) => {
    delete request.headers['content-type'];
  });
}

/** Validates input by its Zod schema and collects all faults. */
export const zodValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const read = schema.safeParse(input ?? {});
    return read.success ? { value: read.data } : { error: invalidInput(read.error, input ?? {}) };
  };

/** The input, or all its faults as a problem. A missing body is read as an empty object, so that its members are listed. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const read = schema.safeParse(input ?? {});
  if (!read.success) throw invalidInput(read.error, input ?? {});
  return read.data;
}

function invalidInput(error: z.ZodError, given: unknown): HttpProblem {
  const problems = error.issues.flatMap((issue) => problemsFrom(issue, given));
  const detail = problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; ');
  return new HttpProblem(422, `The input is not valid: ${detail}`, { problems });
}

function problemsFrom(issue: z.core.$ZodIssue, input: unknown): InputProblem[] {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      code: 'unknown_member',
      message: 'is not a member of this call',
    }));
  }
  if (issue.path.length > 0 && valueAt(input, issue.path) === undefined) {
    return [{ field, code: 'missing', message: 'is missing' }];
  }
  return [{ field, code: issue.code === 'custom' ? 'invalid' : issue.code, message: issue.message }];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
}
