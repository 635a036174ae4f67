import assert from 'node:assert/strict';
import { test } from 'node:test';
import { naturalTenant } from '../../../test/support/payload.ts';
import { context } from '../../../test/support/sample-deposit.ts';
import type { Day } from '../values/calendar.ts';
import {
  CHANGED_OWNER_FIELDS,
  JOINING_FIELDS,
  problemsOfOwner,
  readJoining,
  readNewAmount,
  readNewOwner,
} from './read-change.ts';

const today = '2026-11-20' as Day;
const fields = naturalTenant('tenant');
const OWNER = {
  ownerName: 'Neue AG',
  ownerStreet: 'Weg',
  ownerStreetNumber: '2',
  ownerZip: '8000',
  ownerCity: 'Zürich',
  ownerCountryCode: 'CH',
};

test('years 6 who joins is natural, also where the type is left out', () => {
  for (const tenantType of ['natural', '', null, undefined]) {
    const read = readJoining({ ...fields, tenantType }, today);
    assert.ok(read.ok, String(tenantType));
    assert.equal(read.tenant.type, 'natural');
  }
  assert.ok(JOINING_FIELDS.includes('tenantEmail') && JOINING_FIELDS.includes('tenantBirthDate'));
});

test('years 6 all problems of who joins at once', () => {
  const read = readJoining({ ...fields, tenantEmail: 'x', tenantLastName: '' }, today);
  assert.deepEqual(!read.ok && read.problems.map(({ field, code }) => [field, code]), [
    ['tenantLastName', 'missing'],
    ['tenantEmail', 'invalid_email'],
  ]);
  assert.equal(readJoining({ ...fields, tenantType: 'company' }, today).ok, false);
  assert.equal(readJoining({ ...fields, tenantType: 7 }, today).ok, false);
});

test('years 6 what was normalized is told', () => {
  const read = readJoining({ ...fields, tenantPhoneNumber: '079 123 45 67' }, today);
  assert.deepEqual(read.ok && read.adjustments.map(({ field, rule }) => [field, rule]), [
    ['tenantPhoneNumber', 'phone_normalized'],
  ]);
});

const AMOUNTS: [typed: string, amount: number | null, roundedFrom: string | null][] = [
  ['1500', 150_000, null],
  ['1500.02', 150_000, '1500.02'],
  ['1’500.50', 150_050, null],
  ['0', null, null],
  ['x', null, null],
  ['', null, null],
];
for (const [typed, amount, roundedFrom] of AMOUNTS) {
  test(`2.2 a new amount: «${typed}»`, () => {
    const read = readNewAmount(typed);
    assert.equal(read.ok, amount !== null);
    if (read.ok) assert.deepEqual([read.amount, read.roundedFrom], [amount, roundedFrom]);
    else
      assert.deepEqual(
        read.problems.map(({ field }) => field),
        ['rentalDeposit'],
      );
  });
}

test('2.3 the new owner', () => {
  const read = readNewOwner(OWNER, context.organization);
  assert.deepEqual(read.ok && read.owner, {
    name: 'Neue AG',
    street: 'Weg',
    streetNumber: '2',
    zip: '8000',
    city: 'Zürich',
    countryCode: 'CH',
    careOf: false,
  });
  const abroad = readNewOwner({ ...OWNER, ownerCountryCode: 'DE' }, context.organization);
  assert.equal(abroad.ok && abroad.owner.name, 'Neue AG c/o Verwaltung AG');
  assert.equal(abroad.ok && abroad.adjustments[0]?.rule, 'owner_care_of');
  const bad = readNewOwner({ ...OWNER, ownerName: '' }, context.organization);
  assert.deepEqual(!bad.ok && bad.problems, [{ field: 'ownerName', code: 'missing' }]);
  assert.deepEqual(problemsOfOwner({ ...OWNER, ownerName: '' }), [{ field: 'ownerName', code: 'missing' }]);
  assert.deepEqual(problemsOfOwner(OWNER), []);
  assert.ok(CHANGED_OWNER_FIELDS.includes('ownerCity'));
});
