import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../../../domain/values/calendar.ts';
import { periodOf } from './period.ts';

const today = '2026-11-15' as Day;

for (const [name, span, wished, expected] of [
  [
    'a day has 24 hours',
    'day',
    '2026-11-14',
    ['14.11.2026', 24, '2026-11-14', '2026-11-15', '2026-11-13', '2026-11-15'],
  ],
  ['today has no later period', 'day', '', ['15.11.2026', 24, '2026-11-15', '2026-11-16', '2026-11-14', null]],
  [
    'in spring one has 23',
    'day',
    '2026-03-29',
    ['29.03.2026', 23, '2026-03-29', '2026-03-30', '2026-03-28', '2026-03-30'],
  ],
  [
    'in autumn one has 25',
    'day',
    '2026-10-25',
    ['25.10.2026', 25, '2026-10-25', '2026-10-26', '2026-10-24', '2026-10-26'],
  ],
  [
    'a month has its days',
    'month',
    '2024-02-17',
    ['Feb 2024', 29, '2024-02-01', '2024-03-01', '2024-01-01', '2024-03-01'],
  ],
  [
    'a year has twelve months',
    'year',
    '2025-06-01',
    ['2025', 12, '2025-01-01', '2026-01-01', '2024-01-01', '2026-01-01'],
  ],
  ['the current year has no later period', 'year', '', ['2026', 12, '2026-01-01', '2027-01-01', '2025-01-01', null]],
  [
    'an invalid day means today',
    'day',
    'yesterday',
    ['15.11.2026', 24, '2026-11-15', '2026-11-16', '2026-11-14', null],
  ],
  [
    'a day in the future means today',
    'day',
    '2026-11-16',
    ['15.11.2026', 24, '2026-11-15', '2026-11-16', '2026-11-14', null],
  ],
] as const) {
  test(name, () => {
    const period = periodOf(span, wished, today);
    const { slots, fromDay, toDay, previous, next } = period;
    assert.deepEqual([period.name, slots.length, fromDay, toDay, previous, next], expected);
    assert.equal(slots[0]?.startsAt.getTime(), period.from.getTime());
    assert.ok(slots.every(({ startsAt }) => startsAt < period.to));
  });
}

test('slots start in Swiss time', () => {
  assert.equal(periodOf('day', '2026-07-01', today).from.toISOString(), '2026-06-30T22:00:00.000Z');
  assert.equal(periodOf('month', '2026-11-01', today).slots[1]?.startsAt.toISOString(), '2026-11-01T23:00:00.000Z');
  assert.equal(periodOf('year', '2026-01-01', today).slots[6]?.startsAt.toISOString(), '2026-06-30T22:00:00.000Z');
});
