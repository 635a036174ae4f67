import type { OpenApiDocument, Schema } from './types.ts';

const PREFIX = '#/components/schemas/';

/** Without the schemas that nothing uses; those of requests lose the suffix that told them apart, where none is left with the name. */
export function usedSchemas(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const name of referencesIn(value)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit([document.paths, document.webhooks]);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  const renamed = new Map(
    kept.map(([name]) => {
      const plain = name.replace(/Input$/, '');
      return [name, used.has(plain) ? name : plain];
    }),
  );
  const whole = {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  };
  const text = JSON.stringify(whole).replaceAll(
    /"#\/components\/schemas\/([^"]+)"/g,
    (_reference, name: string) => `"${PREFIX}${renamed.get(name) ?? name}"`,
  );
  const copy = JSON.parse(text) as OpenApiDocument;
  const byName = Object.entries(copy.components.schemas).map(([name, schema]) => [renamed.get(name) ?? name, schema]);
  copy.components.schemas = Object.fromEntries(byName) as Record<string, Schema>;
  return copy;
}

function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}

/** The schema that a reference names; others as they are. */
export function resolved(schema: Schema, document: OpenApiDocument): Schema {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[schema.$ref.slice(PREFIX.length)] ?? {};
}
