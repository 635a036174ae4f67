import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { doOrAsk } from '../actions/approvals/ask.ts';
import { addOrganization, organizationOf } from '../actions/set-up/organizations.ts';
import { differences, given } from '../actions/audit.ts';
import { fromChf, type Rappen } from '../domain/values/money.ts';
import { unignoreContract, ignoreContract } from '../storage/set-up/ignored-contracts.ts';
import { listOrganizations } from '../storage/set-up/organizations.ts';
import { actingOf } from './acting.ts';
import { asked, sendAsked } from './asked.ts';
import { noteChange } from './audit.ts';
import * as input from './inputs.ts';
import { defined, describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { organizationSchema, organizationRecord } from './views.ts';
import { done, noBody, typed } from '../web/typed.ts';

/** Organizations with their settings, and the contracts they ignore. */
export function organizationApi(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;

  server.post(
    '/organizations',
    describe('admin', 'Add an organization', { body: input.organizationInput, response: { 201: organizationSchema } }),
    async (request, reply) => {
      const organization = await refusing(addOrganization(services, defined(inRappen(request.body))));
      const { brand } = request.body;
      // A picture does not belong into the audit log.
      if (brand?.logo)
        noteChange(request, { changes: given({ ...request.body, brand: organizationRecord(organization).brand }) });
      return reply.code(201).send(organizationRecord(organization));
    },
  );
  server.get(
    '/organizations',
    describe('viewer', 'List the organizations', {
      response: { 200: z.object({ organizations: z.array(organizationSchema) }) },
    }),
    async () => ({ organizations: (await listOrganizations(database)).map(organizationRecord) }),
  );
  server.get(
    '/organizations/:id',
    describe('viewer', 'Read an organization', { params: ids('id'), response: { 200: organizationSchema } }),
    async (request) => organizationRecord(await refusing(organizationOf(database, request.params.id))),
  );
  server.patch(
    '/organizations/:id',
    describe('admin', 'Change an organization', {
      params: ids('id'),
      body: input.organizationChanges,
      response: { 200: organizationSchema, ...asked },
    }),
    async (request, reply) => {
      const { id } = request.params;
      const before = organizationRecord(await refusing(organizationOf(database, id)));
      const changes = defined(inRappen(request.body));
      const { approvalId } = await refusing(
        doOrAsk(services, actingOf(request), 'change_organization', { id, changes }),
      );
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      const after = organizationRecord(await refusing(organizationOf(database, id)));
      noteChange(request, { changes: differences(before, after) });
      return after;
    },
  );

  ignoredRoutes(scope, settings);
}

function ignoredRoutes(scope: FastifyInstance, { services: { database } }: OperatorSettings): void {
  const server = typed(scope);
  const ignored = z.object({ id: z.string(), externalContractId: input.contractId });
  server.put(
    '/organizations/:id/ignored-contracts/:externalContractId',
    describe('clerk', 'Ignore a contract, until an instant or permanently', {
      params: ignored,
      body: input.ignoredInput,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id, externalContractId } = request.params;
      const { id: organizationId } = await refusing(organizationOf(database, id));
      const { until } = request.body;
      await ignoreContract(database, { organizationId, externalContractId }, until === null ? null : new Date(until));
      return reply.code(204).send();
    },
  );
  server.delete(
    '/organizations/:id/ignored-contracts/:externalContractId',
    describe('clerk', 'Stop ignoring a contract', { params: ignored, body: noBody, response: { 204: done } }),
    async (request, reply) => {
      const { id, externalContractId } = request.params;
      const { id: organizationId } = await refusing(organizationOf(database, id));
      await unignoreContract(database, { organizationId, externalContractId });
      return reply.code(204).send();
    },
  );
}

function inRappen<T extends { smallDepositLimit?: number | undefined }>(
  body: T,
): Omit<T, 'smallDepositLimit'> & { smallDepositLimit?: Rappen } {
  const { smallDepositLimit, ...rest } = body;
  if (smallDepositLimit === undefined) return rest;
  const limit = fromChf(smallDepositLimit);
  if (limit === null) throw new Error('the amount was checked');
  return { ...rest, smallDepositLimit: limit };
}
