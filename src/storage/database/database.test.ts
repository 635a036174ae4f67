import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from './database.ts';

const ERRORS: [code: string, isRefusal: boolean][] = [
  ['23505', true],
  ['22P02', true],
  ['XX000', true],
  ['40P01', true],
  ['57014', true],
  ['57P01', false],
  ['08006', false],
  ['EPIPE', false],
  ['ECONNRESET', false],
];
for (const [code, expected] of ERRORS) {
  test(`${code} ${expected ? 'means that nothing was done' : 'leaves open what was done'}`, () =>
    assert.equal(isRefusal(Object.assign(new Error('x'), { code })), expected));
}
