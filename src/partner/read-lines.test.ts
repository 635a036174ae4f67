import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ReadLines, type Read, type ReadLine } from './read-lines.ts';

const T = 1_800_000_000_000;
const read = (contractId: string | null, changes: Partial<Read> = {}): Read => ({
  path: '/webhook/contract-status',
  organizationId: 'o1',
  contractId,
  state: 'open',
  product: 'bank_deposit',
  partnerId: null,
  requestId: 'r-1',
  startedAt: T,
  durationMs: 1,
  ...changes,
});
const all = { now: T, most: 1_000, isAll: true };
const shown = (lines: readonly ReadLine[]) =>
  lines.map(({ contractId, state, times, others }) => [contractId, state, times, others?.size ?? null]);

describe('reads that were answered:', () => {
  test('the same answer of a contract is one line, with the first time, the last and the longest', () => {
    const lines = new ReadLines();
    lines.note(read('A'));
    lines.note(read('A', { startedAt: T + 900, durationMs: 7 }));
    lines.note(read('A', { startedAt: T + 300, durationMs: 3 }));
    const [line, ...others] = lines.take(all);
    assert.deepEqual([line?.times, line?.startedAt, line?.lastAt, line?.durationMs], [3, T, T + 900, 7]);
    assert.equal(others.length, 0);
  });

  test('another answer begins another line', () => {
    const lines = new ReadLines();
    for (const state of ['opening', 'opening', 'open', 'opening']) lines.note(read('A', { state }));
    lines.note(read('A', { state: 'opening', product: null }));
    assert.deepEqual(
      lines.take(all).map(({ state, product, times }) => [state, product, times]),
      [
        ['opening', 'bank_deposit', 2],
        ['open', 'bank_deposit', 1],
        ['opening', 'bank_deposit', 1],
        ['opening', null, 1],
      ],
    );
  });

  test('organizations and paths are kept apart', () => {
    const lines = new ReadLines();
    lines.note(read('A'));
    lines.note(read('A', { organizationId: 'o2' }));
    lines.note(read(null, { path: '/webhook/events', state: '2 events' }));
    lines.note(read(null, { path: '/webhook/events', state: '2 events' }));
    assert.deepEqual(
      lines.take(all).map(({ organizationId, path, times }) => [organizationId, path, times]),
      [
        ['o1', '/webhook/contract-status', 1],
        ['o2', '/webhook/contract-status', 1],
        ['o1', '/webhook/events', 2],
      ],
    );
  });

  test('a line waits for more of the same, then a new one begins', () => {
    const lines = new ReadLines({ heldMs: 10_000 });
    lines.note(read('A'));
    lines.note(read('B', { startedAt: T + 5_000 }));
    assert.deepEqual(lines.take({ now: T + 9_999, most: 10, isAll: false }), []);
    assert.deepEqual(shown(lines.take({ now: T + 10_000, most: 10, isAll: false })), [['A', 'open', 1, null]]);
    lines.note(read('A', { startedAt: T + 11_000 }));
    assert.deepEqual(shown(lines.take(all)), [
      ['B', 'open', 1, null],
      ['A', 'open', 1, null],
    ]);
  });

  test('a clock that is set back does not hold up lines', () => {
    const lines = new ReadLines({ heldMs: 10_000 });
    lines.note(read('A'));
    const back = T - 3_600_000;
    lines.note(read('B', { startedAt: back }));
    assert.equal(lines.isDue({ now: back, isAll: false }), true);
    assert.deepEqual(shown(lines.take({ now: back, most: 10, isAll: false })), [['A', 'open', 1, null]]);
    assert.deepEqual(shown(lines.take({ now: back + 10_000, most: 10, isAll: false })), [['B', 'open', 1, null]]);
  });

  test('no more at once than was asked for', () => {
    const lines = new ReadLines();
    for (const id of ['A', 'B', 'C']) lines.note(read(id));
    assert.deepEqual(
      lines.take({ ...all, most: 2 }).map(({ contractId }) => contractId),
      ['A', 'B'],
    );
    assert.equal(lines.size, 1);
  });

  test('beyond the lines of the hour the rest is one line that says how many reads of how many contracts', () => {
    const lines = new ReadLines({ anHour: 2 });
    for (const id of ['A', 'B', 'C', 'D', 'C', 'A']) lines.note(read(id));
    lines.note(read('E', { organizationId: 'o2' }));
    assert.deepEqual(shown(lines.take(all)), [
      ['A', 'open', 2, null],
      ['B', 'open', 1, null],
      [null, '', 3, 2],
      ['E', 'open', 1, null],
    ]);
    lines.note(read('F'));
    assert.deepEqual(shown(lines.take(all)), [[null, '', 1, 1]], 'the hour is not over');
    lines.note(read('F', { startedAt: T + 3_600_000 }));
    assert.deepEqual(shown(lines.take(all)), [['F', 'open', 1, null]]);
  });

  test('memory is bounded, and every read is in some line', () => {
    const lines = new ReadLines({ held: 10, toldApart: 5 });
    for (let n = 0; n < 1_000; n++) lines.note(read(`C-${n}`));
    const taken = lines.take(all);
    assert.equal(taken.length, 11);
    assert.equal(
      taken.reduce((sum, { times }) => sum + times, 0),
      1_000,
    );
    assert.equal(taken.at(-1)?.others?.size, 5);
  });
});
