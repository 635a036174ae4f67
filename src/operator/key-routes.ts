import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { addPartner, addPartnerKey, addPartnerStatusKey, addStatusKey } from '../actions/set-up/keys.ts';
import { isId, isKeyId } from '../storage/database/ids.ts';
import { listPartners, revokePartnerKey, revokePartnerStatusKey } from '../storage/set-up/partners.ts';
import { revokeStatusKey } from '../storage/set-up/status-keys.ts';
import { notFound } from '../web/problem.ts';
import * as input from './inputs.ts';
import {
  describe,
  ids,
  issued,
  issuedSchema,
  keySchema,
  refusing,
  REVOKED,
  revokedHere,
  type OperatorSettings,
} from './routes.ts';
import { done, noBody, typed } from '../web/typed.ts';

const partnerSchema = z.object({ id: z.string(), name: z.string(), integration: z.string() });

/** Partners with their keys. */
export function keyRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;

  server.post(
    '/partners',
    describe('admin', 'Add a partner', {
      body: input.partnerInput,
      response: { 201: partnerSchema.extend(keySchema.shape) },
    }),
    async (request, reply) => reply.code(201).send(await addPartner(services, request.body)),
  );
  server.get(
    '/partners',
    describe('viewer', 'List the partners', { response: { 200: z.object({ partners: z.array(partnerSchema) }) } }),
    async () => ({ partners: await listPartners(database) }),
  );
  server.post(
    '/partners/:id/keys',
    describe('admin', 'Issue another key', { params: ids('id'), body: noBody, response: { 201: issuedSchema } }),
    async (request, reply) => {
      const key = await refusing(addPartnerKey(services, request.params.id));
      return reply.code(201).send(await issued(settings, request, 'partner_key', key));
    },
  );
  server.delete(
    '/partners/:id/keys/:keyId',
    describe('admin', 'Revoke a key', { params: ids('id', 'keyId'), body: noBody, response: REVOKED }),
    async (request, reply) => {
      const { id, keyId } = request.params;
      if (!isId(id) || !isKeyId(keyId) || !(await revokePartnerKey(database, id, keyId))) throw notFound('key');
      const elsewhere = await revokedHere(settings, 'partner_key', keyId);
      return elsewhere === null ? reply.code(204).send() : reply.code(202).send(elsewhere);
    },
  );
}

/** Keys that read: of an organization, and of a partner in all of its organizations. */
export function readingKeyRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;

  server.post(
    '/partners/:id/status-keys',
    describe('admin', 'Issue a key for the status of all deposits of a partner', {
      params: ids('id'),
      body: noBody,
      response: { 201: issuedSchema },
    }),
    async (request, reply) => {
      const key = await refusing(addPartnerStatusKey(services, request.params.id));
      return reply.code(201).send(await issued(settings, request, 'partner_status_key', key));
    },
  );
  server.delete(
    '/partners/:id/status-keys/:keyId',
    describe('admin', 'Revoke a key for the status of all deposits of a partner', {
      params: ids('id', 'keyId'),
      body: noBody,
      response: REVOKED,
    }),
    async (request, reply) => {
      const { id, keyId } = request.params;
      if (!isId(id) || !isKeyId(keyId) || !(await revokePartnerStatusKey(database, id, keyId))) throw notFound('key');
      const elsewhere = await revokedHere(settings, 'partner_status_key', keyId);
      return elsewhere === null ? reply.code(204).send() : reply.code(202).send(elsewhere);
    },
  );

  server.post(
    '/organizations/:id/status-keys',
    describe('admin', 'Issue a key for contract status', {
      params: ids('id'),
      body: noBody,
      response: { 201: keySchema },
    }),
    async (request, reply) => reply.code(201).send(await refusing(addStatusKey(services, request.params.id))),
  );
  server.delete(
    '/organizations/:id/status-keys/:keyId',
    describe('admin', 'Revoke a key for contract status', {
      params: ids('id', 'keyId'),
      body: noBody,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id, keyId } = request.params;
      if (!isId(id) || !isKeyId(keyId) || !(await revokeStatusKey(database, id, keyId))) throw notFound('key');
      return reply.code(204).send();
    },
  );
}
