/** The parts of an OpenAPI document that we make and read. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  'x-extensible-enum'?: unknown[];
  example?: unknown;
};

export type Example = { summary?: string; description?: string; value: unknown };

export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, Example> };

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
};

type Response = {
  description: string;
  headers?: Record<string, { description?: string; schema?: Schema; $ref?: string }>;
  content?: Record<string, Media>;
};

export type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
};

export type PathItem = Record<string, Operation>;

export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown> & { title: string; version: string; description?: string };
  servers?: { url: string; description?: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
};

export type NamedOperation = { path: string; method: string; operation: Operation };

export function operationsOf(items: Record<string, PathItem>): NamedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}
