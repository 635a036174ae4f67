import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../values/calendar.ts';
import { creditorOf, debtorIbanOf, missingFor, type PayeeFacts, type PayRules } from './missing.ts';

const ACCOUNT = 'CH9300762011623852957';
const SWISS = 'CH3908704016075473007';
const GERMAN = 'DE89370400440532013000';
const before = { street: 'Alte Gasse', streetNumber: '1', zip: '3000', city: 'Bern', countryCode: 'CH' };
const given = { street: 'Neuweg', streetNumber: '9', zip: '4000', city: 'Basel', countryCode: 'CH' };
const property = { propertyId: 'P', street: 'Seestrasse', streetNumber: '5', zip: '8000', city: 'Zürich' };
const home = { street: 'Seestrasse', streetNumber: '5', zip: '8000', city: 'Zürich', countryCode: 'CH' };
const office = { street: 'Hof', streetNumber: '2', zip: '8001', city: 'Zürich' };

const deposit = {
  iban: ACCOUNT,
  tenant: { name: 'Lea Brunner', address: before },
  property,
  tenancyEnd: '2027-03-31' as Day,
  organization: { name: 'Muster AG', address: office },
  isOnHold: false,
};
const payer = { name: 'Max Keller', address: given };
const FACTS: PayeeFacts = { deposit, payer, bankIban: null, target: { name: 'Lea Brunner', address: before } };
const WITHOUT_DEPOSIT: PayeeFacts = { ...FACTS, deposit: null };
const RULES: PayRules = {
  refusedCountries: ['RU'],
  operatorIban: 'CH5604835012345678009',
  demoIban: null,
  today: '2027-03-31' as Day,
};
const ORDER = { payee: 'tenant', iban: SWISS, holderName: null, bic: null, address: null, fromIban: null } as const;
const on = (today: string): Partial<PayRules> => ({ today: today as Day });

type Case = [what: string, order: object, facts: Partial<PayeeFacts>, rules: Partial<PayRules>, missing: string | null];

const CASES: Case[] = [
  ['9 a tenant while the tenancy lasts', {}, {}, {}, null],
  ['9 no account', { iban: null }, {}, {}, 'account'],
  ['9 the last day of the tenancy is included', {}, {}, on('2027-03-31'), null],
  ['9 the day after it is asked for', {}, {}, on('2027-04-01'), 'address'],
  ['9 unless one was given', { address: given }, {}, on('2027-04-01'), null],
  ['9 abroad without a BIC, as stored by earlier versions', { iban: GERMAN }, {}, {}, 'bic'],
  ['9 abroad with a BIC', { iban: GERMAN, bic: 'DEUTDEFF' }, {}, {}, null],
  ['9 a country that is refused since', { iban: GERMAN, bic: 'DEUTDEFF' }, {}, { refusedCountries: ['DE'] }, 'country'],
  ['9 an address in a refused country', { address: { ...given, countryCode: 'RU' } }, {}, {}, 'country'],
  ['9 a landlord is paid at the organization', { payee: 'landlord' }, {}, on('2030-01-01'), null],
  ['9 a payer as the bank reported', { payee: 'payer' }, {}, {}, null],
  ['9 a payer without a name', { payee: 'payer' }, { payer: { ...payer, name: null } }, {}, 'name'],
  ['9 a payer without an address', { payee: 'payer' }, { payer: { ...payer, address: null } }, {}, 'address'],
  ['9 an unknown payer', { payee: 'payer' }, { payer: null }, {}, 'name'],
  ['9 a person has entered both', { payee: 'payer', holderName: 'M', address: given }, { payer: null }, {}, null],
  [
    '9 a payer in a refused country',
    { payee: 'payer' },
    { payer: { ...payer, address: { ...given, countryCode: 'RU' } } },
    {},
    'country',
  ],
  [
    '9 money without a deposit goes out from the operator’s own account',
    { payee: 'payer' },
    { deposit: null },
    {},
    null,
  ],
  ['9 if there is one', { payee: 'payer' }, { deposit: null }, { operatorIban: null }, 'debtor'],
  ['9 or at the default bank', { payee: 'payer' }, { deposit: null, bankIban: SWISS }, { operatorIban: null }, null],
  ['10 from a former account of the deposit', { fromIban: GERMAN }, { deposit: { ...deposit, iban: null } }, {}, null],
  ['years 6 nothing of a deposit on hold', {}, { deposit: { ...deposit, isOnHold: true } }, {}, 'hold'],
  ['9 a deposit whose account is gone', {}, { deposit: { ...deposit, iban: null } }, {}, 'debtor'],
  ['1 a transfer to the account of a deposit', { payee: 'deposit' }, { deposit: null }, {}, null],
  [
    '1 a transfer to an account that no deposit has',
    { payee: 'deposit' },
    { deposit: null, target: null },
    {},
    'account',
  ],
  ['the demo account of the test environment lacks nothing', {}, {}, { demoIban: SWISS, ...on('2030-01-01') }, null],
];

for (const [what, order, facts, rules, missing] of CASES) {
  test(`missing: ${what}`, () => {
    assert.equal(missingFor({ ...ORDER, ...order }, { ...FACTS, ...facts }, { ...RULES, ...rules }), missing);
  });
}

for (const [what, order, facts, today, creditor] of [
  ['9 the tenant in the property, not at the address of the open call', {}, FACTS, '2027-01-01', ['Lea Brunner', home]],
  ['9 the tenant’s last address', { address: given }, FACTS, '2027-01-01', ['Lea Brunner', given]],
  ['9 another holder', { holderName: 'Eva' }, FACTS, '2027-01-01', ['Eva', home]],
  ['9 the landlord', { payee: 'landlord' }, FACTS, '2027-01-01', ['Muster AG', { ...office, countryCode: 'CH' }]],
  ['9 the payer', { payee: 'payer' }, WITHOUT_DEPOSIT, '2027-01-01', ['Max Keller', given]],
  [
    '1 the holder of the deposit’s account',
    { payee: 'deposit' },
    WITHOUT_DEPOSIT,
    '2027-01-01',
    ['Lea Brunner', before],
  ],
] as const) {
  test(`creditor: ${what}`, () => {
    const { name, address } = creditorOf({ ...ORDER, ...order }, facts, { today: today as Day });
    assert.deepEqual([name, address], creditor);
  });
}

test('10 paid from the deposit’s account, a former one, or the operator’s own', () => {
  assert.equal(debtorIbanOf(ORDER, FACTS, RULES), ACCOUNT);
  assert.equal(debtorIbanOf({ ...ORDER, fromIban: SWISS }, FACTS, RULES), SWISS);
  const atBank = { ...WITHOUT_DEPOSIT, bankIban: SWISS };
  for (const facts of [WITHOUT_DEPOSIT, atBank]) assert.equal(debtorIbanOf(ORDER, facts, RULES), RULES.operatorIban);
  assert.equal(debtorIbanOf(ORDER, atBank, { ...RULES, operatorIban: null }), SWISS);
  assert.equal(debtorIbanOf({ ...ORDER, fromIban: GERMAN }, atBank, RULES), GERMAN);
});
