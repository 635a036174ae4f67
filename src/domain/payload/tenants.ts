import { isOfAge, type Day } from '../calendar.ts';
import { normalizePhone, parseEmail, type EmailAddress, type PhoneNumber } from '../contact.ts';
import type { PostalAddress } from '../postal-address.ts';
import {
  CIVIL_STATUSES,
  FORMS_IN_THE_REGISTER,
  LEGAL_FORMS,
  TENANT_TYPES,
  TITLES,
  type Company,
  type LegalTenant,
  type NaturalTenant,
  type Tenant,
  type TenantType,
} from '../tenant.ts';
import { isUid, uidDigits } from '../uid.ts';
import { day } from './contract.ts';
import {
  checked,
  complete,
  fault,
  oneOf,
  optional,
  required,
  sent,
  text,
  textOf,
  type Parse,
  type Reading,
} from './fields.ts';
import { country } from './owner.ts';
import { TENANT_PREFIXES, type FieldName, type Problem, type TenantPrefix } from './problem.ts';
import { readStreet } from './street.ts';

export const MOST_SIGNATORIES = 2;

/** A tenant that is to be read; the type is null where the field is not sent or not a text. */
type Seat = { prefix: TenantPrefix; type: TenantType | null };

/**
 * The refusals of section 7.1 that come before any field is looked at, or null: an unknown type,
 * then more than two signatories of a company.
 */
export function refuseTenantTypes(body: Readonly<Record<string, unknown>>): Problem | null {
  for (const prefix of TENANT_PREFIXES) {
    const type = sent(body, `${prefix}Type`);
    if (type.is === 'text' && !isTenantType(type.text)) {
      return { field: `${prefix}Type`, code: 'unknown_tenant_type' };
    }
  }
  const seats = takeSeats(body);
  const signatories = seats.filter((seat) => seat.type === 'legal');
  if (seats[0]?.type === 'legal' && signatories.length > MOST_SIGNATORIES) {
    const first = signatories[MOST_SIGNATORIES] as Seat;
    return { field: `${first.prefix}Type`, code: 'too_many_signatories' };
  }
  return null;
}

/** 2.6. Tenants need not be contiguous; the first is the main tenant. */
export function readTenants(reading: Reading, today: Day): [Tenant, ...Tenant[]] | undefined {
  const seats = takeSeats(reading.body);
  const main = seats[0]?.type ?? null;
  const tenants = seats.map((seat, place) => {
    if (place === 0 || main === null || seat.type === null || seat.type === main) {
      return readTenant(reading, seat, { isMain: place === 0, today });
    }
    const field: FieldName = `${seat.prefix}Type`;
    if (main === 'legal') return fault(reading, field, { code: 'mixed_tenant_types' });
    reading.adjustments.push({ field, rule: 'legal_tenant_removed', from: 'legal', to: null });
    return 'removed';
  });
  const isOneCompany = compareCompanies(reading, seats);
  const kept = tenants.filter((tenant) => tenant !== 'removed');
  if (kept.includes(undefined) || !isOneCompany) return undefined;
  const [first, ...further] = kept as Tenant[];
  if (first === undefined) throw new Error('the first tenant is always read');
  return [first, ...further];
}

/** The first tenant, and every further one whose type field is sent. */
function takeSeats(body: Readonly<Record<string, unknown>>): Seat[] {
  return TENANT_PREFIXES.flatMap((prefix, place): Seat[] => {
    const type = sent(body, `${prefix}Type`);
    if (type.is === 'text') return [{ prefix, type: isTenantType(type.text) ? type.text : null }];
    return type.is === 'not_text' || place === 0 ? [{ prefix, type: null }] : [];
  });
}

function isTenantType(value: string): value is TenantType {
  return (TENANT_TYPES as readonly string[]).includes(value);
}

function readTenant(
  reading: Reading,
  { prefix }: Seat,
  { isMain, today }: { isMain: boolean; today: Day },
): Tenant | undefined {
  const type = required(reading, `${prefix}Type`, tenantType);
  const person = {
    firstName: required(reading, `${prefix}FirstName`, text),
    lastName: required(reading, `${prefix}LastName`, text),
    email: required(reading, `${prefix}Email`, email),
    phoneNumber: readPhone(reading, `${prefix}PhoneNumber`),
    address: readAddress(reading, prefix),
  };
  switch (type) {
    case undefined:
      return undefined;
    case 'natural':
      return complete<NaturalTenant>({
        type,
        ...person,
        title: required(reading, `${prefix}Title`, title),
        birthDate: readBirthDate(reading, `${prefix}BirthDate`, { isMain, today }),
        nationality: required(reading, `${prefix}Nationality`, country),
        civilStatus: required(reading, `${prefix}CivilStatus`, civilStatus),
      });
    case 'legal':
      return complete<LegalTenant>({ type, ...person, company: readCompany(reading, prefix) });
  }
}

const tenantType = oneOf(TENANT_TYPES);
const title = oneOf(TITLES);
const civilStatus = oneOf(CIVIL_STATUSES);
const form = oneOf(LEGAL_FORMS);
export const email: Parse<EmailAddress> = checked(parseEmail, { code: 'invalid_email' });

function readPhone(reading: Reading, field: FieldName): PhoneNumber | undefined {
  const phone = required(reading, field, phoneNumber);
  if (phone !== undefined && phone.sent !== phone.number) {
    reading.adjustments.push({ field, rule: 'phone_normalized', from: phone.sent, to: phone.number });
  }
  return phone?.number;
}

/** What was sent is kept in the adjustment, so it must be a text like any other first. */
const phoneNumber: Parse<{ sent: string; number: PhoneNumber }> = (value) => {
  const plain = text(value);
  if (!('value' in plain)) return plain;
  const number = normalizePhone(value);
  return number === null ? { code: 'invalid_phone' } : { value: { sent: value, number } };
};

function readAddress(reading: Reading, prefix: TenantPrefix): PostalAddress | undefined {
  const countryCode = required(reading, `${prefix}AddressCountryCode`, country);
  const street = readStreet(reading, { street: `${prefix}AddressStreet`, number: `${prefix}AddressStNumber` });
  const zip = required(reading, `${prefix}AddressPostalCode`, text);
  const city = required(reading, `${prefix}AddressCity`, text);
  return complete<PostalAddress>({
    street: street?.street,
    streetNumber: street?.streetNumber,
    zip,
    city,
    countryCode,
  });
}

function readBirthDate(
  reading: Reading,
  field: FieldName,
  { isMain, today }: { isMain: boolean; today: Day },
): Day | undefined {
  const born = required(reading, field, day);
  if (born === undefined) return undefined;
  if (born >= today) return fault(reading, field, { code: 'date_not_past' });
  if (isMain && !isOfAge({ born, today })) return fault(reading, field, { code: 'under_age' });
  return born;
}

function readCompany(reading: Reading, prefix: TenantPrefix): Company | undefined {
  const name = required(reading, `${prefix}CompanyName`, text);
  const legalForm = required(reading, `${prefix}LegalForm`, form);
  const domicile = required(reading, `${prefix}Domicile`, text);
  const read = legalForm !== undefined && FORMS_IN_THE_REGISTER.has(legalForm) ? required : optional;
  const zefixUid: string | null | undefined = read(reading, `${prefix}ZefixUid`, uid);
  return complete<Company>({ name, legalForm, domicile, zefixUid });
}

const uid: Parse<string> = (value) => (isUid(value) ? { value } : { code: 'invalid_uid' });

/**
 * The second signatory names the same company: by UID where both send one, else by name. Asked as soon as these are
 * readable, whatever else is wrong.
 */
function compareCompanies(reading: Reading, [first, second]: readonly Seat[]): boolean {
  if (first?.type !== 'legal' || second?.type !== 'legal') return true;
  const { body } = reading;
  const uids = [first, second].map(({ prefix }) => textOf(body, `${prefix}ZefixUid`));
  const names = [first, second].map(({ prefix }) => textOf(body, `${prefix}CompanyName`)?.toLowerCase());
  if (uids[0] && uids[1]) {
    if (!isUid(uids[0]) || !isUid(uids[1]) || uidDigits(uids[0]) === uidDigits(uids[1])) return true;
    fault(reading, `${second.prefix}ZefixUid`, { code: 'different_company' });
    return false;
  }
  if (!names[0] || !names[1] || names[0] === names[1]) return true;
  fault(reading, `${second.prefix}CompanyName`, { code: 'different_company' });
  return false;
}
