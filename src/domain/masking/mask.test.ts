import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskPayload, maskText } from './mask.ts';

const show = (value: unknown) => maskPayload(new TextEncoder().encode(JSON.stringify(value)));
const field = (name: string, value: unknown): unknown => JSON.parse(show({ [name]: value }).text)[name];

for (const [name, value, expected] of [
  ['tenantFirstName', 'Lea', 'L••'],
  ['tenant2LastName', 'Brunner-Guggenheimer', 'B••••••••••••'],
  ['tenantEmail', 'lea@mail.example', 'l••••••••••••'],
  ['tenantPhoneNumber', '+41791234567', '+•••••••••••'],
  ['tenantBirthDate', '1990-02-01', '1•••••••••'],
  ['tenantAddressStreet', 'Gasse', 'G••••'],
  ['tenantNationality', 'CH', 'C•'],
  ['tenantCivilStatus', 'married', 'm••••••'],
  ['ownerName', 'Rudolf Meier', 'R•••••••••••'],
  ['propertyManagerEmail', 'a@b.ch', 'a•••••'],
  ['assistentLastName', 'Ott', 'O••'],
  ['iban', 'CH9300762011623852957', 'C••••••••••••'],
  ['someNewField', 'Lea', 'L••'],
  ['tenantFirstName', 'L', '•'],
  ['tenantFirstName', '', ''],
  ['tenantFirstName', 4711, '•••'],
  ['tenantFirstName', ['Lea', 'Noa'], ['L••', 'N••']],
  ['tenantFirstName', { first: 'Lea' }, { first: 'L••' }],
  ['tenantFirstName', null, null],
  ['externalContractId', 'C-4711', 'C-4711'],
  ['rentalDeposit', '4500.00', '4500.00'],
  ['rentalDeposit', 4500, 4500],
  ['street', 'Bahnhofstrasse', 'Bahnhofstrasse'],
  ['tenantCompanyName', 'Muster AG', 'Muster AG'],
  ['tenantType', 'natural', 'natural'],
  ['street', 'bei lea@mail.example', 'bei l••••••••••••'],
  ['city', 'CH93 0076 2011 6238 5295 7', 'C••••••••••••'],
  ['propertyId', 'Tel. +41 79 123 45 67', 'Tel. +••••••••••••'],
  ['street', { street: 'Lea' }, { street: 'L••' }],
] as const) {
  test(`shown of ${name}: ${JSON.stringify(value)}`, () => assert.deepEqual(field(name, value), expected));
}

test('a field name that looks like a value is masked', () => {
  assert.deepEqual(Object.keys(JSON.parse(show({ 'lea@mail.example': 1 }).text)), ['l••••••••••••']);
});

test('for invalid JSON only the shape is shown', () => {
  const payload = new TextEncoder().encode('{"tenantFirstName": "Zoë", 12,}');
  assert.deepEqual(maskPayload(payload), { is: 'shape', text: '{"xxxxxxxxxxxxxxx": "xxx", 00,}' });
});

test('a byte order mark is skipped', () => {
  assert.deepEqual(maskPayload(new TextEncoder().encode('\uFEFF{"zip":"8001"}')), {
    is: 'fields',
    text: '{\n  "zip": "8001"\n}',
  });
});

test('a surrogate pair is not split', () => assert.equal(maskText('😀ab'), '😀••'));
