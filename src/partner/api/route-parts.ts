import * as z from 'zod';
import type { ListRead } from '../../actions/partners/deliveries.ts';
import type { Services } from '../../actions/services.ts';
import type { RequestLog } from '../request-log.ts';
import { HttpProblem, invalid, problemSchema } from '../../web/problem.ts';

export type SelfServiceSettings = {
  services: Services;
  callbackAllowPrivate: boolean;
  /** How long a test event waits for its answer. */
  testEventMs: number;
  requestLog: RequestLog;
};

/** The parts of a route's schema that all calls of partners for themselves share. */
export function selfService<S extends { response: object }>(operationId: string, summary: string, schema: S) {
  const problems = {
    401: problemSchema,
    404: problemSchema,
    409: problemSchema,
    422: problemSchema,
    500: problemSchema,
  };
  return {
    schema: {
      tags: ['Self-service'],
      operationId,
      summary,
      security: [{ apiKey: [] }],
      ...schema,
      response: { ...problems, ...schema.response },
    },
  };
}

const MOST_LISTED = 1_000;
const USUALLY_LISTED = 100;

/** Where a list goes on, and how much of it is wanted. */
export const pageQuery = z.object({
  after: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be `next` of an earlier answer')
    .transform(Number)
    .default(0)
    .describe('`next` of the page before; without it from the beginning.'),
  limit: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be a number')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_LISTED, `must be from 1 to ${MOST_LISTED}`)
    .default(USUALLY_LISTED)
    .describe(`At most ${MOST_LISTED}, by default ${USUALLY_LISTED}.`),
});

export const nextSchema = z.int().describe('What to send as `after` next time, also at the end.');

/** The entries of a list; a cursor that the list never gave is bad input. */
export function pageOf<T>(list: ListRead<T>): { entries: T[]; next: number } {
  switch (list.is) {
    case 'read':
      return list;
    case 'beyond_end':
      throw invalid('after', 'beyond_end', 'is beyond the end of the list');
  }
}

export const noCallback = (): HttpProblem => new HttpProblem(409, 'The connection has no callback: set one first.');
