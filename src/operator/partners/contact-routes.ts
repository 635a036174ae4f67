import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { addPartnerContact, removePartnerContact } from '../../actions/partners/contacts.ts';
import { unknown } from '../../actions/set-up/refused.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import type { Services } from '../../actions/services.ts';
import { isId } from '../../storage/database/ids.ts';
import { findPartnerContacts } from '../../storage/partners/contacts.ts';
import { findPartner, type Partner } from '../../storage/set-up/partners.ts';
import { notFound } from '../../web/problem.ts';
import { describe, ids, refusing, type OperatorSettings } from '../routes.ts';
import { partnerContactInput, partnerContactSchema, partnerContactView } from './contact-views.ts';
import { done, noBody, typed } from '../../web/typed.ts';

/** The people of a partner, who sign in at /partner. */
export function partnerContactApi(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;
  server.post(
    '/partners/:id/contacts',
    describe('admin', 'Add a person of a partner, who can sign in to its pages', {
      params: ids('id'),
      body: partnerContactInput,
      response: { 201: partnerContactSchema },
    }),
    async (request, reply) => {
      const { email, ...person } = request.body;
      const contact = addPartnerContact(services, request.params.id, { ...person, email: email as EmailAddress });
      return reply.code(201).send(partnerContactView(await refusing(contact)));
    },
  );
  server.get(
    '/partners/:id/contacts',
    describe('viewer', 'List the people of a partner', {
      params: ids('id'),
      response: { 200: z.object({ contacts: z.array(partnerContactSchema) }) },
    }),
    async (request) => {
      const { id } = await refusing(partnerOf(services, request.params.id));
      return { contacts: (await findPartnerContacts(database, id)).map(partnerContactView) };
    },
  );
  server.delete(
    '/partners/:id/contacts/:contactId',
    describe('admin', 'Remove a person of a partner', {
      params: ids('id', 'contactId'),
      body: noBody,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id, contactId } = request.params;
      if (!isId(id) || !isId(contactId) || !(await removePartnerContact(services, id, contactId))) {
        throw notFound('contact');
      }
      return reply.code(204).send();
    },
  );
}

async function partnerOf({ database }: Services, id: string): Promise<Partner> {
  const partner = isId(id) ? await findPartner(database, id) : null;
  if (partner === null) throw unknown('partner');
  return partner;
}
