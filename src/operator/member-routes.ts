import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { differences } from '../actions/audit.ts';
import { addMember, changeMember, memberOf, removeMember } from '../actions/set-up/members.ts';
import { organizationOf } from '../actions/set-up/organizations.ts';
import type { EmailAddress } from '../domain/values/contact.ts';
import { listMembers } from '../storage/set-up/members.ts';
import { noteChange } from './audit.ts';
import * as input from './inputs.ts';
import { defined, describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { memberSchema, memberView } from './views.ts';
import { done, typed } from '../web/typed.ts';

/** The people of an organization. */
export function memberApi(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;

  server.post(
    '/organizations/:id/members',
    describe('clerk', 'Add a member', { params: ids('id'), body: input.memberInput, response: { 201: memberSchema } }),
    async (request, reply) => {
      const { email, ...person } = request.body;
      const member = addMember(services, request.params.id, { ...person, email: email as EmailAddress });
      return reply.code(201).send(memberView(await refusing(member)));
    },
  );
  server.get(
    '/organizations/:id/members',
    describe('viewer', 'List the members', {
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
    describe('clerk', 'Change a member', {
      params: ids('id', 'memberId'),
      body: input.memberChanges,
      response: { 200: memberSchema },
    }),
    async (request) => {
      const { id: organizationId, memberId: id } = request.params;
      const changes = defined(request.body) as Parameters<typeof changeMember>[2];
      const before = memberView(await refusing(memberOf(database, organizationId, id)));
      const after = memberView(await refusing(changeMember(services, { organizationId, id }, changes)));
      noteChange(request, { changes: differences(before, after) });
      return after;
    },
  );
  server.delete(
    '/organizations/:id/members/:memberId',
    describe('clerk', 'Remove a member and assign their deposits to another', {
      params: ids('id', 'memberId'),
      querystring: z.object({ reassignTo: z.string().optional() }),
      body: input.memberRemoval,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id: organizationId, memberId: id } = request.params;
      const reassignTo = request.body?.reassignTo ?? request.query.reassignTo;
      await refusing(removeMember(services, { organizationId, id }, { reassignTo, actor: 'operator' }));
      return reply.code(204).send();
    },
  );
}
