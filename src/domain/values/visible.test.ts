import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutInvisible, withoutInvisibleIn } from './visible.ts';

const NAMED =
  '\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF\u00AD\u2028\u2029\u{E0041}';

test('every named character is removed, all that can be seen stays', () => {
  assert.equal(withoutInvisible(`Lea${NAMED} Brunner`), 'Lea Brunner');
  const seen = 'Zoë Łukasiewicz-Đorđević, 12’000.– «Ω» \u00A0\u202F 北京 😀 ﻻ ם';
  assert.equal(withoutInvisible(seen), seen);
});

test('for any text: none is left, the rest keeps its order, and nothing more happens the second time', () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...NAMED)))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (sent) => {
      const left = withoutInvisible(sent);
      assert.doesNotMatch(left, /[\p{Cf}\u2028\u2029]/u);
      assert.equal(left, [...sent].filter((one) => !/[\p{Cf}\u2028\u2029]/u.test(one)).join(''));
      assert.equal(withoutInvisible(left), left);
    }),
  );
});

test('in a value: every text, and nothing else', () => {
  const at = new Date(0);
  const bytes = Buffer.from('x');
  const value = { name: 'a\u202Eb', list: ['\u200B', { deep: 'c\uFEFF' }], at, bytes, none: null, count: 1 };
  assert.deepEqual(withoutInvisibleIn(value), {
    name: 'ab',
    list: ['', { deep: 'c' }],
    at,
    bytes,
    none: null,
    count: 1,
  });
});
