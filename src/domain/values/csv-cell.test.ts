import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { guardedCell, unguardedCell } from './csv-cell.ts';

const ROWS: [name: string, text: string, guarded: string][] = [
  ['a plain text', 'Lea Brunner', 'Lea Brunner'],
  ['a formula', '=1+1', "'=1+1"],
  ['a sign', '-5', "'-5"],
  ['after a separator of another spreadsheet', 'Lea,=1+1;@x', "Lea,'=1+1;'@x"],
  ['on the second line', 'Lea\n +1', "Lea\n '+1"],
  ['an apostrophe of its own', "'=1", "''=1"],
  ['full width', '＝1', "'＝1"],
  ['a sign inside a word', 'a-b', 'a-b'],
  ['invisible characters', '\u200b=1', "'=1"],
];
for (const [name, text, guarded] of ROWS) {
  test(`a cell that a spreadsheet would run is a text: ${name}`, () => assert.equal(guardedCell(text), guarded));
}

test('a report that we wrote reads back as it was', () => {
  const character = fc.constantFrom('=', '+', '-', '@', "'", ' ', ',', ';', '\n', '\t', '"', 'a', '1');
  fc.assert(
    fc.property(
      fc.array(character).map((all) => all.join('')),
      (text) => {
        assert.equal(unguardedCell(guardedCell(text)), text);
      },
    ),
  );
});
