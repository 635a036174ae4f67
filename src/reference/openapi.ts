import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/** How the OpenAPI document is generated from the schemas of the routes. */
export const OPEN_API: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Depono',
      version: '1',
      description:
        'Rental deposits for Switzerland. Partners open deposits and read their status; the operator sets the service up. ' +
        'The paths are version 1 and stay; fields are only added.',
    },
    tags: [
      { name: 'Partner', description: 'Open deposits, try a payload, read the status of a contract.' },
      {
        name: 'Self-service',
        description: 'Callbacks, deliveries, calls and keys of a partner, with the partner key.',
      },
      { name: 'Provider', description: 'For banks and insurers: what is asked of them, and their answers.' },
      { name: 'Operator', description: 'Set-up, and the full record of deposits.' },
      {
        name: 'Sandbox',
        description: 'Only in the test environment: play every role, read the mails, move the clock.',
      },
      { name: 'Health', description: 'For monitoring.' },
    ],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The key that opens deposits, `dpk_…`: for one path, in every connected organization.',
        },
        statusKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'A key that reads: `dsk_…` of an organization, or `dwk_…` of a partner for all of its organizations.',
        },
        providerKey: { type: 'http', scheme: 'bearer', description: 'The key of a bank or an insurer.' },
        operatorToken: { type: 'http', scheme: 'bearer', description: 'The token of an operator.' },
      },
    },
  },
  transform: jsonSchemaTransform,
  transformObject: jsonSchemaTransformObject,
};
