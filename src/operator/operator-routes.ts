import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { differences } from '../actions/audit.ts';
import {
  addOperator,
  changeOperator,
  listOperators,
  operatorById,
  removeOperator,
  type Operator,
} from '../actions/operators/operators.ts';
import { issueToken, revokeToken } from '../actions/operators/tokens.ts';
import { OPERATOR_ROLES } from '../domain/operator.ts';
import type { EmailAddress } from '../domain/values/contact.ts';
import { listOperatorTokens } from '../storage/operators/tokens.ts';
import { actingOf } from './acting.ts';
import { noteChange } from './audit.ts';
import { operatorChanges, operatorInput, tokenInput } from './inputs.ts';
import { defined, describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { done, noBody, typed } from '../web/typed.ts';

const operatorSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(OPERATOR_ROLES),
    inSettings: z.boolean().describe('Named in `OPERATOR_EMAILS`: always an admin, and not removed by this API.'),
    createdAt: z.string(),
    signedInAt: z.string().nullable().describe('The first sign-in to the console.'),
  })
  .meta({ id: 'Operator' });

const tokenSchema = z
  .object({
    tokenId: z.string(),
    name: z.string(),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
  })
  .meta({ id: 'OperatorToken' });

/** The people who run the service, and their tokens. */
export function operatorRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;

  server.get(
    '/operators',
    describe('viewer', 'List the operators', { response: { 200: z.object({ operators: z.array(operatorSchema) }) } }),
    async () => ({ operators: (await listOperators(services, database)).map(operatorView) }),
  );
  server.post(
    '/operators',
    describe('admin', 'Add an operator', { body: operatorInput, response: { 201: operatorSchema } }),
    async (request, reply) => {
      const { email, ...rest } = request.body;
      const operator = await refusing(addOperator(services, { ...rest, email: email as EmailAddress }));
      return reply.code(201).send(operatorView(operator));
    },
  );
  server.patch(
    '/operators/:id',
    describe('admin', 'Change an operator', {
      params: ids('id'),
      body: operatorChanges,
      response: { 200: operatorSchema },
    }),
    async (request) => {
      const { id } = request.params;
      const before = operatorView(await refusing(operatorById(services, database, id)));
      const changes = defined(request.body) as Parameters<typeof changeOperator>[2];
      const after = operatorView(await refusing(changeOperator(services, id, changes)));
      noteChange(request, { changes: differences(before, after) });
      return after;
    },
  );
  server.delete(
    '/operators/:id',
    describe('admin', 'Remove an operator with all sessions, passkeys and tokens', {
      params: ids('id'),
      body: noBody,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { email } = await refusing(removeOperator(services, request.params.id));
      noteChange(request, { changes: { email: { from: email } } });
      return reply.code(204).send();
    },
  );
  tokenRoutes(scope, settings);
}

function tokenRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;
  server.get(
    '/operators/:id/tokens',
    describe('admin', 'List the tokens of an operator', {
      params: ids('id'),
      response: { 200: z.object({ tokens: z.array(tokenSchema) }) },
    }),
    async ({ params: { id } }) => {
      await refusing(operatorById(services, database, id));
      const tokens = await listOperatorTokens(database, id);
      return {
        tokens: tokens.map(({ tokenId, name, createdAt, expiresAt }) => ({
          tokenId,
          name,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
        })),
      };
    },
  );
  server.post(
    '/operators/:id/tokens',
    describe('admin', 'Issue a token that acts with the name and role of an operator', {
      params: ids('id'),
      body: tokenInput,
      response: { 201: z.object({ tokenId: z.string(), token: z.string().describe('Shown once.') }) },
    }),
    async (request, reply) => {
      const { name, expiresAt } = request.body;
      const options = {
        name,
        expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null,
        by: actingOf(request),
      };
      const { tokenId, token } = await refusing(issueToken(services, request.params.id, options));
      const about = { operator: request.params.id, 'operator token': tokenId };
      noteChange(request, { verb: 'issue', thing: 'operator token', about });
      return reply.code(201).send({ tokenId, token });
    },
  );
  server.delete(
    '/operators/:id/tokens/:tokenId',
    describe('admin', 'Revoke a token', { params: ids('id', 'tokenId'), body: noBody, response: { 204: done } }),
    async (request, reply) => {
      const { id, tokenId } = request.params;
      await refusing(revokeToken(services, id, tokenId));
      return reply.code(204).send();
    },
  );
}

export function operatorView(operator: Operator): z.infer<typeof operatorSchema> {
  const { id, email, name, role, isInSettings, createdAt, signedInAt } = operator;
  return {
    id,
    email,
    name,
    role,
    inSettings: isInSettings,
    createdAt: createdAt.toISOString(),
    signedInAt: signedInAt?.toISOString() ?? null,
  };
}
