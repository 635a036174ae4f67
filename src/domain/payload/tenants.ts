import { isOfAge, type Day } from '../values/calendar.ts';
import { normalizePhone, parseEmail, type EmailAddress, type PhoneNumber } from '../values/contact.ts';
import type { PostalAddress } from '../values/postal-address.ts';
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
import { isUid, uidDigits } from '../values/uid.ts';
import { day } from './contract.ts';
import {
  checkedField,
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
import { TENANT_FIELD_NAMES, type Problem, type TenantField, type TenantFieldNames } from './problem.ts';
import { readStreet } from './street.ts';

const MOST_SIGNATORIES = 2;

/** A tenant to be read. `type` is null when the field was not sent or is not a text. */
type Seat = { names: TenantFieldNames; type: TenantType | null };

/**
 * The refusals of section 7.1 that precede the checks of fields, or null: an unknown type,
 * then more than two signatories of a company.
 */
export function refuseTenantTypes(body: Readonly<Record<string, unknown>>): Problem | null {
  for (const names of TENANT_FIELD_NAMES) {
    const type = textOf(body, names.Type);
    if (type !== null && !isTenantType(type)) return { field: names.Type, code: 'unknown_tenant_type' };
  }
  const seats = takeSeats(body);
  const signatories = seats.filter((seat) => seat.type === 'legal');
  if (seats[0]?.type === 'legal' && signatories.length > MOST_SIGNATORIES) {
    const first = signatories[MOST_SIGNATORIES] as Seat;
    return { field: first.names.Type, code: 'too_many_signatories' };
  }
  return null;
}

/** 2.6. Tenants need not be contiguous; the first is the main tenant. */
export function readTenants(reading: Reading, today: Day): [Tenant, ...Tenant[]] | undefined {
  const seats = takeSeats(reading.body);
  const main = seats[0]?.type ?? null;
  const tenants = seats.map((seat, index) => {
    if (index === 0 || main === null || seat.type === null || seat.type === main) {
      return readTenant(reading, seat, { isMain: index === 0, today });
    }
    const field = seat.names.Type;
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

/** A co-tenant who joins a deposit in force, by the field names of the first tenant. Only a natural one can. */
export function readJoiningTenant(reading: Reading, today: Day): Tenant | undefined {
  const [names] = TENANT_FIELD_NAMES;
  if (names === undefined) throw new Error('the first tenant has field names');
  const type = textOf(reading.body, names.Type);
  if (type === 'legal') return fault(reading, names.Type, { code: 'mixed_tenant_types' });
  return readTenant(reading, { names, type: null }, { isMain: false, today });
}

/** The first tenant, and every further one whose type field is sent. */
function takeSeats(body: Readonly<Record<string, unknown>>): Seat[] {
  const seats: Seat[] = [];
  for (const names of TENANT_FIELD_NAMES) {
    const type = sent(body, names.Type);
    if (type.is === 'text') seats.push({ names, type: isTenantType(type.text) ? type.text : null });
    else if (type.is === 'not_text' || names === TENANT_FIELD_NAMES[0]) seats.push({ names, type: null });
  }
  return seats;
}

function isTenantType(value: string): value is TenantType {
  return (TENANT_TYPES as readonly string[]).includes(value);
}

function readTenant(
  reading: Reading,
  { names }: Seat,
  { isMain, today }: { isMain: boolean; today: Day },
): Tenant | undefined {
  const type = required(reading, names.Type, tenantType);
  const person = {
    firstName: required(reading, names.FirstName, text),
    lastName: required(reading, names.LastName, text),
    email: requiredUnlessOld(reading, 'Email', names, email),
    phoneNumber: readPhone(reading, names),
    address: readAddress(reading, names),
  };
  switch (type) {
    case undefined:
      return undefined;
    case 'natural':
      return complete<NaturalTenant>({
        type,
        ...person,
        title: required(reading, names.Title, title),
        birthDate: readBirthDate(reading, names, { isMain, today }),
        nationality: required(reading, names.Nationality, country),
        civilStatus: required(reading, names.CivilStatus, civilStatus),
      });
    case 'legal':
      return complete<LegalTenant>({ type, ...person, company: readCompany(reading, names) });
  }
}

const tenantType = oneOf(TENANT_TYPES);
const title = oneOf(TITLES);
const civilStatus = oneOf(CIVIL_STATUSES);
const form = oneOf(LEGAL_FORMS);
const email: Parse<EmailAddress> = checkedField(parseEmail, { code: 'invalid_email' });

/** What an old contract may lack is null (see `mayLack`); of an open call it is required. */
function requiredUnlessOld<T>(
  reading: Reading,
  field: TenantField,
  names: TenantFieldNames,
  parse: Parse<T>,
): T | null | undefined {
  const read = reading.mayLack?.has(field) === true ? optional : required;
  return read(reading, names[field], parse);
}

function readPhone(reading: Reading, names: TenantFieldNames): PhoneNumber | null | undefined {
  const field = names.PhoneNumber;
  const phone = requiredUnlessOld(reading, 'PhoneNumber', names, phoneNumber);
  if (phone === null) return null;
  if (phone !== undefined && phone.sent !== phone.number) {
    reading.adjustments.push({ field, rule: 'phone_normalized', from: phone.sent, to: phone.number });
  }
  return phone?.number;
}

/** The sent value is stored in the adjustment, so it must be a valid text first. */
const phoneNumber: Parse<{ sent: string; number: PhoneNumber }> = (value) => {
  const plain = text(value);
  if (!('value' in plain)) return plain;
  const number = normalizePhone(value);
  return number === null ? { code: 'invalid_phone' } : { value: { sent: value, number } };
};

function readAddress(reading: Reading, names: TenantFieldNames): PostalAddress | undefined {
  const countryCode = required(reading, names.AddressCountryCode, country);
  const street = readStreet(reading, { street: names.AddressStreet, number: names.AddressStNumber });
  const zip = required(reading, names.AddressPostalCode, text);
  const city = required(reading, names.AddressCity, text);
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
  names: TenantFieldNames,
  { isMain, today }: { isMain: boolean; today: Day },
): Day | null | undefined {
  const field = names.BirthDate;
  const born = requiredUnlessOld(reading, 'BirthDate', names, day);
  if (born === undefined || born === null) return born;
  if (born >= today) return fault(reading, field, { code: 'date_not_past' });
  if (isMain && !isOfAge({ born, today })) return fault(reading, field, { code: 'under_age' });
  return born;
}

function readCompany(reading: Reading, names: TenantFieldNames): Company | undefined {
  const name = required(reading, names.CompanyName, text);
  const legalForm = required(reading, names.LegalForm, form);
  const domicile = required(reading, names.Domicile, text);
  const read = legalForm !== undefined && FORMS_IN_THE_REGISTER.has(legalForm) ? required : optional;
  const zefixUid: string | null | undefined = read(reading, names.ZefixUid, uid);
  return complete<Company>({ name, legalForm, domicile, zefixUid });
}

const uid: Parse<string> = (value) => (isUid(value) ? { value } : { code: 'invalid_uid' });

/**
 * The second signatory must name the same company: compared by UID where both send one, else by name. Checked as soon
 * as these fields are readable, regardless of other problems.
 */
function compareCompanies(reading: Reading, [first, second]: readonly Seat[]): boolean {
  if (first?.type !== 'legal' || second?.type !== 'legal') return true;
  const { body } = reading;
  const uids = [first, second].map(({ names: { ZefixUid } }) => textOf(body, ZefixUid));
  const names = [first, second].map(({ names: { CompanyName } }) => textOf(body, CompanyName)?.toLowerCase());
  if (uids[0] && uids[1]) {
    if (!isUid(uids[0]) || !isUid(uids[1]) || uidDigits(uids[0]) === uidDigits(uids[1])) return true;
    fault(reading, second.names.ZefixUid, { code: 'different_company' });
    return false;
  }
  if (!names[0] || !names[1] || names[0] === names[1]) return true;
  fault(reading, second.names.CompanyName, { code: 'different_company' });
  return false;
}
