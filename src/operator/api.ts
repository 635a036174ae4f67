import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Services } from '../actions/services.ts';
import {
  addConnection,
  addMember,
  addOrganization,
  addPartner,
  addPartnerKey,
  addStatusKey,
  changeCallback,
  changeMember,
  changeOrganization,
  connectionOf,
  organizationOf,
  removeMember,
  SetUpRefused,
} from '../actions/set-up.ts';
import type { EmailAddress } from '../domain/contact.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';
import { fromChf, type Rappen } from '../domain/money.ts';
import { clean } from '../domain/payload/fields.ts';
import { listConnections } from '../storage/connections.ts';
import { findDeposit, listDeposits } from '../storage/deposits.ts';
import { isId, isKeyId } from '../storage/ids.ts';
import { heedContract, ignoreContract } from '../storage/ignored-contracts.ts';
import { listMembers } from '../storage/members.ts';
import { listOrganizations } from '../storage/organizations.ts';
import { listPartners, revokePartnerKey } from '../storage/partners.ts';
import { revokeStatusKey } from '../storage/status-keys.ts';
import { HttpProblem, invalid, notFound, problemSchema } from '../web/problem.ts';
import * as input from './inputs.ts';
import {
  connectionSchema,
  connectionView,
  depositSchema,
  depositView,
  memberSchema,
  memberView,
  organizationSchema,
  organizationView,
} from './views.ts';

export type OperatorSettings = { services: Services; providers: ProviderCodes; callbackAllowPrivate: boolean };

const MOST_DEPOSITS = 100;

const keySchema = z.object({ keyId: z.string(), apiKey: z.string().describe('Shown once.') });
const partnerSchema = z.object({ id: z.string(), name: z.string(), integration: z.string() });
const done = z.undefined().describe('Done.');

/** The set-up interface of the operator, and the full record of deposits. */
export function operatorApi(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = scope.withTypeProvider<ZodTypeProvider>();
  const { services } = settings;
  const { database } = services;

  server.post(
    '/partners',
    describe('Add a partner', { body: input.partnerInput, response: { 201: partnerSchema.extend(keySchema.shape) } }),
    async (request, reply) => reply.code(201).send(await addPartner(services, request.body)),
  );
  server.get(
    '/partners',
    describe('List the partners', { response: { 200: z.object({ partners: z.array(partnerSchema) }) } }),
    async () => ({ partners: await listPartners(database) }),
  );
  server.post(
    '/partners/:id/keys',
    describe('Issue another key', { params: ids('id'), body: input.noBody, response: { 201: keySchema } }),
    async (request, reply) => reply.code(201).send(await refusing(addPartnerKey(services, request.params.id))),
  );
  server.delete(
    '/partners/:id/keys/:keyId',
    describe('Revoke a key', { params: ids('id', 'keyId'), body: input.noBody, response: { 204: done } }),
    async (request, reply) => {
      const { id, keyId } = request.params;
      if (!isId(id) || !isKeyId(keyId) || !(await revokePartnerKey(database, id, keyId))) throw notFound('key');
      return reply.code(204).send();
    },
  );

  server.post(
    '/organizations',
    describe('Add an organization', { body: input.organizationInput, response: { 201: organizationSchema } }),
    async (request, reply) => {
      const organization = await refusing(addOrganization(services, defined(inRappen(request.body))));
      return reply.code(201).send(organizationView(organization));
    },
  );
  server.get(
    '/organizations',
    describe('List the organizations', { response: { 200: z.object({ organizations: z.array(organizationSchema) }) } }),
    async () => ({ organizations: (await listOrganizations(database)).map(organizationView) }),
  );
  server.get(
    '/organizations/:id',
    describe('Read an organization', { params: ids('id'), response: { 200: organizationSchema } }),
    async (request) => organizationView(await refusing(organizationOf(database, request.params.id))),
  );
  server.patch(
    '/organizations/:id',
    describe('Change an organization', {
      params: ids('id'),
      body: input.organizationChanges,
      response: { 200: organizationSchema },
    }),
    async (request) =>
      organizationView(
        await refusing(changeOrganization(services, request.params.id, defined(inRappen(request.body)))),
      ),
  );

  server.post(
    '/organizations/:id/connections',
    describe('Connect an organization to a partner', {
      params: ids('id'),
      body: input.connectionInput,
      response: { 201: connectionSchema },
    }),
    async (request, reply) => {
      const { partnerId, externalOrgId, callback = null } = request.body;
      checkCallback(settings, callback);
      const made = await refusing(addConnection(services, request.params.id, { partnerId, externalOrgId, callback }));
      return reply.code(201).send(connectionView(made.connection, made.secret));
    },
  );
  server.get(
    '/organizations/:id/connections',
    describe('List the connections', {
      params: ids('id'),
      response: { 200: z.object({ connections: z.array(connectionSchema) }) },
    }),
    async (request) => {
      const { id } = await refusing(organizationOf(database, request.params.id));
      return { connections: (await listConnections(database, id)).map((connection) => connectionView(connection)) };
    },
  );
  server.get(
    '/organizations/:id/connections/:connectionId',
    describe('Read a connection', { params: ids('id', 'connectionId'), response: { 200: connectionSchema } }),
    async (request) =>
      connectionView(await refusing(connectionOf(database, request.params.id, request.params.connectionId))),
  );
  server.patch(
    '/organizations/:id/connections/:connectionId',
    describe('Change the callback of a connection, or switch it on again', {
      params: ids('id', 'connectionId'),
      body: input.connectionChanges,
      response: { 200: connectionSchema },
    }),
    async (request) => {
      const { id: organizationId, connectionId: id } = request.params;
      checkCallback(settings, request.body.callback);
      const { connection, secret } = await refusing(
        changeCallback(services, { organizationId, id }, request.body.callback),
      );
      return connectionView(connection, secret);
    },
  );

  server.post(
    '/organizations/:id/members',
    describe('Add a member', { params: ids('id'), body: input.memberInput, response: { 201: memberSchema } }),
    async (request, reply) => {
      const { email, ...person } = request.body;
      const member = addMember(services, request.params.id, { ...person, email: email as EmailAddress });
      return reply.code(201).send(memberView(await refusing(member)));
    },
  );
  server.get(
    '/organizations/:id/members',
    describe('List the members', {
      params: ids('id'),
      response: { 200: z.object({ members: z.array(memberSchema) }) },
    }),
    async (request) => {
      const { id } = await refusing(organizationOf(database, request.params.id));
      return { members: (await listMembers(database, id)).map(memberView) };
    },
  );
  server.patch(
    '/organizations/:id/members/:memberId',
    describe('Change a member', {
      params: ids('id', 'memberId'),
      body: input.memberChanges,
      response: { 200: memberSchema },
    }),
    async (request) => {
      const { id: organizationId, memberId: id } = request.params;
      const changes = defined(request.body) as Parameters<typeof changeMember>[2];
      return memberView(await refusing(changeMember(services, { organizationId, id }, changes)));
    },
  );
  server.delete(
    '/organizations/:id/members/:memberId',
    describe('Remove a member; the deposits go to another', {
      params: ids('id', 'memberId'),
      querystring: z.object({ reassignTo: z.string().optional() }),
      body: input.memberLeaves,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id: organizationId, memberId: id } = request.params;
      const reassignTo = request.body?.reassignTo ?? request.query.reassignTo;
      await refusing(removeMember(services, { organizationId, id }, reassignTo));
      return reply.code(204).send();
    },
  );

  server.post(
    '/organizations/:id/status-keys',
    describe('Issue a key for contract status', {
      params: ids('id'),
      body: input.noBody,
      response: { 201: keySchema },
    }),
    async (request, reply) => reply.code(201).send(await refusing(addStatusKey(services, request.params.id))),
  );
  server.delete(
    '/organizations/:id/status-keys/:keyId',
    describe('Revoke a key for contract status', {
      params: ids('id', 'keyId'),
      body: input.noBody,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id, keyId } = request.params;
      if (!isId(id) || !isKeyId(keyId) || !(await revokeStatusKey(database, id, keyId))) throw notFound('key');
      return reply.code(204).send();
    },
  );

  const ignored = z.object({ id: z.string(), externalContractId: input.contractId });
  server.put(
    '/organizations/:id/ignored-contracts/:externalContractId',
    describe('Ignore a contract, until an instant or for always', {
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
    describe('Heed a contract again', { params: ignored, body: input.noBody, response: { 204: done } }),
    async (request, reply) => {
      const { id, externalContractId } = request.params;
      const { id: organizationId } = await refusing(organizationOf(database, id));
      await heedContract(database, { organizationId, externalContractId });
      return reply.code(204).send();
    },
  );

  server.get(
    '/organizations/:id/deposits',
    describe(`Read the deposits of an organization, newest first, at most ${MOST_DEPOSITS}`, {
      params: ids('id'),
      querystring: z.object({ externalContractId: z.string().optional() }),
      response: { 200: z.object({ deposits: z.array(depositSchema) }) },
    }),
    async (request) => {
      const { id: organizationId } = await refusing(organizationOf(database, request.params.id));
      const asked = request.query.externalContractId;
      const externalContractId = asked === undefined ? null : clean(asked).toWellFormed();
      const deposits = await listDeposits(database, { organizationId, externalContractId, most: MOST_DEPOSITS });
      return { deposits: deposits.map((deposit) => depositView(deposit, settings.providers)) };
    },
  );
  server.get(
    '/deposits/:id',
    describe('Read one deposit', { params: ids('id'), response: { 200: depositSchema } }),
    async (request) => {
      const { id } = request.params;
      const deposit = isId(id) ? await findDeposit(database, id) : null;
      if (deposit === null) throw notFound('deposit');
      return depositView(deposit, settings.providers);
    },
  );
}

/** The parts of a route's schema that all calls of the operator share. */
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
      tags: ['Operator'],
      summary,
      security: [{ operatorToken: [] }],
      ...schema,
      response: { ...problems, ...schema.response },
    },
  };
}

function ids<const N extends string>(...names: N[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<N, z.ZodString>);
}

/** Members that were not sent are not there, rather than undefined. */
type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
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

function checkCallback({ callbackAllowPrivate }: OperatorSettings, callback: { url: string } | null): void {
  if (callback === null) return;
  const { protocol } = new URL(callback.url);
  if (protocol === 'https:' || (callbackAllowPrivate && protocol === 'http:')) return;
  throw invalid('callback.url', 'invalid', 'must start with https://');
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SetUpRefused ? problemFrom(error) : error;
  }
}

function problemFrom({ kind, about, message }: SetUpRefused): HttpProblem {
  switch (kind) {
    case 'unknown':
      return notFound(about);
    case 'conflict':
      return new HttpProblem(409, message);
    case 'invalid':
      return invalid(about, 'invalid', message);
  }
}
