import assert from 'node:assert/strict';
import { test } from 'node:test';
import { age, grouped, labelled, levelNumber, scale, shortNumber, ticksAround, ticksUpTo } from './scale.ts';

for (const [largest, expected] of [
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [100, [0, 50, 100]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
] as const) {
  test(`an axis up to ${largest}`, () => assert.deepEqual(ticksUpTo(largest), expected));
}

for (const [least, largest, expected] of [
  [0, 0, [0, 1]],
  [1, 1, [0, 1]],
  [18, 19, [0, 5, 10, 15, 20]],
  [10, 30, [0, 10, 20, 30]],
  [9_650, 9_872, [9_600, 9_700, 9_800, 9_900]],
  [9_872, 9_872, [9_800, 9_900, 10_000].slice(0, 2)],
  [1_000_000, 1_000_010, [1_000_000, 1_020_000]],
] as const) {
  test(`the axis of a level from ${least} to ${largest}`, () =>
    assert.deepEqual(ticksAround(least, largest), expected));
}

test('the axis of every level reaches around it, in five steps or fewer, with numbers that differ', () => {
  for (let largest = 1; largest < 3_000_000; largest = Math.ceil(largest * 1.37)) {
    for (const share of [0, 0.3, 0.51, 0.9, 0.999, 1]) {
      const least = Math.round(largest * share);
      const ticks = ticksAround(least, largest);
      const words = ticks.map(levelNumber);
      const isAround = (ticks[0] as number) <= least && (ticks.at(-1) as number) >= largest;
      assert.ok(isAround && ticks.length <= 6, `${least} to ${largest}: ${words.join()}`);
      assert.equal(new Set(words).size, words.length, `${least} to ${largest}: ${words.join()}`);
    }
  }
});

for (const [seconds, said] of [
  [0, '0 s'],
  [0.02, '0.1 s'],
  [0.44, '0.4 s'],
  [4, '4 s'],
  [45, '45 s'],
  [700, '12 min'],
  [10_800, '3 h'],
  [172_800, '2 days'],
] as const) {
  test(`${seconds} seconds are ${said}`, () => assert.equal(age(seconds), said));
}

test('an axis of at most two steps', () => assert.deepEqual(ticksUpTo(17, 2), [0, 10, 20]));

test('every axis reaches its largest value, in four steps or fewer', () => {
  for (let largest = 1; largest < 5_000; largest += 7) {
    const ticks = ticksUpTo(largest);
    assert.ok((ticks.at(-1) as number) >= largest && ticks.length <= 5, `${largest}: ${ticks.join()}`);
  }
});

test('values become coordinates, with y pointing down as on a screen', () => {
  const y = scale([0, 10], [100, 0]);
  assert.deepEqual([y(0), y(5), y(10)], [100, 50, 0]);
});

test('a scale without extent does not divide by zero', () => assert.equal(scale([3, 3], [7, 9])(3), 7));

test('of 31 labels at most 12 are written, evenly and from the first', () => {
  const indexes = Array.from({ length: 31 }, (_, index) => index).filter(labelled(31, 12));
  assert.deepEqual(indexes, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
});

for (const [value, short, whole] of [
  [0, '0', '0'],
  [999, '999', '999'],
  [1_250, '1’250', '1’250'],
  [12_500, '12.5k', '12’500'],
  [3_500_000, '3.5M', '3’500’000'],
] as const) {
  test(`${value} on an axis and in a table`, () =>
    assert.deepEqual([shortNumber(value), grouped(value)], [short, whole]));
}
