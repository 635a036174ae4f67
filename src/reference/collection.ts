import { EXAMPLE_ADDRESS } from './document/whole-document.ts';
import { operationsOf, type NamedOperation, type OpenApiDocument, type Operation } from './document/types.ts';

/** The parts of a collection (Postman 2.1, which Bruno imports as well) that we make. */
type Item = {
  name: string;
  event?: { listen: 'test'; script: { type: string; exec: string[] } }[];
  request: {
    method: string;
    description?: string;
    header: { key: string; value: string }[];
    url: { raw: string; host: string[]; path: string[]; query: { key: string; value: string; disabled?: boolean }[] };
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
  };
};
type Folder = { name: string; item: Item[] };

type Collection = {
  info: { name: string; description: string; schema: string };
  item: Folder[];
  variable: { key: string; value: string; description: string }[];
};

const VARIABLES: Record<string, string> = {
  baseUrl: 'The address of the service.',
  apiKey: 'The key that opens deposits, dpk_….',
  statusKey: 'A key that reads status and events, dwk_… or dsk_….',
  externalOrgId: 'The organization as you call it.',
  orgId: 'The organization as the service calls it.',
  depositId: 'Of one of your deposits; set by the list of deposits.',
  deliveryId: 'Of a callback; set by the list of deliveries.',
  runId: 'Of a conformance run; set when one is started.',
  keyId: 'Of a status key; set when one is issued.',
  fileId: 'Of a file of a deposit; set when one is added.',
};

type Known = { externalOrgId: string; orgId: string; path: string };

/** The calls of partners as a collection, from their OpenAPI document. `known`: of the reader who is signed in. */
export function collectionOf(document: OpenApiDocument, known: Known | null): Collection {
  const path = known?.path ?? 'custom';
  const operations = operationsOf(document.paths).filter(({ path: one }) => isOfPath(one, path));
  const tags = document.tags.filter(({ name }) => operations.some(({ operation }) => operation.tags?.includes(name)));
  const values: Record<string, string> = {
    baseUrl: EXAMPLE_ADDRESS,
    externalOrgId: known?.externalOrgId ?? '',
    orgId: known?.orgId ?? '',
  };
  return {
    info: {
      name: 'Depono for partners',
      description: 'Set the variables of the collection: apiKey, externalOrgId, then statusKey and orgId.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: tags.map(({ name }) => ({
      name,
      item: operations.filter(({ operation }) => operation.tags?.includes(name)).map(itemOf),
    })),
    variable: Object.entries(VARIABLES).map(([key, description]) => ({ key, value: values[key] ?? '', description })),
  };
}

/** Of the five paths, the reader's alone. */
function isOfPath(one: string, path: string): boolean {
  const [, first, second] = one.split('/');
  return first !== 'webhook' || second === path || /^(?:contract-status|events|deposits)$/.test(second ?? '');
}

function itemOf(named: NamedOperation): Item {
  const { method, operation } = named;
  const script = scriptOf(operation);
  const body = bodyOf(operation);
  return {
    name: operation.summary ?? operation.operationId ?? '',
    ...(script !== null && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: [script] } }] }),
    request: {
      method: method.toUpperCase(),
      ...(operation.description !== undefined && { description: operation.description }),
      header: headersOf(operation, body !== null),
      url: urlOf(named),
      ...(body !== null && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}

function headersOf({ security = [], parameters = [] }: Operation, hasBody: boolean): Item['request']['header'] {
  const isReader = security.some((one) => 'statusKey' in one);
  const own = parameters.filter((one) => one.in === 'header');
  return [
    { key: 'x-api-key', value: isReader ? '{{statusKey}}' : '{{apiKey}}' },
    ...own.map(({ name }) => ({ key: name, value: name === 'x-org-id' ? '{{orgId}}' : '{{externalOrgId}}' })),
    ...(hasBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
  ];
}

function urlOf({ path, operation: { parameters = [] } }: NamedOperation): Item['request']['url'] {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_name, name: string) => `{{${variableOf(path, name)}}}`);
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, required = false, example }) => ({
      key: name,
      value:
        name === 'ext-contract-id'
          ? 'REFERENCE-1'
          : typeof example === 'string' || typeof example === 'number'
            ? String(example)
            : '',
      ...(required ? {} : { disabled: true }),
    }));
  const shown = query.filter(({ disabled }) => disabled !== true).map(({ key, value }) => `${key}=${value}`);
  const raw = `{{baseUrl}}${filled}${shown.length === 0 ? '' : `?${shown.join('&')}`}`;
  return { raw, host: ['{{baseUrl}}'], path: filled.slice(1).split('/'), query };
}

function variableOf(path: string, name: string): string {
  if (name !== 'id') return name;
  if (path.includes('/deliveries/')) return 'deliveryId';
  return path.includes('/conformance/') ? 'runId' : 'depositId';
}

function bodyOf({ requestBody }: Operation): string | null {
  const media = Object.values(requestBody?.content ?? {})[0];
  if (media === undefined) return null;
  const value = Object.values(media.examples ?? {})[0]?.value ?? media.example;
  const text = JSON.stringify(value, null, 2);
  return text.replaceAll('"4711"', '"{{externalOrgId}}"');
}

/** Calls whose answers other calls need. */
const KEPT: Record<string, readonly [variable: string, expression: string]> = {
  deposits: ['depositId', 'deposits[0] && answer.deposits[0].depositId'],
  listDeliveries: ['deliveryId', 'deliveries[0] && answer.deliveries[0].id'],
  startConformance: ['runId', 'id'],
  issueStatusKey: ['keyId', 'keyId'],
  playFiles: ['fileId', 'id'],
};

function scriptOf({ operationId = '' }: Operation): string | null {
  const kept = KEPT[operationId];
  if (kept === undefined) return null;
  const [variable, expression] = kept;
  return `const answer = pm.response.json(); const value = answer.${expression}; if (value) pm.collectionVariables.set('${variable}', value);`;
}
