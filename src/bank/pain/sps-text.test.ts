import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spsText } from './sps-text.ts';
import { runCount } from '../../../test/support/depth.ts';

const ROWS: [name: string, text: string, expected: string][] = [
  [
    'Swiss names stay',
    "Müller-Lüscher & Fils, Neuchâtel «Ça va?» d'Été",
    "Müller-Lüscher & Fils, Neuchâtel «Ça va?» d'Été",
  ],
  ['Latin letters up to U+017F stay', 'Đorđević Łukasz Şahin Ștefan Čapek', 'Đorđević Łukasz Şahin Ștefan Čapek'],
  ['a letter and its combining accent become one', 'Zu\u0308rich', 'Zürich'],
  ['accents that are not allowed are removed', 'Nguyễn Thị Hương', 'Nguyen Thi Huong'],
  ['typographic characters', '“Rue” – l’Été…', '"Rue" - l\'Été...'],
  ['Cyrillic', 'Јелена Ђурић Щерба', 'Jelena Đurić Shterba'],
  ['Greek', 'Αθήνα Ψαράς', 'Athina Psaras'],
  ['full width', 'Ｔｏｋｙｏ', 'Tokyo'],
  ['characters without a Latin form', '李 明', '. .'],
  ['an emoji', 'Anna 🏠', 'Anna .'],
  ['lines, tabs and many spaces are one', ' a\r\n\t b\u00A0 c ', 'a b c'],
  ['invisible characters are removed', 'a\u0000b\u00ADc\u200Bd\uD800e', 'abcde'],
];
for (const [name, text, expected] of ROWS) test(`SPS: ${name}`, () => assert.equal(spsText(text, 70), expected));

test('SPS: cut to the limit, without a space at the end', () => {
  assert.equal(spsText('Rue du Lac', 4), 'Rue');
  assert.equal(spsText('ﬃ', 2), 'ff');
});

test('SPS: only allowed characters remain, and converting again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 70 }), (text, limit) => {
      const written = spsText(text, limit);
      assert.match(written, /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u017F€ȘșȚț]*$/);
      assert.ok(written.length <= limit && written === written.trim());
      assert.equal(spsText(written, limit), written);
    }),
    { numRuns: runCount({ quick: 300, deep: 20_000 }) },
  );
});
