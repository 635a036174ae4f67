import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

// Stands in for `node:assert/strict` while mutants run: what differs is not told, because nobody reads it, and to find the
// shortest way from one value to the other takes longer than the test.

const hold = (isTrue: boolean): void => {
  if (!isTrue) throw new Error('The test fails.');
};

export default Object.assign((value: unknown) => hold(Boolean(value)), assert, {
  ok: (value: unknown) => hold(Boolean(value)),
  equal: (one: unknown, other: unknown) => hold(Object.is(one, other)),
  deepEqual: (one: unknown, other: unknown) => hold(isDeepStrictEqual(one, other)),
});
