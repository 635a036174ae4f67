import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesOf } from '../bench/limit.ts';
import { awayIn, causeOf, groupsOf, slowCalls } from '../bench/slow/groups.ts';
import { noUses, type Sample } from '../bench/slow/types.ts';
import { growthOf } from '../bench/soak/growth-of.ts';

const every5Seconds = (bytesAt: (seconds: number) => number): { seconds: number; bytes: number }[] =>
  Array.from({ length: 360 }, (_, place) => ({ seconds: place * 5, bytes: bytesAt(place * 5) }));

for (const [name, bytesAt, expected] of [
  ['what stays the same does not grow', () => 100e6, 0],
  ['a leak of 1 % in ten minutes is found', (s: number) => 100e6 + ((s - 897.5) / 600) * 1e6, 0.01],
  ['what a start needs does not count: the first third is left out', (s: number) => Math.min(100e6, s * 1e6), 0],
  ['a saw does not grow', (s: number) => 100e6 + (s % 50) * 1e4, 0],
  ['nor does one whose teeth are as long as a third', (s: number) => 100e6 + (s % 600) * 1e5, 0],
  ['what shrinks is told so', (s: number) => 100e6 - ((s - 897.5) / 600) * 2e6, -0.02],
] as const) {
  test(name, () => {
    const { per10Minutes } = growthOf(every5Seconds(bytesAt));
    assert.ok(Math.abs(per10Minutes - expected) < 0.0005, String(per10Minutes));
  });
}

const sample = (more: Partial<Sample>): Sample => ({
  at: 0,
  ran: noUses(),
  queued: noUses(),
  stolen: 0,
  disk: 0,
  logFiles: 0,
  ...more,
});

test('slow calls that waited at the same time are a group', () => {
  const slow = [
    { at: 1_100, ms: 40 },
    { at: 1_050, ms: 20 },
    { at: 1_065, ms: 30 },
    { at: 1_110, ms: 45 },
  ];
  assert.deepEqual(groupsOf(slow), [{ from: 1_030, to: 1_110, calls: 4 }]);
  assert.deepEqual(
    groupsOf([...slow, { at: 1_131, ms: 20 }]).map(({ calls }) => calls),
    [4, 1],
  );
  assert.deepEqual(groupsOf([]), []);
});

for (const [what, beside, cause, away = 0] of [
  ['the host took a processor', { stolen: 10, ran: { ...noUses(), autovacuum: 50 } }, 'host'],
  ['a processor ran nobody', { ran: { ...noUses(), autovacuum: 50 } }, 'away', 20],
  ['a processor ran nobody for a moment', {}, 'unknown', 19],
  ['the database tidied up', { ran: { ...noUses(), autovacuum: 10, collector: 80 } }, 'autovacuum'],
  ['the heap was marked', { ran: { ...noUses(), collector: 30 }, logFiles: 1 }, 'collector'],
  ['young memory was collected', { ran: { ...noUses(), collector: 12 } }, 'unknown'],
  ['a file of the log was made', { logFiles: 1, disk: 40 }, 'log file'],
  ['the disk was waited for', { disk: 40 }, 'disk'],
  [
    'the thread of the service had no pause',
    { ran: { ...noUses(), service: 60 }, queued: { ...noUses(), service: 30 } },
    'processors',
  ],
  ['all processors were in use', { ran: { ...noUses(), service: 60, database: 70, callers: 35 } }, 'processors'],
  ['one of two processors was in use', { ran: { ...noUses(), service: 30, database: 70 } }, 'unknown'],
] as const) {
  test(`calls that were slow while ${what}: ${cause}`, () => {
    assert.equal(causeOf({ from: 0, to: 100 }, [sample(beside)], away, 2), cause);
  });
}

test('processor absence is summed for each processor on its own', () => {
  const gaps = [
    { from: 90, to: 110 },
    { from: 120, to: 130 },
    { from: 125, to: 135 },
    { from: 190, to: 300 },
    { from: 300, to: 310 },
  ];
  assert.equal(awayIn({ from: 100, to: 200 }, gaps), 10 + 10 + 10 + 10);
});

test('slow calls are counted by what happened at the same time, and all uses are summed', () => {
  const answered = [...Array(98)].map((_, place) => ({ at: place * 10, ms: 2 }));
  const samples = [...Array(100)].map((_, place) =>
    sample({ at: place * 10, ran: { ...noUses(), database: 5 }, stolen: place === 50 ? 10 : 0 }),
  );
  const slow = slowCalls([...answered, { at: 520, ms: 40 }, { at: 800, ms: 30 }], 20, {
    samples,
    gaps: [
      { from: 775, to: 790 },
      { from: 790, to: 900 },
    ],
  });
  assert.deepEqual([slow.calls, slow.of, slow.all.ran.database], [2, 100, 500]);
  assert.deepEqual([slow.causes.host?.calls, slow.causes.away?.calls], [1, 1]);
  assert.equal(slow.causes.host?.ran.database, 25);
  assert.deepEqual([slow.causes.away?.away, slow.all.away], [25, 125]);
});

test('pgbench times count only if they ended more than a second after the first', () => {
  // The client, its count, microseconds, the script, when it ended in two parts, and at a pace how late it began.
  const lines = [
    '0 1 9000 0 1700000010 900000',
    '1 1 7000 0 1700000011 899999 12',
    '0 2 2500 0 1700000011 950000 5',
    '',
  ];
  assert.deepEqual(timesOf(lines), [2.5]);
  assert.deepEqual(timesOf(['']), []);
});
