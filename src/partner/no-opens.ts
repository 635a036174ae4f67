import type { FastifyInstance } from 'fastify';
import { INTEGRATIONS, type Integration } from '../domain/integration.ts';
import { answerJson, type DirectCalls } from '../web/direct.ts';
import { headerText } from '../web/headers.ts';
import { notOnReader } from './answer.ts';
import { codeHeaders } from './codes.ts';
import { refuseOtherMethods } from './open-routes.ts';
import { begin, ended, failedCall, note } from './recorded-call.ts';
import type { RequestLog } from './request-log.ts';

/** Where a process only reads: every open call and dry run is answered that nothing was created. The body is not read. */
export function noOpenRoutes(
  server: FastifyInstance,
  { direct, requestLog }: { direct: DirectCalls; requestLog: RequestLog },
): void {
  for (const integration of INTEGRATIONS) {
    const url = `/webhook/${integration}`;
    refuseAt(url, { integration, isOpen: true });
    refuseAt(`${url}/check`, { integration, isOpen: false });
  }

  function refuseAt(path: string, { integration, isOpen }: { integration: Integration; isOpen: boolean }): void {
    direct.serve(server, { method: 'POST', url: path, access: 'partner_key' }, async (exchange) => {
      const { request, id } = exchange;
      const begun = begin(path, id, { isOpen });
      const call = {
        integration,
        apiKey: headerText(request.headers, 'x-api-key'),
        externalOrgId: headerText(request.headers, 'x-external-org-id'),
        body: { is: 'too_slow' } as const,
        payload: NOTHING,
      };
      const given = notOnReader();
      note(exchange, () => requestLog.record(failedCall(ended(begun), call, given)));
      answerJson(exchange, given.status, given.body, codeHeaders('unavailable'));
    });
    refuseOtherMethods(server, path, 'POST');
  }
}

const NOTHING = Buffer.alloc(0);
