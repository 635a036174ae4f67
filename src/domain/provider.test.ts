import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BANK, INSURER } from '../../test/support/sample-deposit.ts';
import { isDemo, offersOf, PROVIDER_CODE, providerFor, yearlyPremium, type Offer } from './provider.ts';
import { rappen } from './values/money.ts';

const chf = (amount: number) => rappen(Math.round(amount * 100));

const ROWS: [name: string, offer: Offer, deposit: number, premium: number | null][] = [
  ['set-up: nothing is said', {}, 3000, null],
  ['set-up: percent with stamp duty of 5 percent', { premiumPercent: 4 }, 3000, 126],
  ['set-up: another stamp duty', { premiumPercent: 4, stampDutyPercent: 0 }, 3000, 120],
  ['set-up: the minimum is before stamp duty', { premiumPercent: 4, premiumMinimum: chf(80) }, 1000, 84],
  ['set-up: the percentage is above the minimum', { premiumPercent: 4, premiumMinimum: chf(80) }, 3000, 126],
  ['set-up: only a minimum', { premiumMinimum: chf(80) }, 3000, 84],
  ['set-up: rounded to 0.05, down', { premiumPercent: 4.1, stampDutyPercent: 5 }, 1234.5, 53.15],
  ['set-up: rounded to 0.05, half up', { premiumPercent: 1, stampDutyPercent: 0 }, 102.5, 1.05],
];

for (const [name, offer, deposit, premium] of ROWS) {
  test(name, () => {
    assert.equal(yearlyPremium(offer, chf(deposit)), premium === null ? null : chf(premium));
  });
}

test('set-up: the price is whole 5 Rappen, and no more than 3 Rappen from the exact one', () => {
  const percent = fc.integer({ min: 0, max: 200_000 }).map((n) => n / 10_000);
  fc.assert(
    fc.property(
      percent,
      percent,
      fc.integer({ min: 1, max: 10_000_000 }),
      (premiumPercent, stampDutyPercent, deposit) => {
        const premium = yearlyPremium({ premiumPercent, stampDutyPercent }, rappen(deposit)) ?? assert.fail();
        assert.equal(premium % 5, 0);
        const exact = ((deposit * premiumPercent) / 100) * (1 + stampDutyPercent / 100);
        assert.ok(Math.abs(premium - exact) <= 2.51, `${premium} ${exact}`);
      },
    ),
  );
});

test('provider-api 1 the code that contract status shows', () => {
  for (const code of ['ab', 'demo_bank', `a${'1'.repeat(39)}`]) assert.match(code, PROVIDER_CODE);
  for (const code of ['a', 'A_bank', '1bank', '_bank', 'a-bank', `a${'1'.repeat(40)}`, 'demo_bank ', 'x demo_bank']) {
    assert.doesNotMatch(code, PROVIDER_CODE);
  }
  assert.equal(isDemo({ code: 'demo_bank', isActive: true }), true);
  assert.equal(isDemo({ code: 'demo_bank', isActive: false }), false);
  assert.equal(isDemo({ code: 'a_demo_bank', isActive: true }), false);
});

test('provider-api 4 what is offered: of the deposit’s provider, or until one is chosen of the organization’s', () => {
  const both = { bank: BANK, insurer: INSURER };
  const offers = (
    product: 'bank_deposit' | 'insurance' | null,
    provider: typeof BANK | null,
    providers: Parameters<typeof offersOf>[1] = both,
  ) => offersOf({ product, provider }, providers).map(({ product: one, name }) => `${one} ${name}`);
  assert.deepEqual(offers(null, null), ['bank_deposit Bank', 'insurance Versicherung']);
  assert.deepEqual(offers(null, null, { bank: null, insurer: INSURER }), ['insurance Versicherung']);
  assert.deepEqual(offers('insurance', INSURER), ['insurance Versicherung']);
  assert.deepEqual(offers('bank_deposit', { ...BANK, name: 'Its bank' }), ['bank_deposit Its bank']);
  assert.deepEqual(offers('bank_deposit', null), []);
  assert.equal(providerFor(both, 'insurance'), INSURER);
  assert.equal(providerFor(both, 'bank_deposit'), BANK);
});
