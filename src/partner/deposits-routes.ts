import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { MOST_LISTED, readFeed, type FeedOutcome } from '../actions/read-feed.ts';
import { knowsIt, NotOnReplica, type ReadFrom } from '../actions/replica/read-from.ts';
import { answerJson, queryString, valuesOf, type DirectCalls } from '../web/direct.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { headerText } from '../web/headers.ts';
import { begin, ended, note, recordReader } from './recorded-call.ts';
import type { RequestLog } from './request-log.ts';
import { statusError, statusShape } from './status-schema.ts';

export const DEPOSITS_PATH = '/webhook/deposits';
const USUALLY_LISTED = 100;

const schema = {
  tags: ['Partner'],
  operationId: 'deposits',
  summary: 'List the deposits of a partner in an organization, in the order of their last change',
  description:
    'Start without `after`, then go on from `next`. A deposit that changes moves to the end: a walk meets it again. ' +
    'What the partner has opened is listed, and where no other partner is connected, what came by take-over or mandate.',
  security: [{ apiKey: [] }],
  headers: z.object({ 'x-external-org-id': z.string().describe("The organization's id on the partner's side.") }),
  querystring: z.object({
    after: z.string().optional().describe('`next` of the page before; without it from the beginning.'),
    limit: z.string().optional().describe(`At most ${MOST_LISTED}, by default ${USUALLY_LISTED}.`),
  }),
  response: {
    200: z.strictObject({
      deposits: z.array(
        statusShape.extend({ depositId: z.string(), changedAt: z.string() }).meta({ id: 'ChangedDeposit' }),
      ),
      next: z.int().describe('What to ask for next time, also at the end.'),
    }),
    400: statusError,
    401: statusError,
    404: statusError,
    500: statusError,
  },
};

type DepositsSettings = { direct: DirectCalls; readFrom: ReadFrom; failedKeys: FailedKeys; requestLog: RequestLog };

/** Authenticated like opening; errors in the style of contract status. */
export function depositsRoutes(
  server: FastifyInstance,
  { direct, readFrom, failedKeys, requestLog }: DepositsSettings,
): void {
  direct.serve(server, { method: 'GET', url: DEPOSITS_PATH, access: 'partner_key', schema }, async (exchange) => {
    const { request, id, log } = exchange;
    const begun = begin(DEPOSITS_PATH, id);
    const query = queryString(request);
    const call = {
      apiKey: headerText(request.headers, 'x-api-key'),
      externalOrgId: headerText(request.headers, 'x-external-org-id'),
      after: readNumber(valuesOf(query, 'after'), { otherwise: 0, least: 0, most: Number.MAX_SAFE_INTEGER }),
      limit: readNumber(valuesOf(query, 'limit'), { otherwise: USUALLY_LISTED, least: 1, most: MOST_LISTED }),
    };
    const outcome = await readFrom((services) => readFeed(services, call), knowsIt).catch((error: unknown) => {
      if (!(error instanceof NotOnReplica)) log.error({ err: error, request: id }, 'the list of deposits failed');
      return { is: 'failed' } as const;
    });
    if (outcome.is === 'key_unknown') await failedKeys.slowDown(exchange.address());
    const { status, body } = answer(outcome);
    const organizationId = 'organizationId' in outcome ? outcome.organizationId : null;
    note(exchange, () =>
      recordReader(requestLog, ended(begun), {
        organizationId,
        partnerId: outcome.is === 'found' ? outcome.partnerId : null,
        externalContractId: null,
        is: outcome.is,
        status,
        body,
      }),
    );
    answerJson(exchange, status, body);
  });
}

function readNumber(
  [text, second]: readonly string[],
  { otherwise, least, most }: { otherwise: number; least: number; most: number },
): number | null {
  if (text === undefined) return otherwise;
  if (second !== undefined || !/^[0-9]{1,16}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

function answer(outcome: FeedOutcome | { is: 'failed' }): { status: number; body: object } {
  switch (outcome.is) {
    case 'found':
      return { status: 200, body: outcome.body };
    case 'header_missing':
      return { status: 400, body: { error: `The header ${outcome.header} is missing` } };
    case 'bad_page':
      return { status: 400, body: { error: outcome.why } };
    case 'beyond_last':
      return { status: 400, body: { error: 'The query parameter after is beyond the last change' } };
    case 'key_unknown':
      return { status: 401, body: { error: 'The API key is not valid' } };
    case 'organization_unknown':
      return { status: 404, body: { error: 'No organization with that external id is connected to the partner' } };
    case 'failed':
      return { status: 500, body: { error: 'The deposits could not be read; please ask again later' } };
  }
}
