import type { OpenApiDocument, Schema } from './types.ts';

/** The contract names all values of these: none is ever added. */
const COMPLETE: ReadonlySet<string> = new Set(['state', 'result', 'from', 'to', 'product']);

/** What we answer may grow: members and values are added. Clients made from the document must bear that. */
export function openAnswers(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    name.endsWith('Input') ? schema : opened(schema, null),
  ]);
  for (const { responses } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    for (const { content = {} } of Object.values(responses)) {
      for (const media of Object.values(content)) {
        if (media.schema !== undefined) media.schema = opened(media.schema, null);
      }
    }
  }
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

function opened(schema: Schema, name: string | null): Schema {
  const { enum: values, additionalProperties, ...rest } = schema;
  const open: Schema = { ...rest };
  if (values !== undefined) {
    const isOpen = schema.type === 'string' && name !== null && !COMPLETE.has(name);
    open[isOpen ? 'x-extensible-enum' : 'enum'] = values;
  }
  if (typeof additionalProperties === 'object') open.additionalProperties = opened(additionalProperties, name);
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(([member, one]) => [member, opened(one, member)]);
    open.properties = Object.fromEntries(members) as Record<string, Schema>;
  }
  if (schema.items !== undefined) open.items = opened(schema.items, name);
  for (const join of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (schema[join] !== undefined) open[join] = schema[join].map((one) => opened(one, name));
  }
  return open;
}
