import type { OpenApiDocument, Operation, PathItem, Schema } from './types.ts';

/** The messages that we post to partners, and, in the whole document, to banks and insurers. */
export function webhooksOf(document: OpenApiDocument): Record<string, PathItem> {
  const { Event: event, StateEvent: stateEvent } = document.components.schemas;
  if (event === undefined || stateEvent === undefined) return {};
  const partner = {
    'document.created': posted({
      operationId: 'documentCreated',
      summary: 'A document of a deposit was made',
      tag: 'Partner',
      schema: withInline(asMessage(event)),
      data: { ...ABOUT, document: { ...DOCUMENT, url: 'https://deposits.example/documents/…' } },
      type: 'document.created',
    }),
    'deposit.state_changed': posted({
      operationId: 'depositStateChanged',
      summary: 'The state of a deposit changed',
      tag: 'Partner',
      schema: asMessage(stateEvent),
      data: { ...ABOUT, from: 'opening', to: 'open' },
      type: 'deposit.state_changed',
    }),
    test: posted({
      operationId: 'testEvent',
      summary: 'A test event, which the partner has asked for',
      tag: 'Self-service',
      schema: message('test', { organizationId: STRING, externalOrgId: STRING }),
      data: { organizationId: ABOUT.organizationId, externalOrgId: ABOUT.externalOrgId },
      type: 'test',
    }),
  };
  const application = { application: object({ id: STRING, kind: STRING, depositId: STRING }) };
  const data = {
    application: { id: '01a1dd06-0f11-7c1a-9a2b-3c4d5e6f7a8b', kind: 'account', depositId: ABOUT.depositId },
  };
  const provider = Object.fromEntries(
    (['created', 'cancelled'] as const).map((what) => {
      const type = `application.${what}`;
      const [operationId, summary] = [`application${what === 'created' ? 'Created' : 'Cancelled'}`, `Is ${what}`];
      const schema = message(type, application);
      return [
        type,
        posted({ operationId, summary: `An application: ${summary}`, tag: 'Provider', schema, data, type }),
      ];
    }),
  );
  return { ...partner, ...provider };
}

const STRING: Schema = { type: 'string' };

const DOCUMENT = {
  id: '01a1dd06-0581-7c33-8f0e-2d4b6a8c0e12',
  kind: 'pay_in',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const ABOUT = {
  sequence: 2,
  depositId: '01a1dd05-e1c4-7a90-8f3e-2d1c0b9a8f7e',
  organizationId: '01a1dd05-cf80-7d39-8c2e-0c5f7a6d9b10',
  externalOrgId: '4711',
  deposit: {
    externalContractId: 'GUIDE-1',
    state: 'open',
    iban: 'CH9300762011623852957',
    paidInAmount: 3560,
    paidOutTime: null,
    paidOutAmountTenant: null,
    product: 'bank_deposit',
    provider: 'demo_bank',
  },
};

const HEADERS = [
  ['webhook-id', 'The same for all attempts: process a message once.', 'a message id'],
  [
    'webhook-timestamp',
    'When this attempt was made, in seconds; refuse it when older than five minutes.',
    '1794700800',
  ],
  [
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. Two while a secret is replaced: one is enough.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const;

type Told = { operationId: string; summary: string; tag: string; schema: Schema; type: string; data: object };

function posted({ operationId, summary, tag, schema, type, data }: Told): PathItem {
  const example = { type, timestamp: '2026-11-15T00:00:00.000Z', data };
  const post: Operation = {
    operationId,
    summary,
    description:
      'Sent to the callback address, signed as Standard Webhooks. Answer 2xx as soon as it is stored, also to types and members that you do not know.',
    tags: [tag],
    security: [],
    parameters: HEADERS.map(([name, description, shown]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: STRING,
      example: name === 'webhook-id' ? '01a1dd06-05c9-7e0b-a7d5-6f9c0f5b1a20' : shown,
    })),
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Stored. The message is not sent again.' },
      '410': { description: 'Switches the address off, and cancels the messages that wait.' },
      '4XX': { description: 'Refused, for example because the signature is wrong. It is sent again later.' },
    },
  };
  return { post };
}

/** An event of the list has a number; a message has none. */
function asMessage({ properties = {}, required = [], ...rest }: Schema): Schema {
  const { number: _number, ...others } = properties;
  return { ...rest, properties: others, required: required.filter((name) => name !== 'number') };
}

/** The PDF itself, for connections that ask for it. */
function withInline(schema: Schema): Schema {
  const copy = structuredClone(schema);
  const document = copy.properties?.['data']?.properties?.['document'];
  if (document?.properties !== undefined) {
    document.properties['contentBase64'] = {
      type: 'string',
      format: 'byte',
      description: 'The PDF, if the connection has `inline`.',
    };
  }
  return copy;
}

function message(type: string, data: Record<string, Schema>): Schema {
  return object({ type: { type: 'string', const: type }, timestamp: STRING, data: object(data) });
}

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
