import type { FastifyInstance } from 'fastify';
import { readContractStatus, type ReaderRefusal, type StatusOutcome } from '../actions/read-status.ts';
import { knowsIt, NotOnReplica, type ReadFrom } from '../actions/replica/read-from.ts';
import { READ_PATHS } from '../domain/integration.ts';
import { answerText, queryString, valuesOf, type DirectCalls } from '../web/direct.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { headerText } from '../web/headers.ts';
import { begin, ended, note, recordReader } from './recorded-call.ts';
import type { RequestLog } from './request-log.ts';
import { statusSchema } from './status-schema.ts';

export const STATUS_PATH = READ_PATHS.status;

type StatusSettings = {
  direct: DirectCalls;
  readFrom: ReadFrom;
  failedKeys: FailedKeys;
  requestLog: RequestLog;
};

/** 4.2: `GET /webhook/contract-status?ext-contract-id=…`. */
export function statusRoutes(
  server: FastifyInstance,
  { direct, readFrom, failedKeys, requestLog }: StatusSettings,
): void {
  direct.serve(
    server,
    { method: 'GET', url: STATUS_PATH, access: 'status_key', ...statusSchema() },
    async (exchange) => {
      const { request, id, log } = exchange;
      const begun = begin(STATUS_PATH, id);
      const call = {
        apiKey: headerText(request.headers, 'x-api-key'),
        organizationId: headerText(request.headers, 'x-org-id'),
        externalContractIds: contractIdsIn(queryString(request)),
      };
      let outcome: StatusOutcome;
      try {
        outcome = await readFrom((services) => readContractStatus(services, call), knowsIt);
      } catch (error) {
        if (!(error instanceof NotOnReplica)) log.error({ err: error, request: id }, 'contract status failed');
        outcome = { is: 'failed' };
      }
      const { status, body, text } = answer(outcome);
      note(exchange, () =>
        recordReader(requestLog, ended(begun), {
          organizationId: call.organizationId,
          partnerId: outcome.is === 'found' ? outcome.partnerId : null,
          externalContractId: call.externalContractIds[0] ?? null,
          is: outcome.is,
          status,
          body,
        }),
      );
      if (outcome.is === 'key_does_not_match') await failedKeys.slowDown(exchange.address());
      answerText(exchange, status, text ?? JSON.stringify(body));
    },
  );
}

/** All values of `ext-contract-id`. */
function contractIdsIn(query: string): string[] {
  const plain = PLAIN_QUERY.exec(query)?.[1];
  return plain === undefined ? valuesOf(query, 'ext-contract-id') : [plain];
}

/** The form that nearly all calls have. */
const PLAIN_QUERY = /^ext-contract-id=([\w.~-]*)$/;

/** Contract 7.2. A found status has its JSON text already. */
function answer(outcome: StatusOutcome): { status: number; body: object; text?: string } {
  switch (outcome.is) {
    case 'contract_id_missing':
      return { status: 400, body: { error: 'The query parameter ext-contract-id is missing' } };
    case 'contract_id_repeated':
      return { status: 400, body: { error: 'The query parameter ext-contract-id is given more than once' } };
    case 'no_deposit':
      return { status: 404, body: { error: 'No deposit with that external contract id exists for the organization' } };
    case 'found':
      return { status: 200, body: outcome.answer.status, text: outcome.answer.text };
    case 'header_missing':
    case 'organization_unknown':
    case 'key_does_not_match':
    case 'not_enabled':
    case 'failed':
      return answerReader(outcome);
  }
}

export function answerReader(refusal: ReaderRefusal): { status: number; body: object } {
  switch (refusal.is) {
    case 'header_missing':
      return { status: 400, body: { error: `The header ${refusal.header} is missing` } };
    case 'organization_unknown':
      return { status: 500, body: { error: 'The organization is unknown' } };
    case 'key_does_not_match':
      return { status: 401, body: { error: 'The API key does not match the organization' } };
    case 'not_enabled':
      return { status: 500, body: { error: 'Contract status is not enabled for the organization' } };
    case 'failed':
      return { status: 500, body: { error: 'The status could not be read; please ask again later' } };
  }
}
