import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKept, KEPT } from './kept-bookings.ts';
import { needsSecondPerson, RESOLUTIONS, type Resolution } from './resolution.ts';

const ENTRY = { accountIban: 'CH93', currency: 'EUR' };

/** Money is booked to someone, or goes to someone. */
const WITH_A_SECOND = ['payment', 'return', 'reversal', 'order', 'payback'];

for (const as of RESOLUTIONS) {
  test(`operator-api: resolving as ${as} ${WITH_A_SECOND.includes(as) ? 'needs' : 'does not need'} a second person`, () =>
    assert.equal(needsSecondPerson({ as, reason: 'r' } as Resolution), WITH_A_SECOND.includes(as)));
}

test('operator-api: parts always need a second person', () =>
  assert.equal(needsSecondPerson({ parts: [], reason: 'r' }), true));

test('bank and money 1: every outcome that is kept has a sentence, and no other outcome is kept', () => {
  const sentences = Object.values(KEPT).map((say) => say(ENTRY));
  assert.equal(new Set(sentences).size, sentences.length);
  assert.ok(sentences.every((text) => text.endsWith('.')));
  assert.equal(KEPT.foreign_account(ENTRY), 'The account CH93 belongs to no deposit.');
  assert.equal(KEPT.currency(ENTRY), 'It is in EUR, not in CHF.');
  assert.ok(isKept('possible_duplicate'));
  for (const other of ['payment', 'constructor', 'toString']) assert.ok(!isKept(other), other);
});
