import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './service.ts';

type Document = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  components: { schemas: Record<string, object> };
};

type Route = { route: string; parts: string[] };

export type Checker = {
  document: Document;
  ajv: Ajv2020;
  validators: Map<string, ValidateFunction>;
  /** Of each number of parts, as paths have different ids in one call after the other. */
  routes: Map<number, Route[]>;
};
/** By what the document depends on: its making costs as much as a start. */
const checkers = new Map<string, Promise<Checker>>();
/** Shared schemas are registered by name, so that each is compiled only once. */
const SHARED = 'depono:openapi';

/**
 * Compares an answer with the OpenAPI document of the same service, or of one of the same kind: route, status, content
 * type and schema.
 */
export async function checkAgainstOpenApi(
  service: { address: string; kind: string },
  method: string,
  path: string,
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
): Promise<void> {
  const checker = await load(service);
  const route = routeOf(checker.routes, path.split('?')[0] as string);
  if (route === null) return;
  const fault = faultOfAnswer(checker, { method, route }, { status, headers, text });
  assert.equal(fault, null);
}

type Said = { status: number; headers: { get: (name: string) => string | null | undefined }; text: string };

/** Null: the answer is as the document says, or the document says nothing of it. */
export function faultOfAnswer(
  { document, ajv, validators }: Checker,
  { method, route }: { method: string; route: string },
  { status, headers, text }: Said,
): string | null {
  const operation = document.paths[route]?.[method.toLowerCase()];
  // A route of the document under another method is 405, and what is not in it at all is a page or 404.
  if (operation === undefined || status === 404 || status === 405 || status === 413) return null;
  const response = operation.responses[status];
  if (response === undefined)
    return `${method} ${route} answers ${status}, which its document does not name: ${text.slice(0, 300)}`;
  const type = (headers.get('content-type') ?? '').split(';')[0] as string;
  const media = Object.entries(response.content ?? {}).filter(([, one]) => Object.keys(one.schema).length > 0);
  if (status === 204 || media.length === 0) return null;
  const [, found] = media.find(([name]) => name === type || type.endsWith('json')) ?? [];
  if (found === undefined) return `${method} ${route} answers ${type}`;
  const key = `${method} ${route} ${status}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(found.schema);
    validators.set(key, validate);
  }
  return validate(/json/.test(type) ? JSON.parse(text) : null)
    ? null
    : `${key}: ${JSON.stringify(validate.errors)} in ${text}`;
}

function load({ address, kind }: { address: string; kind: string }): Promise<Checker> {
  const known = checkers.get(kind);
  if (known !== undefined) return known;
  const loading = openApiOf(address);
  checkers.set(kind, loading);
  return loading;
}

/** The document of a service, to compare answers with. */
export async function openApiOf(address: string): Promise<Checker> {
  return checkerOf(await (await fetch(`${address}/openapi.json`)).text());
}

function checkerOf(text: string): Checker {
  const document = strict(JSON.parse(text.replaceAll('"$ref":"#/', `"$ref":"${SHARED}#/`))) as Document;
  // Most schemas check only a few answers, so optimizing the validator would not pay off.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  ajv.addSchema({ $id: SHARED, components: document.components });
  const routes = Object.keys(document.paths).map((route) => ({ route, parts: route.split('/') }));
  const byLength = Map.groupBy(routes, ({ parts }) => parts.length);
  return { document, ajv, validators: new Map<string, ValidateFunction>(), routes: byLength };
}

/** The document lets answers grow. Those of this version are exactly what it names. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-extensible-enum': choices, ...rest } = value as Record<string, unknown>;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, strict(one)]));
  if (Array.isArray(choices)) copy['enum'] = choices;
  if (copy['type'] === 'object' && 'properties' in copy) copy['additionalProperties'] ??= false;
  return copy;
}

function routeOf(routes: ReadonlyMap<number, Route[]>, path: string): string | null {
  const asked = path.split('/');
  const fits = ({ parts }: Route): boolean =>
    parts.every((part, place) => part.startsWith('{') || part === asked[place]);
  const found = routes.get(asked.length)?.filter(fits) ?? [];
  return (found.find(({ route }) => route === path) ?? found[0])?.route ?? null;
}
