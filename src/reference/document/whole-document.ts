import { usedSchemas } from './components.ts';
import { withExamples } from './examples.ts';
import { openAnswers } from './open-answers.ts';
import { operationIdOf } from './operation-ids.ts';
import { operationsOf, type Media, type OpenApiDocument, type Operation, type PathItem } from './types.ts';
import { webhooksOf } from './webhooks.ts';

/** Stands in the document for the address that the service is asked at. */
export const EXAMPLE_ADDRESS = 'https://deposits.example';

type Facts = {
  /** The codes of the open call, and what a program does next. */
  outcomeCodes: Readonly<Record<string, string>>;
  isTest: boolean;
};

/** What the framework makes of the routes, completed: ids, examples, callbacks, the types of errors. */
export function wholeDocument(generated: OpenApiDocument, facts: Facts): OpenApiDocument {
  const document = openAnswers(possibleCalls(structuredClone(generated)));
  for (const { path, method, operation } of operationsOf(document.paths)) {
    operation.operationId ??= operationIdOf(method, path);
    operation.security ??= [];
    nameAnswers(operation);
    if (isOpenCall(path)) showCodes(operation, facts.outcomeCodes);
    if (!Object.keys(operation.responses).some((status) => status.startsWith('4'))) {
      operation.responses['431'] = { description: 'The headers are larger than 16 KiB. There is no body.' };
    }
  }
  document.webhooks = webhooksOf(document);
  document.info = {
    ...document.info,
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Support', url: `${EXAMPLE_ADDRESS}/docs/partner/support` },
  };
  const description = facts.isTest ? 'Test environment' : 'Production';
  document.servers = [{ url: EXAMPLE_ADDRESS, description }];
  const complete = withExamples(usedSchemas(document));
  const used = new Set(operationsOf(complete.paths).flatMap(({ operation }) => operation.tags ?? []));
  return { ...complete, tags: complete.tags.filter(({ name }) => used.has(name)) };
}

/** The calls of partners alone, with their own callbacks. */
export function partnerDocument(generated: OpenApiDocument, facts: Facts): OpenApiDocument {
  const isTheirs = (path: string): boolean => path.startsWith('/webhook/') || path.startsWith('/partner/api/');
  const paths = Object.fromEntries(Object.entries(generated.paths).filter(([path]) => isTheirs(path)));
  const info = {
    ...generated.info,
    title: 'Depono for partners',
    description: 'Open rental deposits, read their status, receive their documents. The paths are version 1 and stay.',
  };
  const document = wholeDocument({ ...generated, info, paths }, facts);
  const webhooks = Object.entries(document.webhooks ?? {}).filter(([type]) => !type.startsWith('application.'));
  const { apiKey, statusKey } = document.components.securitySchemes;
  return usedSchemas({
    ...document,
    webhooks: Object.fromEntries(webhooks),
    components: {
      ...document.components,
      securitySchemes: { ...(apiKey && { apiKey }), ...(statusKey && { statusKey }) },
    },
  });
}

/** Without calls that are always refused. */
function possibleCalls(document: OpenApiDocument): OpenApiDocument {
  const isPossible = ({ responses }: Operation): boolean =>
    Object.keys(responses).some((status) => status.startsWith('2'));
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, operation]) => isPossible(operation))),
  ]);
  return { ...document, paths: Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0)) };
}

const isOpenCall = (path: string): boolean => /^\/webhook\/(?!contract-status$|events$|deposits$)/.test(path);

const MEANINGS: Record<string, string> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted: it is carried out now.',
  204: 'Done. There is no body.',
  400: 'A header or a parameter is missing or malformed.',
  401: 'The key or token is missing, wrong or revoked.',
  403: 'Not allowed.',
  404: 'There is none, or it is another’s.',
  409: 'Not possible as things stand. The detail says why.',
  413: 'The body is too large.',
  422: 'The input is not valid. `problems` names every fault.',
  500: 'A failure of the service.',
  503: 'Not ready.',
};

function nameAnswers({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response') response.description = MEANINGS[status] ?? 'An answer.';
    if (response.content !== undefined) response.content = asSent(response.content);
    if (status === '204') delete response.content;
  }
}

/** Errors of the APIs are problem details (RFC 9457). */
function asSent(content: Record<string, Media>): Record<string, Media> {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const isProblem = media.schema?.$ref?.endsWith('/Problem') === true;
      return [isProblem ? 'application/problem+json' : type, media];
    }),
  );
}

function showCodes({ responses }: Operation, codes: Readonly<Record<string, string>>): void {
  const headers = {
    'x-depono-code': {
      description: 'What happened. The dry run has the code of the real call. More may be added.',
      schema: { type: 'string', 'x-extensible-enum': Object.keys(codes) },
    },
    'x-depono-next': {
      description: 'What a program does next.',
      schema: { type: 'string', 'x-extensible-enum': [...new Set(Object.values(codes))] },
    },
    'x-request-id': { description: 'Quote it in a support case.', schema: { type: 'string' } },
  };
  for (const response of Object.values(responses)) response.headers = headers;
  const refused = responses['500'];
  if (refused !== undefined) refused.description = 'Refused, or a failure of the service: nothing was created.';
}
