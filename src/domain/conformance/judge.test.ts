import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ConformanceFacts, SeenCall, SeenProbe, SeenRead, Verdict } from './facts.ts';
import { judge } from './judge.ts';
import { PROBES } from './probes.ts';
import { REQUIREMENT_IDS, type ProbedRequirement, type RequirementId } from './requirements.ts';

const START = Date.parse('2027-03-01T08:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);

const NOTHING: ConformanceFacts = {
  isOver: false,
  calls: [],
  statusReads: [],
  pacedReads: [],
  eventReads: [],
  probes: [],
  held: null,
};

let ids = 0;
const call = (more: Partial<SeenCall> = {}): SeenCall => {
  const n = ++ids;
  const base = { requestId: `r${n}`, at: at(n), externalContractId: `C-${n}`, refusalRow: null, problems: [] };
  return { ...base, outcome: 'success', tenants: 'natural', fingerprint: `f${n}`, ...more };
};
const refused = (refusalRow: string, more: Partial<SeenCall> = {}): SeenCall =>
  call({ outcome: ['5', '6', '7'].includes(refusalRow) ? 'skipped' : 'errored', refusalRow, tenants: null, ...more });
/** The identical payload at these seconds. */
const same = (refusalRow: string, seconds: readonly number[]): SeenCall[] =>
  seconds.map((second) => refused(refusalRow, { at: at(second), fingerprint: 'same', externalContractId: 'C' }));
const read = (second: number, more: Partial<SeenRead> = {}): SeenRead => ({
  requestId: `s${second}`,
  at: at(second),
  lastAt: at(second),
  times: 1,
  externalContractId: 'C',
  ...more,
});
const every = (seconds: number, count: number): SeenRead[] =>
  Array.from({ length: count }, (_, place) => read(place * seconds));
const notText = [{ field: 'rentalDeposit', code: 'not_text' }] as unknown as SeenCall['problems'];
const missing = [{ field: 'zip', code: 'missing' }] as unknown as SeenCall['problems'];

/** The probes of a requirement, with these answers. */
const answers = (requirement: ProbedRequirement, ...statuses: (number | null | 'waiting')[]): SeenProbe[] =>
  statuses.map((status, place) => ({
    requirement,
    messageId: `${requirement} ${place}`,
    result: status === 'waiting' ? null : { status, durationMs: 20 },
  }));
const slow = (durationMs: number): SeenProbe[] =>
  answers('callback.accepts', 200).map((probe) => ({ ...probe, result: { status: 200, durationMs } }));

type Row = [
  requirement: RequirementId,
  name: string,
  facts: Partial<ConformanceFacts>,
  /** While the run is open, and at its end where that differs. */
  expected: Verdict['result'],
  atEnd?: Verdict['result'],
];

const errored = refused('11', { externalContractId: 'X', fingerprint: 'one', problems: missing });
const corrected = call({ externalContractId: 'X', fingerprint: 'two' });
const held = { deliveryId: 'd1', at: at(100) };

const rows: Row[] = [
  ['open.natural', 'one natural tenant', { calls: [call()] }, 'passed'],
  ['open.natural', 'two tenants are not one', { calls: [call({ tenants: 'joint' })] }, 'not_seen'],
  ['open.natural', 'refused', { calls: [refused('11')] }, 'not_seen'],
  ['open.joint', 'two tenants', { calls: [call(), call({ tenants: 'joint' })] }, 'passed'],
  ['open.joint', 'one tenant', { calls: [call()] }, 'not_seen'],
  ['open.legal', 'a company', { calls: [call({ tenants: 'legal' })] }, 'passed'],
  ['open.legal', 'two natural tenants', { calls: [call({ tenants: 'joint' })] }, 'not_seen'],

  ['open.corrected', 'errored, then opened with other data', { calls: [errored, corrected] }, 'passed'],
  ['open.corrected', 'only errored', { calls: [errored] }, 'not_seen'],
  ['open.corrected', 'opened before it was errored', { calls: [corrected, errored] }, 'not_seen'],
  ['open.corrected', 'another contract', { calls: [errored, call({ fingerprint: 'two' })] }, 'not_seen'],
  [
    'open.corrected',
    'the same data, opened after a change of the set-up',
    { calls: [errored, { ...corrected, fingerprint: 'one' }] },
    'not_seen',
  ],
  [
    'open.corrected',
    'missing data that a path skips',
    { calls: [{ ...errored, outcome: 'skipped' }, corrected] },
    'passed',
  ],
  [
    'open.corrected',
    'a contract that exists is not errored',
    { calls: [refused('7', { externalContractId: 'X' }), corrected] },
    'not_seen',
  ],
  ['open.corrected', 'calls without a contract id', { calls: [refused('4'), call()] }, 'not_seen'],

  ['open.no_loop', 'three more within ten minutes', { calls: same('11', [0, 1, 2, 3]) }, 'not_seen', 'passed'],
  ['open.no_loop', 'four more within ten minutes', { calls: same('11', [0, 1, 2, 3, 4]) }, 'failed'],
  ['open.no_loop', 'a contract that exists, again and again', { calls: same('7', [0, 1, 2, 3, 4]) }, 'failed'],
  ['open.no_loop', 'an ignored contract', { calls: same('6', [0, 10, 20, 30, 40]) }, 'failed'],
  ['open.no_loop', 'no contract id', { calls: same('5', [0, 10, 20, 30, 40]) }, 'failed'],
  [
    'open.no_loop',
    'four more in just under ten minutes, an hour later',
    { calls: same('11', [0, 3_600, 3_800, 4_000, 4_199]) },
    'failed',
  ],
  [
    'open.no_loop',
    'four more in ten minutes and a little',
    { calls: same('11', [0, 100, 300, 500, 701]) },
    'not_seen',
    'passed',
  ],
  [
    'open.no_loop',
    'other data each time',
    { calls: [1, 2, 3, 4, 5, 6].map(() => refused('11')) },
    'not_seen',
    'passed',
  ],
  [
    'open.no_loop',
    'other errors may pass by themselves',
    { calls: same('no_default_manager', [0, 1, 2, 3, 4, 5]) },
    'not_seen',
  ],
  ['open.no_loop', 'nothing was refused', { calls: [call(), call()] }, 'not_seen'],

  ['open.strings', 'a number in a known field', { calls: [refused('11', { problems: notText })] }, 'failed'],
  ['open.strings', 'other problems', { calls: [refused('11', { problems: missing })] }, 'not_seen', 'passed'],
  ['open.strings', 'opened', { calls: [call()] }, 'not_seen', 'passed'],
  ['open.strings', 'no call', {}, 'not_seen'],

  ['status.read', 'of a deposit it opened', { statusReads: [read(5)] }, 'passed'],
  ['status.read', 'none', {}, 'not_seen'],

  ['status.pace', 'once a minute', { pacedReads: every(60, 60) }, 'not_seen', 'passed'],
  ['status.pace', 'once a minute, arriving a little early', { pacedReads: every(59.98, 60) }, 'not_seen', 'passed'],
  ['status.pace', 'ten at once', { pacedReads: every(0.1, 10) }, 'not_seen', 'passed'],
  ['status.pace', 'eleven at once', { pacedReads: every(0.1, 11) }, 'failed'],
  ['status.pace', 'eleven in one line', { pacedReads: [read(0, { times: 11, lastAt: at(9) })] }, 'failed'],
  ['status.pace', 'twice a minute', { pacedReads: every(30, 30) }, 'failed'],
  [
    'status.pace',
    'many contracts, each of them once',
    { pacedReads: Array.from({ length: 50 }, (_, n) => read(n, { externalContractId: `C-${n}` })) },
    'not_seen',
    'passed',
  ],
  ['status.pace', 'no read with a key of the partner', { statusReads: every(1, 30) }, 'not_seen'],

  ['callback.accepts', '2xx', { probes: answers('callback.accepts', 204) }, 'passed'],
  ['callback.accepts', 'a redirect', { probes: answers('callback.accepts', 302) }, 'failed'],
  ['callback.accepts', 'no answer', { probes: answers('callback.accepts', null) }, 'failed'],
  ['callback.accepts', 'not sent yet', { probes: answers('callback.accepts', 'waiting') }, 'not_seen'],
  ['callback.accepts', 'no callback', {}, 'not_seen'],
  ['callback.refuses_forged', '401', { probes: answers('callback.refuses_forged', 401) }, 'passed'],
  ['callback.refuses_forged', '2xx', { probes: answers('callback.refuses_forged', 200) }, 'failed'],
  ['callback.refuses_forged', 'a fault of the receiver', { probes: answers('callback.refuses_forged', 500) }, 'failed'],
  ['callback.refuses_forged', 'no answer', { probes: answers('callback.refuses_forged', null) }, 'failed'],
  ['callback.refuses_old', '400', { probes: answers('callback.refuses_old', 400) }, 'passed'],
  ['callback.refuses_old', '2xx', { probes: answers('callback.refuses_old', 200) }, 'failed'],
  ['callback.refuses_unsigned', '403', { probes: answers('callback.refuses_unsigned', 403) }, 'passed'],
  ['callback.refuses_unsigned', '2xx', { probes: answers('callback.refuses_unsigned', 200) }, 'failed'],
  ['callback.repeats', 'twice', { probes: answers('callback.repeats', 200, 204) }, 'passed'],
  ['callback.repeats', 'the second is refused', { probes: answers('callback.repeats', 200, 409) }, 'failed'],
  ['callback.repeats', 'the second is on its way', { probes: answers('callback.repeats', 200, 'waiting') }, 'not_seen'],
  ['callback.order', 'both', { probes: answers('callback.order', 200, 200) }, 'passed'],
  ['callback.order', 'the older one is refused', { probes: answers('callback.order', 200, 400) }, 'failed'],
  ['callback.unknown', 'both', { probes: answers('callback.unknown', 200, 200) }, 'passed'],
  ['callback.unknown', 'the type is refused', { probes: answers('callback.unknown', 200, 422) }, 'failed'],
  ['callback.unknown', 'the members are refused', { probes: answers('callback.unknown', 400, 'waiting') }, 'failed'],
  ['callback.quick', 'five seconds', { probes: slow(5_000) }, 'passed'],
  ['callback.quick', 'a little more', { probes: slow(5_001) }, 'failed'],
  ['callback.quick', 'no answer', { probes: answers('callback.order', null) }, 'failed'],
  ['callback.quick', 'a refusal is an answer', { probes: answers('callback.refuses_old', 401) }, 'passed'],
  ['callback.quick', 'some are on their way', { probes: answers('callback.order', 200, 'waiting') }, 'not_seen'],

  ['events.catch_up', 'read after it was held back', { held, eventReads: [read(101)] }, 'passed'],
  ['events.catch_up', 'read in a line that goes on', { held, eventReads: [read(95, { lastAt: at(102) })] }, 'passed'],
  ['events.catch_up', 'read only before', { held, eventReads: [read(99)] }, 'not_seen', 'failed'],
  ['events.catch_up', 'never read', { held }, 'not_seen', 'failed'],
  ['events.catch_up', 'nothing was held back', { eventReads: [read(1)] }, 'not_seen'],
];

for (const [requirement, name, facts, expected, atEnd = expected] of rows) {
  test(`partner-kit 4: ${requirement}: ${name}: ${expected}, at the end ${atEnd}`, () => {
    assert.equal(judge({ ...NOTHING, ...facts })[requirement].result, expected);
    assert.equal(judge({ ...NOTHING, ...facts, isOver: true })[requirement].result, atEnd);
  });
}

test('every requirement has rows that pass and rows that do not', () => {
  for (const id of REQUIREMENT_IDS) {
    const own = rows.filter(([requirement]) => requirement === id);
    const ends = own.map(([, , , expected, atEnd = expected]) => atEnd);
    assert.ok(ends.includes('passed') && ends.some((result) => result !== 'passed'), id);
  }
});

test('evidence: the requests and messages that show it', () => {
  const all = judge({ ...NOTHING, calls: [errored, corrected], held, isOver: true });
  assert.deepEqual(all['open.corrected'].evidence, [errored.requestId, corrected.requestId]);
  assert.deepEqual(all['events.catch_up'].evidence, ['d1']);
  const loop = same('7', [0, 1, 2, 3, 4, 5, 6]);
  const { evidence } = judge({ ...NOTHING, calls: loop })['open.no_loop'];
  assert.deepEqual(
    evidence,
    loop.slice(0, 5).map(({ requestId }) => requestId),
  );
  const many = judge({ ...NOTHING, calls: Array.from({ length: 50 }, () => call()) })['open.natural'].evidence;
  assert.equal(many.length, 10, 'some of them');
});

test('a run in which nothing happened has seen nothing', () => {
  for (const { result } of Object.values(judge({ ...NOTHING, isOver: true }))) assert.equal(result, 'not_seen');
});

/** Whole seconds of two hours, in order. */
const moments = fc.array(fc.integer({ min: 0, max: 7_200 }), { maxLength: 40 }).map((all) => all.sort((a, b) => a - b));

test('open.no_loop fails exactly if four repeats of an answered payload lie within ten minutes', () => {
  fc.assert(
    fc.property(moments, (seconds) => {
      const [, ...repeats] = seconds;
      const isLoop = repeats.some((one) => repeats.filter((two) => two >= one && two < one + 600).length > 3);
      const { result } = judge({ ...NOTHING, calls: same('7', seconds), isOver: true })['open.no_loop'];
      assert.equal(result, isLoop ? 'failed' : seconds.length > 0 ? 'passed' : 'not_seen');
    }),
  );
});

test('status.pace fails exactly if more than ten reads of a contract lie within ten minutes', () => {
  fc.assert(
    fc.property(moments, (seconds) => {
      const isHurried = seconds.some((one) => seconds.filter((two) => two >= one && two < one + 599).length > 10);
      const reads = seconds.map((second) => read(second));
      const { result } = judge({ ...NOTHING, pacedReads: reads, isOver: true })['status.pace'];
      assert.equal(result, isHurried ? 'failed' : seconds.length > 0 ? 'passed' : 'not_seen');
    }),
  );
});

test('what has failed stays failed, whatever follows', () => {
  const anyCall = fc.record({
    row: fc.constantFrom('7', '11', null),
    second: fc.integer({ min: 0, max: 2_000 }),
    payload: fc.constantFrom('a', 'b'),
    isNumber: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 30 }), fc.nat(30), (all, cut) => {
      const calls = all
        .toSorted((one, other) => one.second - other.second)
        .map(({ row, second, payload, isNumber }) =>
          row === null
            ? call({ at: at(second) })
            : refused(row, { at: at(second), fingerprint: payload, problems: isNumber ? notText : [] }),
        );
      const before = judge({ ...NOTHING, calls: calls.slice(0, cut) });
      const after = judge({ ...NOTHING, calls, isOver: true });
      for (const id of REQUIREMENT_IDS) {
        if (before[id].result === 'failed') assert.equal(after[id].result, 'failed', id);
        if (before[id].result === 'passed') assert.equal(after[id].result, 'passed', id);
      }
    }),
  );
});

test('the plan of the probes has messages for every callback requirement', () => {
  const planned = new Set(PROBES.map(({ requirement }) => requirement));
  const wanted = REQUIREMENT_IDS.filter((id) => id.startsWith('callback.') && id !== 'callback.quick');
  assert.deepEqual([...planned], wanted);
});
