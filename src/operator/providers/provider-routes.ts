import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { differences } from '../../actions/audit.ts';
import {
  addContact,
  addProvider,
  addProviderKey,
  changeProvider,
  providerOf,
  retireProviderSecret,
  rotateProviderSecret,
  removeContact,
} from '../../actions/set-up/providers.ts';
import { callbackFault } from '../../callbacks/addresses.ts';
import { isId, isKeyId } from '../../storage/database/ids.ts';
import { listKeys } from '../../storage/set-up/key-uses.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { listContacts } from '../../storage/providers/contacts.ts';
import { listProviders, revokeProviderKey } from '../../storage/providers/providers.ts';
import { invalid, notFound } from '../../web/problem.ts';
import { noteChange } from '../audit.ts';
import { contactInput, offerFrom, providerChangesInput, providerInput } from './provider-inputs.ts';
import { contactSchema, contactView, keyListSchema, keyView, providerSchema, providerView } from './provider-views.ts';
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
} from '../routes.ts';
import { done, noBody, typed } from '../../web/typed.ts';

/** Banks and insurers: who they are, what they offer, their keys and their people. */
export function providerApi(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;
  keyRoutesOf(scope, settings);
  contactRoutes(scope, settings);
  secretRoutes(scope, settings);

  server.post(
    '/providers',
    describe('admin', 'Add a bank or an insurer', {
      body: providerInput,
      response: { 201: providerSchema.extend(keySchema.shape) },
    }),
    async (request, reply) => {
      const { offer, ...rest } = request.body;
      checkCallback(settings, rest.callback);
      const made = await refusing(addProvider(services, { ...rest, offer: offer && offerFrom(offer) }));
      const { keyId, apiKey } = made;
      return reply.code(201).send({ ...providerView(made.provider, made.secret), keyId, apiKey });
    },
  );
  server.get(
    '/providers',
    describe('viewer', 'List the banks and insurers', {
      response: { 200: z.object({ providers: z.array(providerSchema) }) },
    }),
    async () => ({ providers: (await listProviders(database)).map((provider) => providerView(provider)) }),
  );
  server.get(
    '/providers/:id',
    describe('viewer', 'Read a bank or an insurer', { params: ids('id'), response: { 200: providerSchema } }),
    async (request) => providerView(await refusing(providerOf(database, request.params.id))),
  );
  server.patch(
    '/providers/:id',
    describe('admin', 'Change a bank or an insurer, make it the default, or retire it', {
      params: ids('id'),
      body: providerChangesInput,
      response: { 200: providerSchema },
    }),
    async (request) => {
      const { offer, ...rest } = request.body;
      checkCallback(settings, rest.callback);
      const changes = { ...rest, offer: offer && offerFrom(offer) };
      const { before, provider, secret } = await refusing(changeProvider(services, request.params.id, changes));
      noteChange(request, { changes: differences(providerView(before), providerView(provider)) });
      return providerView(provider, secret);
    },
  );
}

function keyRoutesOf(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { services } = settings;
  const { database } = services;
  server.post(
    '/providers/:id/keys',
    describe('admin', 'Issue another key of a provider', {
      params: ids('id'),
      body: noBody,
      response: { 201: issuedSchema },
    }),
    async (request, reply) => {
      const key = await refusing(addProviderKey(services, request.params.id));
      return reply.code(201).send(await issued(settings, request, 'provider_key', key));
    },
  );
  server.get(
    '/providers/:id/keys',
    describe('viewer', 'List the keys of a provider', {
      params: ids('id'),
      response: { 200: z.object({ keys: z.array(keyListSchema) }) },
    }),
    async (request) => {
      const { id: providerId } = await refusing(providerOf(database, request.params.id));
      return { keys: (await listKeys(database, { providerId })).map(keyView) };
    },
  );
  server.delete(
    '/providers/:id/keys/:keyId',
    describe('admin', 'Revoke a key of a provider', {
      params: ids('id', 'keyId'),
      body: noBody,
      response: REVOKED,
    }),
    async (request, reply) => {
      const { id, keyId } = request.params;
      if (!isId(id) || !isKeyId(keyId) || !(await revokeProviderKey(database, id, keyId))) throw notFound('key');
      const elsewhere = await revokedHere(settings, 'provider_key', keyId);
      return elsewhere === null ? reply.code(204).send() : reply.code(202).send(elsewhere);
    },
  );
}

function contactRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;
  server.post(
    '/providers/:id/contacts',
    describe('admin', 'Add a person of a provider, who can sign in to its pages', {
      params: ids('id'),
      body: contactInput,
      response: { 201: contactSchema },
    }),
    async (request, reply) => {
      const { email, ...person } = request.body;
      const contact = addContact(services, request.params.id, { ...person, email: email as EmailAddress });
      return reply.code(201).send(contactView(await refusing(contact)));
    },
  );
  server.get(
    '/providers/:id/contacts',
    describe('viewer', 'List the people of a provider', {
      params: ids('id'),
      response: { 200: z.object({ contacts: z.array(contactSchema) }) },
    }),
    async (request) => {
      const { id } = await refusing(providerOf(database, request.params.id));
      return { contacts: (await listContacts(database, id)).map(contactView) };
    },
  );
  server.delete(
    '/providers/:id/contacts/:contactId',
    describe('admin', 'Remove a person of a provider', {
      params: ids('id', 'contactId'),
      body: noBody,
      response: { 204: done },
    }),
    async (request, reply) => {
      const { id, contactId } = request.params;
      if (!isId(id) || !isId(contactId) || !(await removeContact(services, id, contactId))) throw notFound('contact');
      return reply.code(204).send();
    },
  );
}

function secretRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    '/providers/:id/callback-secret',
    describe('admin', 'Make a new secret for the callback; the previous one stays valid until it is retired', {
      params: ids('id'),
      body: noBody,
      response: { 201: z.object({ secret: z.string().describe('Shown once.') }) },
    }),
    async ({ params: { id } }, reply) =>
      reply.code(201).send({ secret: await refusing(rotateProviderSecret(services, id)) }),
  );
  server.delete(
    '/providers/:id/callback-secret',
    describe('admin', 'Retire the older secret', { params: ids('id'), body: noBody, response: { 204: done } }),
    async ({ params: { id } }, reply) => {
      await refusing(retireProviderSecret(services, id));
      return reply.code(204).send();
    },
  );
}

function checkCallback({ callbackAllowPrivate }: OperatorSettings, callback: { url: string } | null | undefined): void {
  const fault =
    callback === null || callback === undefined
      ? null
      : callbackFault(callback.url, { allowPrivate: callbackAllowPrivate });
  if (fault !== null) throw invalid('callback.url', 'invalid', fault);
}
