import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../../../domain/values/calendar.ts';
import { periodOf } from './period.ts';
import { levels } from './statistics.ts';

const today = '2026-11-15' as Day;
const year = periodOf('year', '2026-01-01', today);
const months = (first: number[]): number[] => Array.from({ length: 12 }, (_, month) => first[month] ?? 0);

for (const [name, changes, atEnd, expected] of [
  ['without changes the level stays', [], 5, Array.from({ length: 11 }, () => 5)],
  ['a change shows at the end of its slot', [0, 3, -1], 6, [4, 7, 6, 6, 6, 6, 6, 6, 6, 6, 6]],
  ['nothing was open before the first', [2], 2, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]],
] as const) {
  test(name, () => {
    const now = new Date('2026-11-15T10:00:00Z');
    assert.deepEqual(levels(year, { changes: months([...changes]), atEnd, now }), [...expected, null]);
  });
}

test('a period that is over has a level in each slot', () => {
  const now = new Date('2027-02-01T10:00:00Z');
  assert.deepEqual(levels(year, { changes: months([]), atEnd: 1, now }), months(Array.from({ length: 12 }, () => 1)));
});
