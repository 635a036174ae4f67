import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { periodProblem, RETENTION, RETENTION_KINDS, type RetentionKind } from './retention.ts';

for (const kind of RETENTION_KINDS) {
  test(`${kind}: the standard is within its bounds`, () => {
    assert.equal(periodProblem(kind, RETENTION[kind].standard), null);
  });
}

const ROWS: [RetentionKind, number | null, string | null][] = [
  ['tenant_details', 0, null],
  ['tenant_details', 3_651, 'At most 3650 days, as a whole number.'],
  ['deposits', 9, 'From 10 to 30 years, as a whole number.'],
  ['deposits', 30, null],
  ['refused_calls', 7.5, 'From 7 to 365 days, as a whole number.'],
  ['sign_ins', null, 'At most 90 days, as a whole number.'],
  ['sign_ins', -1, 'At most 90 days, as a whole number.'],
];
for (const [kind, length, problem] of ROWS) {
  test(`${kind} ${length}: ${problem ?? 'fine'}`, () => assert.equal(periodProblem(kind, length), problem));
}

test('the guide names every kind with its standard period', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'data-protection.md'), 'utf8');
  const rows = [...guide.matchAll(/\(`([a-z_]+)`\) \| ([0-9]+) (days?|years)/g)].map(([, ...row]) => row);
  assert.deepEqual(
    rows.map(([kind, length, unit]) => [kind, Number(length), unit?.replace(/s$/, '')]),
    RETENTION_KINDS.map((kind) => [kind, RETENTION[kind].standard, RETENTION[kind].unit.slice(0, -1)]),
  );
});
