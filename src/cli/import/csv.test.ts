import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BadFile, csvLine, readCsv } from './csv.ts';

/** The text comes in pieces of this size. */
async function read(text: string, size = 3): Promise<{ line: number; cells: string[] }[]> {
  async function* pieces(): AsyncGenerator<string> {
    // A decoder never yields half of a character.
    const characters = [...text];
    for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
  }
  const rows: { line: number; cells: string[] }[] = [];
  for await (const { line, cells } of readCsv(pieces())) rows.push({ line, cells });
  return rows;
}

const cells = async (text: string): Promise<string[][]> => (await read(text)).map((row) => row.cells);

const rows: [what: string, text: string, expected: string[][]][] = [
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a separator in quotes does not count',
    '"a,x,y";b\n1;2\n',
    [
      ['a,x,y', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'lines that end with CR LF',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'lines that end with CR',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a last line without an end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['one line alone', 'a,b', [['a', 'b']]],
  [
    'empty lines are nothing',
    'a,b\n\n \n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty cells',
    'a,b,c\n,,\n',
    [
      ['a', 'b', 'c'],
      ['', '', ''],
    ],
  ],
  [
    'quotes, doubled inside',
    'a,b\n"say ""hi""",2\n',
    [
      ['a', 'b'],
      ['say "hi"', '2'],
    ],
  ],
  [
    'line breaks in quotes',
    'a,b\n"1\r\n2",3\n',
    [
      ['a', 'b'],
      ['1\r\n2', '3'],
    ],
  ],
  [
    'a quote inside a plain cell is itself',
    'a,b\n5" pipe,2\n',
    [
      ['a', 'b'],
      ['5" pipe', '2'],
    ],
  ],
  [
    'an empty cell in quotes',
    'a,b\n"",""\n',
    [
      ['a', 'b'],
      ['', ''],
    ],
  ],
  ['nothing', '', []],
];
for (const [what, text, expected] of rows) test(what, async () => assert.deepEqual(await cells(text), expected));

test('a row knows the line that it begins on', async () => {
  const found = await read('a,b\r\n\r\n"x\r\ny",1\r\n2,3\r\n');
  assert.deepEqual(
    found.map(({ line }) => line),
    [1, 3, 5],
  );
});

const faults: [what: string, text: string, says: RegExp][] = [
  ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', /line 2 is never closed/],
  ['a quote that closes too early', 'a,b\n"1"2,3\n', /line 2.*doubled/],
  ['a row without an end', `a,b\n"${'x'.repeat(300_000)}`, /line 2 is too long/],
];
for (const [what, text, says] of faults) {
  test(`refused: ${what}`, async () => {
    await assert.rejects(read(text, 10_000), (error: Error) => error instanceof BadFile && says.test(error.message));
  });
}

test('any written rows are read back, with either separator and in pieces of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '🏠') });
  const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 9 }),
      async (made, separator, size) => {
        const whole = [['head', 'two', 'three'], ...made];
        const text = whole.map((one) => csvLine(one, separator as ',')).join('');
        assert.deepEqual(
          (await read(text, size)).map((row) => row.cells),
          whole,
        );
      },
    ),
  );
});
