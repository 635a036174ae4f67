import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDigest } from './digest.ts';

for (const [now, due] of [
  ['2026-11-19T05:59:59Z', '2026-11-19T06:00:00.000Z'],
  ['2026-11-19T06:00:00Z', '2026-11-20T06:00:00.000Z'],
  ['2026-07-01T04:59:00Z', '2026-07-01T05:00:00.000Z'],
  ['2026-10-24T10:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['2027-03-27T23:30:00Z', '2027-03-28T05:00:00.000Z'],
  ['2026-12-31T23:00:00Z', '2027-01-01T06:00:00.000Z'],
] as const) {
  test(`years 4: the digest after ${now} is due at ${due}`, () => {
    assert.equal(nextDigest(new Date(now)).toISOString(), due);
  });
}
