import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { join } from 'node:path';
import type { Outcome } from '../mutation/messages.ts';
import { runMutants } from '../mutation/mutation.ts';
import { regexChanges } from '../mutation/regex-changes.ts';
import { reportOf } from '../mutation/report.ts';

let outcomes: Outcome[];
before(async () => {
  outcomes = await runMutants({
    root: join(import.meta.dirname, '..'),
    files: ['mutation/sample/fee.ts'],
    tests: ['mutation/sample/fee.test.ts'],
    isTable: () => false,
    choose: (mutants) => mutants,
    processes: 1,
    told: () => undefined,
  });
});

const fateOf = (operator: string, from: string, to: string): string | undefined =>
  outcomes.find((one) => one.operator === operator && one.from === from && one.to === to)?.fate;

test('mutation: a change that a test notices is killed', () => {
  assert.equal(fateOf('condition false', 'isMember', 'false'), 'killed');
  assert.equal(fateOf('arithmetic', '/', '*'), 'killed');
  assert.equal(fateOf('method', 'max', 'min'), 'killed');
});

test('mutation: a change of what is computed while the file is loaded is killed too', () =>
  assert.equal(fateOf('number', '10', '11'), 'killed'));

test('mutation: a boundary that no test touches survives', () => {
  assert.equal(fateOf('boundary', '>', '>='), 'survived');
  assert.equal(fateOf('boundary', '>', '<='), 'killed');
});

test('mutation: a loop that no longer ends is found out by its steps', () =>
  assert.equal(fateOf('arithmetic', '-=', '+='), 'endless'));

test('mutation: what no test reaches is a survivor', () => {
  assert.equal(fateOf('text', "'a'", "''"), 'uncovered');
  const { all, survivors } = reportOf(outcomes, () => null);
  assert.equal(all.mutants - all.killed, survivors['mutation/sample/fee.ts']?.length);
});

test('mutation: the test that has noticed a change is named', () => {
  const killed = outcomes.filter(({ fate }) => fate === 'killed');
  assert.ok(killed.every(({ by }) => by?.startsWith('mutation/sample/fee.test.ts: ')));
});

test('mutation: a regular expression loses its anchors and counts one more', () =>
  assert.deepEqual(regexChanges('/^[0-9]{4}$/u'), ['/[0-9]{4}$/u', '/^[0-9]{4}/u', '/^[0-9]{5}$/u']));
