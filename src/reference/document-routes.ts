import type { FastifyInstance } from 'fastify';
import { pageFor } from '../web/access.ts';
import { addressIn, type AddressSettings } from './address.ts';
import { EXAMPLE_ADDRESS, partnerDocument, wholeDocument } from './document/whole-document.ts';
import type { OpenApiDocument } from './document/types.ts';

export type DocumentSettings = AddressSettings & {
  hasSandbox: boolean;
  outcomeCodes: Readonly<Record<string, string>>;
};

export type Documents = { whole: () => OpenApiDocument; partner: () => OpenApiDocument };

/** Made for the first reader, when all routes are there. They do not change any more. */
export function documentsOf(
  server: FastifyInstance,
  { outcomeCodes, hasSandbox: isTest }: DocumentSettings,
): Documents {
  const generated = (): OpenApiDocument => server.swagger() as unknown as OpenApiDocument;
  const facts = { outcomeCodes, isTest };
  return {
    whole: once(() => wholeDocument(generated(), facts)),
    partner: once(() => partnerDocument(generated(), facts)),
  };
}

/** `/openapi.json` has every call, `/openapi-partner.json` those of partners. */
export function documentRoutesOf(server: FastifyInstance, documents: Documents, settings: AddressSettings): void {
  const ways = [
    ['/openapi.json', documents.whole],
    ['/openapi-partner.json', documents.partner],
  ] as const;
  for (const [path, make] of ways) {
    const text = once(() => JSON.stringify(make()));
    server.get(path, pageFor('anyone'), async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(text().replaceAll(EXAMPLE_ADDRESS, addressIn(request, settings))),
    );
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
