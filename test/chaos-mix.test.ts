import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfAnswers } from '../chaos/checks/providers.ts';
import { changeStep, type ChangeableRecord } from '../chaos/mix/changes.ts';
import { closingStep, type ClosingRecord } from '../chaos/mix/closing.ts';
import { wishFor } from '../chaos/mix/four-eyes-load.ts';
import { answerTo, type Given } from '../chaos/mix/providers.ts';
import { randomOf } from '../chaos/random.ts';
import { blockOf, sortOf } from '../chaos/sorts.ts';
import { added } from '../chaos/sum.ts';
import { faultsOf } from '../chaos/years/check.ts';

// The parts of the chaos test that decide without a service.

/** Everything that is drawn in many tries, as words. */
function drawn(draw: (random: ReturnType<typeof randomOf>) => string): string[] {
  const random = randomOf('mix');
  return [...new Set(Array.from({ length: 400 }, () => draw(random)))].toSorted();
}

test('17 rounds share a world, then come one with a standby, one with cells and one with the year', () => {
  const sorts = Array.from({ length: 40 }, (_, n) => sortOf(n + 1, []));
  assert.deepEqual(sorts.slice(16, 21), ['usual', 'standby', 'cells', 'years', 'usual']);
  assert.equal(sorts.filter((sort) => sort === 'usual').length, 34);
  assert.equal(sortOf(18, ['standby']), 'usual');
  const rounds = sorts.map((sort, n) => ({ round: n + 1, sort }));
  const sizes: number[] = [];
  for (let place = 0; place < rounds.length; place += sizes.at(-1) ?? 1)
    sizes.push(blockOf(rounds.slice(place)).length);
  assert.deepEqual(sizes, [17, 1, 1, 1, 17, 1, 1, 1]);
  const usual = rounds.map(({ round }) => ({ round, sort: 'usual' as const }));
  assert.equal(blockOf(usual).length, 20, 'a world ends with its block');
});

test('the figures of several worlds are added', () => {
  const one = { rounds: 17, faults: { freeze: 2 }, recoveries: [1], special: {} };
  const other = { rounds: 1, faults: { freeze: 1, restart: 4 }, recoveries: [2], special: { years: { freed: 3 } } };
  assert.deepEqual(added<object>(one, other), {
    rounds: 18,
    faults: { freeze: 3, restart: 4 },
    recoveries: [1, 2],
    special: { years: { freed: 3 } },
  });
  assert.deepEqual(added<object>(one, { rounds: 1 }), { ...one, rounds: 18 });
});

const OPEN: ChangeableRecord = {
  product: 'bank_deposit',
  rentalDeposit: 1000,
  tenants: [{ type: 'natural' }, { type: 'natural' }],
  changes: [],
};

test('a deposit in force changes in all six ways, one at a time', () => {
  const kindOf = (call: ReturnType<typeof changeStep>): string =>
    call?.move === 'changes' ? (call.body as { kind: string }).kind : (call?.move ?? 'none');
  const kinds = drawn((random) => kindOf(changeStep(OPEN, random)));
  assert.deepEqual(kinds, ['amount', 'main_tenant', 'none', 'owner', 'product', 'tenant_joins', 'tenant_leaves']);
  const company = { ...OPEN, tenants: [{ type: 'legal' }] };
  assert.deepEqual(
    drawn((random) => kindOf(changeStep(company, random))),
    ['amount', 'none', 'owner', 'product'],
  );
  const running = (kind: string, state: string, more = {}) =>
    drawn((random) => kindOf(changeStep({ ...OPEN, ...more, changes: [{ kind, state }] }, random)));
  assert.deepEqual(running('amount', 'to_sign'), ['change-cancel', 'change-signs', 'none']);
  assert.deepEqual(running('amount', 'to_pay'), ['change-cancel', 'none', 'payment']);
  assert.deepEqual(running('amount', 'to_pay_out'), ['payout-completed']);
  assert.deepEqual(running('main_tenant', 'at_provider'), ['change-answered', 'change-cancel', 'none']);
  assert.ok(running('product', 'at_provider').includes('cover-confirmed'));
  assert.ok(running('product', 'at_provider', { product: 'insurance' }).includes('account-opened'));
});

function byOf(body: object | undefined): string {
  return body !== undefined && 'by' in body ? String(body.by) : '';
}

test('some closings are left to the year', () => {
  const closing: NonNullable<ClosingRecord['closing']> = {
    startedBy: 'tenant',
    tenancyEnd: '2027-01-31',
    release: null,
    proposal: { by: 'tenant' },
    end: { state: 'asked', namedBy: 'tenant' },
  };
  const moves = (more: Partial<ClosingRecord>): string[] =>
    drawn((random) => {
      const step = closingStep({ id: 'x0', state: 'closing', rentalDeposit: 500, closing, ...more }, random);
      return step === 'over' ? step : `${step.move} ${byOf(step.body)}`;
    });
  assert.deepEqual(moves({ closing: null }), ['start-closing tenant']);
  assert.deepEqual(moves({}), ['confirm-end ', 'dispute-end ', 'file-claim ', 'over']);
  assert.deepEqual(moves({ closing: { ...closing, end: { ...closing.end, state: 'confirmed' } } }), ['over']);
  assert.deepEqual(moves({ closing: { ...closing, release: {} } }), ['payout-completed ']);
  assert.deepEqual(moves({ id: 'xf', closing: null }), ['start-closing manager', 'start-closing tenant']);
  assert.deepEqual(moves({ id: 'xf' }), ['consent manager', 'counter manager']);
});

test('operators wish what the deposit allows', () => {
  const deposit = { id: 'D', state: 'open', hold: null, rentalDeposit: 500, paidInTotal: 500, closing: null };
  const wishes = (more: object): string[] =>
    drawn((random) => wishFor({ ...deposit, ...more }, random, '/D')?.path.replace('/D/', '') ?? 'none');
  assert.deepEqual(wishes({}), ['hold', 'none']);
  assert.deepEqual(wishes({ hold: {} }), ['lift-hold']);
  assert.deepEqual(wishes({ state: 'closing', closing: { release: null } }), ['hold', 'none', 'release-ground']);
  assert.deepEqual(wishes({ state: 'opening' }), ['withdraw']);
  assert.deepEqual(wishes({ state: 'opening', paidInTotal: 0 }), ['none']);
  assert.deepEqual(wishes({ state: 'closed' }), ['none']);
});

test('provider-api.md: an answer is stored as it was acknowledged', () => {
  const by = { id: 'P', code: 'chaos_bank', headers: {} };
  const opening = { id: 'A', kind: 'account_opening' };
  const given = (number: number, is: Given['is']): Given => ({ ...answerTo(opening, number), by, is });
  const refused = (is: Given['is']): Given => ({ answer: 'refused', body: { code: 'other', reason: 'no' }, by, is });
  const [first, second] = [given(1, 'done'), given(2, 'done')];
  assert.deepEqual(answerTo(opening, 1), answerTo(opening, 1), 'two clerks say the same');
  assert.notDeepEqual(answerTo(opening, 1), answerTo(opening, 2));
  const stored = (one: Given | null) => ({
    state: one === null ? 'open' : 'answered',
    answer: one === null ? null : { answer: one.answer, openedOn: null, ...one.body },
    answered_by: 'provider:chaos_bank',
  });
  const rows: [name: string, stored: Given | null, given: Given[], isRight: boolean][] = [
    ['nothing was said', null, [], true],
    ['as acknowledged', first, [first], true],
    ['lost', null, [first], false],
    ['the reply was lost', first, [given(1, 'unknown')], true],
    ['the other of two was refused', first, [first, given(2, 'refused')], true],
    ['both of two were taken', first, [first, second], false],
    ['an account after a refusal', first, [refused('done'), first], true],
    ['still refused', refused('done'), [refused('done'), given(1, 'unknown')], true],
    ['never given', second, [first], false],
    ['nobody gave it', second, [], false],
  ];
  for (const [name, answer, said, isRight] of rows) {
    assert.equal(faultOfAnswers(stored(answer), said) === null, isRight, name);
  }
  assert.equal(faultOfAnswers({ ...stored(second), answered_by: 'Bank (simulated)' }, [given(1, 'refused')]), null);
  const paid = { answer: 'paid', body: { amount: 12.5 }, by, is: 'done' as const };
  const inRappen = { state: 'answered', answer: { answer: 'paid', amount: 1250, on: null }, answered_by: 'x' };
  assert.equal(faultOfAnswers(inRappen, [paid]), null, 'CHF and Rappen');
});

test('years.md 1: ordered on its day, warned before, and not while stopped', () => {
  const left = { id: 'D', freesOn: '2028-02-01', stoppedBy: null, product: 'bank_deposit' } as const;
  const warned = ['2028-01-02', '2028-01-25', '2028-01-31'].map((day) => ({ event: 'year_warned', day, ground: null }));
  const ordered = { event: 'payout_ordered', day: '2028-02-01', ground: 'year' };
  assert.deepEqual(faultsOf(left, [...warned, ordered]), []);
  const isWrong = (name: string, faults: string[]): void => assert.equal(faults.length, 1, name);
  isWrong('twice', faultsOf(left, [...warned, ordered, ordered]));
  isWrong('a day late', faultsOf(left, [...warned, { ...ordered, day: '2028-02-02' }]));
  isWrong('never', faultsOf(left, warned));
  isWrong('one warning too few', faultsOf(left, [...warned.slice(1), ordered]));
  isWrong('in spite of a claim', faultsOf({ ...left, stoppedBy: 'claim' }, [ordered]));
  assert.deepEqual(faultsOf({ ...left, stoppedBy: 'claim' }, []), []);
  const noted = { ...ordered, event: 'release_noted' };
  assert.deepEqual(faultsOf({ ...left, stoppedBy: 'hold' }, [...warned, noted]), []);
  assert.equal(faultsOf({ ...left, stoppedBy: 'hold' }, [...warned, ordered]).length, 2, 'ordered, and not noted');
});
