import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryWords, readSought } from './search-words.ts';

const AMOUNTS: [typed: string, amount: number | null][] = [
  ['3560', 356_000],
  ['3560.5', 356_050],
  ['3560,05', 356_005],
  ['CHF 3’560.00', 356_000],
  ["chf3'560.-", 356_000],
  ['Fr. 3 560.–', 356_000],
  ['1’234’567', 123_456_700],
  ['999999999.99', 99_999_999_999],
  ['1234567890', null],
  ['3560.555', null],
  ['35’60', null],
  ['x3560', null],
  ['3560 m', null],
  ['', null],
];
for (const [typed, amount] of AMOUNTS) {
  test(`years 4 a search for an amount: «${typed}»`, () => assert.equal(readSought(typed).amount, amount));
}

const JOINED: [name: string, typed: string, joined: string[]][] = [
  ['an IBAN in groups', 'CH93 0076 2011 6238 5295 7', ['ch9300762011623852957']],
  ['its beginning', ' CH93 0076 ', ['ch930076']],
  ['without spaces it is a word already', 'CH9300762011623852957', []],
  ['no IBAN', 'CHX3 0076', []],
  ['an IBAN with more behind it', 'CH93 0076 2011 6238 5295 7 0000 0000 0000 00', []],
  ['a phone number as written in Switzerland', '079 123 45 67', ['41791234567']],
  ['international', '+41 79 123 45 67', ['41791234567']],
  ['international with zeros', '0041 79 123 45 67', ['41791234567']],
  ['with brackets', '(044) 123-45.67', ['41441234567']],
  ['without a zero', '41 79 123 45 67', ['41791234567']],
  ['too short for a phone number', '0791', []],
  ['with letters', '079 123 x', []],
];
for (const [name, typed, joined] of JOINED) {
  test(`years 4 a search that was written with spaces: ${name}`, () =>
    assert.deepEqual(readSought(typed).joined, joined));
}

test('years 4 a search has at most eight words, of at most 40 characters, each in its spellings', () => {
  assert.equal(queryWords('a b c d e f g h i').length, 8);
  assert.deepEqual(queryWords('Müller 7'), [['muller', 'mueller'], ['7']]);
  assert.equal(queryWords('x'.repeat(41))[0]?.[0]?.length, 40);
  assert.deepEqual(readSought('M-2024/17').words, [['m'], ['2024'], ['17']]);
  assert.deepEqual(readSought(' Müller ').words, [['muller', 'mueller']]);
});
