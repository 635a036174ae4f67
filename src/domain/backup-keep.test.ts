import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  archiveName,
  archivesToRemove,
  parseKeep,
  STANDARD_KEEP,
  readArchiveName,
  type BackupKeep,
} from './backup-keep.ts';

const at = (text: string, isEncrypted = true, database = '3f9a1c2e'): string =>
  archiveName({ time: new Date(text), database, isEncrypted });

test('names and times', () => {
  assert.equal(at('2026-11-18T02:15:00.123Z'), 'depono-20261118T021500Z-3f9a1c2e.gz.age');
  assert.equal(at('2026-11-18T02:15:00Z', false), 'depono-20261118T021500Z-3f9a1c2e.gz');
  assert.deepEqual(readArchiveName('depono-20261118T021500Z-3f9a1c2e.gz'), {
    time: new Date('2026-11-18T02:15:00Z'),
    database: '3f9a1c2e',
    isEncrypted: false,
  });
  for (const foreign of [
    'depono-20260231T000000Z-3f9a1c2e.gz',
    'depono-20261118T021500Z-3f9a1c2e.gz.1.partial',
    'depono-20261118T021500Z.gz',
    'depono-2026-11-18-3f9a1c2e.gz',
    'my-depono-20261118T021500Z-3f9a1c2e.gz',
    'depono-20261118T021500Z-3f9a1c2e.gz.age.bak',
  ]) {
    assert.equal(readArchiveName(foreign), null, foreign);
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

test('a day with archives of another database, and of a run without BACKUP_RECIPIENTS: those encrypted stay', () => {
  const night = at('2026-11-18T02:15:00Z');
  const drill = at('2026-11-18T09:00:00Z', true, '00000001');
  const plain = at('2026-11-18T10:00:00Z', false);
  const keep = { daily: 1, weekly: 0, monthly: 0 };
  for (const written of [drill, plain]) assert.deepEqual(archivesToRemove([night, drill, plain], keep, written), []);
  const next = at('2026-11-18T11:00:00Z');
  assert.deepEqual(archivesToRemove([night, drill, plain, next], keep, next), [plain, night]);
});

const keeps = fc
  .record({ daily: fc.nat(20), weekly: fc.nat(10), monthly: fc.nat(14) })
  .filter(({ daily, weekly, monthly }) => daily + weekly + monthly > 0);
const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const archives = fc.uniqueArray(
  fc
    .record({ time: times, isEncrypted: fc.boolean(), database: fc.constantFrom('00000001', '3f9a1c2e') })
    .map(archiveName),
  { minLength: 1, maxLength: 60 },
);
const foreign = fc.array(fc.oneof(fc.string(), fc.constantFrom('depono.gz', 'depono-20261118T021500Z.gz.7.partial')));

test('the newest and the one just written stay, and so does every other file', () => {
  fc.assert(
    fc.property(archives, foreign, keeps, fc.nat(), (names, others, keep, pick) => {
      const written = names[pick % names.length] as string;
      const removed = archivesToRemove([...others, ...names], keep, written);
      const timeOf = (name: string): number => readArchiveName(name)?.time.getTime() ?? 0;
      const isOurs = (name: string): boolean => readArchiveName(name)?.database === readArchiveName(written)?.database;
      const ours = names.filter(isOurs);
      assert.ok(!removed.includes(written));
      for (const kind of [ours, ours.filter((name) => name.endsWith('.age'))].filter((some) => some.length > 0)) {
        const newest = Math.max(...kind.map(timeOf));
        assert.ok(kind.some((name) => timeOf(name) === newest && !removed.includes(name)));
      }
      assert.ok(removed.every((name) => ours.includes(name)));
    }),
  );
});

test('at most as many of a kind stay as asked for, besides the newest and the one just written', () => {
  fc.assert(
    fc.property(archives, keeps, (names, keep) => {
      const written = names[0] as string;
      const removed = archivesToRemove(names, keep, written);
      for (const isEncrypted of [true, false]) {
        const kept = names.filter((name) => {
          const read = readArchiveName(name);
          const isOurs = read?.database === readArchiveName(written)?.database && read?.isEncrypted === isEncrypted;
          return isOurs && !removed.includes(name);
        });
        assert.ok(kept.length <= keep.daily + keep.weekly + keep.monthly + 2);
      }
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
