import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Phase } from '../../../domain/lifecycle/phase.ts';
import { depositAt } from '../../../../test/support/sample-deposit.ts';
import { rappen } from '../../../domain/values/money.ts';
import { progressOf } from './progress.ts';
import { DEPOSIT_WORDS } from '../words.ts';

const words = DEPOSIT_WORDS.en;
const marks = { done: '✓', now: '●', ahead: '·', bad: '✗' };
const marksOf = (phase: Phase, product: 'bank_deposit' | 'insurance' = 'bank_deposit'): string =>
  progressOf(depositAt(phase, product), words)
    .map(({ is }) => marks[is])
    .join('');

/** Management, tenants, account, payment, in force, closing, closed. */
const BANK: [Phase, string][] = [
  ['awaiting_manager_signature', '●······'],
  ['awaiting_send', '✓●······'],
  ['awaiting_tenant_signatures', '✓●·····'],
  ['awaiting_account', '✓✓●····'],
  ['awaiting_payment', '✓✓✓●···'],
  ['draft_editing', '●······'],
  ['open', '✓✓✓✓✓··'],
  ['closing_proposed', '✓✓✓✓✓●·'],
  ['closing_ordered', '✓✓✓✓✓●·'],
  ['closed', '✓✓✓✓✓✓✓'],
  ['withdrawn', '✗'],
];
for (const [phase, expected] of BANK) {
  test(`progress of a bank deposit: ${phase}`, () => assert.equal(marksOf(phase), expected));
}

/** Without an account and a payment. */
const INSURANCE: [Phase, string][] = [
  ['awaiting_cover', '✓✓●···'],
  ['open', '✓✓✓✓··'],
  ['closed', '✓✓✓✓✓✓'],
];
for (const [phase, expected] of INSURANCE) {
  test(`progress of an insurance: ${phase}`, () => assert.equal(marksOf(phase, 'insurance'), expected));
}

test('a refusal and the amount paid in are shown', () => {
  const refused = { ...depositAt('awaiting_account'), refusal: { at: new Date(), by: 'bank' as const, reason: 'no' } };
  assert.equal(progressOf(refused, words)[2]?.is, 'bad');
  const paid = { ...depositAt('awaiting_payment'), paidIn: rappen(2_500) };
  assert.equal(progressOf(paid, words)[3]?.note, 'CHF 25.00 of 1’000.00');
});
