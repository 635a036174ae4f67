import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { unguardedCell } from '../../domain/values/csv-cell.ts';
import { csvText, type Separator } from './csv.ts';

const SEPARATORS: Separator[] = [',', ';', '\t'];

const CELLS: [cell: string, written: string][] = [
  ['Lea', 'Lea'],
  ['=1+1', "'=1+1"],
  ['+41791234567', "'+41791234567"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['\tx', `"'\tx"`],
  ['Lea,=1+1,', `"Lea,'=1+1,"`],
  ['Lea;=1+1', `"Lea;'=1+1"`],
  ['Lea; =1+1', `"Lea; '=1+1"`],
  ['a\n=1+1', `"a\n'=1+1"`],
  ['a\r\n@x', `"a\r\n'@x"`],
  ['say "=x"', `"say ""'=x"""`],
  ["'=1", "''=1"],
  ['Müller-Meier', 'Müller-Meier'],
  ['Seestrasse 12, 8002 Zürich', '"Seestrasse 12, 8002 Zürich"'],
  ['a\u202Eb\u200Bc', 'abc'],
];
for (const [cell, written] of CELLS) {
  test(`a cell with ${JSON.stringify(cell)}`, () => assert.equal(csvText([[cell]], ';'), `${written}\r\n`));
}

test('a number stays a number', () => assert.equal(csvText([[{ number: '-12.50' }, 'x']], ';'), '-12.50;x\r\n'));

const hostile = fc
  .array(fc.constantFrom(...'=+-@\t\r\n,;"\' '.split(''), '＝', 'a', '1', '\u202E', '\u200B', 'ü'), { maxLength: 12 })
  .map((parts) => parts.join(''));

test('no cell is a formula, whatever a spreadsheet separates columns and lines by', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), fc.constantFrom(...SEPARATORS), (row, separator) => {
      const text = csvText([row], separator);
      for (const part of text.split(/[,;\t\r\n]/)) assert.doesNotMatch(part, /^[" ]*[=+\-@＝＋－＠]/, text);
      const [cells = []] = parse(text, { delimiter: separator, record_delimiter: '\r\n' });
      for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@\t\r＝＋－＠]|[\u202E\u200B]/, text);
    }),
  );
});

test('what was written is read again', () => {
  fc.assert(
    fc.property(hostile, (cell) => {
      const visible = cell.replaceAll(/[\u202E\u200B]/g, '');
      const [[read = ''] = []] = parse(csvText([[cell, 'x']], ';'), {
        delimiter: ';',
        record_delimiter: '\r\n',
      });
      assert.equal(unguardedCell(read), visible);
    }),
  );
});
