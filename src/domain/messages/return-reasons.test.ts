import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnReasonIn } from './return-reasons.ts';

const ROWS: [what: string, reason: string, german: string][] = [
  ['3 a code with the bank’s text', 'AC04: Konto aufgehoben', 'Das Konto ist aufgehoben (AC04)'],
  ['3 a code alone', 'AC06', 'Das Konto ist gesperrt (AC06)'],
  ['3 an unknown code', 'MS03: No reason.', 'MS03: No reason'],
  ['3 text that begins like a code', 'AC04X is closed', 'AC04X is closed'],
  ['3 text without a code', 'Konto saldiert.', 'Konto saldiert'],
  ['3 a name of an object', 'toString', 'toString'],
];

for (const [what, reason, german] of ROWS) {
  test(what, () => assert.equal(returnReasonIn('de', reason), german));
}

test('3 in four languages', () => {
  assert.equal(returnReasonIn('fr', 'BE04'), 'L’adresse manque ou est incomplète (BE04)');
  assert.equal(returnReasonIn('it', 'RC01'), 'Le indicazioni sulla banca sono errate (RC01)');
  assert.equal(returnReasonIn('en', 'AC01: x'), 'The account number is wrong (AC01)');
});
