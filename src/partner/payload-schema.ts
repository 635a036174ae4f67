import * as z from 'zod';
import { LANGUAGES } from '../domain/values/language.ts';
import { LONGEST_CONTRACT_ID, LONGEST_TEXT } from '../domain/payload/fields.ts';
import { TENANT_PREFIXES } from '../domain/payload/problem.ts';
import { LONGEST_HOUSE_NUMBER } from '../domain/payload/property.ts';
import { CIVIL_STATUSES, LEGAL_FORMS, TENANT_TYPES, TITLES } from '../domain/tenant.ts';

/** Contract section 2 for the API reference only. domain/payload reads and validates the payload. */
const text = (description: string) => z.string().max(LONGEST_TEXT).describe(description);
const shaped = (pattern: RegExp, description: string) => z.string().regex(pattern).describe(description);
const day = (description: string) => shaped(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, description);
const country = (description: string) => shaped(/^[A-Z]{2}$/, description);
const choice = <const T extends readonly [string, ...string[]]>(choices: T, description: string) =>
  z.enum(choices).describe(description);

const property = {
  externalContractId: z
    .string()
    .min(1)
    .max(LONGEST_CONTRACT_ID)
    .describe(`Unique per organization; at most ${LONGEST_CONTRACT_ID} characters.`),
  propertyId: text("Property id in the partner's system."),
  street: text('Street of the property.'),
  streetNumber: z
    .string()
    .max(LONGEST_HOUSE_NUMBER)
    .describe(`At most ${LONGEST_HOUSE_NUMBER} characters. Empty: split off the street at its first digit, or "-".`)
    .optional(),
  zip: shaped(/^[0-9]{4}$/, 'Exactly four digits.'),
  city: text('Town of the property.'),
  rentalStart: day('Date, YYYY-MM-DD.'),
  rentalDeposit: shaped(
    /^[0-9]+(?:\.[0-9]+)?$/,
    'Amount in CHF with a decimal point, above 0; rounded to the nearest 0.05.',
  ),
  tenantLanguage: choice(LANGUAGES, "Language of the tenants' mails; the organization's by default.").optional(),
  allowInvestment: choice(['true', 'false', '1', '0'], 'Omitted: allowed.').optional(),
};

const owner = {
  ownerName: text('Owner of the property.'),
  ownerStreet: text(
    'Should be sent; without a full Swiss address the owner is written c/o the organization.',
  ).optional(),
  ownerStreetNumber: text('As for the property.').optional(),
  ownerZip: text('Any postal code.').optional(),
  ownerCity: text('Town of the owner.').optional(),
  ownerCountryCode: country('ISO 3166-1 alpha-2, upper case.').optional(),
};

const people = {
  propertyManagerEmail: text('Who is to handle the deposit; the default property manager by default.').optional(),
  propertyManagerFirstName: text('Needed when the person must be invited.').optional(),
  propertyManagerLastName: text('Needed when the person must be invited.').optional(),
  assistentEmail: text('Second person, in copy of the notifications.').optional(),
  assistentFirstName: text('First name of that person.').optional(),
  assistentLastName: text('Last name of that person.').optional(),
};

const tenant = {
  Type: choice(TENANT_TYPES, 'A further tenant is read only when its type is sent.'),
  FirstName: text('Of a company: of the signatory.'),
  LastName: text('Of a company: of the signatory.'),
  Email: text('Valid e-mail address.'),
  PhoneNumber: text('Best in full international form, such as +41441234567.'),
  AddressCountryCode: country('ISO 3166-1 alpha-2, upper case. The address before the tenancy.'),
  AddressStreet: text('Street.'),
  AddressStNumber: text('Empty: split off the street at its first digit, or "-".'),
  AddressPostalCode: text('A foreign one is accepted.'),
  AddressCity: text('Town.'),
  Title: choice(TITLES, 'Natural person.'),
  BirthDate: day('Natural person. Date, YYYY-MM-DD; the main tenant is at least 18.'),
  Nationality: country('Natural person. ISO 3166-1 alpha-2, upper case.'),
  CivilStatus: choice(CIVIL_STATUSES, 'Natural person.'),
  CompanyName: text('Company.'),
  LegalForm: choice(LEGAL_FORMS, 'Company.'),
  Domicile: text('Company: its seat.'),
  ZefixUid: shaped(
    /^CHE-?[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}$/,
    'Company: UID in the commercial register, required for ag, gmbh, general and limited partnership, cooperative.',
  ),
};

const REQUIRED_OF_THE_FIRST = new Set([
  'Type',
  'FirstName',
  'LastName',
  'Email',
  'PhoneNumber',
  'AddressCountryCode',
  'AddressStreet',
  'AddressPostalCode',
  'AddressCity',
]);

const tenants = Object.fromEntries(
  TENANT_PREFIXES.flatMap((prefix, index) =>
    Object.entries(tenant).map(([field, schema]) => {
      const isRequired = index === 0 && REQUIRED_OF_THE_FIRST.has(field);
      return [`${prefix}${field}`, isRequired ? schema : schema.optional()];
    }),
  ),
);

export const payloadSchema = z
  .object({ ...property, ...owner, ...people, ...tenants })
  .meta({ id: 'OpenDepositPayload' });
