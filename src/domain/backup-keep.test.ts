import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  archiveName,
  archivesToRemove,
  parseKeep,
  STANDARD_KEEP,
  timeOfArchive,
  type BackupKeep,
} from './backup-keep.ts';

const at = (text: string, isEncrypted = true): string => archiveName(new Date(text), { isEncrypted });

test('names and times', () => {
  assert.equal(at('2026-11-18T02:15:00.123Z'), 'depono-20261118T021500Z.gz.age');
  assert.equal(at('2026-11-18T02:15:00Z', false), 'depono-20261118T021500Z.gz');
  assert.deepEqual(timeOfArchive('depono-20261118T021500Z.gz'), new Date('2026-11-18T02:15:00Z'));
  for (const foreign of [
    'depono-20260231T000000Z.gz',
    'depono-20261118T021500Z.gz.1.partial',
    'depono-2026-11-18.gz',
    'my-depono-20261118T021500Z.gz',
    'depono-20261118T021500Z.gz.age.bak',
  ]) {
    assert.equal(timeOfArchive(foreign), null, foreign);
  }
});

const readings: [text: string, keep: BackupKeep | null][] = [
  ['daily=14,weekly=8,monthly=12', STANDARD_KEEP],
  ['monthly=3, daily=7', { daily: 7, weekly: 0, monthly: 3 }],
  ['daily=0', null],
  ['daily=1,daily=2', null],
  ['yearly=3', null],
  ['daily=-1', null],
  ['', null],
];
for (const [text, keep] of readings) test(`BACKUP_KEEP=${text}`, () => assert.deepEqual(parseKeep(text), keep));

test('a year of nightly archives: 14 days, 8 weeks, 12 months', () => {
  const names = Array.from({ length: 365 }, (_, n) => at(new Date(Date.UTC(2026, 0, 1 + n, 2)).toISOString()));
  const removed = archivesToRemove(names, STANDARD_KEEP, names.at(-1) as string);
  const kept = names.filter((name) => !removed.includes(name));
  assert.deepEqual(kept.slice(-14), names.slice(-14));
  // 12 months and 8 weeks, some of them among the 14 days.
  assert.equal(kept.length, 14 + 6 + 10);
});

const keeps = fc
  .record({ daily: fc.nat(20), weekly: fc.nat(10), monthly: fc.nat(14) })
  .filter(({ daily, weekly, monthly }) => daily + weekly + monthly > 0);
const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const archives = fc.uniqueArray(
  fc
    .record({ time: times, isEncrypted: fc.boolean() })
    .map(({ time, isEncrypted }) => archiveName(time, { isEncrypted })),
  { minLength: 1, maxLength: 60 },
);
const foreign = fc.array(fc.oneof(fc.string(), fc.constantFrom('depono.gz', 'depono-20261118T021500Z.gz.7.partial')));

test('the newest and the one just written stay, and so does every other file', () => {
  fc.assert(
    fc.property(archives, foreign, keeps, fc.nat(), (names, others, keep, pick) => {
      const written = names[pick % names.length] as string;
      const removed = archivesToRemove([...others, ...names], keep, written);
      const newest = Math.max(...names.map((name) => timeOfArchive(name)?.getTime() ?? 0));
      assert.ok(!removed.includes(written));
      assert.ok(names.some((name) => timeOfArchive(name)?.getTime() === newest && !removed.includes(name)));
      assert.ok(removed.every((name) => names.includes(name)));
    }),
  );
});

test('at most as many stay as asked for, besides the newest and the one just written', () => {
  fc.assert(
    fc.property(archives, keeps, (names, keep) => {
      const removed = archivesToRemove(names, keep, names[0] as string);
      assert.ok(names.length - removed.length <= keep.daily + keep.weekly + keep.monthly + 2);
    }),
  );
});

test('removing twice removes nothing more, and the order of the names does not matter', () => {
  fc.assert(
    fc.property(archives, keeps, (names, keep) => {
      const written = names[0] as string;
      const removed = archivesToRemove(names, keep, written);
      const left = names.filter((name) => !removed.includes(name));
      assert.deepEqual(archivesToRemove(left, keep, written), []);
      assert.deepEqual(archivesToRemove(names.toReversed(), keep, written), removed);
    }),
  );
});
