import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  daysBetween,
  formatMoment,
  isOfAge,
  isWithinReach,
  parseDay,
  startOfDay,
  swissDay,
  type Day,
} from './calendar.ts';

for (const text of ['2026-11-14', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) {
  test(`2.2 ${text} is a day`, () => assert.equal(parseDay(text), text));
}
const NO_DAYS = ['20261114', '2026-02-30', '2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31'];
for (const text of [...NO_DAYS, '0000-01-01', '2026-1-1', '14.11.2026', '2026-11-14T00:00', '+002026-11-14', '']) {
  test(`2.2 "${text}" is not a day`, () => assert.equal(parseDay(text), null));
}

test('2.2 every calendar day is valid, and no other text of that shape', () => {
  const digits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), digits, digits, (year, month, day) => {
      const text = `${String(year).padStart(4, '0')}-${month}-${day}`;
      let isReal = true;
      try {
        Temporal.PlainDate.from(text);
      } catch {
        isReal = false;
      }
      assert.equal(parseDay(text) !== null, isReal);
    }),
  );
});

const AGES: [name: string, born: string, today: string, isOfAge: boolean][] = [
  ['8 eighteen today', '2008-11-14', '2026-11-14', true],
  ['8 eighteen tomorrow', '2008-11-15', '2026-11-14', false],
  ['8 long since', '1950-01-01', '2026-11-14', true],
  ['8 born on 29 February, 28 February', '2008-02-29', '2026-02-28', false],
  ['8 born on 29 February, 1 March', '2008-02-29', '2026-03-01', true],
];
for (const [name, born, today, expected] of AGES) {
  test(name, () => assert.equal(isOfAge({ born: born as Day, today: today as Day }), expected));
}

test('today is the day in Switzerland', () => {
  assert.equal(swissDay(new Date('2026-11-14T22:59:59Z')), '2026-11-14');
  assert.equal(swissDay(new Date('2026-11-14T23:00:00Z')), '2026-11-15');
  assert.equal(swissDay(new Date('2026-07-14T22:00:00Z')), '2026-07-15');
});

test('a day begins at midnight in Switzerland, in summer and in winter', () => {
  const starts = (day: string): string => startOfDay(day as Day).toISOString();
  assert.equal(starts('2026-01-15'), '2026-01-14T23:00:00.000Z');
  assert.equal(starts('2026-07-15'), '2026-07-14T22:00:00.000Z');
  assert.equal(starts('2026-01-15'), '2026-01-14T23:00:00.000Z');
});

test('a moment is shown in Swiss time and form', () => {
  assert.equal(formatMoment(new Date('2026-12-31T08:05:59Z')), '31.12.2026, 09:05');
  assert.equal(formatMoment(new Date('2026-06-30T22:00:00Z')), '01.07.2026, 00:00');
});

test('days between two days, negative if the second is earlier', () => {
  assert.equal(daysBetween('2026-02-27' as Day, '2026-03-01' as Day), 2);
  assert.equal(daysBetween('2024-02-28' as Day, '2024-03-01' as Day), 2);
  assert.equal(daysBetween('2026-03-01' as Day, '2026-02-27' as Day), -2);
  assert.equal(daysBetween('2026-03-28' as Day, '2026-03-29' as Day), 1);
});

test('a day lies within a hundred years', () => {
  const reach = (day: string): boolean => isWithinReach(day as Day, '2026-11-20' as Day);
  assert.deepEqual(['2126-12-31', '2127-01-01', '1926-01-01', '1925-12-31'].map(reach), [true, false, true, false]);
});
