import type { FastifyInstance } from 'fastify';
import { doOrAsk } from '../../actions/approvals/ask.ts';
import { actingOf } from '../acting.ts';
import { asked, noteAsked, sendAsked } from '../asked.ts';
import { noteChange } from '../audit.ts';
import { depositSchema } from '../deposit-view.ts';
import { contactWish, holdInput, liftHoldInput, tenantContactInput } from '../input/change-inputs.ts';
import { findOr404, makeMove, problemOf, readRecord, tryMove } from '../move.ts';
import { describe, ids, refusing, type OperatorSettings } from '../routes.ts';
import { notFound } from '../../web/problem.ts';
import { typed } from '../../web/typed.ts';

/** Holds, and contact data of tenants that an operator changes. */
export function depositChangeRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services, settle } = settings;
  server.post(
    '/deposits/:id/hold',
    describe('clerk', 'Put a deposit on hold: nothing is paid out until the hold is lifted', {
      params: ids('id'),
      body: holdInput,
      response: { 200: depositSchema },
    }),
    async (request) => {
      await makeMove(services, request.params.id, 'hold', () => request.body);
      await settle();
      return readRecord(settings, request.params.id);
    },
  );
  server.post(
    '/deposits/:id/lift-hold',
    describe('clerk', 'Lift a hold: what was agreed meanwhile is paid out', {
      params: ids('id'),
      body: liftHoldInput,
      response: { 200: depositSchema, ...asked },
    }),
    async (request, reply) => {
      const { id: depositId } = request.params;
      const input = { depositId, reason: request.body.reason };
      const { approvalId } = await refusing(doOrAsk(services, actingOf(request), 'lift_hold', input));
      if (approvalId !== null) noteAsked(request, approvalId);
      await settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return readRecord(settings, depositId);
    },
  );
  server.patch(
    '/deposits/:id/tenants/:position',
    describe('clerk', 'Change e-mail address, telephone number or postal address of a tenant', {
      params: ids('id', 'position'),
      body: tenantContactInput,
      response: { 200: depositSchema },
    }),
    async (request) => {
      const { id, position } = request.params;
      const { reason, ...contact } = request.body;
      const tenant = /^[1-9]$/.test(position) ? Number(position) : 0;
      // The position is part of the path: unknown is 404, also where the deposit would allow nothing.
      if ((await findOr404(services, id)).terms.tenants[tenant - 1] === undefined) throw notFound('tenant');
      const wish = contactWish(contact, { by: 'operator', tenant, reason });
      const refusal = await tryMove(services, id, 'change_contact', () => wish);
      if (refusal?.is === 'invalid_field' && refusal.code === 'no_such_tenant') throw notFound('tenant');
      if (refusal !== null) throw problemOf(refusal);
      noteChange(request, { verb: 'change', thing: 'tenant', about: { deposit: id, tenant: position } });
      await settle();
      return readRecord(settings, id);
    },
  );
}
