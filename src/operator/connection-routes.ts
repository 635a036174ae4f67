import { callbackFault } from '../callbacks/addresses.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { differences } from '../actions/audit.ts';
import {
  addConnection,
  changeCallback,
  connectionOf,
  retireSecret,
  rotateSecret,
} from '../actions/set-up/connections.ts';
import { organizationOf } from '../actions/set-up/organizations.ts';
import { listConnections } from '../storage/set-up/connections.ts';
import { invalid } from '../web/problem.ts';
import { noteChange } from './audit.ts';
import * as input from './inputs.ts';
import { describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { connectionSchema, connectionView } from './views.ts';
import { done, noBody, typed } from '../web/typed.ts';

/** By which id a partner knows an organization, and where its documents are sent. */
export function connectionApi(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;
  secretRoutes(scope, settings);

  server.post(
    '/organizations/:id/connections',
    describe('admin', 'Connect an organization to a partner', {
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
    describe('viewer', 'List the connections', {
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
    describe('viewer', 'Read a connection', { params: ids('id', 'connectionId'), response: { 200: connectionSchema } }),
    async (request) =>
      connectionView(await refusing(connectionOf(database, request.params.id, request.params.connectionId))),
  );
  server.patch(
    '/organizations/:id/connections/:connectionId',
    describe('admin', 'Change the callback of a connection, or switch it on again', {
      params: ids('id', 'connectionId'),
      body: input.connectionChanges,
      response: { 200: connectionSchema },
    }),
    async (request) => {
      const { id: organizationId, connectionId: id } = request.params;
      checkCallback(settings, request.body.callback);
      const before = await refusing(connectionOf(database, organizationId, id));
      const { connection, secret } = await refusing(
        changeCallback(services, { organizationId, id }, request.body.callback),
      );
      noteChange(request, { changes: differences(connectionView(before), connectionView(connection)) });
      return connectionView(connection, secret);
    },
  );
}

const SECRET_PATH = '/organizations/:id/connections/:connectionId/callback-secret';

function secretRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    SECRET_PATH,
    describe('admin', 'Make a new secret for the callback; the previous one stays valid until it is retired', {
      params: ids('id', 'connectionId'),
      body: noBody,
      response: { 201: z.object({ secret: z.string().describe('Shown once.') }) },
    }),
    async ({ params: { id: organizationId, connectionId: id } }, reply) => {
      const secret = await refusing(rotateSecret(services, { organizationId, id }));
      return reply.code(201).send({ secret });
    },
  );
  server.delete(
    SECRET_PATH,
    describe('admin', 'Retire the older secret', { params: ids('id', 'connectionId'), response: { 204: done } }),
    async ({ params: { id: organizationId, connectionId: id } }, reply) => {
      await refusing(retireSecret(services, { organizationId, id }));
      return reply.code(204).send();
    },
  );
}

function checkCallback({ callbackAllowPrivate }: OperatorSettings, callback: { url: string } | null): void {
  const fault = callback === null ? null : callbackFault(callback.url, { allowPrivate: callbackAllowPrivate });
  if (fault !== null) throw invalid('callback.url', 'invalid', fault);
}
