import { madeExample } from './make-example.ts';
import { ANSWER_EXAMPLES, OPEN_EXAMPLES, SANDBOX_BODIES } from './partner-examples.ts';
import { operationsOf, type Example, type Media, type OpenApiDocument, type Operation, type Schema } from './types.ts';

type Documented = OpenApiDocument & { components: { examples?: Record<string, Example> } };

/** Every body, answer and parameter gets an example. One of a named schema stands once, among the components. */
export function withExamples(document: OpenApiDocument): OpenApiDocument {
  const shared: Record<string, Example> = {};
  for (const { path, operation } of operationsOf(document.paths)) {
    for (const parameter of operation.parameters ?? []) {
      parameter.example ??= madeExample(parameter.schema ?? {}, document, { extent: 'all', name: parameter.name });
    }
    for (const media of Object.values(operation.requestBody?.content ?? {})) showBody(path, media, document);
    showAnswers(operation, document, shared);
  }
  const whole: Documented = { ...document, components: { ...document.components, examples: shared } };
  return whole;
}

function showBody(path: string, media: Media, document: OpenApiDocument): void {
  if (nameOf(media.schema) === 'OpenDepositPayload') {
    media.examples = OPEN_EXAMPLES;
    return;
  }
  const last = path.split('/').at(-1) ?? '';
  const own = path.includes('/sandbox/') ? SANDBOX_BODIES[last] : undefined;
  media.example = own ?? madeExample(media.schema ?? {}, document, { extent: 'least' }) ?? {};
}

function showAnswers({ responses }: Operation, document: OpenApiDocument, shared: Record<string, Example>): void {
  for (const [status, { content = {} }] of Object.entries(responses)) {
    for (const [type, media] of Object.entries(content)) {
      if (!type.endsWith('json')) continue;
      const name = nameOf(media.schema);
      media.examples =
        name === null
          ? { shown: { value: madeExample(media.schema ?? {}, document, { extent: 'all' }) } }
          : sharedExamples(name, status, { document, shared });
    }
  }
}

/** References to examples of the components, which are made when they are first needed. */
function sharedExamples(
  name: string,
  status: string,
  { document, shared }: { document: OpenApiDocument; shared: Record<string, Example> },
): Record<string, Example> {
  const schema = document.components.schemas[name] ?? {};
  const made = (): Record<string, Example> => {
    if (name === 'Problem') return { [`problem${status}`]: { value: problem(status) } };
    if (name === 'StatusError') return { [`statusError${status}`]: { value: { error: STATUS_ERRORS[status] ?? '' } } };
    return ANSWER_EXAMPLES[name] ?? { shown: { value: madeExample(schema, document, { extent: 'all' }) } };
  };
  return Object.fromEntries(
    Object.entries(made()).map(([key, example]) => {
      const id = /^(?:problem|statusError)/.test(key) ? key : `${name}.${key}`;
      shared[id] = example;
      return [key, { $ref: `#/components/examples/${id}` } as unknown as Example];
    }),
  );
}

function nameOf(schema: Schema | undefined): string | null {
  return schema?.$ref?.split('/').at(-1) ?? null;
}

const STATUS_ERRORS: Record<string, string> = {
  400: 'The header x-org-id is missing',
  401: 'The API key does not match the organization',
  404: 'No deposit with that external id exists for the organization',
  500: 'The status could not be read; please ask again later',
};

const PROBLEMS: Record<string, { title: string; detail: string }> = {
  401: { title: 'Unauthorized', detail: 'The key is wrong or revoked.' },
  403: { title: 'Forbidden', detail: 'Your role does not allow this.' },
  404: { title: 'Not found', detail: 'There is no such deposit.' },
  409: { title: 'Conflict', detail: 'The deposit is closed: this is not possible any more.' },
  413: { title: 'Too large', detail: 'The body is too large.' },
  422: { title: 'Invalid input', detail: 'The input is not valid: amount: is missing' },
  500: {
    title: 'Internal error',
    detail: 'Something went wrong on our side. Check whether the change was made before you try again.',
  },
};

function problem(status: string): object {
  const known = PROBLEMS[status] ?? { title: 'Error', detail: 'Something is wrong.' };
  const problems = status === '422' ? { problems: [{ field: 'amount', code: 'missing', message: 'is missing' }] } : {};
  return { type: 'about:blank', title: known.title, status: Number(status), detail: known.detail, ...problems };
}
