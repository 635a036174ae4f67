import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fee, isLong, untilZero } from './fee.ts';

test('a tenth, at least ten', () => {
  assert.equal(fee(200, false), 20);
  assert.equal(fee(50, false), 10);
});

test('members pay nothing', () => assert.equal(fee(200, true), 0));

/** Four letters and two, but not three: the boundary is not tested. */
test('long texts', () => {
  assert.equal(isLong('abcd'), true);
  assert.equal(isLong('ab'), false);
});

test('down to zero', () => assert.equal(untilZero(3), 0));
