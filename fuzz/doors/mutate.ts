import type { Random } from '../random.ts';
import { anything, brokenText, CANARY, MARKUP_CANARY } from '../values.ts';

/** A body as it is sent, and how far it is from a valid one. */
type Mutated = { kind: string; text: string };

/** A good body as it is, or with something else in one or several places, or damaged as text. */
export function mutatedBody(random: Random, good: unknown): Mutated {
  return random.weighted<() => Mutated>([
    [16, () => ({ kind: 'good', text: said(good) })],
    [8, () => ({ kind: 'one value', text: said(changed(random, good, 1)) })],
    [2, () => ({ kind: 'several values', text: said(changed(random, good, random.between(2, 6))) })],
    [1, () => ({ kind: 'another member', text: said(withMember(random, good)) })],
    [1, () => ({ kind: 'anything', text: said(anything(random)) })],
    [1, () => ({ kind: 'no JSON', text: damagedText(random, said(good)) })],
    [1, () => ({ kind: 'deep or wide', text: deepOrWide(random) })],
  ])();
}

const said = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

const SHARP: readonly unknown[] = [
  MARKUP_CANARY,
  `a\u0000b${CANARY}`,
  '\u0000',
  '',
  ' ',
  -1,
  0.1 + 0.2,
  1.005,
  1e21,
  -0,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '9999-12-31T23:59:60Z',
  '2026-11-15T10:00:00+25:00',
  '01980000-0000-7000-8000-000000000000',
  "'; select pg_sleep(9); --",
  '__proto__',
  'x'.repeat(256),
  'x'.repeat(2_001),
  null,
  [],
  {},
];

/** The value with another one in some places. */
export function changed(random: Random, value: unknown, places: number): unknown {
  let copy = structuredClone(value);
  for (let n = 0; n < places; n++) {
    const leaves = pathsIn(copy);
    if (leaves.length === 0) return sharp(random);
    copy = withAt(copy, random.pick(leaves), random.chance(0.12) ? undefined : sharp(random));
  }
  return copy;
}

function sharp(random: Random): unknown {
  if (random.chance(0.1)) return brokenText(random);
  return random.chance(0.6) ? random.pick(SHARP) : anything(random);
}

type Path = (string | number)[];

/** Every place in a value, from the outside to the inside. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const below = inner.slice(0, 60).flatMap(([key, one]) => pathsIn(one, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

function withAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (typeof value !== 'object' || value === null) return value;
  const inner = rest.length === 0 ? put : withAt((value as Record<string | number, unknown>)[key], rest, put);
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === key ? inner : one));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === key ? inner : one]));
}

function withMember(random: Random, good: unknown): unknown {
  const name = random.pick(['id', 'state', 'role', 'isAdmin', 'constructor', 'toString', CANARY, '']);
  return typeof good === 'object' && good !== null && !Array.isArray(good)
    ? { ...good, [name]: anything(random) }
    : [good, good];
}

function damagedText(random: Random, text: string): string {
  const at = random.below(Math.max(1, text.length));
  return random.pick([
    () => text.slice(0, at),
    () => `${text}${random.pick(['x', ',', '}', text])}`,
    () => `${text.slice(0, at)}${random.pick(['\u0000', '\\', '"', '{', '\ufeff'])}${text.slice(at)}`,
    () => text.replace('{', '{"__proto__":{"isAdmin":true},'),
    () => text.replace(/"(\w+)":/, '"$1":null,"$1":'),
    () => random.pick(['NaN', 'undefined', "{'a':1}", '{"a":1e999}', '', ' ', '"', '﻿{}']),
  ])();
}

function deepOrWide(random: Random): string {
  const count = random.pick([50, 1_000, 20_000]);
  return random.pick([
    () => `${'['.repeat(count)}${']'.repeat(count)}`,
    () => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`,
    () => JSON.stringify(Array.from({ length: count }, () => ({}))),
    () => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]))),
    () => JSON.stringify({ name: 'x'.repeat(count * 20) }),
  ])();
}
