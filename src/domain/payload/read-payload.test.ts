import { operatorBrand } from '../brand/brand.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { companyPayload, legalTenant, naturalTenant, payload } from '../../../test/support/payload.ts';
import type { Day } from '../values/calendar.ts';
import type { Adjustment } from '../deposit.ts';
import { rappen, toChf } from '../values/money.ts';
import type { Organization } from '../organization.ts';
import { readPayload } from './read-payload.ts';
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
  smallDepositLimit: rappen(0),
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

type Changes = Record<string, unknown>;
const problemsOf = (body: Changes): string[] => {
  const read = readPayload(body, { organization: ORGANIZATION, today: TODAY });
  return read.ok ? [] : read.problems.map(({ field, code }) => `${field} ${code}`);
};
const accept = (body: Changes, organization: Partial<Organization> = {}) => {
  const read = readPayload(body, { organization: { ...ORGANIZATION, ...organization }, today: TODAY });
  assert.ok(read.ok, JSON.stringify(read));
  return read;
};

const long = (count: number): string => 'x'.repeat(count);

/** One change to a valid payload, and the one problem it causes. */
const INVALID: [name: string, changes: Changes, problem: string][] = [
  ...['propertyId', 'street', 'zip', 'city', 'rentalStart', 'rentalDeposit', 'ownerName', 'tenantType'].map(
    (field): [string, Changes, string] => [`2.2 ${field} is required`, { [field]: undefined }, `${field} missing`],
  ),
  ...[
    'FirstName',
    'LastName',
    'Email',
    'PhoneNumber',
    'AddressCountryCode',
    'AddressStreet',
    'AddressPostalCode',
    'AddressCity',
    'Title',
    'BirthDate',
    'Nationality',
    'CivilStatus',
  ].map((field): [string, Changes, string] => [
    `2.6 tenant${field} is required`,
    { [`tenant${field}`]: '' },
    `tenant${field} missing`,
  ]),
  ['2.1.1 a number is not coerced', { rentalDeposit: 3560 }, 'rentalDeposit not_text'],
  ['2.1.1 nor a boolean', { allowInvestment: true }, 'allowInvestment not_text'],
  ['2.1.1 nor an object', { city: {} }, 'city not_text'],
  ['2.1.1 nor a list', { city: ['Zürich'] }, 'city not_text'],
  ['2.1.2 null is not sent', { city: null }, 'city missing'],
  ['2.1.2 blank is not sent', { city: ' \t\u0000 ' }, 'city missing'],
  ['2.1.4 values are lower case', { tenantTitle: 'MS' }, 'tenantTitle invalid_choice'],
  ['2.1.4 countries are upper case', { tenantNationality: 'ch' }, 'tenantNationality invalid_country'],
  ['2.2 a number as contract id is invalid, not missing', { externalContractId: 4711 }, 'externalContractId not_text'],
  ['2.2 a contract id of 129 characters', { externalContractId: long(129) }, 'externalContractId too_long'],
  ['2.2 a text of 256 characters', { city: long(256) }, 'city too_long'],
  ['2.2 a lone surrogate is no text', { city: 'Z\ud800rich' }, 'city not_unicode'],
  ['2.2 house number of 11 characters', { streetNumber: '12345678901' }, 'streetNumber too_long'],
  ['2.5 also after a split', { street: 'Weg 12345678901', streetNumber: '' }, 'streetNumber too_long'],
  [
    '2.5 a street that begins with a digit has no street left',
    { street: '12 Weg', streetNumber: '' },
    'street missing',
  ],
  ['2.2 zip of three digits', { zip: '800' }, 'zip invalid_zip'],
  ['2.2 zip of five digits', { zip: '80021' }, 'zip invalid_zip'],
  ['2.2 zip of letters', { zip: '80O2' }, 'zip invalid_zip'],
  ['2.2 rentalStart is a real day', { rentalStart: '2026-02-30' }, 'rentalStart invalid_date'],
  ['2.2 amount with a comma', { rentalDeposit: '3560,50' }, 'rentalDeposit invalid_amount'],
  ['2.2 amount of zero', { rentalDeposit: '0' }, 'rentalDeposit amount_not_positive'],
  ['2.2 amount that rounds to zero', { rentalDeposit: '0.024' }, 'rentalDeposit amount_not_positive'],
  ['2.2 amount above the largest', { rentalDeposit: '999999999.98' }, 'rentalDeposit amount_too_large'],
  ['2.2 tenantLanguage', { tenantLanguage: 'rm' }, 'tenantLanguage invalid_choice'],
  ['2.2 allowInvestment', { allowInvestment: 'yes' }, 'allowInvestment invalid_choice'],
  ['2.3 ownerCountryCode', { ownerCountryCode: 'che' }, 'ownerCountryCode invalid_country'],
  ['2.4 a manager’s e-mail as a number', { propertyManagerEmail: 5 }, 'propertyManagerEmail not_text'],
  ['2.4 assistentEmail', { assistentEmail: 'nobody' }, 'assistentEmail invalid_email'],
  ['2.4 assistentFirstName as a number', { assistentFirstName: 5 }, 'assistentFirstName not_text'],
  ['2.6 type as a number', { tenantType: 1 }, 'tenantType not_text'],
  ['2.6 a further type as a number', { ...naturalTenant('tenant2'), tenant2Type: true }, 'tenant2Type not_text'],
  ['2.6 e-mail', { tenantEmail: 'lea' }, 'tenantEmail invalid_email'],
  ['2.7 phone', { tenantPhoneNumber: '12' }, 'tenantPhoneNumber invalid_phone'],
  ['2.7 phone with a lone surrogate', { tenantPhoneNumber: '079\ud800 123 45 67' }, 'tenantPhoneNumber not_unicode'],
  ['2.7 phone too long', { tenantPhoneNumber: `079 123 45 67${' '.repeat(300)}.` }, 'tenantPhoneNumber too_long'],
  ['2.6 birth date today', { tenantBirthDate: TODAY }, 'tenantBirthDate date_not_past'],
  ['8 main tenant under 18', { tenantBirthDate: '2008-11-15' }, 'tenantBirthDate under_age'],
  [
    '2.6 a further tenant is read whole',
    { tenant2Type: 'natural', ...without('tenant2', 'Email') },
    'tenant2Email missing',
  ],
];
for (const [name, changes, problem] of INVALID) {
  test(name, () => assert.deepEqual(problemsOf(payload(changes)), [problem]));
}

function without(prefix: string, field: string): Changes {
  return { ...naturalTenant(prefix), [`${prefix}${field}`]: null };
}

const COMPANIES: [name: string, changes: Changes, problems: string[]][] = [
  ['2.6 company name', { tenantCompanyName: '' }, ['tenantCompanyName missing']],
  ['2.6 domicile is always required', { tenantLegalForm: 'other', tenantDomicile: '' }, ['tenantDomicile missing']],
  ['2.6 legal form', { tenantLegalForm: 'AG' }, ['tenantLegalForm invalid_choice']],
  ...['ag', 'gmbh', 'general_partnership', 'limited_partnership', 'cooperative'].map(
    (form): [string, Changes, string[]] => [
      `2.6 UID of ${form}`,
      { tenantLegalForm: form, tenantZefixUid: '' },
      ['tenantZefixUid missing'],
    ],
  ),
  ...['simple_partnership', 'sole_proprietorship', 'association', 'foundation', 'other'].map(
    (form): [string, Changes, string[]] => [`2.6 no UID of ${form}`, { tenantLegalForm: form, tenantZefixUid: '' }, []],
  ),
  [
    '2.6 an optional UID must be valid too',
    { tenantLegalForm: 'other', tenantZefixUid: 'CHE1' },
    ['tenantZefixUid invalid_uid'],
  ],
  ['2.6 two signatories', legalTenant('tenant2'), []],
  ['2.6 signatories need not be contiguous', legalTenant('tenant4'), []],
  [
    '2.6 company fields are repeated',
    { ...legalTenant('tenant2'), tenant2CompanyName: '' },
    ['tenant2CompanyName missing'],
  ],
  [
    '2.6 another company by UID',
    { ...legalTenant('tenant2'), tenant2ZefixUid: 'CHE-116.281.710' },
    ['tenant2ZefixUid different_company'],
  ],
  [
    '2.6 another company, and something else wrong, at once',
    { ...legalTenant('tenant2'), tenant2ZefixUid: 'CHE-116.281.710', tenantPhoneNumber: '1' },
    ['tenantPhoneNumber invalid_phone', 'tenant2ZefixUid different_company'],
  ],
  ['2.6 the same UID, another name', { ...legalTenant('tenant2'), tenant2CompanyName: 'Muster Holding' }, []],
  [
    '2.6 another company by name, where a UID is missing',
    {
      tenantLegalForm: 'other',
      ...legalTenant('tenant2'),
      tenant2LegalForm: 'other',
      tenant2ZefixUid: '',
      tenant2CompanyName: 'Andere',
    },
    ['tenant2CompanyName different_company'],
  ],
  [
    '2.6 the same name in another case',
    {
      tenantLegalForm: 'other',
      ...legalTenant('tenant2'),
      tenant2LegalForm: 'other',
      tenant2ZefixUid: '',
      tenant2CompanyName: 'MUSTER ag',
    },
    [],
  ],
  ['2.6 a natural tenant next to a company', naturalTenant('tenant2'), ['tenant2Type mixed_tenant_types']],
  ['2.6 fields of the other type are ignored', { tenantTitle: 5, tenantBirthDate: 'never' }, []],
];
for (const [name, changes, problems] of COMPANIES) {
  test(name, () => assert.deepEqual(problemsOf(companyPayload(changes)), problems));
}

const VALID: [name: string, changes: Changes][] = [
  ['2.1.3 unknown fields are ignored, with any value', { unknown: 5, tenant5Type: 'x', constructor: {} }],
  ['2.1.3 __proto__ is one of them', JSON.parse('{"__proto__": {"city": 5}}') as Changes],
  ['2.6 fields of a further tenant without its type are ignored', { tenant2Email: 5, tenant3FirstName: {} }],
  ['2.6 fields of the other type are ignored', { tenantCompanyName: 5, tenantZefixUid: 'nonsense' }],
  ['2.6 a further tenant may be under 18', { ...naturalTenant('tenant2'), tenant2BirthDate: '2020-01-01' }],
  ['2.2 255 characters, counted as code points', { city: '𝒵'.repeat(255) }],
  ['2.2 128 characters of contract id', { externalContractId: long(128) }],
  ['2.6 a foreign postal code', { tenantAddressPostalCode: 'SW1A 1AA', tenantAddressCountryCode: 'GB' }],
  ['2.6 Kosovo', { tenantNationality: 'XK' }],
];
for (const [name, changes] of VALID) {
  test(name, () => assert.deepEqual(problemsOf(payload(changes)), []));
}

test('7.1 every problem at once', () => {
  const problems = problemsOf(payload({ zip: '1', city: '', tenantEmail: 'x', rentalDeposit: 5, ownerName: null }));
  assert.equal(problems.length, 5);
});

const ADJUSTED: [name: string, changes: Changes, adjustments: Adjustment[]][] = [
  [
    '2.5 split at the first digit',
    { street: 'Rue du 31 Mai 8', streetNumber: '' },
    [
      { field: 'street', rule: 'street_split', from: 'Rue du 31 Mai 8', to: 'Rue du' },
      { field: 'streetNumber', rule: 'street_split', from: null, to: '31 Mai 8' },
    ],
  ],
  [
    '2.5 no digit at all',
    { tenantAddressStNumber: '', tenantAddressStreet: 'Im Winkel' },
    [{ field: 'tenantAddressStNumber', rule: 'house_number_dash', from: null, to: '-' }],
  ],
  [
    '2.7 phone',
    { tenantPhoneNumber: '079 123 45 67' },
    [{ field: 'tenantPhoneNumber', rule: 'phone_normalized', from: '079 123 45 67', to: '+41791234567' }],
  ],
  [
    '2.2 amount',
    { rentalDeposit: '3560.02' },
    [{ field: 'rentalDeposit', rule: 'amount_rounded', from: '3560.02', to: '3560.00' }],
  ],
  ['2.2 an amount in another notation is not adjusted', { rentalDeposit: '03560.0' }, []],
  ['2.3.1 owner abroad', { ownerCountryCode: 'DE' }, [careOf()]],
  ['2.3.1 no country and no four digits', { ownerCountryCode: '', ownerZip: '80331' }, [careOf()]],
  ['2.3.1 no country and four digits is Swiss', { ownerCountryCode: '' }, []],
  ['2.3.2 owner’s town missing', { ownerCity: '' }, [careOf()]],
  ['2.3.2 owner’s number neither sent nor in the street', { ownerStreetNumber: '' }, [careOf()]],
  [
    '2.5 owner’s number in the street',
    { ownerStreet: 'Talstrasse 5', ownerStreetNumber: '' },
    [
      { field: 'ownerStreet', rule: 'street_split', from: 'Talstrasse 5', to: 'Talstrasse' },
      { field: 'ownerStreetNumber', rule: 'street_split', from: null, to: '5' },
    ],
  ],
  ['2.5 owner’s street begins with a digit', { ownerStreet: '5 Talstrasse', ownerStreetNumber: '' }, [careOf()]],
  [
    '2.6 a legal tenant after a natural one is removed',
    { tenant2Type: 'legal', tenant2Email: 5 },
    [{ field: 'tenant2Type', rule: 'legal_tenant_removed', from: 'legal', to: null }],
  ],
];
for (const [name, changes, adjustments] of ADJUSTED) {
  test(name, () => assert.deepEqual(accept(payload(changes)).adjustments, adjustments));
}

function careOf(): Adjustment {
  return {
    field: 'ownerName',
    rule: 'owner_care_of',
    from: 'Erika Besitzerin',
    to: 'Erika Besitzerin c/o Verwaltung AG',
  };
}

test('2.3 c/o has the organization’s address', () => {
  const { terms } = accept(payload(), { ownerAlwaysCareOf: true });
  assert.deepEqual(terms.owner, {
    name: 'Erika Besitzerin c/o Verwaltung AG',
    careOf: true,
    street: 'Bahnhofstrasse',
    streetNumber: '1',
    zip: '8001',
    city: 'Zürich',
    countryCode: 'CH',
  });
});

const INVESTMENT: [
  name: string,
  changes: Changes,
  organization: Partial<Organization>,
  allowed: boolean,
  disabled: boolean,
][] = [
  ['2.2 omitted means allowed', {}, {}, true, false],
  ['2.2 true', { allowInvestment: 'true' }, {}, true, false],
  ['2.2 1', { allowInvestment: '1' }, {}, true, false],
  ['2.2 false', { allowInvestment: 'false' }, {}, false, false],
  ['2.2 0', { allowInvestment: '0' }, {}, false, false],
  ['2.2 organization that does not offer it', {}, { offersInvestment: false }, false, true],
  ['2.2 small deposit', { rentalDeposit: '999.97' }, { smallDepositLimit: rappen(100_000) }, false, true],
  [
    '2.2 a deposit at the limit is not small',
    { rentalDeposit: '999.98' },
    { smallDepositLimit: rappen(100_000) },
    true,
    false,
  ],
];
for (const [name, changes, organization, allowed, disabled] of INVESTMENT) {
  test(name, () => {
    const { terms, adjustments } = accept(payload(changes), organization);
    assert.equal(terms.investmentAllowed, allowed);
    assert.equal(
      adjustments.some((adjustment) => adjustment.rule === 'investment_disabled'),
      disabled,
    );
  });
}

test('2.2 no investment for a company', () => {
  const { terms, adjustments } = accept(companyPayload());
  assert.equal(terms.investmentAllowed, false);
  assert.deepEqual(adjustments, [{ field: 'allowInvestment', rule: 'investment_disabled', from: null, to: 'false' }]);
});

test('2.6 one signatory signs alone, two jointly, natural tenants each for themselves', () => {
  assert.equal(accept(companyPayload()).terms.signatureRule, 'single');
  assert.equal(accept(companyPayload(legalTenant('tenant2'))).terms.signatureRule, 'joint');
  assert.equal(accept(payload(naturalTenant('tenant2'))).terms.signatureRule, null);
});

test('2.2 the tenants’ language is the organization’s by default', () => {
  assert.equal(accept(payload()).terms.tenantLanguage, 'fr');
  assert.equal(accept(payload({ tenantLanguage: 'it' })).terms.tenantLanguage, 'it');
});

test('normalization is idempotent: accepted terms, sent again, are read without an adjustment', () => {
  const texts = fc.stringMatching(/^[A-Za-zäöü ]{1,20}[0-9]{0,3}[a-z]?$/);
  const changes = fc.record(
    {
      street: texts,
      streetNumber: fc.constantFrom('', '12', '7b'),
      rentalDeposit: fc.stringMatching(/^[1-9][0-9]{0,5}(\.[0-9]{1,6})?$/),
      tenantPhoneNumber: fc.stringMatching(/^(\+|00|0)?[1-9][0-9 ]{8,12}$/),
      tenantAddressStreet: texts,
      tenantAddressStNumber: fc.constantFrom('', '3'),
      ownerStreet: texts,
      ownerStreetNumber: fc.constantFrom('', '9'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(changes, (changed) => {
      const first = readPayload(payload(changed), { organization: ORGANIZATION, today: TODAY });
      fc.pre(first.ok && !first.terms.owner.careOf);
      if (!first.ok) return;
      const { terms } = first;
      const [tenant] = terms.tenants;
      const again = accept({
        ...payload(changed),
        externalContractId: terms.externalContractId,
        street: terms.property.street,
        streetNumber: terms.property.streetNumber,
        rentalDeposit: String(toChf(terms.rentalDeposit)),
        tenantPhoneNumber: tenant.phoneNumber,
        tenantAddressStreet: tenant.address.street,
        tenantAddressStNumber: tenant.address.streetNumber,
        ownerStreet: terms.owner.street,
        ownerStreetNumber: terms.owner.streetNumber,
      });
      assert.deepEqual(again.terms, terms);
      assert.deepEqual(again.adjustments, []);
    }),
  );
});

test('any JSON object is read or refused with problems, and never throws', DEEPER, () => {
  const field = fc.constantFrom(...Object.keys({ ...payload(), ...companyPayload(), ...legalTenant('tenant3') }));
  const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom('natural', 'legal', '\ud800'));
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(field, fc.string()), value), fc.boolean(), (changed, isCompany) => {
      const base = isCompany ? companyPayload() : payload();
      const read = readPayload({ ...base, ...changed }, { organization: ORGANIZATION, today: TODAY });
      assert.ok(read.ok || read.problems.length > 0);
    }),
    { numRuns: runCount({ quick: 100, deep: 5_000 }) },
  );
});
