import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLandlordAccount } from './account-form.ts';

const SWISS = 'CH39 0870 4016 0754 7300 7';
const GERMAN = 'DE89 3704 0044 0532 0130 00';
const rules = { refusedCountries: ['RU', 'BY'] };

for (const [what, typed, read] of [
  ['9 a Swiss account', { iban: SWISS }, { iban: 'CH3908704016075473007', holderName: null, bic: null, address: null }],
  [
    '9 abroad with its BIC, and a holder',
    { iban: GERMAN, bic: 'deutdeff', holderName: 'Erika  Besitzerin' },
    { iban: 'DE89370400440532013000', holderName: 'Erika Besitzerin', bic: 'DEUTDEFF', address: null },
  ],
  ['9 no IBAN', {}, { problems: { iban: 'iban_missing' } }],
  ['9 a wrong IBAN', { iban: 'CH39 0870' }, { problems: { iban: 'iban_invalid' } }],
  ['9 a QR-IBAN as payee', { iban: 'CH4431999123000889012' }, { problems: { iban: 'iban_qr' } }],
  ['9 abroad without a BIC', { iban: GERMAN }, { problems: { bic: 'bic_missing' } }],
  ['9 a wrong BIC', { iban: GERMAN, bic: 'x' }, { problems: { bic: 'bic_invalid' } }],
  [
    '9 a refused country',
    { iban: 'BY13NBRB3600900000002Z00AB00', bic: 'DEUTDEFF' },
    { problems: { iban: 'country_refused' } },
  ],
  [
    '9 a holder too long for a payment file',
    { iban: SWISS, holderName: 'x'.repeat(71) },
    { problems: { holderName: 'too_long' } },
  ],
] as const) {
  test(`the landlord’s account: ${what}`, () => {
    assert.deepEqual(readLandlordAccount(new URLSearchParams(typed), rules), read);
  });
}
