import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryOfBic, parseBic } from './bic.ts';

for (const [what, text, read] of [
  ['9 eight characters', 'DEUTDEFF', 'DEUTDEFF'],
  ['9 eleven characters, with the branch', 'DEUTDEFF500', 'DEUTDEFF500'],
  ['9 small letters and spaces', ' deut de ff ', 'DEUTDEFF'],
  ['9 Kosovo', 'PCBKXKPR', 'PCBKXKPR'],
  ['9 nine characters', 'DEUTDEFF5', null],
  ['9 no country', 'DEUTQQFF', null],
  ['9 an IBAN', 'DE89370400440532013000', null],
  ['9 nothing', '', null],
] as const) {
  test(`BIC: ${what}`, () => assert.equal(parseBic(text), read));
}

test('the country of a BIC', () => assert.equal(countryOfBic('DEUTDEFF500'), 'DE'));
