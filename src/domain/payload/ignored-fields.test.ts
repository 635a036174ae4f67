import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ignoredFields, MOST_IGNORED } from './ignored-fields.ts';

const ROWS: [name: string, body: Record<string, unknown>, ignored: [string, string | null][]][] = [
  ['nothing but known fields', { tenantType: 'natural', tenantTitle: 'ms', city: 'Bern' }, []],
  [
    'an unknown field, with the one that was meant',
    { assistantEmail: 'a@b.ch' },
    [['assistantEmail', 'assistentEmail']],
  ],
  ['an unknown field like none', { monthlyRentIncludingCharges: '1' }, [['monthlyRentIncludingCharges', null]]],
  [
    'an unknown field with any value',
    { rent: 1780, extra: { a: 1 } },
    [
      ['rent', null],
      ['extra', null],
    ],
  ],
  ['not sent is not ignored', { assistantEmail: '', tenant2Email: null, other: ' ' }, []],
  ['a further tenant without a type', { tenant2Email: 'a@b.ch' }, [['tenant2Email', null]]],
  ['a further tenant with a type that is no text', { tenant2Type: 1, tenant2Email: 'a@b.ch' }, []],
  [
    'fields of the other type: of a company',
    { tenantType: 'natural', tenantCompanyName: 'Muster AG', tenantTitle: 'ms' },
    [['tenantCompanyName', null]],
  ],
  [
    'fields of the other type: of a person',
    {
      tenantType: 'legal',
      tenantTitle: 'ms',
      tenant2Type: 'legal',
      tenant2BirthDate: '1990-01-01',
      tenantDomicile: 'Bern',
    },
    [
      ['tenantTitle', null],
      ['tenant2BirthDate', null],
    ],
  ],
  [
    'a company that is removed beside a person',
    {
      tenantType: 'natural',
      tenant2Type: 'legal',
      tenant2CompanyName: 'Muster AG',
      tenant3Type: 'natural',
      tenant3Email: 'a@b.ch',
    },
    [
      ['tenant2Type', null],
      ['tenant2CompanyName', null],
    ],
  ],
  ['an unknown type of the first tenant', { tenantType: 'company', tenantTitle: 'ms', tenantCompanyName: 'X' }, []],
  [
    'a name of JavaScript',
    JSON.parse('{"__proto__":"1","constructor":"2"}'),
    [
      ['__proto__', null],
      ['constructor', null],
    ],
  ],
  ['a very long name', { ['x'.repeat(1_000)]: '1' }, [['x'.repeat(1_000), null]]],
];
for (const [name, body, ignored] of ROWS) {
  test(`partner-kit.md 1, ignored: ${name}`, () => {
    assert.deepEqual(
      ignoredFields(body).map(({ field, nearest }) => [field, nearest]),
      ignored,
    );
  });
}

test('partner-kit.md 1, ignored: at most 50, in the order of the payload', () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`unknown-${n}`, 'x']));
  const ignored = ignoredFields(many);
  assert.equal(ignored.length, MOST_IGNORED);
  assert.deepEqual([ignored[0]?.field, ignored.at(-1)?.field], ['unknown-0', 'unknown-49']);
});

test('partner-kit.md 1, ignored: any JSON object is answered, and each field once', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const fields = ignoredFields(body).map(({ field }) => field);
      assert.equal(new Set(fields).size, fields.length);
      for (const field of fields) assert.ok(Object.hasOwn(body, field));
    }),
  );
});
