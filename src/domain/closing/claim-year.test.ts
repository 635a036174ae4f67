import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../../test/support/depth.ts';
import type { Day } from '../values/calendar.ts';
import { claimYearEnds, isWorkingDay, tenantMayClaimFrom } from './claim-year.ts';

const ROWS: [what: string, tenancyEnd: string, ends: string][] = [
  ['OR 77 the same date a year later', '2026-03-31', '2027-03-31'],
  ['OR 78 Saturday: Monday', '2026-01-30', '2027-02-01'],
  ['OR 78 Sunday: Monday', '2026-02-28', '2027-03-01'],
  ['OR 77 from 29 February: 28 February', '2028-02-29', '2029-02-28'],
  ['OR 77 from 28 February: 28 February of a leap year', '2027-02-28', '2028-02-28'],
  ['years.md 1 from 29 February, and 28 February is a Sunday: Monday', '2020-02-29', '2021-03-01'],
  ['years.md 1 New Year on a Friday: Monday', '2026-01-01', '2027-01-04'],
  ['years.md 1 New Year on a Monday: Tuesday', '2028-01-01', '2029-01-02'],
  ['years.md 1 1 August on a Tuesday: Wednesday', '2027-08-01', '2028-08-02'],
  ['years.md 1 1 August on a Sunday: Monday', '2026-08-01', '2027-08-02'],
  ['years.md 1 25 December on a Saturday: Monday', '2026-12-25', '2027-12-27'],
  ['years.md 1 25 December on a Monday: 26 December is a working day', '2027-12-25', '2028-12-26'],
  ['years.md 1 Ascension Day 2027 is 6 May: Friday', '2026-05-06', '2027-05-07'],
  ['years.md 1 Ascension Day 2028 is 25 May: Friday', '2027-05-25', '2028-05-26'],
  ['years.md 1 Ascension Day 2029 is 10 May: Friday', '2028-05-10', '2029-05-11'],
  ['years.md 1 Ascension Day 2035 is 3 May: Friday', '2034-05-03', '2035-05-04'],
  ['years.md 1 earliest Easter, 22 March 2285: Ascension Day is 30 April', '2284-04-30', '2285-05-01'],
  ['years.md 1 latest Easter, 25 April 2038: Ascension Day is 3 June', '2037-06-03', '2038-06-04'],
  ['years.md 1 a cantonal holiday (2 January) counts as a working day', '2027-01-02', '2028-01-03'],
  ['years.md 1 Easter Monday 2027 counts as a working day', '2026-03-29', '2027-03-29'],
];
for (const [what, tenancyEnd, ends] of ROWS) {
  test(`${what}: ${tenancyEnd} to ${ends}`, () => {
    assert.equal(claimYearEnds(tenancyEnd as Day), ends);
    const next = Temporal.PlainDate.from(ends).add({ days: 1 }).toString();
    assert.equal(tenantMayClaimFrom(tenancyEnd as Day), next);
  });
}

test('the year never ends on a day that is not a working day, nor later than the first one after it', () => {
  const days = fc.integer({ min: 0, max: 130_000 }).map((n) => Temporal.PlainDate.from('1990-01-01').add({ days: n }));
  fc.assert(
    fc.property(days, (day) => {
      const end = Temporal.PlainDate.from(claimYearEnds(day.toString() as Day));
      assert.ok(isWorkingDay(end), end.toString());
      const sameDate = day.add({ years: 1 });
      const skipped = sameDate.until(end).days;
      assert.ok(skipped >= 0 && skipped <= 4, `${day.toString()} to ${end.toString()}`);
      for (let n = 0; n < skipped; n++) assert.ok(!isWorkingDay(sameDate.add({ days: n })));
    }),
    { numRuns: runCount({ quick: 2_000, deep: 50_000 }) },
  );
});
