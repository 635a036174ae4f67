import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldings, sortKey } from './folding.ts';
import { queryWords, searchWords } from './search-words.ts';

function finds(query: string, text: string): boolean {
  const words = searchWords([text]);
  return queryWords(query).every((spellings) =>
    spellings.some((spelling) => words.some((word) => word.startsWith(spelling))),
  );
}

const SEARCHES: readonly [what: string, query: string, text: string, isFound: boolean][] = [
  ['beginnings of words', 'see 12', 'Seestrasse 12a', true],
  ['in any order', '12 see', 'Seestrasse 12a', true],
  ['all words, not one of them', 'see 13', 'Seestrasse 12a', false],
  ['not in the middle of a word', 'strasse', 'Seestrasse 12a', false],
  ['ü unchanged', 'Müller', 'Müller', true],
  ['ü without its mark', 'muller', 'Müller', true],
  ['ü spelled out', 'MUELLER', 'Müller', true],
  ['spelled out, and looked for with ü', 'Müller', 'Mueller', true],
  ['without the mark, and looked for with ü', 'müll', 'Muller', true],
  ['two names that both exist', 'Mueller', 'Muller', false],
  ['ü in two parts', 'mu\u0308ller', 'M\u00FCller', true],
  ['ß as ss', 'strass', 'Straße', true],
  ['ss as ß', 'Straß', 'Strasse', true],
  ['œ as oe', 'coeur', 'Sacré-Cœur', true],
  ['đ as d', 'dordev', 'Đorđević', true],
  ['đ as dj', 'Djordjevic', 'Đorđević', true],
  ['ł as l, looked for with ł', 'Łukasz', 'Lukasz', true],
  ['þ as th', 'thor', 'Þórðarson', true],
  ['an accent', 'geneve', 'Genève', true],
  ['an accent on a ligature', 'aero', 'Ǽro', true],
  ['the end of a contract id', '2024/17', 'M-2024/17', true],
  ['its beginning', 'm-2024', 'M-2024/17', true],
  ['an e-mail address', 'lea@mail.example', 'lea@mail.example', true],
  ['an empty search', ' "& ', 'anything', true],
];

for (const [what, query, text, isFound] of SEARCHES) {
  test(`search: ${what}`, () => assert.equal(finds(query, text), isFound));
}

test('search: rows that were listed before a letter was folded are found by that letter', () => {
  assert.deepEqual(queryWords('Đorđević Müller'), [
    ['dordevic', 'djordjevic', 'đorđevic'],
    ['muller', 'mueller'],
  ]);
});

test('every word is found by each of its prefixes', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, (whole) => {
      for (const word of whole.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
        const signs = [...word];
        for (let end = 1; end <= signs.length; end++) {
          assert.ok(finds(signs.slice(0, end).join(''), whole), `${word} by ${end} signs`);
        }
      }
    }),
  );
});

test('the search text is bounded, and a longer word is still found', () => {
  assert.equal(queryWords('a b c d e f g h i j').length, 8);
  const long = 'x'.repeat(100);
  assert.deepEqual(queryWords(long), [['x'.repeat(40)]]);
  assert.ok(finds(long, long));
  assert.deepEqual(queryWords('𝒳'.repeat(50)), [['𝒳'.repeat(40)]], 'no letter is cut in two');
});

test('two spellings without accents', () => {
  assert.deepEqual(foldings('Zürich-Örlikon'), ['zurich-orlikon', 'zuerich-oerlikon']);
  assert.deepEqual(foldings('Œuvre ΟΔΟΣ'), ['oeuvre οδοσ', 'oeuvre οδοσ']);
});

const SORTED: readonly string[][] = [
  ['M-9', 'M-10', 'M-100'],
  ['Äbi', 'Adam', 'Zäch'],
  ['C-2024/2', 'C-2024/10', 'C-2025/1'],
];

test('lists are sorted as people expect', () => {
  for (const order of SORTED) {
    assert.deepEqual(
      order.toReversed().toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
      order,
    );
  }
  assert.equal([...sortKey('9'.repeat(500))].length, 200, 'an index can hold it');
});
