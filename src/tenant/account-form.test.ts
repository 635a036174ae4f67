import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../domain/values/calendar.ts';
import { needsAddress, readAccountForm } from './account-form.ts';

const SWISS = 'CH39 0870 4016 0754 7300 7';
const GERMAN = 'DE89 3704 0044 0532 0130 00';
const OLD = { refusedCountries: ['RU', 'BY'], needsAddress: false, ownName: 'Lea  Brunner' };
const OVER = { ...OLD, needsAddress: true };
const HOME = { street: 'Neuweg', streetNumber: '9', zip: '4000', city: 'Basel', countryCode: 'CH' };
const ABROAD = { street: 'Allee', zip: '10115', city: 'Berlin', countryCode: 'DE' };
const NONE = { holderName: null, bic: null, address: null };
const iban = 'CH3908704016075473007';

for (const [what, typed, rules, read] of [
  ['9 an account while the tenancy lasts', { tenantIban: SWISS }, OLD, { iban, ...NONE }],
  [
    '9 the main tenant is the holder without a name',
    { tenantIban: SWISS, holderName: 'Lea Brunner' },
    OLD,
    { iban, ...NONE },
  ],
  [
    '9 another holder',
    { tenantIban: SWISS, holderName: 'Eva  Muster' },
    OLD,
    { iban, ...NONE, holderName: 'Eva Muster' },
  ],
  [
    '9 after the tenancy the address is asked for',
    { tenantIban: SWISS, countryCode: 'CH' },
    OVER,
    { street: 'street_missing', zip: 'zip_missing', city: 'city_missing' },
  ],
  ['9 with the address', { tenantIban: SWISS, ...HOME }, OVER, { iban, ...NONE, address: HOME }],
  [
    '9 no house number',
    { tenantIban: SWISS, ...HOME, streetNumber: '' },
    OVER,
    { iban, ...NONE, address: { ...HOME, streetNumber: '-' } },
  ],
  ['9 half an address', { tenantIban: SWISS, street: 'Neuweg' }, OLD, { zip: 'zip_missing', city: 'city_missing' }],
  ['9 a Swiss postcode', { tenantIban: SWISS, ...HOME, zip: '40000' }, OVER, { zip: 'zip_invalid' }],
  [
    '9 abroad',
    { tenantIban: GERMAN, bic: 'deutdeff', ...ABROAD },
    OVER,
    { iban: 'DE89370400440532013000', holderName: null, bic: 'DEUTDEFF', address: { ...ABROAD, streetNumber: '-' } },
  ],
  ['9 abroad without a BIC', { tenantIban: GERMAN }, OLD, { bic: 'bic_missing' }],
  ['9 a wrong BIC', { tenantIban: GERMAN, bic: 'DEUT' }, OLD, { bic: 'bic_invalid' }],
  ['9 no account', {}, OLD, { tenantIban: 'iban_missing' }],
  ['9 a wrong account', { tenantIban: 'CH39 0870' }, OLD, { tenantIban: 'iban_invalid' }],
  ['9 a QR-IBAN as payee', { tenantIban: 'CH4431999123000889012' }, OLD, { tenantIban: 'iban_qr' }],
  [
    '9 an account in a refused country',
    { tenantIban: 'BY13NBRB3600900000002Z00AB00', bic: 'DEUTDEFF' },
    OLD,
    { tenantIban: 'country_refused' },
  ],
  [
    '9 an address in a refused country',
    { tenantIban: SWISS, ...ABROAD, countryCode: 'RU' },
    OLD,
    { countryCode: 'country_refused' },
  ],
  [
    '9 all problems at once',
    { tenantIban: 'x', bic: 'y', street: 'z', holderName: 'h'.repeat(71) },
    OLD,
    {
      holderName: 'line_too_long',
      tenantIban: 'iban_invalid',
      bic: 'bic_invalid',
      zip: 'zip_missing',
      city: 'city_missing',
    },
  ],
] as const) {
  test(`a tenant’s account: ${what}`, () => {
    const account = readAccountForm(new URLSearchParams(typed), rules);
    assert.deepEqual('problems' in account ? account.problems : account, read);
  });
}

for (const [what, end, now, isNeeded] of [
  ['9 the last day is included', '2027-03-31', '2027-03-31T21:59:00Z', false],
  ['9 the day after', '2027-03-31', '2027-03-31T22:01:00Z', true],
  ['9 no closing', null, '2027-03-31T22:01:00Z', false],
] as const) {
  test(`the address: ${what}`, () => assert.equal(needsAddress(end as Day | null, new Date(now)), isNeeded));
}
