import type { Random } from '../random.ts';
import { anything, goodText, word } from '../values.ts';
import { goodMember } from './good-values.ts';
import type { Pool } from './pool.ts';

/** As much of JSON Schema as the document of the service has. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

/** A value that fits the schema, with values that mean something where the name tells which. */
export function goodValue(random: Random, schema: Schema, name: string, pool: Pool): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return goodValue(random, random.pick(choices), name, pool);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const known = goodMember(random, name, pool);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (known !== undefined && (type === undefined || typeof known === type || type === typeName(known))) return known;
  switch (type) {
    case 'object':
      return goodObject(random, schema, pool);
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () => goodValue(random, schema.items ?? {}, name, pool));
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'integer':
      return random.between(Math.max(schema.minimum ?? 0, -9), Math.min(schema.maximum ?? 9, 99));
    case 'number':
      return random.between(0, 99_999) / random.pick([1, 10, 100]);
    case 'string':
      return random.chance(0.8) ? word(random) : goodText(random).slice(0, schema.maxLength ?? 200);
    case undefined:
    default:
      return anything(random);
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** All that is required, and of the rest about half. */
function goodObject(random: Random, { properties = {}, required = [] }: Schema, pool: Pool): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || random.chance(0.4))
      .map(([name, schema]) => [name, goodValue(random, schema, name, pool)]),
  );
}
