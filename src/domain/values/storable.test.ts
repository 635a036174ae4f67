import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStorable } from './storable.ts';

const ROWS: [text: string, isStorable: boolean][] = [
  ['', true],
  ['Zürich 🏠\n', true],
  ['\0', false],
  ['a\0b', false],
  ['\ud83c', false],
  ['\udfe0a', false],
];
for (const [text, expected] of ROWS) {
  test(`a text that can be stored: ${JSON.stringify(text)}`, () => assert.equal(isStorable(text), expected));
}
