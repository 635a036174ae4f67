import type { ProblemCode } from '../src/domain/payload/problem.ts';
import { companyFields, goodEmail, goodUid, legalTenant, naturalTenant, type Fields } from './payload.ts';
import type { Random } from './random.ts';
import { brokenText, CANARY, digits, goodText, nothing, notText, word } from './values.ts';
import type { Organization } from './world.ts';

/** A payload with known faults, and the expected problems. */
export type Faulty = { fields: Fields; row: 8 | 9 | 10 | 11; problems: [field: string, code: ProblemCode][] };

type Spoilt = [value: unknown, code: ProblemCode];
type Spoil = (random: Random) => Spoilt;

/** A valid payload with one to four broken fields: row 11, or rows 8 to 10. */
export function faultyPayload(random: Random, good: Fields, organization: Organization): Faulty {
  if (random.chance(0.2)) return earlier(random, good, organization);
  if (random.chance(0.16)) return ofTypes(random, good);
  const spoils = Object.entries(spoilsFor(good));
  const chosen = random.some(
    spoils,
    random.weighted([
      [6, 1],
      [2, 2],
      [1, 4],
    ]),
  );
  const problems: Faulty['problems'] = [];
  let fields = good;
  for (const [field, ways] of chosen) {
    const [value, code] = random.pick(ways)(random);
    fields = withField(fields, field, value);
    problems.push([field, code]);
  }
  return { fields, row: 11, problems };
}

/** Rows 8 to 10: one refusal, before any field is validated. */
function earlier(random: Random, good: Fields, { emailDomain, hasSubOrganizations }: Organization): Faulty {
  const prefix = random.pick(['tenant', 'tenant2', 'tenant3', 'tenant4']);
  const isLegal = valueOf(good, 'tenantType') === 'legal';
  const unknown = random.pick([
    'Natural',
    'LEGAL',
    'person',
    CANARY,
    goodText(random),
    'natural;legal',
    brokenText(random),
  ]);
  const email = random.pick([
    CANARY,
    'a@b',
    '@',
    `${CANARY}@`,
    'a b@mail.example',
    `${'x'.repeat(65)}@mail.example`,
    'ü@mail.example',
  ]);
  const colleague = `${word(random)}@${emailDomain}`;
  return random.pick<() => Faulty>([
    () => row(8, withField(good, `${prefix}Type`, unknown), [`${prefix}Type`, 'unknown_tenant_type']),
    () => {
      const others = ['tenant2', 'tenant3', 'tenant4'].reduce(
        (fields, one) => withField(fields, `${one}Type`, 'legal'),
        good,
      );
      if (isLegal) return row(9, others, ['tenant3Type', 'too_many_signatories']);
      return row(8, withField(good, 'tenantType', unknown), ['tenantType', 'unknown_tenant_type']);
    },
    () => row(10, withField(good, 'propertyManagerEmail', email), ['propertyManagerEmail', 'invalid_email']),
    () => {
      const named = withField(good, 'propertyManagerEmail', colleague);
      if (hasSubOrganizations) return row(10, named, ['propertyManagerEmail', 'manager_not_in_sub_organization']);
      const field = random.pick(['propertyManagerFirstName', 'propertyManagerLastName']);
      return row(10, withField(named, field, nothing(random)), [field, 'manager_names_missing']);
    },
  ])();
}

function row(number: 8 | 9 | 10, fields: Fields, problem: Faulty['problems'][number]): Faulty {
  return { fields, row: number, problems: [problem] };
}

/** Faults in the tenants' types, which decide what else is read. */
function ofTypes(random: Random, good: Fields): Faulty {
  const rest = good.filter(([name]) => !/^tenant[234]/.test(name));
  const isLegal = valueOf(good, 'tenantType') === 'legal';
  return random.pick<() => Faulty>([
    () => spoilt(rest, 'tenantType', nothing(random), 'missing'),
    () =>
      isLegal
        ? spoilt(rest, 'zip', CANARY, 'invalid_zip')
        : spoilt(rest, 'tenantBirthDate', tenYearsAgo(), 'under_age'),
    () => spoilt(rest, 'tenantType', notText(random), 'not_text'),
    () => spoilt([...rest, ...naturalTenant(random, 'tenant2')], 'tenant2Type', notText(random), 'not_text'),
    () => {
      if (isLegal) return spoilt(rest, 'tenant3Type', 'natural', 'mixed_tenant_types');
      return spoilt(rest, 'tenantType', null, 'missing');
    },
    () => {
      const persons = rest.filter(([name]) => !/^tenant(?!Language)/.test(name));
      const about = { ...companyFields(random), ZefixUid: goodUid(random) };
      const other = { ...about, ZefixUid: otherUid(random, about.ZefixUid) };
      const two = [...legalTenant(random, 'tenant', about), ...legalTenant(random, 'tenant2', other)];
      return { fields: [...persons, ...two], row: 11, problems: [['tenant2ZefixUid', 'different_company']] };
    },
  ])();
}

function otherUid(random: Random, uid: string): string {
  const bare = (text: string): string => text.replaceAll(/[^0-9]/g, '');
  for (;;) {
    const other = goodUid(random);
    if (bare(other) !== bare(uid)) return other;
  }
}

function spoilt(fields: Fields, field: string, value: unknown, code: ProblemCode): Faulty {
  return { fields: withField(fields, field, value), row: 11, problems: [[field, code]] };
}

const missing: Spoil = (random) => [nothing(random), 'missing'];
const noText: Spoil = (random) => [notText(random), 'not_text'];
const broken: Spoil = (random) => [`x${brokenText(random)}`, 'not_unicode'];
const tooLong =
  (limit: number): Spoil =>
  (random) => {
    const more = random.pick([1, 2, 100, limit * 3, 4_000]);
    return [random.pick(['x', '𝒵', 'é']).repeat(limit + more), 'too_long'];
  };
const wrong =
  (code: ProblemCode, ...values: string[]): Spoil =>
  (random) => [random.pick([...values, CANARY, `${CANARY}'"<b>`]), code];

const PLAIN: readonly Spoil[] = [noText, broken, tooLong(255)];
const NEEDED: readonly Spoil[] = [missing, ...PLAIN];
const email = wrong(
  'invalid_email',
  '@',
  'a@',
  'a@b',
  'a..b@mail.example',
  'a@mail.1',
  'a@-b.example',
  `a@${'b'.repeat(64)}.example`,
);
const country = wrong('invalid_country', 'ch', 'CHE', 'Schweiz', 'ZZ', 'C', 'ＣＨ');
const day = wrong(
  'invalid_date',
  '2026-02-30',
  '20260101',
  '1.1.2026',
  '2026-1-1',
  '0000-01-01',
  '2026-13-01',
  '٢٠٢٦-٠١-٠١',
);
const phone = wrong('invalid_phone', '+', '0', '+0123456789', '++41791234567', '123456', `+${'9'.repeat(16)}`);

/** Section 2: each field with its possible faults. */
function spoilsFor(good: Fields): Record<string, readonly Spoil[]> {
  return {
    externalContractId: [noText, tooLong(128), broken],
    propertyId: NEEDED,
    street: NEEDED,
    streetNumber: [noText, tooLong(10), broken],
    zip: [missing, noText, wrong('invalid_zip', '800', '80022', '8OO2', '８００２', '-800', '80 02')],
    city: NEEDED,
    rentalStart: [missing, noText, day],
    rentalDeposit: [
      missing,
      noText,
      wrong('invalid_amount', "1'000", '1,50', '-1', '+1', '1.', '.5', '1e3', '0x1F', 'CHF 5', '１', '1 000'),
      () => ['0.024999', 'amount_not_positive'],
      () => ['0', 'amount_not_positive'],
      (random) => [`0.0${'0'.repeat(random.below(200))}1`, 'amount_not_positive'],
      () => ['999999999.975', 'amount_too_large'],
      (random) => [`1${digits(random, 9)}${digits(random, random.below(200))}`, 'amount_too_large'],
    ],
    tenantLanguage: [noText, wrong('invalid_choice', 'DE', 'rm', 'deutsch')],
    allowInvestment: [noText, wrong('invalid_choice', 'TRUE', 'yes', '2', 'hasOwnProperty', '__proto__')],
    ownerName: NEEDED,
    ownerStreet: PLAIN,
    ownerStreetNumber: PLAIN,
    ownerZip: PLAIN,
    ownerCity: PLAIN,
    ownerCountryCode: [noText, country],
    assistentEmail: [noText, email],
    assistentFirstName: PLAIN,
    assistentLastName: PLAIN,
    ...tenantSpoils(good, 'tenant'),
    ...(valueOf(good, 'tenant2Type') === 'natural' && valueOf(good, 'tenantType') === 'natural'
      ? tenantSpoils(good, 'tenant2')
      : {}),
  };
}

function tenantSpoils(good: Fields, prefix: string): Record<string, readonly Spoil[]> {
  const own: Record<string, readonly Spoil[]> = {
    FirstName: NEEDED,
    LastName: NEEDED,
    Email: [missing, noText, email],
    PhoneNumber: [...NEEDED, phone],
    AddressCountryCode: [missing, noText, country],
    AddressStreet: NEEDED,
    AddressStNumber: PLAIN,
    AddressPostalCode: NEEDED,
    AddressCity: NEEDED,
    ...(valueOf(good, `${prefix}Type`) === 'legal' ? ofCompany() : ofPerson(prefix === 'tenant')),
  };
  return Object.fromEntries(Object.entries(own).map(([field, spoils]) => [`${prefix}${field}`, spoils]));
}

function ofPerson(isMain: boolean): Record<string, readonly Spoil[]> {
  return {
    Title: [missing, noText, wrong('invalid_choice', 'Mr', 'herr')],
    BirthDate: [
      missing,
      noText,
      day,
      () => ['9999-12-31', 'date_not_past'],
      ...(isMain ? [(): Spoilt => [tenYearsAgo(), 'under_age']] : []),
    ],
    Nationality: [missing, noText, country],
    CivilStatus: [missing, noText, wrong('invalid_choice', 'Single', 'ledig')],
  };
}

function tenYearsAgo(): string {
  return new Date(Date.now() - 10 * 365 * 86_400_000).toISOString().slice(0, 10);
}

/** Not the name and UID of a company: they are compared with those of its second signatory. */
function ofCompany(): Record<string, readonly Spoil[]> {
  return {
    LegalForm: [missing, noText, wrong('invalid_choice', 'AG', 'ltd', 'sàrl')],
    Domicile: NEEDED,
    ZefixUid: [wrong('invalid_uid', 'CHE-109.322.552', 'CHE109322', 'che109322551', '109322551', 'CHE-1O9.322.551')],
  };
}

/** Replaces a value; `undefined` removes the field. */
export function withField(fields: Fields, name: string, value: unknown): Fields {
  const rest = fields.filter(([field]) => field !== name);
  return value === undefined ? rest : [...rest, [name, value]];
}

export function valueOf(fields: Fields, name: string): unknown {
  return fields.findLast(([field]) => field === name)?.[1];
}

/** A valid payload with any value in some fields: only the shape of the answer is known. */
export function wildPayload(random: Random, good: Fields, oddity: (random: Random) => unknown): Fields {
  const names = random.some(good, random.between(1, 6)).map(([name]) => name);
  const wild = names.map((name): Fields[number] => [name, random.chance(0.1) ? goodEmail(random) : oddity(random)]);
  return [...good.filter(([name]) => random.chance(0.2) || !names.includes(name)), ...wild];
}
