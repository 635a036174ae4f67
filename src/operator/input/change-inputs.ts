import * as z from 'zod';
import type { ContactWish } from '../../domain/changes/contact.ts';
import type { PersonWish } from '../../domain/changes/person.ts';
import { HOLD_GROUNDS } from '../../domain/deposit.ts';
import { PARTIES } from '../../domain/closing/closing.ts';
import { FIELD_NAMES } from '../../domain/payload/problem.ts';
import { normalizePhone, parseEmail, type EmailAddress, type PhoneNumber } from '../../domain/values/contact.ts';
import { isCountryCode } from '../../domain/values/countries.ts';
import { NO_HOUSE_NUMBER, splitStreet, type PostalAddress } from '../../domain/values/postal-address.ts';
import { dayInput, emailInput, longText, textInput } from './basic-inputs.ts';

const phoneInput = textInput
  .refine((value) => normalizePhone(value) !== null, 'is not a telephone number, such as +41791234567')
  .transform((value) => normalizePhone(value) as PhoneNumber)
  .describe('Normalized as in an open call.');

/** As in an open call: without a number, it is split from the street. */
const contactAddress = z
  .strictObject({
    street: textInput,
    streetNumber: textInput.optional().describe('Without it, split from the street at the first digit.'),
    zip: textInput,
    city: textInput,
    countryCode: z
      .string()
      .refine(isCountryCode, 'is not a country code, such as CH')
      .optional()
      .describe('ISO 3166-1 alpha-2; without it CH.'),
  })
  .refine(({ street, streetNumber }) => streetNumber !== undefined || splitStreet(street)?.street !== '', {
    path: ['street'],
    message: 'must name the street before the house number',
  })
  .transform(({ street, streetNumber, zip, city, countryCode = 'CH' }): PostalAddress => {
    if (streetNumber !== undefined) return { street, streetNumber, zip, city, countryCode };
    const split = splitStreet(street);
    return split === null
      ? { street, streetNumber: NO_HOUSE_NUMBER, zip, city, countryCode }
      : { street: split.street, streetNumber: split.houseNumber, zip, city, countryCode };
  });

const position = z.int().min(1).max(4).describe('Position of the tenant.');

const contactFields = {
  email: emailInput
    .transform((value) => parseEmail(value) as EmailAddress)
    .optional()
    .describe('Counts once it is confirmed by the button behind the link that it gets.'),
  phoneNumber: phoneInput.optional(),
  address: contactAddress.optional(),
};
type ContactFields = { email?: EmailAddress; phoneNumber?: PhoneNumber; address?: PostalAddress };

const hasContact = ({ email, phoneNumber, address }: { email?: unknown; phoneNumber?: unknown; address?: unknown }) =>
  email !== undefined || phoneNumber !== undefined || address !== undefined;
const NO_CONTACT = { path: ['email'], message: 'give at least one of email, phoneNumber and address' };

/** The sandbox plays the tenant or the manager. */
export const changeContactInput = z
  .strictObject({ by: z.enum(PARTIES), tenant: position, ...contactFields })
  .refine(hasContact, NO_CONTACT);

export const tenantContactInput = z
  .strictObject({ ...contactFields, reason: longText.describe('For history and audit log.') })
  .refine(hasContact, NO_CONTACT);

/** As the console's form sends it. */
export const consoleContactInput = z
  .strictObject({ tenant: position, ...contactFields, reason: longText })
  .refine(hasContact, NO_CONTACT);

export function contactWish(
  { email, phoneNumber, address }: { [K in keyof ContactFields]?: ContactFields[K] | undefined },
  about: Pick<ContactWish, 'tenant' | 'by' | 'reason'>,
): ContactWish {
  return { ...about, email: email ?? null, phoneNumber: phoneNumber ?? null, address: address ?? null };
}

export const confirmContactInput = z.strictObject({ tenant: position });

export const changePersonInput = z
  .strictObject({
    tenant: position,
    firstName: textInput.optional(),
    lastName: textInput.optional(),
    birthDate: dayInput.optional(),
    reason: longText.describe('Such as a marriage. The bank or the insurer reads it.'),
  })
  .refine(
    ({ firstName, lastName, birthDate }) =>
      firstName !== undefined || lastName !== undefined || birthDate !== undefined,
    { path: ['firstName'], message: 'give at least one of firstName, lastName and birthDate' },
  );

export function personWish(given: z.infer<typeof changePersonInput>): PersonWish {
  const { tenant, firstName, lastName, birthDate, reason } = given;
  return { tenant, firstName: firstName ?? null, lastName: lastName ?? null, birthDate: birthDate ?? null, reason };
}

export const holdInput = z.strictObject({
  ground: z.enum(HOLD_GROUNDS),
  evidence: longText.describe('It is stored in the history, and told to nobody.'),
});
export const liftHoldInput = z.strictObject({ reason: longText });

const NAMES: ReadonlySet<string> = new Set(FIELD_NAMES.filter((name) => name !== 'externalContractId'));

/** Names and texts of an open call. */
export const correctInput = z.strictObject({
  fields: z
    .record(z.string(), z.string())
    .describe('Names and texts of an open call, without `externalContractId`. The others stay; an empty text removes.')
    .superRefine((fields, context) => {
      for (const name of Object.keys(fields)) {
        if (NAMES.has(name)) continue;
        const message = name === 'externalContractId' ? 'cannot be changed' : 'is not a field of the open call';
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }),
});
