import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAt, NOW } from '../../../../test/support/sample-deposit.ts';
import { readSplit } from './split-form.ts';
import { DEPOSIT_WORDS } from '../words.ts';

const read = (amountLandlord: string, more: Record<string, string> = {}, what: 'close' | 'counter' = 'close') =>
  readSplit(
    new URLSearchParams({ amountLandlord, tenancyEnd: '2027-03-31', ...more }),
    { deposit: depositAt('open'), what, now: NOW },
    DEPOSIT_WORDS.en,
  );

/** The deposit is CHF 1000.00. */
const AMOUNTS: [typed: string, rappen: number][] = [
  ['0', 0],
  ['250', 25_000],
  ['250.5', 25_050],
  ['250,50', 25_050],
  [' 1’000.00 ', 100_000],
  ["1'000", 100_000],
  ['1 000.–', 100_000],
  ['0.01', 1],
  ['19.99', 1_999],
];
for (const [typed, expected] of AMOUNTS) {
  test(`an amount as people write it: ${typed}`, () => {
    const result = read(typed);
    assert.equal('split' in result ? result.split.amountLandlord : result, expected);
  });
}

for (const typed of ['', 'abc', '-5', '1.234', '1e3', '0x10', '1000.01', '999999999999', '1..2', 'NaN', '٣']) {
  test(`no amount for the landlord: ${JSON.stringify(typed)}`, () => {
    const result = read(typed);
    assert.ok('problems' in result && result.problems.amountLandlord !== undefined);
  });
}

test('the end of the tenancy is a day, and asked for only at the start', () => {
  const wrong = read('0', { tenancyEnd: '2027-02-30' });
  assert.ok('problems' in wrong && wrong.problems.tenancyEnd !== undefined);
  const far = read('0', { tenancyEnd: '2999-12-31' });
  assert.equal('problems' in far && far.problems.tenancyEnd, DEPOSIT_WORDS.en.refusals.day_too_far);
  assert.ok('split' in read('0', { tenancyEnd: '' }, 'counter'));
});

test('a reason is optional and bounded', () => {
  const without = read('0');
  assert.equal('split' in without ? without.split.reason : '', null);
  const long = read('0', { reason: 'x'.repeat(2_001) });
  assert.ok('problems' in long && long.problems.reason !== undefined);
});
