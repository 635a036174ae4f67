import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName, isCountryCode } from './countries.ts';
import { withColon } from './language.ts';
import { postalLine, splitStreet } from './postal-address.ts';

const address = { street: 'Seestrasse', streetNumber: '5', zip: '8000', city: 'Zürich', countryCode: 'CH' };

test('2.5 an address in one line, without the dash of a missing house number', () => {
  assert.equal(postalLine(address), 'Seestrasse 5, 8000 Zürich, CH');
  assert.equal(postalLine({ ...address, streetNumber: '-' }), 'Seestrasse, 8000 Zürich, CH');
  assert.equal(postalLine({ ...address, streetNumber: '' }), 'Seestrasse, 8000 Zürich, CH');
  assert.equal(postalLine({ ...address, street: '', streetNumber: '', zip: '' }), 'Zürich, CH');
  assert.equal(postalLine({ ...address, street: '', streetNumber: '', zip: '', city: '' }), 'CH');
});

test('2.5 a street is split at its first digit', () => {
  assert.deepEqual(splitStreet('Seestrasse 5 a'), { street: 'Seestrasse', houseNumber: '5 a' });
  assert.deepEqual(splitStreet('5 Rue'), { street: '', houseNumber: '5 Rue' });
  assert.deepEqual(splitStreet('Strasse des 17. Juni 3 '), { street: 'Strasse des', houseNumber: '17. Juni 3' });
  assert.equal(splitStreet('Seestrasse'), null);
});

test('2.1 country codes are upper case, with Kosovo as Swiss banks write it', () => {
  for (const code of ['CH', 'LI', 'XK', 'DE']) assert.ok(isCountryCode(code), code);
  for (const code of ['ch', 'XX', 'CHE', '']) assert.ok(!isCountryCode(code), code);
  assert.equal(countryName('CH', 'fr'), 'Suisse');
  assert.equal(countryName('CH', 'de'), 'Schweiz');
  assert.equal(countryName('CH', 'it'), 'Svizzera');
  assert.equal(countryName('CH', 'en'), 'Switzerland');
  assert.equal(countryName('XX', 'de'), 'XX');
});

test('French has a space before the colon, that does not break', () => {
  assert.equal(withColon('Adresse', 'fr'), 'Adresse\u00a0:');
  for (const language of ['de', 'it', 'en'] as const) assert.equal(withColon('A', language), 'A:');
});
