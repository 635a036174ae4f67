import { operatorBrand } from '../brand/brand.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { companyPayload, legalTenant, naturalTenant, payload } from '../../../test/support/payload.ts';
import type { Day } from '../values/calendar.ts';
import { rappen } from '../values/money.ts';
import type { Organization } from '../organization.ts';
import { CIVIL_STATUSES, LEGAL_FORMS } from '../tenant.ts';
import { readPayload } from './read-payload.ts';
import { writePayload } from './write-payload.ts';
import { DEEPER, runCount, test } from '../../../test/support/depth.ts';

const TODAY = '2026-11-14' as Day;

const ORGANIZATION: Organization = {
  id: 'o',
  parentId: null,
  home: null,
  name: 'Verwaltung AG',
  language: 'fr',
  emailDomain: 'verwaltung.example',
  address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
  preSigned: false,
  sendDelayMinutes: 0,
  ownerAlwaysCareOf: false,
  tenantChoosesProduct: true,
  product: 'bank_deposit',
  offersInvestment: true,
  smallDepositLimit: rappen(100_000),
  contractStatusEnabled: false,
  payoutIban: null,
  payoutHolderName: null,
  payoutBic: null,
  payoutAccounts: [],
  bankProviderId: null,
  insurerProviderId: null,
  brand: {},
  shownBrand: operatorBrand({}),
  providers: { bank: null, insurer: null },
};

const MANAGER = { email: 'chefin@verwaltung.example' };

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((value) => `x${value}x`);
const withNumber = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    name,
    name.map((value) => `${value} 12a`),
  );
const street = withNumber(text);
/** The property's house number has at most ten characters, so its street has no other digits. */
const propertyStreet = withNumber(text.map((value) => value.replaceAll(/[0-9]/g, '')));
const perhaps = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), value);
const phone = fc.constantFrom('079 123 45 67', '0041441234567', '+423 123 45 67', '41 44 123 45 67');
const country = fc.constantFrom('CH', 'LI', 'DE', 'XK');
const day = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2008-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const type = fc.constantFrom('', 'natural', 'legal');

const person = (prefix: string): fc.Arbitrary<Record<string, string>> =>
  fc
    .record({
      FirstName: text,
      LastName: text,
      PhoneNumber: phone,
      AddressCountryCode: country,
      AddressStreet: street,
      AddressStNumber: perhaps(fc.constantFrom('4', '7b', '-')),
      AddressPostalCode: text,
      AddressCity: text,
      Title: fc.constantFrom('mr', 'ms'),
      BirthDate: day,
      Nationality: country,
      CivilStatus: fc.constantFrom(...CIVIL_STATUSES),
    })
    .map((fields) => prefixed(prefix, fields));

const company = fc.record({
  CompanyName: text,
  LegalForm: fc.constantFrom(...LEGAL_FORMS),
  Domicile: text,
  ZefixUid: fc.constantFrom('CHE-109.322.551', 'CHE109322551'),
});

const prefixed = (prefix: string, fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${prefix}${field}`, value]));

const contract = fc.record({
  rentalDeposit: fc.constantFrom('0.05', '999.99', '1000', '3560.02', '999999999.95'),
  tenantLanguage: fc.constantFrom('', 'de', 'fr', 'it', 'en'),
  allowInvestment: fc.constantFrom('', 'true', 'false', '1', '0'),
  street: propertyStreet,
  streetNumber: perhaps(fc.constantFrom('1', '12a')),
  ownerName: text,
  ownerStreet: perhaps(street),
  ownerStreetNumber: perhaps(fc.constantFrom('5', '5b')),
  ownerZip: perhaps(fc.constantFrom('8001', 'D-10115')),
  ownerCity: perhaps(text),
  ownerCountryCode: fc.constantFrom('', 'CH', 'DE'),
  assistentEmail: fc.constantFrom('', 'hilfe@mail.example'),
  assistentFirstName: perhaps(text),
  assistentLastName: perhaps(text),
});

const payloads = fc
  .record({
    contract,
    main: fc.constantFrom('natural', 'legal'),
    further: fc.tuple(type, type, type),
    people: fc.tuple(person('tenant'), person('tenant2'), person('tenant3'), person('tenant4')),
    company,
  })
  .map(({ contract: agreed, main, further, people, company: firm }) => ({
    ...payload(),
    ...['tenant', 'tenant2', 'tenant3', 'tenant4'].reduce(
      (all, prefix) => ({ ...all, ...legalTenant(prefix), ...naturalTenant(prefix), ...prefixed(prefix, firm) }),
      {},
    ),
    ...Object.assign({}, ...people),
    ...agreed,
    tenantType: main,
    // Next to a company, only its second signatory can be a tenant.
    tenant2Type: main === 'legal' && further[0] === 'natural' ? '' : further[0],
    tenant3Type: main === 'legal' ? '' : further[1],
    tenant4Type: main === 'legal' ? '' : further[2],
  }));

test('written terms are read back unchanged, for any payload', DEEPER, () => {
  const read = (fields: object, organization: Organization) => {
    const result = readPayload(fields as Record<string, unknown>, { organization, today: TODAY });
    assert.ok(result.ok, JSON.stringify(result));
    return result;
  };
  fc.assert(
    fc.property(payloads, fc.boolean(), fc.boolean(), (fields, ownerAlwaysCareOf, offersInvestment) => {
      const organization = { ...ORGANIZATION, ownerAlwaysCareOf, offersInvestment };
      const first = read(fields, organization);
      const again = read(writePayload({ ...first, manager: MANAGER }), organization);
      assert.deepEqual(again.terms, first.terms);
      const third = writePayload({ ...again, manager: MANAGER });
      assert.deepEqual(third, writePayload({ ...first, manager: MANAGER }), 'and is written alike again');
    }),
    { numRuns: runCount({ quick: 100, deep: 5_000 }) },
  );
});

test('only repeatable adjustments are made again', () => {
  const first = readPayload({ ...companyPayload(), ownerZip: '' }, { organization: ORGANIZATION, today: TODAY });
  assert.ok(first.ok);
  const again = readPayload(writePayload({ ...first, manager: MANAGER }), { organization: ORGANIZATION, today: TODAY });
  assert.ok(again.ok);
  assert.deepEqual(again.adjustments.map(({ rule }) => rule).sort(), ['investment_disabled', 'owner_care_of']);
});
