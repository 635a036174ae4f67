import { COUNTRY_CODES } from '../src/domain/values/countries.ts';
import { CIVIL_STATUSES, FORMS_IN_THE_REGISTER, LEGAL_FORMS } from '../src/domain/tenant.ts';
import type { Random } from './random.ts';
import { anything, digits, goodText, goodWord, nothing, word } from './values.ts';
import type { Organization } from './world.ts';

/** The fields of a body in order; a name may occur more than once. */
export type Fields = [name: string, value: unknown][];

/** A valid payload: section 2 of the contract, with random choices where it allows any. */
export function goodPayload(random: Random, contractId: string, organization: Organization): Fields {
  const isLegal = random.chance(0.25);
  return shuffled(random, [
    ['externalContractId', contractId],
    ['propertyId', goodText(random)],
    ...street(random, 'street', 'streetNumber', 10),
    ['zip', digits(random, 4)],
    ['city', goodText(random)],
    ['rentalStart', goodDay(random)],
    ['rentalDeposit', goodAmount(random)],
    ['tenantLanguage', optional(random, random.pick(['de', 'en', 'fr', 'it']))],
    ['allowInvestment', optional(random, random.pick(['true', 'false', '1', '0']))],
    ...owner(random),
    ...manager(random, organization),
    ...assistant(random),
    ...(isLegal ? company(random) : people(random)),
    ...strangers(random),
  ]);
}

function owner(random: Random): Fields {
  return [
    ['ownerName', goodText(random)],
    ['ownerStreet', optional(random, goodText(random))],
    ['ownerStreetNumber', optional(random, goodText(random))],
    ['ownerZip', optional(random, random.pick([digits(random, 4), 'D-79100', 'SW1A 1AA', goodText(random)]))],
    ['ownerCity', optional(random, goodText(random))],
    ['ownerCountryCode', optional(random, random.pick(['CH', 'LI', 'DE', ...COUNTRY_CODES]))],
  ];
}

/** 2.4: no manager, a member, or a person of another domain. Invitations are among the faults, or rare. */
function manager(random: Random, { emailDomain, memberEmail, hasSubOrganizations }: Organization): Fields {
  const email = random.weighted([
    [400, nothing(random)],
    [300, random.chance(0.5) ? memberEmail : memberEmail.toUpperCase()],
    [200, goodEmail(random)],
    [hasSubOrganizations ? 0 : 2, `neu${random.below(20)}@${emailDomain}`],
  ]);
  return [
    ['propertyManagerEmail', email],
    ['propertyManagerFirstName', goodText(random)],
    ['propertyManagerLastName', goodText(random)],
  ];
}

function assistant(random: Random): Fields {
  return [
    ['assistentEmail', optional(random, goodEmail(random))],
    ['assistentFirstName', optional(random, goodText(random))],
    ['assistentLastName', optional(random, goodText(random))],
  ];
}

const FURTHER = ['tenant2', 'tenant3', 'tenant4'] as const;

/** 2.6: up to four, not necessarily contiguous; a company after a person is removed. */
function people(random: Random): Fields {
  const further = FURTHER.flatMap((prefix): Fields =>
    random.weighted([
      [6, (): Fields => []],
      [2, () => naturalTenant(random, prefix)],
      [1, (): Fields => [[`${prefix}Type`, 'legal'], ...odd(random, prefix)]],
      [1, (): Fields => [[`${prefix}Type`, nothing(random)], ...odd(random, prefix)]],
    ])(),
  );
  return [...naturalTenant(random, 'tenant'), ...further];
}

/** One or two signatories of one company. */
function company(random: Random): Fields {
  const about = companyFields(random);
  const second = random.chance(0.4) ? legalTenant(random, random.pick(FURTHER), about) : [];
  return [...legalTenant(random, 'tenant', about), ...second];
}

function odd(random: Random, prefix: string): Fields {
  return ['FirstName', 'Email', 'BirthDate', 'ZefixUid'].map((field) => [`${prefix}${field}`, anything(random)]);
}

export function naturalTenant(random: Random, prefix: string): Fields {
  return [
    [`${prefix}Type`, 'natural'],
    ...person(random, prefix),
    [`${prefix}Title`, random.pick(['mr', 'ms'])],
    [`${prefix}BirthDate`, random.pick(['1990-03-04', '2000-02-29', '1900-01-01', '0001-01-01', '2004-12-31'])],
    [`${prefix}Nationality`, random.pick(COUNTRY_CODES)],
    [`${prefix}CivilStatus`, random.pick(CIVIL_STATUSES)],
    // 2.6: fields of the other type are ignored.
    ...(random.chance(0.1) ? ([[`${prefix}ZefixUid`, anything(random)]] as Fields) : []),
  ];
}

type CompanyFields = { CompanyName: string; LegalForm: string; Domicile: string; ZefixUid: unknown };

export function companyFields(random: Random): CompanyFields {
  const LegalForm = random.pick(LEGAL_FORMS);
  const ZefixUid = FORMS_IN_THE_REGISTER.has(LegalForm) || random.chance(0.5) ? goodUid(random) : undefined;
  return { CompanyName: goodText(random), LegalForm, Domicile: goodText(random), ZefixUid };
}

export function legalTenant(random: Random, prefix: string, about: CompanyFields): Fields {
  const named = Object.entries(about).map(([field, value]): [string, unknown] => [`${prefix}${field}`, value]);
  return [[`${prefix}Type`, 'legal'], ...person(random, prefix), ...named];
}

function person(random: Random, prefix: string): Fields {
  return [
    [`${prefix}FirstName`, goodText(random)],
    [`${prefix}LastName`, goodText(random)],
    [`${prefix}Email`, goodEmail(random)],
    [`${prefix}PhoneNumber`, goodPhone(random)],
    [`${prefix}AddressCountryCode`, random.pick(['CH', 'DE', 'FR', ...COUNTRY_CODES])],
    ...street(random, `${prefix}AddressStreet`, `${prefix}AddressStNumber`, 200),
    [`${prefix}AddressPostalCode`, random.pick([digits(random, 4), 'SW1A 1AA', goodText(random)])],
    [`${prefix}AddressCity`, goodText(random)],
  ];
}

/** 2.5: a separate house number, one in the street, or none. */
function street(random: Random, name: string, number: string, longest: number): Fields {
  const apart = longest < 200 ? random.pick(['12a', '-', '½', '1234567890', '𝟙𝟚']) : goodText(random);
  return random.weighted<Fields>([
    [
      3,
      [
        [name, goodText(random)],
        [number, apart],
      ],
    ],
    [
      1,
      [
        [name, `${goodWord(random)} ${random.between(1, 999)}b`],
        [number, nothing(random)],
      ],
    ],
    [1, [[name, goodWord(random)]]],
  ]);
}

/** Unknown fields with any value. */
function strangers(random: Random): Fields {
  if (random.chance(0.7)) return [];
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'Zip',
    'zip ',
    'tenant5Type',
    'tenants',
    '',
    '0',
    word(random),
  ];
  return random.some(names, random.between(1, 3)).map((name) => [name, anything(random)]);
}

function goodDay(random: Random): string {
  return random.pick(['2027-01-01', '2028-02-29', '9999-12-31', '0001-01-01', '2000-02-29', '1999-04-30']);
}

function goodAmount(random: Random): string {
  return random.pick([
    '3560',
    '0.05',
    '0.025',
    '0.03',
    '999999999.95',
    '999999999.974',
    '00012.30',
    `1.${'0'.repeat(200)}1`,
    `${random.between(1, 99_999)}.${digits(random, random.between(1, 5))}`,
  ]);
}

export function goodEmail(random: Random): string {
  const local = random.pick([
    word(random),
    'a',
    'x'.repeat(64),
    'o’b'.replace('’', "'"),
    'a.b+c!#$%&',
    `{|}~${word(random)}`,
  ]);
  const domain = random.pick(['mail.example', 'a.b.c.d.example', 'xn--zrich-kva.example', `${'a'.repeat(63)}.example`]);
  return `${local}@${domain}`;
}

function goodPhone(random: Random): string {
  return random.pick([
    '+41791234567',
    '0041 79 123 45 67',
    '079/123-45-67',
    '41 79 123 45 67',
    '(0)44 123 45 67',
    '+1 234567',
    '49 30 1234567',
    `+${'9'.repeat(15)}`,
    'Tel. 044 123 45 67',
  ]);
}

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4];

export function goodUid(random: Random): string {
  for (;;) {
    const eight = digits(random, 8);
    const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(eight[place]), 0);
    const check = (11 - (sum % 11)) % 11;
    const all = `${eight}${check}`;
    if (check === 10) continue;
    return random.pick([`CHE${all}`, `CHE-${all.slice(0, 3)}.${all.slice(3, 6)}.${all.slice(6)}`]);
  }
}

function optional(random: Random, value: unknown): unknown {
  return random.chance(0.4) ? nothing(random) : value;
}

/** The order of members does not matter. */
function shuffled(random: Random, fields: Fields): Fields {
  for (let last = fields.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [fields[last], fields[other]] = [fields[other], fields[last]] as [Fields[number], Fields[number]];
  }
  return fields;
}
