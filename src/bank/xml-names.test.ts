import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { OUTSIDE, resolveName, type Scope } from './xml-names.ts';

/** Elements one inside the other: a name and attributes each. */
type Nested = readonly { name: string; attributes: Record<string, string> }[];

function resolved(nested: Nested): string[] | null {
  const names: string[] = [];
  let scope: Scope = OUTSIDE;
  for (const { name, attributes } of nested) {
    const found = resolveName(name, attributes, scope);
    if ('problem' in found) return null;
    names.push(`{${found.namespace}}${found.name}`);
    scope = found.scope;
  }
  return names;
}

/** As the parser itself resolves them. */
function parsed(nested: Nested): string[] | null {
  const names: string[] = [];
  let isGood = true;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => (isGood = false));
  parser.on('opentag', ({ local, uri }) => names.push(`{${uri}}${local}`));
  const open = nested.map(({ name, attributes }) => {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<${name}${written.join('')}>`;
  });
  const close = nested.toReversed().map(({ name }) => `</${name}>`);
  parser.write([...open, ...close].join('')).close();
  return isGood ? names : null;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

const CASES: [string, Nested, string[] | null][] = [
  ['no namespace', [{ name: 'a', attributes: {} }], ['{}a']],
  [
    'a default namespace holds inside',
    [
      { name: 'a', attributes: { xmlns: 'urn:x' } },
      { name: 'b', attributes: { Ccy: 'CHF' } },
    ],
    ['{urn:x}a', '{urn:x}b'],
  ],
  [
    'a prefix',
    [
      { name: 'p:a', attributes: { 'xmlns:p': 'urn:x' } },
      { name: 'b', attributes: {} },
    ],
    ['{urn:x}a', '{}b'],
  ],
  [
    'a default namespace ends',
    [
      { name: 'a', attributes: { xmlns: 'urn:x' } },
      { name: 'b', attributes: { xmlns: '' } },
    ],
    ['{urn:x}a', '{}b'],
  ],
  ['an unknown prefix', [{ name: 'p:a', attributes: {} }], null],
  ['an unknown prefix of an attribute', [{ name: 'a', attributes: { 'p:b': '1' } }], null],
  ['an empty prefix', [{ name: 'a', attributes: { 'xmlns:p': '' } }], null],
  [
    'the same attribute twice',
    [{ name: 'a', attributes: { 'xmlns:p': 'urn:x', 'xmlns:q': 'urn:x', 'p:b': '1', 'q:b': '2' } }],
    null,
  ],
  ['the reserved prefix', [{ name: 'a', attributes: { 'xmlns:xmlns': 'urn:x' } }], null],
];

for (const [name, nested, expected] of CASES) {
  test(`names of elements: ${name}`, () => {
    assert.deepEqual(resolved(nested), expected);
    assert.deepEqual(parsed(nested), expected);
  });
}

test('names are resolved as the parser itself resolves them', () => {
  const prefix = fc.constantFrom('', 'p:', 'q:', 'xml:', 'xmlns:', 'p:q:', ':');
  const local = fc.constantFrom('a', 'b', 'xmlns');
  const name = fc.tuple(prefix, local).map((parts) => parts.join(''));
  const value = fc.constantFrom('', 'urn:x', 'urn:y', XML, XMLNS);
  const declaring = fc.constantFrom('xmlns', 'xmlns:p', 'xmlns:q', 'xmlns:xml', 'xmlns:xmlns');
  const attributes = fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.oneof(declaring, declaring, name), value, { maxKeys: 3, noNullPrototype: true }),
    },
  );
  fc.assert(
    fc.property(fc.array(fc.record({ name, attributes }), { minLength: 1, maxLength: 4 }), (nested) => {
      assert.deepEqual(resolved(nested), parsed(nested));
    }),
    { numRuns: 3_000 },
  );
});
