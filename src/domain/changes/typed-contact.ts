import type { Tenant } from '../tenant.ts';
import { normalizePhone, parseEmail, type PhoneNumber } from '../values/contact.ts';
import { isCountryCode } from '../values/countries.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../values/postal-address.ts';
import type { ContactWish } from './contact.ts';

const CONTACT_FIELDS = ['email', 'phoneNumber', 'street', 'streetNumber', 'zip', 'city', 'countryCode'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactProblem =
  | 'email_invalid'
  | 'phone_invalid'
  | 'street_missing'
  | 'zip_missing'
  | 'zip_invalid'
  | 'city_missing'
  | 'line_too_long';
export type ContactProblems = Partial<Record<ContactField, ContactProblem>>;

const LONGEST_LINE = 70;

/** What the form starts with. What is not known is empty, and may stay so. */
export function knownContact({ email, phoneNumber, address }: Tenant): Record<ContactField, string> {
  const { streetNumber, ...rest } = address;
  return {
    email: email ?? '',
    phoneNumber: phoneNumber ?? '',
    ...rest,
    streetNumber: streetNumber === NO_HOUSE_NUMBER ? '' : streetNumber,
  };
}

type Read = Pick<ContactWish, 'email' | 'phoneNumber' | 'address'>;

/** What has changed in the form; null: it stays. Or all that is wrong. */
export function readContact(
  given: (name: ContactField) => string,
  tenant: Tenant,
): Read | { problems: ContactProblems } {
  const known = knownContact(tenant);
  const typed = Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, given(name).replaceAll(/\s+/g, ' ').trim()]),
  ) as Record<ContactField, string>;
  const is = (name: ContactField): boolean => typed[name] !== known[name];
  const email = is('email') ? parseEmail(typed.email) : null;
  const phoneNumber = is('phoneNumber') ? phoneOf(typed.phoneNumber) : null;
  const isMoved = (['street', 'streetNumber', 'zip', 'city', 'countryCode'] as const).some(is);
  const address = isMoved ? readAddress(typed) : { value: null, problems: {} };
  const problems: ContactProblems = {
    ...(is('email') && email === null && { email: 'email_invalid' as const }),
    ...(is('phoneNumber') && phoneNumber === null && { phoneNumber: 'phone_invalid' as const }),
    ...address.problems,
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { email: email, phoneNumber, address: address.value };
}

function phoneOf(text: string): PhoneNumber | null {
  return [...text].length > LONGEST_LINE ? null : normalizePhone(text);
}

function readAddress(typed: Record<ContactField, string>): { value: PostalAddress | null; problems: ContactProblems } {
  const { street, streetNumber, zip, city } = typed;
  const country = typed.countryCode.toUpperCase();
  const countryCode = isCountryCode(country) ? country : 'CH';
  const isSwiss = countryCode === 'CH' || countryCode === 'LI';
  const tooLong = (text: string): boolean => [...text].length > LONGEST_LINE;
  const problems: ContactProblems = {
    ...(street === '' && { street: 'street_missing' as const }),
    ...(zip === ''
      ? { zip: 'zip_missing' as const }
      : isSwiss && !/^[0-9]{4}$/.test(zip) && { zip: 'zip_invalid' as const }),
    ...(city === '' && { city: 'city_missing' as const }),
    ...Object.fromEntries(
      (['street', 'streetNumber', 'zip', 'city'] as const)
        .filter((name) => tooLong(typed[name]))
        .map((name) => [name, 'line_too_long' as const]),
    ),
  };
  if (Object.keys(problems).length > 0) return { value: null, problems };
  return { value: { street, streetNumber: streetNumber || NO_HOUSE_NUMBER, zip, city, countryCode }, problems };
}
