import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatChf,
  formatSigned,
  fromChf,
  parseAmount,
  plainAmount,
  plainSignedAmount,
  rappen,
  roundedAmount,
  toChf,
} from './money.ts';

const ROUNDED: [name: string, text: string, rappen: bigint, changed: boolean][] = [
  ['2.2 whole francs', '3560', 356000n, false],
  ['2.2 with a fraction', '3560.50', 356050n, false],
  ['2.2 leading zeros', '007', 700n, false],
  ['2.2 down to the nearest 0.05', '1000.02', 100000n, true],
  ['2.2 up to the nearest 0.05', '1000.03', 100005n, true],
  ['2.2 a half goes up', '0.025', 5n, true],
  ['2.2 just below a half goes down', '0.024999', 0n, true],
  ['2.2 on the exact decimal, however long', `1.07${'4'.repeat(200)}9`, 105n, true],
  ['2.2 the largest', '999999999.95', 99999999995n, false],
  ['2.2 one half above the largest', '999999999.975', 100000000000n, true],
];
for (const [name, text, expected, changed] of ROUNDED) {
  test(name, () => assert.deepEqual(roundedAmount(text), { rounded: expected, changed }));
}

for (const text of ['', '-1', '+1', '1,50', "1'000", '1.', '.5', '1.2.3', '1e3', ' 1', '１', 'CHF 5', '0x10']) {
  test(`2.2 "${text}" is no amount`, () => assert.equal(roundedAmount(text), null));
}

test('2.2 rounding is idempotent and never off by more than half of 0.05', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.stringMatching(/^[0-9]{0,12}$/), (whole, fraction) => {
      const text = fraction === '' ? String(whole) : `${whole}.${fraction}`;
      const once = roundedAmount(text);
      assert.ok(once);
      const amount = plainAmount(rappen(Number(once.rounded)));
      assert.deepEqual(roundedAmount(amount), { rounded: once.rounded, changed: false });
      const scale = 10n ** BigInt(fraction.length);
      const distance = once.rounded * scale - BigInt(`${whole}${fraction}`) * 100n;
      assert.ok(distance * 10n <= 25n * scale && distance * 10n > -25n * scale);
    }),
  );
});

test('answers are CHF numbers, inputs at most two decimals', () => {
  assert.equal(toChf(rappen(356005)), 3560.05);
  assert.equal(fromChf(3560.05), 356005);
  assert.equal(fromChf(0.1 + 0.2), null);
  assert.equal(fromChf(1.005), null);
  fc.assert(fc.property(fc.nat(99_999_999_995), (count) => fromChf(toChf(rappen(count))) === count));
});

test('amounts for people are in Swiss format', () => {
  assert.equal(formatChf(rappen(450050)), '4’500.50');
  assert.equal(formatChf(rappen(99999999995)), '999’999’999.95');
  assert.equal(formatChf(rappen(5)), '0.05');
  assert.deepEqual([-450050, -5, 0, 5].map(formatSigned), ['−4’500.50', '−0.05', '0.00', '0.05']);
});

test('a fraction of a Rappen is a bug', () => assert.throws(() => rappen(0.5)));

for (const [typed, amount] of [
  ['0', 0],
  ['250', 25000],
  ['250.5', 25050],
  ['250.05', 25005],
  ['250,05', 25005],
  ['1’250.50', 125050],
  ["1'250.50", 125050],
  ['1 250.50', 125050],
  ['CHF 250.–', 25000],
  ['250.-', 25000],
  ['250.', 25000],
  ['999999999.95', 99999999995],
  ['', null],
  ['-5', null],
  ['250.055', null],
  ['1.250,50', null],
  ['1e3', null],
  ['zwei', null],
] as const) {
  test(`a typed amount: «${typed}»`, () => assert.equal(parseAmount(typed), amount));
}

for (const [amount, shown, plain] of [
  [0, '0.00', '0.00'],
  [123456, '1’234.56', '1234.56'],
  [-5, '−0.05', '-0.05'],
  [-123450, '−1’234.50', '-1234.50'],
] as const) {
  test(`4 an amount that may be below 0: ${plain}`, () => {
    assert.deepEqual([formatSigned(amount), plainSignedAmount(amount)], [shown, plain]);
  });
}
