import { resolved } from './components.ts';
import { EXAMPLE_ENDINGS, EXAMPLE_VALUES } from './example-values.ts';
import type { OpenApiDocument, Schema } from './types.ts';

/** `all`: with the members that may be left out, as answers are shown. `least`: what a call must send. */
type Extent = 'all' | 'least';

const DEEPEST = 12;

/** An example that fits its schema. Names decide the values: an e-mail address looks like one. */
export function madeExample(
  schema: Schema,
  document: OpenApiDocument,
  { extent, name = '', depth = 0 }: { extent: Extent; name?: string; depth?: number },
): unknown {
  const whole = resolved(schema, document);
  const inner = (one: Schema, member: string): unknown =>
    madeExample(one, document, { extent, name: member, depth: depth + 1 });
  if (depth > DEEPEST) return null;
  if (whole.example !== undefined) return whole.example;
  if (whole.const !== undefined) return whole.const;
  if (whole.default !== undefined) return whole.default;
  const choices = whole.enum ?? whole['x-extensible-enum'];
  if (choices !== undefined) return choices.includes(EXAMPLE_VALUES[name]) ? EXAMPLE_VALUES[name] : choices[0];
  const joined = whole.anyOf ?? whole.oneOf;
  if (joined !== undefined) return ofSeveral(joined, document, inner, name);
  if (whole.allOf !== undefined) {
    return Object.assign({}, ...whole.allOf.map((one) => inner(one, name) as object)) as unknown;
  }
  if (whole.properties !== undefined) return members(whole, extent, inner);
  switch ([whole.type ?? []].flat()[0]) {
    case 'array':
      return extent === 'least' && whole.minItems === undefined ? [] : [inner(whole.items ?? {}, singular(name))];
    case 'object':
      return {};
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return number(whole, name);
    case 'null':
      return null;
    case 'string':
      return text(whole, name);
    case undefined:
      return {};
    default:
      return null;
  }
}

function members(
  { properties = {}, required = [] }: Schema,
  extent: Extent,
  inner: (schema: Schema, name: string) => unknown,
): object {
  const shown = Object.entries(properties).filter(([name]) => extent === 'all' || required.includes(name));
  return Object.fromEntries(shown.map(([name, schema]) => [name, inner(schema, name)]));
}

/** The first that is not null, unless the value by that name is. */
function ofSeveral(
  schemas: readonly Schema[],
  document: OpenApiDocument,
  inner: (schema: Schema, name: string) => unknown,
  name: string,
): unknown {
  const isNull = (one: Schema): boolean => resolved(one, document).type === 'null';
  if (EXAMPLE_VALUES[name] === null && schemas.some(isNull)) return null;
  return inner(schemas.find((one) => !isNull(one)) ?? {}, name);
}

function number({ minimum, exclusiveMinimum, maximum }: Schema, name: string): number {
  const named = EXAMPLE_VALUES[name];
  const value = typeof named === 'number' ? named : 1;
  const least = minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1);
  return Math.min(Math.max(value, least), maximum ?? Infinity);
}

const BY_PATTERN: readonly (readonly [RegExp, string])[] = [
  [/^\^\[0-9\]\{4\}\$$/, '8002'],
  [/^\^\[0-9\]\{6\}\$$/, '123456'],
  [/^\^\[0-9\]\{1,/, '0'],
  [/a-z_\]\+\\\./, 'deposit.release'],
];

function text({ pattern, format }: Schema, name: string): string {
  if (format === 'byte') return 'JVBERi0xLjcK';
  const named = EXAMPLE_VALUES[name] ?? EXAMPLE_ENDINGS.find(([ending]) => ending.test(name))?.[1];
  const value = typeof named === 'string' || typeof named === 'number' ? String(named) : 'text';
  if (format === 'uuid') return '01a1dd06-0581-7c33-8f0e-2d4b6a8c0e12';
  if (pattern === undefined || new RegExp(pattern).test(value)) return value;
  return BY_PATTERN.find(([one]) => one.test(pattern))?.[1] ?? 'muster-ag';
}

/** `deposits` is a list of what `deposit` is called. */
function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}
