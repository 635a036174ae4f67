import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDurations, countDuration, DURATION_BOUNDS, noDurations, quantile } from './durations.ts';

function durationsOf(...all: number[]) {
  const durations = noDurations();
  for (const ms of all) countDuration(durations, ms);
  return durations;
}

for (const [name, ms, bucket] of [
  ['nothing at all', 0, 0],
  ['a bound belongs to the bucket below it', 1, 0],
  ['above it the next begins', 1.01, 1],
  ['the last bound', 10_000, DURATION_BOUNDS.length - 1],
  ['longer than all bounds', 60_000, DURATION_BOUNDS.length],
] as const) {
  test(`a duration is counted once: ${name}`, () => {
    const counts = durationsOf(ms);
    assert.equal(counts[bucket], 1);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      1,
    );
  });
}

for (const [name, all, share, expected] of [
  ['none', [], 0.5, null],
  ['half of two in one bucket', [15, 12], 0.5, 12.5],
  ['all of one bucket', [15, 12], 1, 15],
  ['the slow one decides the upper end', [1, 1, 1, 1, 1, 1, 1, 1, 1, 400], 0.95, 400],
  ['beyond the bounds the last of them is all we know', [60_000], 0.95, 10_000],
] as const) {
  test(`quantiles: ${name}`, () => {
    const found = quantile(durationsOf(...all), share);
    assert.equal(found, expected);
  });
}

test('durations of two hours add up', () => {
  const sum = durationsOf(1, 20);
  addDurations(sum, durationsOf(20, 700));
  assert.deepEqual(sum, durationsOf(1, 20, 20, 700));
});
