import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WAITS, waitAfter } from './schedule.ts';

const now = new Date('2027-03-01T12:00:00Z');
const after = (tries: number, retryAfter: string | null, random = 0) => waitAfter(tries, { random, retryAfter, now });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const tries = fc.integer({ min: 1, max: WAITS.length - 1 });

test('part 9: 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600);
  assert.deepEqual(WAITS, [0, 5, 5 * 60, 30 * 60, ...hours]);
});

test('every wait is the one of the schedule plus at most a fifth', () => {
  fc.assert(
    fc.property(tries, random, (count, random) => {
      const wait = after(count, null, random) ?? -1;
      const least = WAITS[count] as number;
      assert.ok(wait >= least && wait <= least * 1.2, `${wait} after ${count}`);
    }),
  );
});

test('a receiver may ask for more time, not for less, and for a day at most', () => {
  fc.assert(
    fc.property(tries, random, fc.nat(200_000), (count, random, wished) => {
      const usual = after(count, null, random) as number;
      assert.equal(after(count, String(wished), random), Math.max(usual, Math.min(wished, 86_400)));
    }),
  );
});

const rows: [what: string, retryAfter: string, seconds: number][] = [
  ['seconds', '120', 120],
  ['seconds with spaces', ' 120 ', 120],
  ['fewer than the schedule says', '1', 5],
  ['none', '0', 5],
  ['more than a day', '100000', 86_400],
  ['more than a number can hold', '9'.repeat(400), 86_400],
  ['a date', 'Mon, 01 Mar 2027 12:10:00 GMT', 600],
  ['a date of the past', 'Mon, 01 Mar 2027 11:00:00 GMT', 5],
  ['a date far away', 'Wed, 01 Mar 2028 12:00:00 GMT', 86_400],
  ['words', 'soon', 5],
  ['nothing', '', 5],
  ['a negative number', '-5', 5],
];
for (const [what, retryAfter, seconds] of rows) {
  test(`Retry-After: ${what}`, () => assert.equal(after(1, retryAfter), seconds));
}

test('no attempt follows the last one, even with Retry-After', () => {
  assert.equal(after(WAITS.length, null), null);
  assert.equal(after(WAITS.length, '60'), null);
});
