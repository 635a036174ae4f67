import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../values/calendar.ts';
import { readPastDay, readPastMonth } from './period.ts';

const TODAY = '2026-11-18' as Day;
const isProblem = (expected: unknown): boolean => expected === 'invalid' || expected === 'future';

for (const [name, text, expected] of [
  ['7 no day is today', null, TODAY],
  ['7 today', '2026-11-18', TODAY],
  ['7 a day before', '2025-12-31', '2025-12-31'],
  ['7 tomorrow is in the future', '2026-11-19', 'future'],
  ['7 a day that does not exist', '2026-02-30', 'invalid'],
  ['7 another format', '31.12.2025', 'invalid'],
  ['7 a time', '2025-12-31T00:00:00Z', 'invalid'],
  ['7 nothing', '', 'invalid'],
] as const) {
  test(name, () =>
    assert.deepEqual(readPastDay(text, TODAY), isProblem(expected) ? { problem: expected } : { on: expected }),
  );
}

for (const [name, text, expected] of [
  ['7 this month', '2026-11', { from: '2026-11-01', until: '2026-12-01' }],
  ['7 December', '2025-12', { from: '2025-12-01', until: '2026-01-01' }],
  ['7 next month is in the future', '2026-12', 'future'],
  ['7 a month that does not exist', '2026-13', 'invalid'],
  ['7 a day is no month', '2026-11-18', 'invalid'],
  ['7 a year is no month', '2026', 'invalid'],
  ['7 nothing is no month', '', 'invalid'],
] as const) {
  test(name, () =>
    assert.deepEqual(readPastMonth(text, TODAY), isProblem(expected) ? { problem: expected } : expected),
  );
}
