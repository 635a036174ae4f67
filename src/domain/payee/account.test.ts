import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountFault, needsBic } from './account.ts';

const SWISS = 'CH9300762011623852957';
const GERMAN = 'DE89370400440532013000';
const home = { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode: 'CH' };
const rules = { refusedCountries: ['RU', 'BY'] };

for (const [what, account, fault] of [
  ['9 a Swiss account needs no BIC', { iban: SWISS, bic: null, address: null }, null],
  ['9 nor one in Liechtenstein', { iban: 'LI21088100002324013AA', bic: null, address: null }, null],
  ['9 abroad with a BIC', { iban: GERMAN, bic: 'DEUTDEFF', address: home }, null],
  ['9 abroad without a BIC', { iban: GERMAN, bic: null, address: home }, ['bic', 'bic_missing']],
  [
    '9 IBAN of a refused country',
    { iban: 'BY13NBRB3600900000002Z00AB00', bic: null, address: null },
    ['iban', 'country_refused'],
  ],
  ['9 BIC of a refused country', { iban: GERMAN, bic: 'SABRRUMM', address: null }, ['bic', 'country_refused']],
  ['9 also of a Swiss account', { iban: SWISS, bic: 'SABRRUMM', address: null }, ['bic', 'country_refused']],
  [
    '9 address in a refused country',
    { iban: SWISS, bic: null, address: { ...home, countryCode: 'RU' } },
    ['address', 'country_refused'],
  ],
] as const) {
  test(what, () => {
    const found = accountFault(account, rules);
    assert.deepEqual(found === null ? null : [found.field, found.refused], fault);
  });
}

test('9 without refused countries every country can be paid to', () => {
  assert.equal(accountFault({ iban: GERMAN, bic: 'SABRRUMM', address: null }, { refusedCountries: [] }), null);
  assert.equal(needsBic(GERMAN), true);
});
